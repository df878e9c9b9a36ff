//! The filters and orders of the list of contacts.

use std::collections::HashSet;

use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, JoinType, QueryFilter, QuerySelect, RelationTrait,
};
use serde_json::value::RawValue;
use shared::entities::{AccountScope, contact_emails, contact_tags, contacts, tags};
use shared::values::choices::{ContactStatus, ContactType, Include, Newsletter};
use shared::values::names::name_key;
use tokio::try_join;

use super::contact::Contact;
use super::custom::CustomFilters;
use super::giving;
use super::search::{self, Group, WORDS_MAX};
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::types::AnyOf;
use crate::fields::types::{Country, Day, Flag, Id, Money, OneOf, Text, Whole};
use crate::giving::{CountedBy, Credit, Lapse};
use crate::query;
use crate::records::Context;
use crate::records::importable::{text_of, texts_by_id};
use crate::records::included::{OF_CONTACTS, Shows};
use crate::records::list::search::{equals, none_of, read_ids};
use crate::records::list::{By, Filter, Linked, ListResource, Order, SortKey, SortValues};
use crate::resources::households::joint;

mod given;
mod lives;

use given::{Asked, Bounds, Counting, Days};
pub use lives::takes_letters;
use lives::{Place, owners};

/// The words of a search.
pub type Words = Text<200>;

query! {
    /// The filters of contacts.
    ContactFilters {
        /// Only the contact with this id, or with one of several
        id: AnyOf<Id>;
        /// Only contacts with this status, or with one of several
        status: AnyOf<OneOf<ContactStatus>>;
        /// Only contacts with the tag of this name, without regard to case
        tag: Text<50>;
        /// Only people, or only organisations
        r#type: OneOf<ContactType>;
        /// Only the contact with this id in another system
        external_id: Text<100>;
        /// Only contacts with this email address, without regard to case
        email: Text<254>;
        /// Only contacts with each of these words, or parts of words, in their names, employer, external id, email addresses,
        /// phone numbers, or the streets, cities and postal codes of their addresses, without regard to case, accents,
        /// apostrophes and hyphens; a phone number may be written in groups of digits
        q: Words;
        /// Only contacts who gave last year and have not given this year (LYBUNT), without archived ones and those who have
        /// died, or only the others; received gifts count
        lybunt: Flag;
        /// Only contacts who gave, and have not given this year: last year (lybunt), or in any year before (sybunt), without
        /// archived ones and those who have died; received gifts count
        lapsed: OneOf<Lapse>;
        /// Only contacts whose last received gift was before this day
        last_gift_before: Day;
        /// Only contacts whose last received gift was after this day
        last_gift_after: Day;
        /// Only contacts that belong to this organisation, or to one of several
        org_id: AnyOf<Id>;
        /// Only contacts that were merged into another one, or only the others
        merged: Flag;
        /// Only archived contacts, or only the others
        archived: Flag;
        /// Only contacts who have died, or only the others
        deceased: Flag;
        /// Only contacts whose first received gift was after this day
        first_gift_after: Day;
        /// Only contacts who gave this much or more in the account's currency: their received gifts together
        given_min: Money;
        /// Only contacts who gave, and no more than this
        given_max: Money;
        /// Only contacts who gave at least this often; a correction of less than 0 is no gift of its own
        given_count_min: Whole<1, 1_000_000>;
        /// Only contacts who gave on this day or later; the gifts that the other filters of this name count begin with it
        given_from: Day;
        /// Only contacts who gave on this day or earlier; the gifts that the other filters of this name count end with it
        given_to: Day;
        /// Only contacts who gave for this fund, without regard to case; only such gifts count
        given_fund: Text<100>;
        /// Only contacts who gave for this campaign, without regard to case; only such gifts count
        given_campaign: Text<100>;
        /// `soft`: gifts of others that a contact is credited with count as its own in the filters by gifts; not with `by`
        credit: OneOf<Credit>;
        /// Only contacts with an address in this city, without regard to case
        city: Text<100>;
        /// Only contacts with an address in this state, without regard to case
        state: Text<100>;
        /// Only contacts with an address whose postal code begins so, without regard to case
        postal_code: Text<20>;
        /// Only contacts with an address in this country, ISO 3166-1 alpha-2
        country: Country;
        /// Only contacts with a full address (two of a street or second line, a city and a postal code), or only the others
        has_address: Flag;
        /// Only contacts with an email address, or only the others
        has_email: Flag;
        /// Only contacts whose birthday is in this month, 1 to 12
        birthday_month: Whole<1, 12>;
        /// Only contacts who want the newsletter so, or in one of several ways
        newsletter: AnyOf<OneOf<Newsletter>>;
        /// Only contacts who must not be written to, or only the others
        do_not_mail: Flag;
        /// Only contacts who must not be emailed, or only the others
        do_not_email: Flag;
        /// Only contacts who must not be called, or only the others
        do_not_call: Flag;
        /// Only the members of this household, or of several
        household: AnyOf<Id>;
        /// `household`: of the members of a joint household whom the other filters find, only the first is listed, those first
        /// who live and are not archived; what they gave together counts for each in the filters by gifts
        by: OneOf<CountedBy>;
    }
}

