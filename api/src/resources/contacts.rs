//! Contacts (specification, section 2): people and organisations, with their related records.

use std::collections::HashMap;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::registry::{MetaSchema, Registry};
use sea_orm::{ColumnTrait, ConnectionTrait, PaginatorTrait, QueryFilter};
use serde::ser::{Serialize, SerializeMap, Serializer};
use shared::Transaction;
use shared::entities::contacts;
use shared::values::choices::{ContactStatus, ContactType, EventType, Newsletter};

use super::Tag;
use crate::auth::Caller;
use crate::http::csv::{Accept, Nested};
use crate::http::fields::{
    Custom, Flag, Id, Language, List, Many, Maybe, MonthDay, Object, OneOf, Text, WebUrl,
};
use crate::http::query::{PathId, Query};
use crate::http::schema::Describe;
use crate::http::{AppError, Create, Draft, Index, Patch, Payload, Problems, Read, Reply, Update};
use crate::record;
use crate::records::links::find_link;
use crate::records::list::{self, Paging};
use crate::records::{self, Change, Context, Resource, check_link};
use crate::state::App;

mod filters;
mod import;
pub mod related;
mod stored;
mod tags;

use filters::ContactFilters;
use related::{
    Address, AddressInput, Email, EmailInput, FamilyMember, FamilyMemberInput, Phone, PhoneInput, Picture,
    PictureInput,
};
use tags::{Tag as ContactTag, TagName};

