//! What becomes of a household when one of its members moves out or dies.

use sea_orm::ConnectionTrait;
use shared::Transaction;
use shared::entities::{AccountScope, contacts, households};
use shared::values::choices::Locale;
use shared::values::names::folded;

use super::members::{self, MemberInput};
use super::{Household, HouseholdInput, moves};
use crate::error::AppError;
use crate::fields::{Patch, Problems};
use crate::records::preconditions::Preconditions;
use crate::records::{Context, service};

/// A household, and the member who moves out of it or has died.
pub struct Leaving {
    /// The household.
    pub household: households::Model,
    /// The other members, also those who have died.
    others: Vec<contacts::Model>,
    leaver: contacts::Model,
}

impl Leaving {
    /// Reads the household of a contact, if it has one.
    pub async fn read(
        connection: &impl ConnectionTrait,
        account: AccountScope,
        leaver: &contacts::Model,
    ) -> Result<Option<Self>, AppError> {
        let Some(id) = leaver.household_id else { return Ok(None) };
        let household = account.find_id::<households::Entity>(id).one(connection).await?;
        let Some(household) = household else { return Ok(None) };
        let mut others =
            members::of(connection, account, [id].into_iter()).await?.remove(&id).unwrap_or_default();
        others.retain(|member| member.id != leaver.id);
        Ok(Some(Self { household, others, leaver: leaver.clone() }))
    }

    /// Returns the others for whom letters are meant: those who live and are not archived.
    pub fn staying(&self) -> Vec<&contacts::Model> {
        members::written_to(&self.others).collect()
    }

    /// Returns whether the name of the household has the name of who leaves.
    pub fn is_named_after(&self) -> bool {
        self.is_named_in(&self.household.household_name)
    }

    /// Returns the name that the household is to have: its own, or one made from those who stay if its own names who leaves.
    pub fn name(&self, locale: Locale) -> String {
        let made = members::made_name(&self.others, locale).filter(|_| self.is_named_after());
        made.unwrap_or_else(|| self.household.household_name.clone())
    }

    /// Takes the contact out, if the household still has this version. The household gets what `kept` says, or else it is
    /// dissolved. Nobody shares the letters of the only one who stays and gets any.
    pub async fn move_out(
        &self,
        tx: &Transaction,
        context: &Context,
        version: i64,
        kept: Option<(HouseholdInput, Problems)>,
    ) -> Result<(), AppError> {
        let (id, version) = (self.household.id, Preconditions::of_version(version));
        let Some((input, problems)) = kept else {
            let input = HouseholdInput { members: Patch::Null, ..HouseholdInput::default() };
            service::update::<Household>(tx, context, (id, &version), input, Problems::default()).await?;
            return moves::dissolve(tx, context, id).await;
        };
        let member = |one: &contacts::Model| MemberInput {
            contact_id: Patch::Value(one.id),
            member_role: Patch::Value(one.member_role.unwrap_or_default()),
            ..MemberInput::default()
        };
        let mut input = self.without_leaver(input);
        input.members = Patch::Value(self.others.iter().map(member).collect());
        if self.staying().len() == 1 {
            input.household_joint = Patch::Value(false);
        }
        service::update::<Household>(tx, context, (id, &version), input, problems).await?;
        Ok(())
    }

    /// Gives the household of somebody who has died what `input` says, if it still has this version. A salutation and a name
    /// on envelopes that are for the dead go.
    pub async fn outlive(
        &self,
        tx: &Transaction,
        context: &Context,
        version: i64,
        (input, problems): (HouseholdInput, Problems),
    ) -> Result<(), AppError> {
        let (id, version) = (self.household.id, Preconditions::of_version(version));
        service::update::<Household>(tx, context, (id, &version), self.without_leaver(input), problems)
            .await?;
        Ok(())
    }

    /// Clears the salutation and the name on envelopes if they name who leaves, or if they are for several and one is left.
    /// Letters then have those that are made from the names. Others, such as `Dear Kings`, stay.
    fn without_leaver(&self, input: HouseholdInput) -> HouseholdInput {
        let is_one = self.staying().len() < 2;
        let cleared = |text: &Option<String>| match text {
            Some(text) if self.is_named_in(text) || is_one && is_for_several(text) => Patch::Null,
            _ => Patch::Absent,
        };
        HouseholdInput {
            household_salutation: cleared(&self.household.household_salutation),
            household_envelope_name: cleared(&self.household.household_envelope_name),
            ..input
        }
    }

