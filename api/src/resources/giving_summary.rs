//! The giving summary: totals without fetching every gift.

use std::collections::HashSet;

use chrono::{Datelike, NaiveDate};
use poem::http::header::ETAG;
use poem_openapi::OpenApi;

use super::households::joint;
use super::tag::DocumentTag;
use crate::auth::Caller;
use crate::error::AppError;
use crate::events::revision::Revision;
use crate::fields::Payload;
use crate::fields::parameters::Limit;
use crate::fields::types::AnyOf;
use crate::fields::types::{Count, CurrencyCode, Day, Id, Many, Money, Nested, Nullable, OneOf, Text};
use crate::giving::{self, CountedBy, GroupBy, Summary};
use crate::http::media_type::JSON_UTF8;
use crate::http::query::Query;
use crate::http::{Read, Reply};
use crate::money::Amount;
use crate::records::Context;
use crate::rest::validator::Validator;
use crate::state::App;
use crate::{object, query};

/// How many funds, campaigns or contacts there are in a summary unless the caller says how many.
const TOP: usize = 50;
/// The longest period that is grouped by month, quarter or year.
const GROUPED_YEARS_MAX: i32 = 200;

object! {
    /// Totals of gifts and pledges. No currency is converted into another.
    GivingSummary {
        /// The first day of the period
        from: Day;
        /// The last day of the period, included
        to: Day;
        /// The day on which pledges are looked at
        as_of: Day;
        /// The currency of all but by_currency
        currency: CurrencyCode;
        /// The received gifts of the period
        given: Nested<Given>;
        /// What pledges amount to on the day
        pledged: Nested<Pledged>;
        /// What active, upcoming and ended pledges made due in the period
        expected: Nested<Expected>;
        /// Pledges that are late on the day
        late: Nested<Late>;
        /// Every currency of a counted gift of the period or of any pledge, in order
        by_currency: Many<CurrencyTotals>;
        /// The received gifts of the period, grouped as asked for: months, quarters and years in order, those without gifts
        /// included; types in order of their names; or those funds, campaigns or contacts that have the largest totals
        periods: Many<Period>;
    }
}

object! {
    /// The received gifts of the period.
    Given {
        /// Their sum
        total: Money;
        /// How many there are
        count: Count;
        /// From how many contacts; an unattributed gift counts none
        donor_count: Count;
        /// Their average, 0 without gifts
        average: Money;
        /// The largest, 0 without gifts
        largest: Money;
        /// The day of the first
        first_gift_date: Nullable<Day>;
        /// The day of the last
        last_gift_date: Nullable<Day>;
    }
}

object! {
    /// What pledges amount to on the day.
    Pledged {
        /// Active recurring pledges, per month
        monthly: Money;
        /// Active recurring pledges, per year
        annual: Money;
        /// How many active recurring pledges there are
        active_count: Count;
        /// Pledges that have not started yet, per month
        upcoming_monthly: Money;
        /// What is still to come of active one-time pledges
        one_time_outstanding: Money;
    }
}

object! {
    /// What active, upcoming and ended pledges made due in the period.
    Expected {
        /// What was due
        total: Money;
        /// The received gifts of the period for these pledges
        received: Money;
        /// What is missing, at least 0
        remaining: Money;
    }
}

object! {
    /// Pledges that are later than their grace: 7 days for weekly ones, 10 for those due every 2 or 4 weeks or twice
    /// monthly, else 30.
    Late {
        /// How many there are
        count: Count;
        /// What they amount to per month
        monthly_amount: Money;
    }
}

object! {
    /// The totals of one currency.
    CurrencyTotals {
        /// The currency
        currency: CurrencyCode;
        /// The received gifts of the period
        given_total: Money;
        /// How many there are
        given_count: Count;
        /// Active recurring pledges, per month
        pledged_monthly: Money;
        /// Active recurring pledges, per year
        pledged_annual: Money;
    }
}

object! {
    /// The received gifts of a part of the period.
    Period {
        /// 2026-06, 2026-Q2, 2026, or the gift type's name, the fund, the campaign or the contact's id; null for gifts
        /// without one
        period: Nullable<Text<100>>;
        /// Their sum
        total: Money;
        /// How many there are
        count: Count;
    }
}

impl Payload for GivingSummary {
    const KIND: &'static str = "giving-summary";
}

