//! Pledges (specification, section 2): promises of gifts, and where each promise stands today.

use chrono::NaiveDate;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, PaginatorTrait, QueryFilter};
use serde_json::json;
use shared::Transaction;
use shared::entities::{contacts, gifts, pledges};
use shared::values::choices::{EventType, Include, NameKind, PledgeFrequency, PledgeState, PledgeStatus};

use super::contacts::matching::{ContactMatch, contact_of};
use super::contacts::{
    ContactFields, EMAIL_HEADING, EMAIL_IN_FILE, IN_FILE, IN_FILE_FOR_PEOPLE, for_people, primary_emails,
};
use crate::error::AppError;
use crate::fields::Payload;
use crate::fields::types::AnyOf;
use crate::fields::types::{
    Count, CurrencyCode, Custom, Day, Flag, Id, Many, Maybe, Moment, Money, Nullable, Object, OneOf, Text,
};
use crate::fields::{Patch, Problems};
use crate::giving::{self, ByPledge, Terms};
use crate::http::csv::Export;
use crate::money::{Amount, Decimal};
use crate::records::days::check_recent;
use crate::records::importable::{CONTACT, ExternalId, Importable, link};
use crate::records::included::{OF_A_CONTACT, Shows};
use crate::records::links::Matched;
use crate::records::list::search::one_of;
use crate::records::list::{Filter, Linked, ListResource, Order, SortValues};
use crate::records::money::{amount, amount_in, currency};
use crate::records::names::{Named, spelled};
use crate::records::{Belonging, Change, Context, Link, Resource, Unique};
use crate::{body, query, record};

pub mod ending;
mod import;
mod orders;
pub mod over_time;

use over_time::{PauseFields, Said, TermFields};

record! {
    /// A pledge. Its amount is that of each gift; what depends on the day is as of today in the account's time zone: also the
    /// amount, the frequency and the status, which can change over time.
    Pledge of pledges::Model, body PledgeInput as "PledgeCreate" or "PledgeUpdate";
    fields {
        /// Who promises
        contact_id: Id { required, label: "Donor", hint: "Part of the name is enough", example: 1 };
        /// How often a gift is due; by default monthly. Aliases such as annual, biweekly and once are understood
        pledge_frequency: OneOf<PledgeFrequency> { label: "Frequency", no_hint, example: "monthly" };
        /// The first due date, not before 1900; by default today in the account's time zone
        pledge_start_date: Day { label: "First due date", hint: "Today, if empty", example: "2026-01-31" };
        /// The last day on which a gift can be due
        pledge_end_date: Day { label: "Last due date", hint: "Empty if it goes on", example: "2026-12-31" };
        /// Currency, ISO 4217; by default the account's
        pledge_currency: CurrencyCode { label: "Currency", hint: "The account's, if empty", example: "USD" };
        /// What was decided about the pledge; by default active
        pledge_status: OneOf<PledgeStatus> { label: "Status", no_hint, example: "active" };
        /// Name of the fund, without regard to case, in the spelling of the fund. A new name makes a fund, unless the account
        /// takes only those of its list
        pledge_fund: Text<100> { label: "Fund", no_hint, example: "General" };
        /// Notes
        pledge_notes: Text<20000> { personal };
        /// The pledge's id in another system, unique in the account
        pledge_external_id: Text<100> { label: "External id", example: "crm-p-7" };
        /// Data of your own, at most 16 KiB
        pledge_custom: Custom {
            personal,
            label: "Data of your own",
            hint: "A JSON object",
            example: {"card": "green"},
        };
    }
    both {
        /// The amount of each gift, above 0, with the decimals of its currency. A body may have it as an exact number, or in
        /// a string
        pledge_amount: Money {
            required,
            label: "Amount",
            hint: "Of each gift",
            example: 50.00,
        } = |pledge| amount(pledge.pledge_amount_minor, &pledge.pledge_currency);
    }
    write {
        /// The day from which on another amount, frequency or status holds; by default today. On or before the start, or
        /// before the second term, the amount or the frequency corrects the first term instead. If nothing else changes:
        /// the day from which on the amount and the frequency have been as they are, or the first day of a planned pause,
        /// which is taken back
        pledge_change_from: Day {
            label: "Changed from",
            hint: "The day from which a new amount, frequency or status holds; today, if empty",
            example: "2026-06-01",
        };
        /// The last day of a pause, after which the pledge is active again; with pledge_status paused
        pledge_pause_until: Day {
            label: "Paused until",
            hint: "The last day of a pause, if you know it",
        };
    }
    computed {
        /// What was agreed from which day on: the first from the pledge's start
        terms: Many<TermFields> = over_time::terms;
        /// When no gift is due
        pauses: Many<PauseFields> = over_time::pauses;
        /// What the pledge amounts to in a month
        pledge_monthly_amount: Money = |pledge| run_rate(pledge, 24);
        /// What the pledge amounts to in a year
        pledge_annual_amount: Money = |pledge| run_rate(pledge, 2);
        /// When the record was created
        created_at: Moment = |pledge| pledge.created_at_ms;
        /// When the record was last changed
        updated_at: Moment = |pledge| pledge.updated_at_ms;
    }
    loaded {
        /// The status, or for an active pledge whether it is upcoming, active or ended
        pledge_state: OneOf<PledgeState>;
        /// What has been due until today
        pledge_expected_to_date: Money;
        /// The received gifts of the pledge until today
        pledge_received_to_date: Money;
        /// Received less expected: negative when the pledge is behind
        pledge_balance: Money;
        /// The first due date that is not covered; null past the end
        pledge_next_due_date: Nullable<Day>;
        /// Days since the next due date for an active pledge, else 0
        pledge_days_late: Count;
        /// The contact's own fields
        contact: Maybe<ContactFields>;
    }
    unshown {
        account_id, pledge_amount_minor, pledge_terms, pledge_pauses, pledge_changes_on, created_at_ms, updated_at_ms, event_sequence,
    }
}