    /// Returns whether a text names who leaves: by the first name or the nickname, or by the last name alone.
    fn is_named_in(&self, text: &str) -> bool {
        let first = [&self.leaver.contact_fname, &self.leaver.contact_nickname];
        let mut names: Vec<_> = first.into_iter().flatten().collect();
        if names.is_empty() {
            names.extend(&self.leaver.contact_lname);
        }
        let text = spaced(text);
        names.into_iter().map(|name| spaced(name)).any(|name| !name.trim().is_empty() && text.contains(&name))
    }
}

/// Returns whether a text is for several people: `Dear Mr and Mrs King` names nobody by the first name, and greets two.
fn is_for_several(text: &str) -> bool {
    // An initial is none: `Mary E. King`, or `Dear Y. Lee`.
    let is_and = |word: &str| matches!(&*word.to_lowercase(), "and" | "und" | "et" | "y" | "e");
    text.contains(['&', '+']) || text.split_whitespace().any(is_and)
}

/// Returns the words of a text without regard to case and accents, each between two spaces.
fn spaced(text: &str) -> String {
    let folded = folded(text);
    let words: Vec<_> =
        folded.split(|one: char| !one.is_alphanumeric()).filter(|one| !one.is_empty()).collect();
    format!(" {} ", words.join(" "))
}

#[cfg(test)]
mod tests {
    use shared::values::choices::MemberRole;

    use super::*;

    fn person(id: i64, first: &str, last: &str) -> contacts::Model {
        contacts::Model {
            id,
            contact_fname: Some(first.to_owned()),
            contact_lname: Some(last.to_owned()),
            member_role: Some(MemberRole::Partner),
            ..contacts::Model::default()
        }
    }

    #[test]
    fn what_greets_who_leaves_is_cleared_and_other_texts_stay() {
        let (mary, ann) = (|| person(2, "Mary", "Smith"), person(3, "Ann", "Smith"));
        let dead =
            contacts::Model { contact_deceased_on: Some("2026-01-02".parse().unwrap()), ..ann.clone() };
        for (others, text, is_cleared) in [
            (vec![mary()], "Dear John", true),
            (vec![mary()], "Dear Mr and Mrs Smith", true),
            (vec![mary(), dead], "Herrn und Frau Smith", true),
            (vec![mary()], "Mr & Mrs Smith", true),
            (vec![mary()], "Dear Smiths", false),
            (vec![mary()], "Mary E. Smith", false),
            (vec![mary(), ann], "Dear Mary and Ann", false),
        ] {
            let household = households::Model {
                household_salutation: Some(text.to_owned()),
                ..households::Model::default()
            };
            let leaving = Leaving { household, others, leaver: person(1, "John", "Smith") };
            let kept = leaving.without_leaver(HouseholdInput::default()).household_salutation;
            assert_eq!(kept, if is_cleared { Patch::Null } else { Patch::Absent }, "{text}");
        }
    }

    #[test]
    fn a_name_is_made_anew_only_if_it_names_who_leaves() {
        let mary = || person(2, "Mary", "Smith");
        let both = || vec![mary(), person(3, "Éva", "Jones")];
        for (others, name, expected) in [
            (vec![mary()], "John and Mary Smith", "Mary Smith"),
            (vec![mary()], "JOHN & Mary Smith", "Mary Smith"),
            (both(), "John, Mary and Éva", "Mary Smith and Éva Jones"),
            (vec![mary()], "The Smiths", "The Smiths"),
            (vec![mary()], "Mary Johnson", "Mary Johnson"),
            (vec![], "John Smith", "John Smith"),
        ] {
            let household =
                households::Model { household_name: name.to_owned(), ..households::Model::default() };
            let leaving = Leaving { household, others, leaver: person(1, "John", "Smith") };
            assert_eq!(leaving.name(Locale::En), expected);
        }
    }
}