record! {
    /// A person or an organisation.
    Contact of contacts::Model, body ContactInput as "NewContact" or "ContactChanges";
    fields {
        /// Where the contact stands with the organisation
        [required] contact_status: OneOf<ContactStatus> = "donor";
        /// 1 waives the requirement for contact_lname
        contact_anonymous: Flag = 0;
        /// First name
        contact_fname: Text<100> = "Ada";
        /// Middle name
        contact_mname: Text<100> = "King";
        /// Last name, or an organisation's name; required unless contact_anonymous is 1
        contact_lname: Text<100> = "Lovelace";
        /// Title
        contact_title: Text<50> = "Countess";
        /// Suffix
        contact_suffix: Text<50> = null;
        /// Nickname
        contact_nickname: Text<50> = null;
        /// How letters address the contact; derive it from the names when null
        contact_salutation: Text<130> = "Dear Ada";
        /// The name on envelopes; derive it from the names when null
        contact_envelope_name: Text<130> = "Countess Ada Lovelace";
        /// First name of the spouse
        contact_spouse_fname: Text<100> = "William";
        /// Last name of the spouse
        contact_spouse_lname: Text<100> = "King";
        /// Birthday, with or without its year
        contact_birthday: MonthDay = "1815-12-10";
        /// Anniversary, with or without its year
        contact_anniversary: MonthDay = "--07-08";
        /// Employer
        contact_employer: Text<150> = "Analytical Engines Ltd";
        /// Job title
        contact_job_title: Text<150> = "Programmer";
        /// Church
        contact_church: Text<150> = null;
        /// Website
        contact_website: WebUrl = "https://lovelace.example";
        /// How the contact was found
        contact_source: Text<100> = "Summer fair";
        /// The contact who referred this one
        contact_referred_by_id: Id = null;
        /// How the contact wants the newsletter
        contact_newsletter: OneOf<Newsletter> = "email";
        /// Whether the contact must not be called
        contact_do_not_call: Flag = 0;
        /// Whether the contact must not be written to
        contact_do_not_mail: Flag = 0;
        /// Whether the contact must not be emailed
        contact_do_not_email: Flag = 0;
        /// Language, BCP 47
        contact_language: Language = "en-GB";
        /// The contact's id in another system, unique in the account
        contact_external_id: Text<100> = "crm-1";
        /// Notes
        contact_notes: Text<20000> = "Met at the summer fair";
        /// Data of your own, at most 16 KiB
        contact_custom: Custom = {"shirt": "M"};
    }
    write {
        /// Whether the contact is an organisation, whose name is its contact_lname; read contact_type
        contact_is_org: Flag = 0;
        /// The organisation that the contact belongs to: a contact with contact_is_org 1
        contact_org_id: Id = null;
        /// The names of the contact's tags, which replace those it has; items as they are read do too
        tags: List<TagName> = ["volunteer"];
        /// The contact's picture
        profilePicture: Object<PictureInput> = {"picture_url": "https://lovelace.example/ada.jpg"};
        /// The contact's family, which replaces the stored one
        familyMembers: List<Object<FamilyMemberInput>> = [{"family_fname": "Byron", "family_relationship": "child"}];
        /// The contact's postal addresses, which replace the stored ones
        addresses: List<Object<AddressInput>> = [{"address_street": "12 St James's Square", "address_city": "London", "address_country": "GB"}];
        /// The contact's phone numbers, which replace the stored ones
        phones: List<Object<PhoneInput>> = [{"phone_number": "+44 20 7946 0000"}];
        /// The contact's email addresses, which replace the stored ones
        emails: List<Object<EmailInput>> = [{"email_address": "ada@lovelace.example"}];
    }
    computed {
        /// What the contact is
        contact_type: OneOf<ContactType> = |contact| contact_type(contact);
    }
    loaded {
        /// The contact's tags
        tags: Many<ContactTag>;
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
}

impl Contact {
    /// A contact without related records.
    fn bare(model: contacts::Model) -> Self {
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

impl Payload for Contact {
    const KIND: &'static str = "contacts";
    const EXPORT: Option<&'static [Nested]> = Some(&[]);
}

impl Resource for Contact {
    type Entity = contacts::Entity;
    type Input = ContactInput;
    type Plan = related::Plan;
    const EVENTS: Option<(EventType, EventType)> =
        Some((EventType::ContactsCreate, EventType::ContactsUpdate));

    fn blank(context: &Context) -> contacts::Model {
        contacts::Model {
            id: 0,
            account_id: context.caller.account.account_id(),
            contact_status: ContactStatus::Contact,
            contact_is_org: false,
            contact_org_id: None,
            contact_anonymous: false,
            contact_fname: None,
            contact_mname: None,
            contact_lname: None,
            contact_title: None,
            contact_suffix: None,
            contact_nickname: None,
            contact_salutation: None,
            contact_envelope_name: None,
            contact_spouse_fname: None,
            contact_spouse_lname: None,
            contact_birthday: None,
            contact_anniversary: None,
            contact_employer: None,
            contact_job_title: None,
            contact_church: None,
            contact_website: None,
            contact_source: None,
            contact_referred_by_id: None,
            contact_newsletter: Newsletter::None,
            contact_do_not_call: false,
            contact_do_not_mail: false,
            contact_do_not_email: false,
            contact_language: None,
            contact_external_id: None,
            contact_notes: None,
            contact_custom: None,
            created_at_ms: context.now_ms,
            updated_at_ms: context.now_ms,
        }
    }

    fn id(row: &contacts::Model) -> i64 {
        row.id
    }

    fn version(row: &contacts::Model) -> i64 {
        row.updated_at_ms
    }

    async fn change(
        tx: &Transaction,
        context: &Context,
        change: Change<'_, Self>,
    ) -> Result<related::Plan, AppError> {
        let Change { input, row, stored, problems } = change;
        input.apply(row, &Self::blank(context));
        row.contact_is_org = match input.contact_is_org {
            Patch::Absent => row.contact_is_org,
            Patch::Null => false,
            Patch::Value(is_org) => is_org,
        };
        std::mem::take(&mut input.contact_org_id).apply(&mut row.contact_org_id);
        row.updated_at_ms = context.now_ms;
        if row.contact_lname.is_none() && !row.contact_anonymous && !problems.has("contact_lname") {
            problems.add("contact_lname", "is required unless contact_anonymous is 1");
        }
        check_organisation(tx, context, row, problems).await?;
        check_still_organisation(tx, context, stored, row, problems).await?;
        let referred_by = ("contact_referred_by_id", row.contact_referred_by_id, "contact");
        check_link::<contacts::Entity>(tx, context, problems, referred_by).await?;
        let before = match stored {
            Some(stored) => Some(records::one(Self::load(tx, context, vec![stored.clone()]).await?)?),
            None => None,
        };
        Ok(related::Plan::new(input, before, problems))
    }

    async fn complete(
        tx: &Transaction,
        context: &Context,
        written: Vec<(contacts::Model, related::Plan)>,
    ) -> Result<Vec<Self>, AppError> {
        related::carry_out(tx, context.caller.account, written).await
    }

    async fn read(context: &Context, id: i64) -> Result<Option<(i64, Self)>, AppError> {
        let contact = related::read(context.app.store.read(), context.caller.account, id).await?;
        Ok(contact.map(|contact| (Self::version(&contact.model), contact)))
    }

    async fn load<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        rows: Vec<contacts::Model>,
    ) -> Result<Vec<Self>, AppError> {
        related::load(connection, context.caller.account, rows).await
    }
}

async fn check_organisation(
    tx: &Transaction,
    context: &Context,
    contact: &contacts::Model,
    problems: &mut Problems,
) -> Result<(), AppError> {
    let Some(org_id) = contact.contact_org_id else { return Ok(()) };
    // Locked, so that it stays an organisation until this contact is committed.
    let organisation = find_link::<contacts::Entity>(tx, context, org_id).await?;
    if !organisation.is_some_and(|organisation| organisation.contact_is_org && organisation.id != contact.id)
    {
        problems
            .add("contact_org_id", "must be the id of another contact of this account with contact_is_org 1");
    }
    Ok(())
}

async fn check_still_organisation(
    tx: &Transaction,
    context: &Context,
    stored: Option<&contacts::Model>,
    contact: &contacts::Model,
    problems: &mut Problems,
) -> Result<(), AppError> {
    let Some(stored) = stored.filter(|stored| stored.contact_is_org && !contact.contact_is_org) else {
        return Ok(());
    };
    let people = context.caller.account.find::<contacts::Entity>();
    if people.filter(contacts::Column::ContactOrgId.eq(stored.id)).count(tx).await? > 0 {
        problems.add("contact_is_org", "must stay 1 while other contacts have this one as contact_org_id");
    }
    Ok(())
}

/// A contact within another record, in a file: its external id alone.
pub(super) const IN_FILE: Nested =
    Nested { record: "contact", member: "contact_external_id", column: "contact_external_id" };

/// A contact within another record: its own fields, without related lists.
#[derive(Clone)]
pub struct ContactFields(std::sync::Arc<contacts::Model>);

impl ContactFields {
    /// The contacts with these ids, each once.
    pub async fn load<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        ids: impl Iterator<Item = i64>,
    ) -> Result<HashMap<i64, Self>, AppError> {
        let mut ids: Vec<_> = ids.collect();
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() {
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
        let mut map = serializer.serialize_map(None)?;
        Contact::write_own(&self.0, &mut map)?;
        map.end()
    }
}

impl Describe for ContactFields {
    const NAME: &'static str = "ContactFields";

