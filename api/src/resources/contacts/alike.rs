//! Contacts that look like a person whom a file brings: those with the same email address, and those of the same name, however
//! it is spelled, whose postal code says nothing against it. For another form of the first name, Tom for Thomas, a postal code
//! must speak. Archived ones count, too, but not those that were merged into another one.

use std::collections::{BTreeSet, HashMap, HashSet};

use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, JoinType, QueryFilter, QuerySelect};
use shared::Transaction;
use shared::entities::{AccountScope, contact_addresses, contact_emails, contacts};
use shared::values::choices::ContactStatus;

use super::ContactInput;
use super::duplicates::formal;
use super::search::{last_name, of_last_name, one_spelling, plain};
use super::spellings::{contracted, spellings};
use crate::error::AppError;
use crate::records::importable::Look;

/// How many contacts are found for one person.
const FOUND_MAX: usize = 5;
/// How many contacts of the same last names are looked through.
const NAMESAKES_MAX: u64 = 20_000;
/// How many ids one query has.
const IDS_MAX: usize = 10_000;

/// Reads the look of a new contact. `email` is an address that stands beside it.
pub(in crate::resources) fn look_of(contact: &ContactInput, email: Option<&String>) -> Look {
    let name = |text: Option<&String>| text.map(|text| plain(text.trim())).unwrap_or_default();
    let own = contact.emails.value().into_iter().flatten();
    let own = own.filter_map(|own| own.email_address.value());
    let codes = contact.addresses.value().into_iter().flatten();
    let codes = codes.filter_map(|address| address.address_postal_code.value());
    Look {
        is_org: contact.contact_is_org.value() == Some(&true),
        emails: email.into_iter().chain(own).map(|email| email.trim().to_lowercase()).collect(),
        first: name(contact.contact_fname.value()),
        last: name(contact.contact_lname.value()),
        last_in_index: contact.contact_lname.value().map(|last| in_index(last)).unwrap_or_default(),
        codes: codes.map(|code| code_of(code)).collect(),
        is_name_alone: false,
    }
}

/// Returns what tells somebody of whom nothing but the name is known from others.
pub(in crate::resources) fn named(is_org: bool, [first, last]: [&str; 2]) -> Look {
    let (first, last_in_index) = (plain(first.trim()), in_index(last));
    Look { is_org, first, last: plain(last.trim()), last_in_index, is_name_alone: true, ..Look::default() }
}

/// Returns the spellings of a last name as its index has them: `Mueller` may be there as `Müller`.
fn in_index(last: &str) -> Vec<String> {
    spellings(last, of_last_name)
}

/// Returns whether two first names in one spelling are forms of one name, such as Tom and Thomas.
fn are_of_one_name(first: &str, other: &str) -> bool {
    formal(first).is_some_and(|name| formal(other) == Some(name))
}

/// Returns whether a contact with these postal codes can live where a person does, as far as both are known. Whose name has another
/// form must live there.
fn may_live(look: &Look, known: Known, codes: Option<&Vec<String>>) -> bool {
    let Some(codes) = codes.filter(|_| !look.codes.is_empty()) else { return known.is_called_so };
    look.codes.iter().any(|code| codes.contains(code))
}

fn code_of(code: &str) -> String {
    code.replace(' ', "").to_lowercase()
}

/// A contact that may be somebody.
#[derive(Clone, Copy)]
struct Known {
    id: i64,
    is_archived: bool,
    /// Whether its name is that of the person, and no other form of it.
    is_called_so: bool,
}

/// The name of a contact in a form that all its spellings have.
struct Name {
    is_org: bool,
    first: String,
    last: String,
}

impl Name {
    fn new(is_org: bool, name: [Option<String>; 2]) -> Self {
        let [first, last] = name.map(|name| one_spelling(name.unwrap_or_default().trim()));
        Self { is_org, first, last }
    }
}

/// Finds contacts that look like these people, but not archived ones of `undone`: imports that were taken back have made them.
/// Returns the numbers of the people, each with the id of a contact: archived ones last, and those with the same email address
/// first; and whether all of the same last names were looked through. The number of queries does not depend on that of the people.
pub(in crate::resources) async fn alike(
    tx: &Transaction,
    account: AccountScope,
    people: &[(i64, Look)],
    undone: &HashSet<i64>,
) -> Result<(Vec<(i64, i64)>, bool), AppError> {
    if people.is_empty() {
        return Ok((Vec::new(), true));
    }
    let by_email = by_email(tx, account, people).await?;
    let (namesakes, is_whole) = namesakes(tx, account, people).await?;
    let called = |look: &Look| {
        let first = contracted(&look.first);
        let own = namesakes.get(&contracted(&look.last)).into_iter().flatten();
        let own = own.filter(|(name, _)| look.is_named() && look.is_org == name.is_org);
        let known = own.filter_map(|(name, known)| {
            let is_called_so = look.is_org || first == name.first;
            (is_called_so || are_of_one_name(&first, &name.first)).then_some(Known { is_called_so, ..*known })
        });
        known.collect::<Vec<_>>()
    };
    let ids: BTreeSet<i64> = people.iter().flat_map(|(_, look)| called(look)).map(|known| known.id).collect();
    let codes = codes(tx, account, ids.into_iter().collect()).await?;
    let is_taken_back = |known: &Known| known.is_archived && undone.contains(&known.id);
    let mut found = Vec::new();
    for (number, look) in people {
        let mut own: Vec<Known> =
            look.emails.iter().filter_map(|email| by_email.get(email)).flatten().copied().collect();
        own.extend(called(look).into_iter().filter(|known| may_live(look, *known, codes.get(&known.id))));
        own.sort_by_key(|known| known.is_archived);
        let mut seen = BTreeSet::new();
        own.retain(|known| seen.insert(known.id) && !is_taken_back(known));
        found.extend(own.into_iter().take(FOUND_MAX).map(|known| (*number, known.id)));
    }
    Ok((found, is_whole))
}