/// Returns the amount that a pledge promises per year (`parts` 2) or per month (`parts` 24). Frequencies are counted
/// per two years.
fn run_rate(pledge: &pledges::Model, parts: i128) -> Amount {
    let per_two_years =
        i128::from(pledge.pledge_amount_minor) * i128::from(giving::per_two_years(pledge.pledge_frequency));
    Amount::new(crate::money::divide_half_up(per_two_years, parts), currency(&pledge.pledge_currency))
}

body! {
    /// What a pledge links to, in other words than ids.
    PledgeLinks as "PledgeLinks" or "PledgeLinkChanges" {
        /// The external id of the giver, instead of `contact_id`
        contact_external_id: ExternalId { replaces: "contact_id", example: "crm-1" };
        /// The giver as another system knows them, instead of `contact_id`
        contact_match: Object<ContactMatch> {
            replaces: "contact_id",
            example: {"email": "ada@lovelace.example", "contact": {"contact_status": "donor", "contact_lname": "Lovelace"}},
        };
    }
}

impl Payload for Pledge {
    const KIND: &'static str = "pledges";
    const EXPORT: Option<&'static Export> = Some(&Export {
        members: &[over_time::TERMS_IN_FILE, over_time::PAUSES_IN_FILE, IN_FILE],
        linked: &[EMAIL_IN_FILE],
        people: for_people(
            &[over_time::TERMS_FOR_PEOPLE, over_time::PAUSES_FOR_PEOPLE, IN_FILE_FOR_PEOPLE],
            &[EMAIL_HEADING],
        ),
    });
}

