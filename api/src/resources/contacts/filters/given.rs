//! The filters and orders by what contacts have given together in a period, for a fund or a campaign, and by when they gave.
//! Only received gifts count, and for sums only those in the account's currency.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use sea_orm::sea_query::{CaseStatement, Expr, ExprTrait, SelectStatement, SimpleExpr};
use sea_orm::{ColumnTrait, ConnectionTrait, QueryResult};
use shared::entities::{AccountScope, Purpose, campaigns, funds, gift_soft_credits, gifts};
use shared::values::choices::{Choice as _, GiftStatus, NameKind};
use tokio::try_join;

use crate::error::AppError;
use crate::fields::Problems;
use crate::giving::{
    ByDonor, DonorDays, GivenByDonor, GivingDays, Lapse, Lapses, PurposeId, Tally, column_of, part_column,
    parts_of, purpose_id,
};
use crate::money::Decimal;
use crate::records::Context;
use crate::records::list::{SortKey, SortValues};
use crate::records::names::spelled;
use crate::resources::households::joint;

/// What is asked of the gifts of a contact.
#[derive(Default)]
pub(super) struct Asked {
    pub(super) min: Option<Decimal>,
    pub(super) max: Option<Decimal>,
    pub(super) count_min: Option<i64>,
    pub(super) counting: Counting,
    pub(super) days: Days,
}

/// What is asked of the days on which a contact gave, whatever for and in whatever currency.
#[derive(Default)]
pub(super) struct Days {
    pub(super) lybunt: Option<bool>,
    pub(super) lapsed: Option<Lapse>,
    pub(super) first_after: Option<NaiveDate>,
    pub(super) last_before: Option<NaiveDate>,
    pub(super) last_after: Option<NaiveDate>,
}

/// What sums must be, in minor units.
pub(super) struct Bounds {
    min: Option<i64>,
    max: Option<i64>,
    count_min: i64,
}

impl Bounds {
    fn have(&self, given: GivenByDonor) -> bool {
        self.min.is_none_or(|min| given.total_minor >= min)
            && self.max.is_none_or(|max| given.total_minor <= max)
            && given.count >= self.count_min
    }
}

/// The contacts whose gifts are as asked for.
#[derive(Default)]
pub(super) struct Found {
    /// Only these, in the order of their ids, or all.
    pub(super) among: Option<Vec<i64>>,
    /// Those of them who have lapsed (LYBUNT), if only the others are asked for.
    pub(super) besides: Option<Vec<i64>>,
}

impl Found {
    /// Leaves only these.
    pub(super) fn keep(&mut self, mut ids: Vec<i64>) {
        ids.sort_unstable();
        if let Some(among) = &self.among {
            ids.retain(|id| among.binary_search(id).is_ok());
        }
        self.among = Some(ids);
    }
}

impl Days {
    fn is_any(&self) -> bool {
        self.lybunt.is_some() || self.lapsed.is_some() || self.asks_days()
    }

    fn asks_days(&self) -> bool {
        [self.first_after, self.last_before, self.last_after].iter().any(Option::is_some)
    }

    fn are_fulfilled_by(&self, days: GivingDays) -> bool {
        self.first_after.is_none_or(|day| days.first > day)
            && self.last_before.is_none_or(|day| days.last < day)
            && self.last_after.is_none_or(|day| days.last > day)
    }
}

/// The gifts that count.
#[derive(Default)]
pub(super) struct Counting {
    pub(super) from: Option<NaiveDate>,
    pub(super) to: Option<NaiveDate>,
    pub(super) fund: Option<String>,
    pub(super) campaign: Option<String>,
    /// Whether what a member of a joint household gave counts for each of them.
    pub(super) by_household: bool,
    /// Whether gifts of others that a contact is credited with count, too.
    pub(super) with_credits: bool,
}

impl Asked {
    /// Returns whether anything is asked.
    pub(super) fn is_any(&self) -> bool {
        self.asks_sums() || self.days.is_any()
    }

    fn asks_sums(&self) -> bool {
        let Self { min, max, count_min, counting, days: _ } = self;
        let Counting { from, to, fund, campaign, by_household: _, with_credits: _ } = counting;
        min.is_some()
            || max.is_some()
            || count_min.is_some()
            || from.is_some()
            || to.is_some()
            || fund.is_some()
            || campaign.is_some()
    }