impl Shows for Contact {
    const INCLUDE: &'static [Include] = OF_CONTACTS;
}

impl ListResource for Contact {
    type Filters = (ContactFilters, CustomFilters);

    const ORDERS: &'static [Order<contacts::Model>] = &[
        Order { name: "id", by: None },
        Order {
            name: "contact_lname",
            by: Some(By {
                expression: search::last_name,
                key: |contact| {
                    let name = || contact.contact_lname.as_deref().unwrap_or_default().to_ascii_lowercase();
                    SortKey::Text(contact.contact_lname_folded.clone().unwrap_or_else(name))
                },
            }),
        },
    ];

    const ORDERS_BY_VALUE: &'static [&'static str] = &["last_gift_date", "given_total", "contact_birthday"];

    async fn values<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        (filters, _): &Self::Filters,
        (order, _): (&str, bool),
    ) -> Result<SortValues, AppError> {
        let asked = asked_of(filters);
        match order {
            "last_gift_date" => asked.last_days(connection, context).await,
            "contact_birthday" => {
                lives::birthdays(connection, context.caller.account, filters.birthday_month).await
            }
            _ => asked.totals(connection, context).await,
        }
    }

    fn have_ids((filters, _): &Self::Filters) -> bool {
        filters.q.is_some()
            || filters.by.is_some()
            || asks_what_they_have(filters)
            || asked_of(filters).is_any()
    }

    fn by_household((filters, _): &Self::Filters) -> bool {
        filters.by == Some(CountedBy::Household)
    }

    async fn giving<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        contacts: &[Self],
    ) -> Result<Vec<Box<RawValue>>, AppError> {
        giving::of(connection, context, contacts).await
    }

    async fn filter<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        (filters, custom): (ContactFilters, CustomFilters),
        problems: &mut Problems,
    ) -> Result<Filter, AppError> {
        use contacts::Column as C;
        let (asked, asks_what_they_have) = (asked_of(&filters), asks_what_they_have(&filters));
        let ContactFilters {
            id: ids,
            status,
            tag,
            r#type,
            external_id,
            email,
            q,
            lybunt,
            lapsed,
            last_gift_before: _,
            last_gift_after: _,
            org_id,
            merged,
            archived,
            deceased,
            first_gift_after: _,
            given_min: _,
            given_max: _,
            given_count_min: _,
            given_from: _,
            given_to: _,
            given_fund: _,
            given_campaign: _,
            city,
            state,
            postal_code,
            country,
            has_address,
            has_email,
            birthday_month,
            newsletter,
            do_not_mail,
            do_not_email,
            do_not_call,
            household,
            by,
            // `asked_of` has taken what it says.
            credit: _,
        } = filters;
        let account = context.caller.account;
        let backend = connection.get_database_backend();
        let words = q.map(|words| search::groups(&words));
        if words.as_ref().is_some_and(Option::is_none) {
            problems.add("q", format_args!("must not have more than {WORDS_MAX} words"));
        }
        let bounds = asked.check(context, problems);
        if !problems.is_empty() {
            return Ok(Condition::all().into());
        }
        let conditions = Condition::all()
            .add_option(custom.condition(backend, account))
            .add_option(ids.map(|ids| C::Id.is_in(ids)))
            .add_option(status.map(|status| C::ContactStatus.is_in(status)))
            .add_option(r#type.map(|kind| C::ContactIsOrg.eq(kind == ContactType::Organization)))
            .add_option(external_id.map(|id| C::ContactExternalId.eq(id)))
            .add_option(tag.map(|tag| with_tag(account, &tag)))
            .add_option(email.map(|email| with_email(backend, account, &email)))
            .add_option((lybunt == Some(true) || lapsed.is_some()).then(may_lapse))
            .add_option(org_id.map(|ids| C::ContactOrgId.is_in(ids)))
            .add_option(merged.map(|is_merged| has_value(C::ContactMergedIntoId, is_merged)))
            .add_option(archived.map(|is_archived| {
                let archived = C::ContactStatus.eq(ContactStatus::Archive);
                if is_archived { archived } else { archived.not() }
            }))
            .add_option(deceased.map(|has_died| has_value(C::ContactDeceasedOn, has_died)))
            .add_option(Place { city, state, postal_code, country }.condition(backend, account))
            .add_option(has_address.map(|has| lives::has_address(account, has)))
            .add_option(has_email.map(|has| lives::has_email(account, has)))
            .add_option(birthday_month.map(lives::born_in))
            .add_option(newsletter.map(|ways| C::ContactNewsletter.is_in(ways)))
            .add_option(do_not_mail.map(|is_set| C::ContactDoNotMail.eq(is_set)))
            .add_option(do_not_email.map(|is_set| C::ContactDoNotEmail.eq(is_set)))
            .add_option(do_not_call.map(|is_set| C::ContactDoNotCall.eq(is_set)))
            .add_option(household.map(|ids| C::HouseholdId.is_in(ids)));
        let words = words.flatten().unwrap_or_default();
        // To find who has something, the database reads what all contacts have: once here, and not for each part of a page.
        if asked.is_any() || asks_what_they_have {
            return with_gifts(connection, context, (conditions, &words), (asked, bounds)).await;
        }
        let conditions = search::with_words(connection, account, &words, conditions).await?;
        let filter = Filter::from(conditions);
        if by != Some(CountedBy::Household) {
            return Ok(filter);
        }
        let members = joint::ordered(connection, account, filter.condition.clone()).await?;
        Ok(without(backend, filter, joint::stood_for(&members, None)))
    }

    async fn linked<D: ConnectionTrait>(
        connection: &D,
        context: &Context,
        contacts: &[Self],
    ) -> Result<Vec<Linked>, AppError> {
        let referred_by: Vec<_> =
            contacts.iter().map(|contact| contact.model.contact_referred_by_id).collect();
        let (account, column) = (context.caller.account, contacts::Column::ContactExternalId);
        let ids = referred_by.iter().copied().flatten();
        let texts = texts_by_id::<contacts::Entity, _>(connection, account, column, ids).await?;
        let households = contacts.iter().filter_map(|contact| contact.model.household_id);
        let names = joint::names(connection, account, households.clone()).await?;
        let addressed = joint::addressed(connection, account, households, &context.letters).await?;
        let linked = |(contact, referred_by): (&Self, &Option<i64>)| {
            let name = contact.model.household_id.and_then(|id| names.get(&id).cloned());
            let addressed = contact.model.household_id.and_then(|id| addressed.get(&id).cloned());
            let [salutation, envelope_name] = addressed.unwrap_or_default();
            vec![text_of(&texts, *referred_by), salutation.into(), envelope_name.into(), name.into()]
        };
        Ok(contacts.iter().zip(&referred_by).map(linked).collect())
    }
}

