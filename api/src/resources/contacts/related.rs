//! The related records of a contact.

use sea_orm::EntityTrait;
use shared::entities::{
    Tenant, contact_addresses, contact_emails, contact_family_members, contact_phones, contact_pictures,
};
use shared::values::choices::{AddressType, EmailType, FamilyRelationship, PhoneType};

use crate::fields::Patch;
use crate::fields::types::{Country, Email as EmailAddress, Flag, HttpsUrl, Id, MonthDay, OneOf, Text};
use crate::record;

record! {
    /// A contact's picture.
    Picture of contact_pictures::Model, body PictureInput as "PictureCreate" or "PictureUpdate";
    fields {
        /// Where the picture is, https
        picture_url: HttpsUrl {
            required,
            label: "Picture's address",
            hint: "Where the picture is, https",
            example: "https://lovelace.example/ada.jpg",
        };
    }
    unshown { account_id, contact_id }
}

record! {
    /// A member of a contact's family.
    FamilyMember of contact_family_members::Model, body FamilyMemberInput as "FamilyMemberCreate" or "FamilyMemberUpdate";
    fields {
        /// First name
        family_fname: Text<100> { label: "First name", example: "Byron" };
        /// Last name
        family_lname: Text<100> { label: "Last name", example: "King-Noel" };
        /// How the member is related to the contact; by default other
        family_relationship: OneOf<FamilyRelationship> { label: "Relationship", no_hint, example: "child" };
        /// Birthday, with or without its year
        family_birthday: MonthDay { label: "Birthday", no_hint, example: "1836-05-12" };
    }
    write {
        /// The member to change in place
        id: Id;
    }
    unshown { account_id, contact_id }
}

record! {
    /// A postal address of a contact.
    Address of contact_addresses::Model, body AddressInput as "AddressCreate" or "AddressUpdate";
    fields {
        /// What the address is for; by default home
        address_type: OneOf<AddressType> { label: "Type", no_hint, example: "home" };
        /// Street and number
        address_street: Text<150> { label: "Street", no_hint, example: "12 St James's Square" };
        /// Second line
        address_street2: Text<150> { label: "Second line" };
        /// City
        address_city: Text<100> { example: "London" };
        /// State, county or province
        address_state: Text<100> { label: "State", no_hint };
        /// Postal code
        address_postal_code: Text<20> { example: "SW1Y 4JH" };
        /// Country, ISO 3166-1 alpha-2
        address_country: Country { label: "Country", no_hint, example: "GB" };
        /// 1 for exactly one address: the one marked, else the first
        address_primary: Flag { label: "Primary", no_hint, example: 1 };
    }
    write {
        /// The address to change in place
        id: Id;
    }
    unshown { account_id, contact_id }
}

record! {
    /// A phone number of a contact.
    Phone of contact_phones::Model, body PhoneInput as "PhoneCreate" or "PhoneUpdate";
    fields {
        /// What the number is for; by default mobile
        phone_type: OneOf<PhoneType> { label: "Type", no_hint, example: "mobile" };
        /// The number, as given
        phone_number: Text<50> { required, label: "Number", no_hint, example: "+44 20 7946 0000" };
        /// Extension
        phone_extension: Text<20> { example: "12" };
        /// 1 for exactly one number: the one marked, else the first
        phone_primary: Flag { label: "Primary", no_hint, example: 1 };
    }
    write {
        /// The number to change in place
        id: Id;
    }
    unshown { account_id, contact_id }
}

record! {
    /// An email address of a contact.
    Email of contact_emails::Model, body EmailInput as "EmailCreate" or "EmailUpdate";
    fields {
        /// What the address is for; by default home
        email_type: OneOf<EmailType> { label: "Type", no_hint, example: "home" };
        /// The address, unique in the contact without regard to case
        email_address: EmailAddress { required, label: "Address", no_hint, example: "ada@lovelace.example" };
        /// 1 for exactly one address: the one marked, else the first
        email_primary: Flag { label: "Primary", no_hint, example: 1 };
    }
    write {
        /// The address to change in place
        id: Id;
    }
    unshown { account_id, contact_id }
}

impl Address {
    /// Returns whether each part of it, without regard to case and spaces, is a part of another address.
    pub(super) fn says_no_more_than(&self, other: &Self) -> bool {
        let parts = |address: &Self| {
            let one = &address.model;
            let parts = [&one.address_street, &one.address_street2, &one.address_city, &one.address_state];
            let parts = parts.into_iter().chain([&one.address_postal_code, &one.address_country]);
            let plain =
                |text: &Option<String>| text.as_ref().map(|text| text.replace(' ', "").to_lowercase());
            parts.map(plain).collect::<Vec<_>>()
        };
        parts(self).iter().zip(&parts(other)).all(|(own, other)| own.is_none() || own == other)
    }
}

