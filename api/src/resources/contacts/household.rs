//! The household of a contact, as the contact shows it.

use shared::entities::contacts;
use shared::values::choices::MemberRole;

use crate::fields::types::{Id, OneOf};
use crate::object;

object! {
    /// The place of a contact in a household.
    ContactHousehold {
        /// The household
        household_id: Id;
        /// What the contact is in it
        member_role: OneOf<MemberRole>;
    }
}

/// Returns the household of a contact, if it has one.
pub(super) fn household(contact: &contacts::Model) -> Option<ContactHousehold> {
    let household_id = contact.household_id?;
    Some(ContactHousehold { household_id, member_role: contact.member_role.unwrap_or_default() })
}
