//! The fields of a contact, and its form within other records.

use std::collections::HashMap;

use poem_openapi::registry::{MetaSchema, Registry};
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter};
use serde::ser::{Serialize, Serializer};
use shared::entities::contacts;
use shared::values::choices::{ContactStatus, ContactType, Include, Newsletter};

use super::addressing;
use super::household::{ContactHousehold, household};
use super::related::{
    Address, AddressInput, Email, EmailInput, FamilyMember, FamilyMemberInput, Phone, PhoneInput, Picture,
    PictureInput,
};
use super::tags::{Tag, TagName};
use crate::error::AppError;
use crate::fields::Payload;
use crate::fields::members;
use crate::fields::schema::Describe;
use crate::fields::types::{
    Custom, Day, Flag, Id, Language, List, Many, Maybe, MonthDay, Nullable, Object, OneOf, Text, WebUrl,
};
use crate::http::csv::{Export, ForPeople, ItemColumn, Items, MemberColumns};
use crate::record;
use crate::records::Context;
use crate::records::importable::{CONTACT, LookupColumn, Names};

record! {
    /// A person or an organisation.
    Contact of contacts::Model, body ContactInput as "ContactCreate" or "ContactUpdate";
    fields {
        /// Where the contact stands with the organisation
        contact_status: OneOf<ContactStatus> { required, label: "Status", no_hint, example: "donor" };
        /// 1 waives the requirement for contact_lname
        contact_anonymous: Flag {
            label: "Anonymous",
            hint: "An anonymous contact needs no last name",
            example: 0,
        };
        /// First name
        contact_fname: Text<100> { label: "First name", example: "Ada" };
        /// Middle name
        contact_mname: Text<100> { label: "Middle name", example: "King" };
        /// Last name, or an organisation's name; required unless contact_anonymous is 1
        contact_lname: Text<100> {
            label: "Last name",
            hint: "Or the name of the organization",
            example: "Lovelace",
        };
        /// Title
        contact_title: Text<50> { example: "Countess" };
        /// Suffix
        contact_suffix: Text<50>;
        /// Nickname
        contact_nickname: Text<50>;
        /// How letters address the contact; derive it from the names when null
        contact_salutation: Text<130> {
            label: "Salutation",
            hint: "How letters address the contact; made from the names if empty",
            example: "Dear Ada",
        };
        /// The name on envelopes; derive it from the names when null
        contact_envelope_name: Text<130> {
            label: "Envelope name",
            hint: "Made from the names if empty",
            example: "Countess Ada Lovelace",
        };
        /// First name of the spouse
        contact_spouse_fname: Text<100> { label: "First name of the spouse", example: "William" };
        /// Last name of the spouse
        contact_spouse_lname: Text<100> { label: "Last name of the spouse", example: "King" };
        /// Birthday, with or without its year
        contact_birthday: MonthDay {
            label: "Birthday",
            hint: "Such as 10 Dec 1815, or 10 Dec without the year",
            example: "1815-12-10",
        };
        /// Anniversary, with or without its year
        contact_anniversary: MonthDay {
            label: "Anniversary",
            hint: "Such as 8 Jul 1815, or 8 Jul without the year",
            example: "--07-08",
        };
        /// The day on which the contact died, from 1900 to at most one day ahead: nobody asks them again, and no field
        /// suggests them
        contact_deceased_on: Day { label: "Died on", hint: "If it is not known, the day on which you heard of it" };
        /// Employer
        contact_employer: Text<150> { example: "Analytical Engines Ltd" };
        /// Job title
        contact_job_title: Text<150> { example: "Programmer" };
        /// Church
        contact_church: Text<150>;
        /// Website
        contact_website: WebUrl { example: "https://lovelace.example" };
        /// How the contact was found
        contact_source: Text<100> {
            label: "Source",
            hint: "How the contact was found",
            example: "Summer fair",
        };
        /// The contact who referred this one
        contact_referred_by_id: Id { label: "Referred by" };
        /// How the contact wants the newsletter
        contact_newsletter: OneOf<Newsletter> { label: "Newsletter", no_hint, example: "email" };
        /// Whether the contact must not be called
        contact_do_not_call: Flag { label: "Do not call", no_hint, example: 0 };
        /// Whether the contact must not be written to
        contact_do_not_mail: Flag { label: "Do not write letters", no_hint, example: 0 };
        /// Whether the contact must not be emailed
        contact_do_not_email: Flag { label: "Do not email", no_hint, example: 0 };
        /// Language, BCP 47
        contact_language: Language { label: "Language", hint: "Such as en or pt-BR", example: "en-GB" };
        /// The contact's id in another system, unique in the account
        contact_external_id: Text<100> { label: "External id", example: "crm-1" };
        /// Notes
        contact_notes: Text<20000> { example: "Met at the summer fair" };
        /// Data of your own, at most 16 KiB
        contact_custom: Custom { label: "Data of your own", hint: "A JSON object", example: {"shirt": "M"} };
    }
    write {
        /// Whether the contact is an organisation, whose name is its contact_lname; read contact_type
        contact_is_org: Flag {
            label: "Organization",
            hint: "This is an organization, not a person",
            example: 0,
        };
        /// The organisation that the contact belongs to: a contact with contact_is_org 1
        contact_org_id: Id { label: "Belongs to", hint: "The organization that the contact belongs to" };
        /// Tag names; they replace the stored tags. Tag objects as a read returns them are accepted too
        tags: List<TagName> { label: "Tags", hint: "One on each line", example: ["volunteer"] };
        /// The contact's picture
        profilePicture: Object<PictureInput> {
            label: "Picture",
            example: {"picture_url": "https://lovelace.example/ada.jpg"},
        };
        /// The contact's family, which replaces the stored one
        familyMembers: List<Object<FamilyMemberInput>> {
            label: "Family",
            example: [{"family_fname": "Byron", "family_relationship": "child"}],
        };
        /// The contact's postal addresses, which replace the stored ones
        addresses: List<Object<AddressInput>> {
            label: "Addresses",
            example: [{"address_street": "12 St James's Square", "address_city": "London", "address_country": "GB"}],
        };
        /// The contact's phone numbers, which replace the stored ones
        phones: List<Object<PhoneInput>> { label: "Phones", example: [{"phone_number": "+44 20 7946 0000"}] };
        /// The contact's email addresses, which replace the stored ones
        emails: List<Object<EmailInput>> {
            label: "Emails",
            example: [{"email_address": "ada@lovelace.example"}],
        };
    }
    computed {
        /// What the contact is
        contact_type: OneOf<ContactType> = contact_type;
        /// The contact that this one was merged into; null if it was not, and again when it is no longer archived
        contact_merged_into_id: Nullable<Id> = |contact| contact.contact_merged_into_id;
        /// The household that the contact belongs to; `PUT /households/{id}` changes its members
        household: Maybe<ContactHousehold> = household;
    }
    loaded {
        /// The contact's tags
        tags: Many<Tag>;
        /// The contact's picture
        profilePicture: Maybe<Picture>;
        /// The contact's family
        familyMembers: Many<FamilyMember>;
        /// The contact's postal addresses
        addresses: Many<Address>;
        /// The contact's phone numbers
        phones: Many<Phone>;
        /// The contact's email addresses
        emails: Many<Email>;
    }
    unshown {
        account_id, contact_is_org, contact_org_id, contact_merged_into_id, contact_lname_folded, household_id, member_role,
        created_at_ms, updated_at_ms, event_sequence, erased_at_ms,
    }
}