    /// Checks what is asked. Returns the bounds of the sums.
    pub(super) fn check(&self, context: &Context, problems: &mut Problems) -> Bounds {
        let Self { min, max, count_min, counting, days } = self;
        if counting.by_household && counting.with_credits {
            problems
                .add("credit", "must not be sent with by=household, which would count a couple's gift twice");
        }
        problems.check_span(("last_gift_after", days.last_after), ("last_gift_before", days.last_before));
        problems.check_span(("given_from", counting.from), ("given_to", counting.to));
        let mut minor = |name, amount: Option<Decimal>| {
            let minor = amount.map(|amount| amount.to_minor(context.caller.currency));
            minor.and_then(|minor| minor.map_err(|error| problems.add(name, error)).ok())
        };
        let (min, max) = (minor("given_min", *min), minor("given_max", *max));
        if min.zip(max).is_some_and(|(min, max)| min > max) {
            problems.add("given_min", "must not be more than given_max");
        }
        Bounds { min, max, count_min: count_min.unwrap_or(1) }
    }

    /// Tallies the gifts for what is asked.
    pub(super) async fn tally(
        self,
        connection: &impl ConnectionTrait,
        context: &Context,
    ) -> Result<Tallied, AppError> {
        let days = if self.days.is_any() { Some(self.days.tally(context).await?) } else { None };
        let given =
            if self.asks_sums() { Some(self.counting.tally(connection, context).await?) } else { None };
        Ok(Tallied { asked: self.days, days, given })
    }

    /// Returns what each contact gave together, in minor units, of the gifts that count.
    pub(super) async fn totals(
        self,
        connection: &impl ConnectionTrait,
        context: &Context,
    ) -> Result<SortValues, AppError> {
        let sums = self.counting.sums(connection, context).await?;
        Ok(sums.map(|(id, given)| (id, SortKey::Number(given.total_minor))).collect())
    }

    /// Returns the day of the last gift of each contact, of all gifts in the account's currency.
    pub(super) async fn last_days(
        self,
        connection: &impl ConnectionTrait,
        context: &Context,
    ) -> Result<SortValues, AppError> {
        let all = Counting { by_household: self.counting.by_household, ..Counting::default() };
        let sums = all.sums(connection, context).await?;
        Ok(sums.filter_map(|(id, given)| Some((id, SortKey::Day(given.last?)))).collect())
    }
}

impl Days {
    /// Tallies the days on which contacts gave.
    async fn tally(&self, context: &Context) -> Result<(Lapses, DonorDays), AppError> {
        let (mut lapses, mut days) = (Lapses::new(context.today), DonorDays::default());
        let mut tallies: Vec<&mut dyn Tally> = Vec::new();
        if self.lybunt.is_some() || self.lapsed.is_some() {
            tallies.push(&mut lapses);
        }
        if self.asks_days() {
            tallies.push(&mut days);
        }
        tally(context, &mut tallies).await?;
        Ok((lapses, days))
    }
}

/// The gifts of contacts, tallied for what is asked of them.
pub(super) struct Tallied {
    asked: Days,
    days: Option<(Lapses, DonorDays)>,
    given: Option<ByDonor>,
}

impl Tallied {
    /// Returns the contacts whose gifts are as asked for. Sums are of those with a gift that counts. What the members of a
    /// household gave together counts for each of them.
    pub(super) fn found(self, bounds: &Bounds, households: &[Vec<i64>]) -> Found {
        let Self { asked, days, given } = self;
        let mut found = Found::default();
        if let Some((mut lapses, days)) = days {
            lapses.share(households);
            found.besides = (asked.lybunt == Some(false)).then(|| lapses.of(Lapse::Lybunt));
            let lybunt = asked.lybunt.filter(|lybunt| *lybunt).map(|_| Lapse::Lybunt);
            for lapse in [lybunt, asked.lapsed].into_iter().flatten() {
                found.keep(lapses.of(lapse));
            }
            if asked.asks_days() {
                let days = days.all(households).filter(|(_, days)| asked.are_fulfilled_by(*days));
                found.keep(days.map(|(id, _)| id).collect());
            }
        }
        if let Some(given) = given {
            let sums = given.sums(households).filter(|(_, given)| bounds.have(*given));
            found.keep(sums.map(|(id, _)| id).collect());
        }
        found
    }
}

/// Passes all received gifts of the account to tallies.
async fn tally(context: &Context, tallies: &mut [&mut dyn Tally]) -> Result<(), AppError> {
    let Context { app, caller, .. } = context;
    let mut reading = app.received_gifts.read(&app.store, caller.account, None).await?;
    reading.tally(tallies).await?;
    Ok(reading.end().await?)
}

impl Counting {
    /// Sums the gifts that count, by contact.
    async fn sums(
        self,
        connection: &impl ConnectionTrait,
        context: &Context,
    ) -> Result<impl Iterator<Item = (i64, GivenByDonor)>, AppError> {
        let households = async {
            if self.by_household {
                joint::members(connection, context.caller.account).await
            } else {
                Ok(Vec::new())
            }
        };
        let (given, households) = try_join!(self.tally(connection, context), households)?;
        Ok(given.sums(&households))
    }