/// Returns whether only contacts are asked for who have an address, perhaps in some country, or an email address, or none.
fn asks_what_they_have(filters: &ContactFilters) -> bool {
    filters.has_address.is_some() || filters.has_email.is_some() || filters.country.is_some()
}

/// Returns what these filters ask of the gifts of contacts.
fn asked_of(filters: &ContactFilters) -> Asked {
    Asked {
        min: filters.given_min,
        max: filters.given_max,
        count_min: filters.given_count_min,
        counting: Counting {
            from: filters.given_from,
            to: filters.given_to,
            fund: filters.given_fund.clone(),
            campaign: filters.given_campaign.clone(),
            by_household: filters.by == Some(CountedBy::Household),
            with_credits: filters.credit == Some(Credit::Soft),
        },
        days: Days {
            lybunt: filters.lybunt,
            lapsed: filters.lapsed,
            first_after: filters.first_gift_after,
            last_before: filters.last_gift_before,
            last_after: filters.last_gift_after,
        },
    }
}

/// Finds the contacts whose gifts are as asked for, if anything is, and who fulfil conditions and have the words of a search. The
/// gifts are in memory, so the database finds meanwhile who fulfils the conditions.
async fn with_gifts(
    connection: &impl ConnectionTrait,
    context: &Context,
    (conditions, words): (Condition, &[Group]),
    (asked, bounds): (Asked, Bounds),
) -> Result<Filter, AppError> {
    let (account, backend) = (context.caller.account, connection.get_database_backend());
    let by_household = asked.counting.by_household;
    let looks_up_words = backend == DbBackend::Postgres && !words.is_empty();
    let found = async {
        Ok(if looks_up_words { Some(search::read(connection, account, words).await?) } else { None })
    };
    let theirs = async {
        let words = if looks_up_words { &[] } else { words };
        let conditions = search::with_words(connection, account, words, conditions).await?;
        let is_any = !conditions.is_empty();
        let select = account.find::<contacts::Entity>().filter(conditions);
        Ok(if is_any { Some(read_ids(connection, select).await?) } else { None })
    };
    let members = async {
        if by_household {
            joint::ordered(connection, account, Condition::all()).await
        } else {
            Ok(Vec::new())
        }
    };
    let (tallied, theirs, found, mut members) =
        try_join!(asked.tally(connection, context), theirs, found, members)?;
    let mut given = tallied.found(&bounds, &joint::of_several(&members));
    for ids in [theirs, found].into_iter().flatten() {
        given.keep(ids);
    }
    let mut filter = Filter { condition: Condition::all(), among: given.among.map(Into::into) };
    if let Some(lapsed) = given.besides {
        let id = Expr::col((contacts::Entity, contacts::Column::Id));
        filter.condition = Condition::any().add(none_of(backend, id, lapsed)).add(may_lapse().not());
        if by_household {
            members = joint::ordered(connection, account, filter.condition.clone()).await?;
        }
    }
    let stood_for = joint::stood_for(&members, filter.among.as_deref());
    Ok(without(backend, filter, stood_for))
}