/// Returns the contacts that have the email addresses of these people, by address.
async fn by_email(
    tx: &Transaction,
    account: AccountScope,
    people: &[(i64, Look)],
) -> Result<HashMap<String, Vec<Known>>, AppError> {
    use {contact_emails::Column as E, contacts::Column as C};
    let emails: BTreeSet<&String> = people.iter().flat_map(|(_, look)| &look.emails).collect();
    let emails: Vec<&String> = emails.into_iter().collect();
    let address = || Func::lower(Expr::col((contact_emails::Entity, E::EmailAddress)));
    let mut by_email: HashMap<String, Vec<Known>> = HashMap::new();
    for emails in emails.chunks(IDS_MAX) {
        let owner = contact_emails::Entity::belongs_to(contacts::Entity).from(E::ContactId).to(C::Id);
        let rows = account.find::<contact_emails::Entity>().join(JoinType::InnerJoin, owner.into());
        let rows = rows.filter(Expr::expr(address()).is_in(emails.iter().copied().cloned()));
        let rows = rows.filter(C::ContactMergedIntoId.is_null());
        let rows = rows.select_only().expr(Expr::expr(address()));
        let rows = rows.columns([C::Id, C::ContactStatus]);
        for (email, id, status) in rows.into_tuple::<(String, i64, ContactStatus)>().all(tx).await? {
            let is_archived = status == ContactStatus::Archive;
            by_email.entry(email).or_default().push(Known { id, is_archived, is_called_so: true });
        }
    }
    Ok(by_email)
}

/// Returns the contacts with the last names of these people, by last name, and whether these are all.
async fn namesakes(
    tx: &Transaction,
    account: AccountScope,
    people: &[(i64, Look)],
) -> Result<(HashMap<String, Vec<(Name, Known)>>, bool), AppError> {
    use contacts::Column as C;
    type Row = (i64, bool, Option<String>, Option<String>, ContactStatus);
    let names: BTreeSet<&String> =
        people.iter().flat_map(|(_, look)| &look.last_in_index).filter(|name| !name.is_empty()).collect();
    let names = last_name(tx.get_database_backend()).is_in(names.into_iter().cloned());
    let rows = account.find::<contacts::Entity>().filter(names).limit(NAMESAKES_MAX + 1);
    let rows = rows.filter(C::ContactMergedIntoId.is_null()).select_only();
    let rows = rows.columns([C::Id, C::ContactIsOrg, C::ContactFname, C::ContactLname, C::ContactStatus]);
    let rows = rows.into_tuple::<Row>().all(tx).await?;
    let is_whole = rows.len() as u64 <= NAMESAKES_MAX;
    let mut namesakes: HashMap<String, Vec<(Name, Known)>> = HashMap::new();
    for (id, is_org, first, last, status) in rows {
        let (name, is_archived) = (Name::new(is_org, [first, last]), status == ContactStatus::Archive);
        let known = Known { id, is_archived, is_called_so: true };
        namesakes.entry(name.last.clone()).or_default().push((name, known));
    }
    Ok((namesakes, is_whole))
}

/// Returns the postal codes of contacts, by contact.
async fn codes(
    tx: &Transaction,
    account: AccountScope,
    ids: Vec<i64>,
) -> Result<HashMap<i64, Vec<String>>, AppError> {
    use contact_addresses::Column as A;
    let mut codes: HashMap<i64, Vec<String>> = HashMap::new();
    for ids in ids.chunks(IDS_MAX) {
        let rows = account.find::<contact_addresses::Entity>();
        let rows =
            rows.filter(A::ContactId.is_in(ids.iter().copied())).filter(A::AddressPostalCode.is_not_null());
        let rows = rows.select_only().columns([A::ContactId, A::AddressPostalCode]);
        for (id, code) in rows.into_tuple::<(i64, String)>().all(tx).await? {
            codes.entry(id).or_default().push(code_of(&code));
        }
    }
    Ok(codes)
}