impl Contact {
    /// Makes a contact without related records.
    pub(super) fn bare(model: contacts::Model) -> Self {
        Self {
            model,
            tags: Vec::new(),
            profilePicture: None,
            familyMembers: Vec::new(),
            addresses: Vec::new(),
            phones: Vec::new(),
            emails: Vec::new(),
        }
    }
}

fn contact_type(contact: &contacts::Model) -> ContactType {
    if contact.contact_is_org { ContactType::Organization } else { ContactType::Person }
}

/// The contact who referred a contact, by the external id.
pub(super) const REFERRED_BY: LookupColumn = LookupColumn {
    column: "contact_referred_by_external_id",
    field: "contact_referred_by_id",
    names: Names::OneOfItsKind,
    ..CONTACT
};

impl Payload for Contact {
    const KIND: &'static str = "contacts";
    const EXPORT: Option<&'static Export> = Some(&Export {
        members: MEMBERS,
        linked: &[REFERRED_BY.column, "household_salutation", "household_envelope_name"],
        people: ForPeople {
            members: MEMBERS_FOR_PEOPLE,
            linked: &["Referred by: External id", "Household: Salutation", "Household: Envelope name"],
            further: &[("household_name", "Household: Name")],
            filled: addressing::filled,
        },
    });
}

const fn first(column: &'static str, field: &'static str) -> ItemColumn {
    ItemColumn { column, field, items: Items::First }
}

