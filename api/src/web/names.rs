//! The names of contacts, as lists show them.

use std::collections::{BTreeSet, HashMap, HashSet};

use sea_orm::{ColumnTrait, ConnectionTrait, FromQueryResult, QueryFilter, QuerySelect};
use shared::Error;
use shared::entities::{AccountScope, contacts};
use shared::values::names::folded;

/// The parts of a contact's name.
#[derive(FromQueryResult)]
struct NameRow {
    id: i64,
    contact_anonymous: bool,
    contact_fname: Option<String>,
    contact_mname: Option<String>,
    contact_lname: Option<String>,
}

/// Returns the names of contacts, by their ids.
pub(crate) async fn of_contacts(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    ids: impl IntoIterator<Item = i64>,
) -> Result<HashMap<i64, String>, Error> {
    let ids: BTreeSet<_> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<NameRow> = account
        .find::<contacts::Entity>()
        .filter(contacts::Column::Id.is_in(ids))
        .select_only()
        .columns([
            contacts::Column::Id,
            contacts::Column::ContactAnonymous,
            contacts::Column::ContactFname,
            contacts::Column::ContactMname,
            contacts::Column::ContactLname,
        ])
        .into_model()
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name())).collect())
}

/// Returns the ids of those of these contacts who have died.
pub(crate) async fn deceased(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    ids: Vec<i64>,
) -> Result<HashSet<i64>, Error> {
    use contacts::Column as C;
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let contacts = account.find::<contacts::Entity>();
    let contacts = contacts.filter(C::Id.is_in(ids)).filter(C::ContactDeceasedOn.is_not_null());
    let ids: Vec<i64> = contacts.select_only().column(C::Id).into_tuple().all(connection).await?;
    Ok(ids.into_iter().collect())
}

impl NameRow {
    fn name(&self) -> String {
        let parts = [&self.contact_fname, &self.contact_mname, &self.contact_lname];
        joined(parts, self.contact_anonymous, self.id)
    }
}

/// Returns the name of a contact.
pub(crate) fn of_contact(contact: &contacts::Model) -> String {
    let parts = [&contact.contact_fname, &contact.contact_mname, &contact.contact_lname];
    joined(parts, contact.contact_anonymous, contact.id)
}

/// Returns the names of a person, or the name of an organisation.
fn joined(parts: [&Option<String>; 3], is_anonymous: bool, id: i64) -> String {
    let parts: Vec<_> = parts.into_iter().flatten().map(String::as_str).collect();
    match parts.is_empty() {
        false => parts.join(" "),
        true if is_anonymous => t!("anonymous").to_owned(),
        true => t!("as-id", id = id.to_string()),
    }
}

/// Returns what a list of people is sorted by: the last name, or the name of an organisation, and then the first name.
pub(crate) fn order_of(contact: &contacts::Model) -> [String; 2] {
    [&contact.contact_lname, &contact.contact_fname].map(|name| folded(name.as_deref().unwrap_or_default()))
}

/// Returns the letters that stand for a contact: the first ones of the first and of the last name, or of the first two words of
/// an organisation's name.
pub(crate) fn initials(contact: &contacts::Model) -> String {
    let first = |text: &str| text.chars().find(|c| c.is_alphanumeric());
    let name = contact.contact_lname.as_deref().unwrap_or_default();
    let letters: String = if contact.contact_is_org {
        name.split_whitespace().filter_map(first).take(2).collect()
    } else {
        [contact.contact_fname.as_deref().unwrap_or_default(), name].into_iter().filter_map(first).collect()
    };
    letters.to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_sorted_by_the_last_and_then_the_first_name_without_accents() {
        let of = |first: Option<&str>, last: Option<&str>| {
            let [contact_fname, contact_lname] = [first, last].map(|name| name.map(str::to_owned));
            contacts::Model { contact_fname, contact_lname, ..Default::default() }
        };
        let mut people = [
            of(Some("Zoë"), Some("Abel")),
            of(Some("Ada"), Some("Lovelace")),
            of(None, Some("Haven")),
            of(Some("Élodie"), Some("abel")),
            of(Some("Ada"), Some("Ábel")),
            of(None, None),
        ];
        people.sort_by_key(order_of);
        let names = people.map(|one| one.contact_fname.unwrap_or_default());
        assert_eq!(names, ["", "Ada", "Élodie", "Zoë", "", "Ada"]);
    }

    #[test]
    fn initials_are_those_of_the_first_and_the_last_name_or_of_an_organisations_words() {
        let of = |is_org, first: &str, last: &str| {
            let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            let (contact_fname, contact_lname) = (text(first), text(last));
            let contact = contacts::Model {
                contact_is_org: is_org,
                contact_fname,
                contact_lname,
                ..Default::default()
            };
            initials(&contact)
        };
        assert_eq!(of(false, "Ada", "Lovelace"), "AL");
        assert_eq!(of(false, "", "éclair"), "É");
        assert_eq!(of(true, "", "(The) Harbour Bakery Ltd"), "TH");
        assert_eq!(of(false, "", ""), "");
    }
}