impl GivingSummary {
    fn new(query: &giving::Query, summary: Summary) -> Self {
        let Summary { given, pledged, expected, late, by_currency, periods } = summary;
        let money = |minor: i128| Amount::new(minor, query.currency);
        Self {
            from: query.from,
            to: query.to,
            as_of: query.as_of,
            currency: query.currency.code().to_owned(),
            given: Given {
                total: money(given.total),
                count: given.count,
                donor_count: given.donor_count,
                average: money(given.average),
                largest: money(given.largest),
                first_gift_date: given.first_gift_date,
                last_gift_date: given.last_gift_date,
            },
            pledged: Pledged {
                monthly: money(pledged.monthly),
                annual: money(pledged.annual),
                active_count: pledged.active_count,
                upcoming_monthly: money(pledged.upcoming_monthly),
                one_time_outstanding: money(pledged.one_time_outstanding),
            },
            expected: Expected {
                total: money(expected.total),
                received: money(expected.received),
                remaining: money(expected.remaining),
            },
            late: Late { count: late.count, monthly_amount: money(late.monthly_amount) },
            by_currency: by_currency.into_iter().map(CurrencyTotals::from).collect(),
            periods: periods
                .into_iter()
                .map(|period| Period {
                    period: period.period,
                    total: money(period.total),
                    count: period.count,
                })
                .collect(),
        }
    }
}

impl From<giving::CurrencyTotals> for CurrencyTotals {
    fn from(totals: giving::CurrencyTotals) -> Self {
        let money = |minor: i128| crate::records::money::amount(minor, &totals.currency);
        Self {
            given_total: money(totals.given_total),
            given_count: totals.given_count,
            pledged_monthly: money(totals.pledged_monthly),
            pledged_annual: money(totals.pledged_annual),
            currency: totals.currency,
        }
    }
}

query! {
    /// What is summed up.
    SummaryQuery {
        /// The first day of the period; by default 1 January of the year of `to`
        from: Day;
        /// The last day of the period, included; by default `as_of`
        to: Day;
        /// The day on which pledges are looked at; by default today in the account's time zone
        as_of: Day;
        /// The currency, ISO 4217; by default the account's
        currency: CurrencyCode;
        /// Only the gifts and pledges of this contact, or of several
        contact_id: AnyOf<Id>;
        /// How gifts are grouped into `periods`; by default not at all
        group_by: OneOf<GroupBy>;
        /// `household`: the members of a joint household are one donor, and of contacts the first of them stands for all;
        /// `contact_id` brings the others along
        by: OneOf<CountedBy>;
        /// How many funds, campaigns or contacts `periods` has at most, those with the largest totals first; by default 50
        top: Limit;
    }
}

/// The operation on the giving summary.
pub struct GivingSummaries(pub App);

#[OpenApi(tag = "DocumentTag::GivingSummary")]
impl GivingSummaries {
    /// Look up a giving summary
    ///
    /// Without parameters, that of this year until today in the account's currency.
    #[oai(path = "/giving-summary", method = "get", operation_id = "readGivingSummary")]
    async fn read(
        &self,
        caller: Caller,
        query: Query<SummaryQuery>,
    ) -> Result<Reply<GivingSummary, Read>, AppError> {
        let context = Context::new(&self.0, caller);
        let Query { input, mut problems, request } = query;
        let validator = Validator::new(&context, &request, JSON_UTF8);
        if let Some(etag) = validator.still_current(&request).await? {
            return Ok(Reply::not_modified(etag));
        }
        let SummaryQuery { from, to, as_of, currency, contact_id: mut contact_ids, group_by, by, top } =
            input;
        let as_of = as_of.unwrap_or(context.today);
        let to = to.unwrap_or(as_of);
        let from = from.unwrap_or_else(|| NaiveDate::from_ymd_opt(to.year(), 1, 1).unwrap_or(to));
        problems.check_span(("from", Some(from)), ("to", Some(to)));
        if group_by.is_some_and(GroupBy::is_span) && to.year() - from.year() > GROUPED_YEARS_MAX {
            problems.add("group_by", format_args!("takes periods of at most {GROUPED_YEARS_MAX} years"));
        }

        problems.check()?;

        // Read the revision before the households: the tag may then be older than the sums, but never newer.
        let (revision, _) = Revision::now(self.0.store.read(), caller.account).await?;
        let households = match by {
            Some(CountedBy::Household) => joint::members(self.0.store.read(), caller.account).await?,
            None => Vec::new(),
        };
        if let Some(ids) = &mut contact_ids {
            let asked: HashSet<_> = ids.iter().copied().collect();
            let theirs = households.iter().filter(|members| members.iter().any(|id| asked.contains(id)));
            ids.extend(theirs.flatten().filter(|id| !asked.contains(id)));
        }
        let received = &self.0.received_gifts;
        let mut reading = received.read(&self.0.store, caller.account, contact_ids.as_deref()).await?;
        let currency = currency.map_or(caller.currency, |code| crate::records::money::currency(&code));
        let top = top.and_then(|top| usize::try_from(top).ok()).unwrap_or(TOP);
        let query = giving::Query { from, to, as_of, currency, contact_ids, group_by, top, households };
        let summary = giving::summarise(&mut reading, &query).await?;
        reading.end().await?;
        Ok(Reply::of(&GivingSummary::new(&query, summary))?.with(ETAG, validator.etag(revision)?))
    }
}