const fn others(column: &'static str, field: &'static str) -> ItemColumn {
    ItemColumn { column, field, items: Items::Others }
}

const fn all(column: &'static str, field: &'static str) -> ItemColumn {
    ItemColumn { column, field, items: Items::All }
}

/// The columns of a contact's related records in a file.
const MEMBERS: &[MemberColumns] = &[
    MemberColumns {
        member: "household",
        primary: None,
        columns: &[first("household_id", "household_id"), first("household_role", "member_role")],
    },
    MemberColumns { member: "tags", primary: None, columns: &[all("tags", "tag_name")] },
    MemberColumns {
        member: "profilePicture",
        primary: None,
        columns: &[first("picture_url", "picture_url")],
    },
    MemberColumns {
        member: "familyMembers",
        primary: None,
        columns: &[
            all("family_fnames", "family_fname"),
            all("family_lnames", "family_lname"),
            all("family_relationships", "family_relationship"),
            all("family_birthdays", "family_birthday"),
        ],
    },
    MemberColumns {
        member: "addresses",
        primary: Some("address_primary"),
        columns: &[
            first("address_type", "address_type"),
            first("address_street", "address_street"),
            first("address_street2", "address_street2"),
            first("address_city", "address_city"),
            first("address_state", "address_state"),
            first("address_postal_code", "address_postal_code"),
            first("address_country", "address_country"),
            others("other_address_types", "address_type"),
            others("other_address_streets", "address_street"),
            others("other_address_streets2", "address_street2"),
            others("other_address_cities", "address_city"),
            others("other_address_states", "address_state"),
            others("other_address_postal_codes", "address_postal_code"),
            others("other_address_countries", "address_country"),
        ],
    },
    MemberColumns {
        member: "phones",
        primary: Some("phone_primary"),
        columns: &[
            all("phones", "phone_number"),
            all("phone_types", "phone_type"),
            all("phone_extensions", "phone_extension"),
        ],
    },
    MemberColumns {
        member: "emails",
        primary: Some("email_primary"),
        columns: &[all("emails", "email_address"), all("email_types", "email_type")],
    },
];