impl Resource for Pledge {
    type Entity = pledges::Entity;
    type Input = PledgeInput;
    type Links = PledgeLinks;
    type Plan = ();
    const EVENTS: Option<(EventType, EventType)> = Some((EventType::PledgesCreate, EventType::PledgesUpdate));
    const TOLD: &'static [&'static str] = &["terms", "pauses"];
    const UNIQUE: &'static [Unique<Self>] = &[Self::EXTERNAL_ID];
    const BELONGS: Option<Belonging<Self>> = Some(Belonging {
        column: pledges::Column::ContactId,
        about: None,
        counts: || pledges::Column::PledgeStatus.ne(PledgeStatus::Cancelled),
        kept: ("pledges: amount, dates, currency, status, fund, external id", "gifts refer to them"),
    });

    fn blank(context: &Context) -> pledges::Model {
        pledges::Model {
            account_id: context.caller.account.account_id(),
            pledge_start_date: context.today,
            pledge_currency: context.caller.currency.code().to_owned(),
            created_at_ms: context.now_ms,
            updated_at_ms: context.now_ms,
            ..pledges::Model::default()
        }
    }

    fn id(row: &pledges::Model) -> i64 {
        row.id
    }

    fn version(row: &pledges::Model) -> i64 {
        row.updated_at_ms
    }

    fn sequence(row: &mut pledges::Model) -> Option<&mut i64> {
        Some(&mut row.event_sequence)
    }

    async fn link(
        tx: &Transaction,
        context: &Context,
        links: PledgeLinks,
        input: &mut PledgeInput,
        problems: &mut Problems,
    ) -> Result<Option<Matched>, AppError> {
        link(tx, context, &CONTACT, (links.contact_external_id, &mut input.contact_id), problems).await?;
        contact_of(tx, context, links.contact_match, &mut input.contact_id, problems).await
    }

    async fn change(tx: &Transaction, context: &Context, change: Change<'_, Self>) -> Result<(), AppError> {
        let Change { input, row, stored, problems } = change;
        let said = Said {
            from: input.pledge_change_from.value().copied(),
            until: std::mem::take(&mut input.pledge_pause_until),
            amount: input.pledge_amount != Patch::Absent,
            frequency: input.pledge_frequency != Patch::Absent,
            status: input.pledge_status != Patch::Absent,
        };
        let change = over_time::Change::begin(said, (row, stored.is_none()), context.today);
        input.apply(row, &Self::blank(context));
        row.updated_at_ms = context.now_ms;
        let before = stored.map(|pledge| pledge.pledge_start_date);
        check_recent(problems, "pledge_start_date", row.pledge_start_date, before);
        if row.pledge_end_date.is_some_and(|end| end < row.pledge_start_date) {
            problems.add("pledge_end_date", "must not lie before pledge_start_date");
        }
        let before = stored.map(|_| {
            Decimal::from_minor(change.before.pledge_amount_minor, currency(&change.before.pledge_currency))
        });
        let fields = ["pledge_amount", "pledge_currency"];
        if let Some(minor) = amount_in(&row.pledge_currency, &input.pledge_amount, before, fields, problems) {
            if minor <= 0 {
                problems.add("pledge_amount", "must be greater than 0");
            }
            row.pledge_amount_minor = minor;
        }
        change.apply(row, problems);
        // 0 means that the contact is missing, which is a problem already.
        let id = Some(row.contact_id).filter(|id| *id != 0);
        let contact = Link { field: "contact_id", id, kind: "contact" };
        context.check_link::<contacts::Entity>(tx, problems, contact).await?;
        if let Some(fund) = &mut row.pledge_fund
            && stored.is_none_or(|stored| stored.pledge_fund.as_ref() != Some(fund))
        {
            let named = Named { kind: NameKind::Fund, field: "pledge_fund".to_owned(), name: fund };
            context.names.spell(tx, context.caller.account, &mut [named], problems).await?;
        }
        check_gifts_fit(tx, context, stored, row, problems).await
    }

    async fn complete(
        tx: &Transaction,
        context: &Context,
        written: Vec<(pledges::Model, ())>,
    ) -> Result<Vec<Self>, AppError> {
        let rows: Vec<_> = written.into_iter().map(|(row, ())| row).collect();
        let funds = rows.iter().filter_map(|pledge| pledge.pledge_fund.as_deref());
        let funds: Vec<_> = funds.map(|fund| (NameKind::Fund, fund)).collect();
        context.names.keep(tx, (&context.caller, context.now_ms), &funds).await?;
        Self::load(tx, context, rows).await
    }

    async fn load<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        rows: Vec<pledges::Model>,
    ) -> Result<Vec<Self>, AppError> {
        let contacts =
            ContactFields::load(connection, context, rows.iter().map(|pledge| pledge.contact_id)).await?;
        let received = if context.included.has_today() {
            received_until_today(connection, context, &rows).await?
        } else {
            ByPledge::default()
        };
        let pledge = |mut model: pledges::Model| {
            let received_minor = received.get(&model.id).copied().unwrap_or(0);
            let terms = Terms::of(&model);
            terms.write(context.today, &mut model);
            let position = terms.position(context.today, received_minor);
            let amount = |minor: i128| amount(minor, &model.pledge_currency);
            Self {
                pledge_state: position.state,
                pledge_expected_to_date: amount(position.expected_minor),
                pledge_received_to_date: amount(position.received_minor.into()),
                pledge_balance: amount(position.balance_minor()),
                pledge_next_due_date: position.next_due,
                pledge_days_late: position.days_late,
                contact: contacts.get(&model.contact_id).cloned(),
                model,
            }
        };
        Ok(rows.into_iter().map(pledge).collect())
    }
}