impl Phone {
    /// Returns whether it is the number of another one, however both are written and whatever they are for.
    pub(super) fn is_same_number(&self, other: &Self) -> bool {
        let [own, other] = [self, other].map(|phone| {
            let (number, extension) = (&phone.model.phone_number, phone.model.phone_extension.as_deref());
            phone_key(number, extension)
                .unwrap_or_else(|| format!("{number} {}", extension.unwrap_or_default()))
        });
        own == other
    }
}

/// How many digits tell a phone number from others. National and international forms differ in what comes before.
const PHONE_DIGITS: usize = 9;
/// How many digits a number has at least. Shorter ones are extensions.
const PHONE_DIGITS_MIN: usize = 7;

/// Returns the digits by which a phone number is compared: the last nine, because national and international forms differ in
/// what comes before, and those of the extension. `None` for a number that is too short to tell contacts apart.
pub fn phone_key(number: &str, extension: Option<&str>) -> Option<String> {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let number = digits(number);
    if number.len() < PHONE_DIGITS_MIN {
        return None;
    }
    let number = &number[number.len().saturating_sub(PHONE_DIGITS)..];
    let extension = extension.map(digits).filter(|extension| !extension.is_empty());
    Some(extension.map_or_else(|| number.to_owned(), |extension| format!("{number} {extension}")))
}

/// The row of a related record.
pub(super) type RelatedRow<T> = <<T as Item>::Entity as EntityTrait>::Model;

/// A kind of related records that a contact has in a list.
pub(super) trait Item: Sized {
    type Entity: Tenant<Model: Default + PartialEq>;
    type Input;
    /// The name of the list in a contact.
    const LIST: &'static str;

    fn new(row: RelatedRow<Self>) -> Self;
    fn row(&self) -> &RelatedRow<Self>;
    fn id(row: &RelatedRow<Self>) -> i64;
    fn contact_id(row: &RelatedRow<Self>) -> i64;
    fn set_contact_id(row: &mut RelatedRow<Self>, contact_id: i64);
    /// Returns the id that a body gives for the item.
    fn input_id(input: &Self::Input) -> Option<i64>;
    /// Applies the other fields of a body to the row.
    fn apply(input: &mut Self::Input, row: &mut RelatedRow<Self>);
    /// Returns the row's mark of being primary, or `None` for kinds without primaries.
    fn primary(row: &mut RelatedRow<Self>) -> Option<&mut bool>;
    /// Returns whether a body marks the item as primary.
    fn marks_primary(input: &Self::Input) -> bool;
}

macro_rules! item {
    ($item:ident, $input:ident, $entity:ident, $list:literal $(, primary $primary:ident)?) => {
        impl Item for $item {
            type Entity = $entity::Entity;
            type Input = $input;
            const LIST: &'static str = $list;

            fn new(model: $entity::Model) -> Self {
                Self { model }
            }
            fn row(&self) -> &$entity::Model {
                &self.model
            }
            fn id(row: &$entity::Model) -> i64 {
                row.id
            }
            fn contact_id(row: &$entity::Model) -> i64 {
                row.contact_id
            }
            fn set_contact_id(row: &mut $entity::Model, contact_id: i64) {
                row.contact_id = contact_id;
            }
            fn input_id(input: &$input) -> Option<i64> {
                input.id.value().copied()
            }
            fn apply(input: &mut $input, row: &mut $entity::Model) {
                input.apply(row, &$entity::Model::default());
            }
            #[allow(unused_variables, reason = "not every kind has primaries")]
            fn primary(row: &mut $entity::Model) -> Option<&mut bool> {
                $( return Some(&mut row.$primary); )?
                #[allow(unreachable_code, reason = "not every kind has primaries")]
                None
            }
            #[allow(unused_variables, reason = "not every kind has primaries")]
            fn marks_primary(input: &$input) -> bool {
                false $( || input.$primary == Patch::Value(true) )?
            }
        }
    };
}

item!(FamilyMember, FamilyMemberInput, contact_family_members, "familyMembers");
item!(Address, AddressInput, contact_addresses, "addresses", primary address_primary);
item!(Phone, PhoneInput, contact_phones, "phones", primary phone_primary);
item!(Email, EmailInput, contact_emails, "emails", primary email_primary);