/// The columns of a contact's related records in a file for people: the primary phone number and email address stand alone.
const MEMBERS_FOR_PEOPLE: &[MemberColumns] = &[
    MemberColumns {
        member: "household",
        primary: None,
        columns: &[first("Household: Number", "household_id"), first("Household: Role", "member_role")],
    },
    MemberColumns { member: "tags", primary: None, columns: &[all("Tags", "tag_name")] },
    MemberColumns { member: "profilePicture", primary: None, columns: &[first("Picture", "picture_url")] },
    MemberColumns {
        member: "familyMembers",
        primary: None,
        columns: &[
            all("Family: First names", "family_fname"),
            all("Family: Last names", "family_lname"),
            all("Family: Relationships", "family_relationship"),
            all("Family: Birthdays", "family_birthday"),
        ],
    },
    MemberColumns {
        member: "addresses",
        primary: Some("address_primary"),
        columns: &[
            first("Address: Type", "address_type"),
            first("Address: Street", "address_street"),
            first("Address: Second line", "address_street2"),
            first("Address: City", "address_city"),
            first("Address: State", "address_state"),
            first("Address: Postal code", "address_postal_code"),
            first("Address: Country", "address_country"),
            others("Other addresses: Streets", "address_street"),
            others("Other addresses: Cities", "address_city"),
            others("Other addresses: Postal codes", "address_postal_code"),
        ],
    },
    MemberColumns {
        member: "phones",
        primary: Some("phone_primary"),
        columns: &[
            first("Phone", "phone_number"),
            first("Phone: Type", "phone_type"),
            first("Phone: Extension", "phone_extension"),
            others("Other phones", "phone_number"),
        ],
    },
    MemberColumns {
        member: "emails",
        primary: Some("email_primary"),
        columns: &[
            first("Email", "email_address"),
            first("Email: Type", "email_type"),
            others("Other emails", "email_address"),
        ],
    },
];

/// The columns of a contact within another record in a file for people. Its email address follows.
pub(in crate::resources) const IN_FILE_FOR_PEOPLE: MemberColumns = MemberColumns {
    member: "contact",
    primary: None,
    columns: &[
        first("Contact: External id", "contact_external_id"),
        first("Contact: First name", "contact_fname"),
        first("Contact: Last name", "contact_lname"),
        first("Contact: Salutation", "contact_salutation"),
        first("Contact: Envelope name", "contact_envelope_name"),
    ],
};

/// How a file for people differs for records that belong to a contact.
pub(in crate::resources) const fn for_people(
    members: &'static [MemberColumns],
    linked: &'static [&'static str],
) -> ForPeople {
    ForPeople { members, linked, further: &[], filled: addressing::filled }
}

/// The heading of the column for the email address of a record's contact.
pub(in crate::resources) const EMAIL_HEADING: &str = "Contact: Email";

/// The columns of a contact within another record in a file. Its email address follows, among the linked columns.
pub(in crate::resources) const IN_FILE: MemberColumns = MemberColumns {
    member: "contact",
    primary: None,
    columns: &[
        first("contact_external_id", "contact_external_id"),
        first("contact_fname", "contact_fname"),
        first("contact_lname", "contact_lname"),
    ],
};

/// The column for the email address of a record's contact: the primary one.
pub(in crate::resources) const EMAIL_IN_FILE: &str = "contact_email";

/// A contact within another record: its own fields, without related lists.
#[derive(Clone)]
pub struct ContactFields(std::sync::Arc<contacts::Model>);

impl ContactFields {
    /// Returns the contact's row.
    pub fn model(&self) -> &contacts::Model {
        &self.0
    }

    /// Returns a contact's own fields.
    pub fn of(contact: &Contact) -> Self {
        Self(contact.model.clone().into())
    }

    /// Loads the contacts with these ids, by id.
    pub async fn load<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        ids: impl Iterator<Item = i64>,
    ) -> Result<HashMap<i64, Self>, AppError> {
        let mut ids: Vec<_> = ids.collect();
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() || !context.included.has(Include::Contact) {
            return Ok(HashMap::new());
        }
        let select =
            context.caller.account.find::<contacts::Entity>().filter(contacts::Column::Id.is_in(ids));
        let contacts = select.all(connection).await?.into_iter();
        Ok(contacts.map(|contact| (contact.id, Self(contact.into()))).collect())
    }
}

impl Serialize for ContactFields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        members::serialize(&*self.0, serializer)
    }
}

impl Describe for ContactFields {
    const NAME: &'static str = "ContactFields";

    fn describe(registry: &mut Registry) -> MetaSchema {
        members::describe::<contacts::Model>(registry, "A contact's own fields, without its related records")
    }
}