query! {
    /// The filters of pledges.
    PledgeFilters {
        /// Only pledges of this contact, or of several
        contact_id: AnyOf<Id>;
        /// Only pledges of which this was decided, or one of several
        status: AnyOf<OneOf<PledgeStatus>>;
        /// Only pledges in this state today, or in one of several
        state: AnyOf<OneOf<PledgeState>>;
        /// Only pledges with this frequency, or with one of several
        frequency: AnyOf<OneOf<PledgeFrequency>>;
        /// Only pledges that are later today than their frequency allows for, or only those that are not
        late: Flag;
        /// Only pledges for this fund, without regard to case
        fund: Text<100>;
        /// Only the pledge with this `pledge_external_id`
        external_id: Text<100>;
    }
}

impl Shows for Pledge {
    const INCLUDE: &'static [Include] = OF_A_CONTACT;
}

impl ListResource for Pledge {
    type Filters = PledgeFilters;

    const ORDERS: &'static [Order<pledges::Model>] = &[Order { name: "id", by: None }];
    const ORDERS_BY_VALUE: &'static [&'static str] = orders::NAMES;

    async fn values<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        filters: &PledgeFilters,
        order: (&str, bool),
    ) -> Result<SortValues, AppError> {
        let PledgeFilters { contact_id, status, state, frequency, .. } = filters.clone();
        let today = OfToday { status, state, frequency }.condition(connection, context).await?;
        orders::values(connection, context, (contact_id.as_deref(), today), order).await
    }

    fn contact_id(&self) -> Option<i64> {
        Some(self.model.contact_id)
    }

    async fn filter<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        filters: PledgeFilters,
        _: &mut Problems,
    ) -> Result<Filter, AppError> {
        use pledges::Column as P;
        let PledgeFilters { contact_id, status, state, frequency, late, fund, external_id } = filters;
        let account = context.caller.account;
        let fund = match fund {
            Some(fund) => Some(spelled(connection, account, NameKind::Fund, &fund).await?),
            None => None,
        };
        let late = match late {
            Some(late) => {
                let ids = giving::late_pledges(connection, account, context.today).await?;
                let is_late = one_of(connection.get_database_backend(), Expr::col(P::Id), ids);
                Some(if late { is_late } else { is_late.not() })
            }
            None => None,
        };
        let today = OfToday { status, state, frequency };
        Ok(Filter::from(
            Condition::all()
                .add_option(contact_id.map(|ids| P::ContactId.is_in(ids)))
                .add_option(today.condition(connection, context).await?)
                .add_option(late)
                .add_option(external_id.map(|id| P::PledgeExternalId.eq(id)))
                .add_option(fund.map(|names| P::PledgeFund.is_in(names))),
        ))
    }

    async fn linked<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        pledges: &[Self],
    ) -> Result<Vec<Linked>, AppError> {
        let contact_ids = pledges.iter().map(|pledge| pledge.model.contact_id);
        let emails = primary_emails(connection, context.caller.account, contact_ids).await?;
        Ok(pledges.iter().map(|pledge| vec![json!(emails.get(&pledge.model.contact_id))]).collect())
    }
}

/// The filters whose answer can change without a write.
struct OfToday {
    status: Option<Vec<PledgeStatus>>,
    state: Option<Vec<PledgeState>>,
    frequency: Option<Vec<PledgeFrequency>>,
}