    fn describe(registry: &mut Registry) -> MetaSchema {
        let properties = Contact::own_properties(registry);
        MetaSchema {
            description: Some("A contact's own fields, without its related records"),
            required: properties.iter().map(|(name, _)| *name).collect(),
            properties,
            ..MetaSchema::new("object")
        }
    }
}

/// The operations on contacts.
pub struct Contacts(pub App);

#[OpenApi(tag = "Tag::Contacts")]
impl Contacts {
    /// List all contacts
    #[oai(path = "/contacts", method = "get", operation_id = "listContacts")]
    async fn index(
        &self,
        caller: Caller,
        accept: Accept,
        query: Query<(Paging<Contact>, ContactFilters)>,
    ) -> Result<Reply<Contact, Index>, AppError> {
        list::index(&self.0, caller, accept.format::<Contact>(), query).await
    }

    /// Create a contact
    #[oai(path = "/contacts", method = "post", operation_id = "createContact")]
    async fn create(
        &self,
        caller: Caller,
        body: Draft<ContactInput, Create>,
    ) -> Result<Reply<Contact, Create>, AppError> {
        records::create(&self.0, caller, body).await
    }

    /// Read one contact
    #[oai(path = "/contacts/:id", method = "get", operation_id = "readContact")]
    async fn read(&self, caller: Caller, id: Path<PathId>) -> Result<Reply<Contact, Read>, AppError> {
        records::read(&self.0, caller, &id).await
    }

    /// Update a contact
    #[oai(path = "/contacts/:id", method = "put", operation_id = "updateContact")]
    async fn update(
        &self,
        caller: Caller,
        id: Path<PathId>,
        body: Draft<ContactInput, Update>,
    ) -> Result<Reply<Contact, Update>, AppError> {
        records::update(&self.0, caller, &id, body).await
    }
}