/// Leaves out the contacts with these ids.
fn without(backend: DbBackend, mut filter: Filter, ids: Vec<i64>) -> Filter {
    if let Some(among) = &mut filter.among {
        let ids: HashSet<_> = ids.into_iter().collect();
        *among = among.iter().copied().filter(|id| !ids.contains(id)).collect();
    } else if !ids.is_empty() {
        let id = Expr::col((contacts::Entity, contacts::Column::Id));
        filter.condition = Condition::all().add(filter.condition).add(none_of(backend, id, ids));
    }
    filter
}

/// Returns the condition for contacts who may be asked to give again: those who live and are not archived.
fn may_lapse() -> Condition {
    let lives = contacts::Column::ContactDeceasedOn.is_null();
    Condition::all().add(contacts::Column::ContactStatus.ne(ContactStatus::Archive)).add(lives)
}

/// Returns the condition for contacts with a value in a column, or for those without.
fn has_value(column: contacts::Column, has: bool) -> SimpleExpr {
    if has { column.is_not_null() } else { column.is_null() }
}

/// Returns the condition for contacts with this email address.
pub(super) fn with_email(backend: DbBackend, account: AccountScope, address: &str) -> SimpleExpr {
    let emails = account.find::<contact_emails::Entity>();
    let column = Expr::col(contact_emails::Column::EmailAddress);
    owners(contact_emails::Column::ContactId, emails.filter(equals(backend, column, address)))
}

/// Returns the condition for contacts that have the tag with this name.
fn with_tag(account: AccountScope, name: &str) -> SimpleExpr {
    let links = account
        .find::<contact_tags::Entity>()
        .join(JoinType::InnerJoin, contact_tags::Relation::Tags.def())
        .filter(tags::Column::TagKey.eq(name_key(name)));
    owners(contact_tags::Column::ContactId, links)
}