impl OfToday {
    /// Returns the condition for pledges that match, if there is a filter. The columns say it, but not those of pledges
    /// that have changed with the day since they were written.
    async fn condition<C: ConnectionTrait>(
        self,
        connection: &C,
        context: &Context,
    ) -> Result<Option<Condition>, AppError> {
        use pledges::Column as P;
        let Self { status, state, frequency } = self;
        if status.is_none() && state.is_none() && frequency.is_none() {
            return Ok(None);
        }
        let today = context.today;
        let changed = giving::changed_pledges(connection, context.caller.account, today).await?;
        let matches = |terms: &Terms| {
            status.as_ref().is_none_or(|any| any.contains(&terms.status(today)))
                && state.as_ref().is_none_or(|any| any.contains(&terms.state(today)))
                && frequency.as_ref().is_none_or(|any| any.contains(&terms.on(today).frequency))
        };
        let matching = changed.iter().filter(|(_, terms)| matches(terms)).map(|(id, _)| *id).collect();
        let by_columns = Condition::all()
            .add_option(status.map(|status| P::PledgeStatus.is_in(status)))
            .add_option(state.map(|states| {
                let in_state = |state| in_state(state, today);
                states.into_iter().map(in_state).fold(Condition::any(), Condition::add)
            }))
            .add_option(frequency.map(|frequency| P::PledgeFrequency.is_in(frequency)));
        if changed.is_empty() {
            return Ok(Some(by_columns));
        }
        let these = |ids| one_of(connection.get_database_backend(), Expr::col(P::Id), ids);
        let others = by_columns.add(these(changed.iter().map(|(id, _)| *id).collect()).not());
        Ok(Some(Condition::any().add(others).add(these(matching))))
    }
}

/// Returns the condition for pledges that are in a state on a day. It must agree with [`Terms::state`].
fn in_state(state: PledgeState, day: NaiveDate) -> Condition {
    use pledges::Column as P;
    let with_status = |status| Condition::all().add(P::PledgeStatus.eq(status));
    let active = with_status(PledgeStatus::Active);
    match state {
        PledgeState::Upcoming => active.add(P::PledgeStartDate.gt(day)),
        PledgeState::Ended => active.add(P::PledgeEndDate.lt(day)),
        PledgeState::Active => active
            .add(P::PledgeStartDate.lte(day))
            .add(Condition::any().add(P::PledgeEndDate.is_null()).add(P::PledgeEndDate.gte(day))),
        PledgeState::Paused => with_status(PledgeStatus::Paused),
        PledgeState::Cancelled => with_status(PledgeStatus::Cancelled),
        PledgeState::WrittenOff => with_status(PledgeStatus::WrittenOff),
    }
}

/// Checks that contact and currency do not change while the pledge has gifts, because the gifts have the same ones.
async fn check_gifts_fit(
    tx: &Transaction,
    context: &Context,
    stored: Option<&pledges::Model>,
    pledge: &pledges::Model,
    problems: &mut Problems,
) -> Result<(), AppError> {
    let Some(stored) = stored else { return Ok(()) };
    let changed = [
        ("contact_id", stored.contact_id != pledge.contact_id),
        ("pledge_currency", stored.pledge_currency != pledge.pledge_currency),
    ];
    if changed.iter().all(|(_, changed)| !changed) {
        return Ok(());
    }
    let gifts = context.caller.account.find::<gifts::Entity>().filter(gifts::Column::PledgeId.eq(stored.id));
    if gifts.count(tx).await? > 0 {
        for (field, _) in changed.iter().filter(|(_, changed)| *changed) {
            let instead =
                if *field == "contact_id" { ", but a merge of both contacts moves them all" } else { "" };
            problems
                .add(field, format_args!("must not change while gifts are linked to the pledge{instead}"));
        }
    }
    Ok(())
}

async fn received_until_today<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    pledges: &[pledges::Model],
) -> Result<ByPledge, AppError> {
    let ids: Vec<_> = pledges.iter().map(|pledge| pledge.id).collect();
    if ids.is_empty() {
        return Ok(ByPledge::default());
    }
    Ok(giving::received_by_pledge(connection, context.caller.account, Some(ids), context.today).await?)
}