    /// Tallies the gifts that count, by contact.
    async fn tally(&self, connection: &impl ConnectionTrait, context: &Context) -> Result<ByDonor, AppError> {
        let account = context.caller.account;
        let span = (self.from.unwrap_or(NaiveDate::MIN), self.to.unwrap_or(NaiveDate::MAX));
        let mut given = ByDonor::new(span, context.caller.currency.code().into());
        // A name that no record has is no gift's.
        let fund = asked_id::<funds::Entity>(connection, account, self.fund.as_deref()).await?;
        let campaign = asked_id::<campaigns::Entity>(connection, account, self.campaign.as_deref()).await?;
        if let Some((fund, campaign)) = fund.zip(campaign) {
            given = given.only_for(fund, campaign);
            tally(context, &mut [&mut given]).await?;
            if fund.or(campaign).is_some() {
                // The gifts in memory have no parts, so the database finds those of a name.
                given.extend(self.read(connection, context, (false, true)).await?);
            }
            if self.with_credits {
                for are_split in [false, true] {
                    given.extend(self.read(connection, context, (true, are_split)).await?);
                }
            }
        }
        Ok(given)
    }

    /// Sums the gifts that count in the database, either those that are not split or the parts of those that are: by the
    /// contacts who gave them, or by those who are credited with them.
    async fn read(
        &self,
        connection: &impl ConnectionTrait,
        context: &Context,
        (of_credited, are_split): (bool, bool),
    ) -> Result<Vec<(i64, i64, i64)>, AppError> {
        let mut names = [None, None];
        for ((kind, name), names) in self.names().into_iter().zip(&mut names) {
            if let Some(name) = name {
                *names = Some(spelled(connection, context.caller.account, kind, name).await?);
            }
        }
        read_sums(connection, &self.sums_of(context, (of_credited, are_split), names)).await
    }

    fn names(&self) -> [(NameKind, Option<&str>); 2] {
        [(NameKind::Fund, self.fund.as_deref()), (NameKind::Campaign, self.campaign.as_deref())]
    }

    /// Selects the sums of either the gifts that are not split, or the parts of those that are. A gift counts once, however
    /// many parts of it count. That takes a sort, so gifts without parts are counted apart.
    fn sums_of(
        &self,
        context: &Context,
        (of_credited, are_split): (bool, bool),
        names: [Option<BTreeSet<String>>; 2],
    ) -> SelectStatement {
        use gift_soft_credits::{Column as S, Entity as SoftCredits};
        use gifts::Column as G;
        let account = context.caller.account;
        let mut sums = parts_of(account, are_split);
        let contact = if of_credited {
            let same = Expr::col((SoftCredits, S::GiftId)).eq(part_column(G::Id));
            sums.inner_join(SoftCredits, same.and(S::AccountId.eq(account.account_id())));
            Expr::col((SoftCredits, S::ContactId))
        } else {
            part_column(G::ContactId)
        };
        for ((kind, _), names) in self.names().into_iter().zip(names) {
            sums.and_where_option(names.map(|names| part_column(column_of(kind)).is_in(names)));
        }
        let amount = part_column(G::GiftAmountMinor);
        let of_one = if are_split { part_column(G::Id) } else { amount.clone() };
        let gift: SimpleExpr = CaseStatement::new().case(amount.clone().gt(0), of_one).into();
        let count = if are_split { gift.count_distinct() } else { gift.count() };
        sums.exprs([contact.clone(), amount.sum().cast_as("BIGINT"), count]);
        sums.and_where(contact.clone().is_not_null()).add_group_by([contact]);
        sums.and_where(part_column(G::GiftStatus).eq(GiftStatus::Received.as_str()));
        sums.and_where(part_column(G::GiftCurrency).eq(context.caller.currency.code()));
        sums.and_where_option(self.from.map(|from| part_column(G::GiftDate).gte(from)));
        sums.and_where_option(self.to.map(|to| part_column(G::GiftDate).lte(to)));
        sums
    }
}

/// Returns the id of the fund or campaign whose gifts alone are asked for, if any is, or `None` if there is none of that name.
async fn asked_id<P: Purpose>(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    name: Option<&str>,
) -> Result<Option<Option<PurposeId>>, AppError> {
    let Some(name) = name else { return Ok(Some(None)) };
    Ok(purpose_id::<P>(connection, account, name).await?.map(Some))
}

/// Reads contacts, each with the sum and the number of its gifts.
async fn read_sums(
    connection: &impl ConnectionTrait,
    sums: &SelectStatement,
) -> Result<Vec<(i64, i64, i64)>, AppError> {
    let row = |row: &QueryResult| {
        Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?, row.try_get_by_index(2)?))
    };
    connection.query_all(sums).await?.iter().map(row).collect()
}
