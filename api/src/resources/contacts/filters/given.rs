//! The filters and orders by what contacts have given together in a period, for a fund or a campaign. Only received gifts in
//! the account's currency count.

use chrono::NaiveDate;
use sea_orm::sea_query::{CaseStatement, Expr, ExprTrait, SimpleExpr};
use sea_orm::{ColumnTrait, ConnectionTrait, QueryResult};
use shared::entities::{contacts, gift_soft_credits, gifts};
use shared::values::choices::{Choice as _, GiftStatus, NameKind};

use crate::error::AppError;
use crate::fields::Problems;
use crate::giving::{ByDonor, GivenByDonor, column_of, part_column, parts};
use crate::money::Decimal;
use crate::records::Context;
use crate::records::list::search::one_of;
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
        let Self { min, max, count_min, counting } = self;
        let Counting { from, to, fund, campaign, by_household: _, with_credits: _ } = counting;
        min.is_some()
            || max.is_some()
            || count_min.is_some()
            || from.is_some()
            || to.is_some()
            || fund.is_some()
            || campaign.is_some()
    }

    /// Returns the condition for contacts whose gifts are as asked for, if anything is: at least one gift counts.
    pub(super) async fn condition(
        self,
        connection: &impl ConnectionTrait,
        context: &Context,
        problems: &mut Problems,
    ) -> Result<Option<SimpleExpr>, AppError> {
        if self.counting.by_household && self.counting.with_credits {
            problems
                .add("credit", "must not be sent with by=household, which would count a couple's gift twice");
        }
        if !self.is_any() {
            return Ok(None);
        }
        let Self { min, max, count_min, counting } = self;
        problems.check_span(("given_from", counting.from), ("given_to", counting.to));
        let mut minor = |name, amount: Option<Decimal>| {
            let minor = amount.map(|amount| amount.to_minor(context.caller.currency));
            minor.and_then(|minor| minor.map_err(|error| problems.add(name, error)).ok())
        };
        let (min, max) = (minor("given_min", min), minor("given_max", max));
        if min.zip(max).is_some_and(|(min, max)| min > max) {
            problems.add("given_min", "must not be more than given_max");
        }
        if !problems.is_empty() {
            return Ok(None);
        }
        let fulfils = |given: GivenByDonor| {
            min.is_none_or(|min| given.total_minor >= min)
                && max.is_none_or(|max| given.total_minor <= max)
                && given.count >= count_min.unwrap_or(1)
        };
        let sums = counting.sums(connection, context).await?;
        let ids = sums.filter(|(_, given)| fulfils(*given)).map(|(id, _)| id).collect();
        let id = Expr::col((contacts::Entity, contacts::Column::Id));
        Ok(Some(one_of(connection.get_database_backend(), id, ids)))
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

impl Counting {
    /// Sums the gifts that count, by contact.
    async fn sums(
        self,
        connection: &impl ConnectionTrait,
        context: &Context,
    ) -> Result<impl Iterator<Item = (i64, GivenByDonor)>, AppError> {
        let account = context.caller.account;
        let span = (self.from.unwrap_or(NaiveDate::MIN), self.to.unwrap_or(NaiveDate::MAX));
        let mut given = ByDonor::new(span, context.caller.currency.code().into());
        if self.fund.is_none() && self.campaign.is_none() {
            let mut reading = context.app.received_gifts.read(&context.app.store, account, None).await?;
            reading.tally(&mut [&mut given]).await?;
            reading.end().await?;
        } else {
            // The gifts in memory have no names, so the database finds those of a name.
            given.extend(self.read(connection, context, false).await?);
        }
        if self.with_credits {
            given.extend(self.read(connection, context, true).await?);
        }
        let households =
            if self.by_household { joint::members(connection, account).await? } else { Vec::new() };
        Ok(given.sums(&households))
    }

    /// Sums the gifts that count in the database: by the contacts who gave them, or by those who are credited with them.
    async fn read(
        &self,
        connection: &impl ConnectionTrait,
        context: &Context,
        of_credited: bool,
    ) -> Result<Vec<(i64, i64, i64)>, AppError> {
        use gift_soft_credits::{Column as S, Entity as SoftCredits};
        use gifts::Column as G;
        let account = context.caller.account;
        let mut sums = parts(account);
        let contact = if of_credited {
            let same = Expr::col((SoftCredits, S::GiftId)).eq(part_column(G::Id));
            sums.inner_join(SoftCredits, same.and(S::AccountId.eq(account.account_id())));
            Expr::col((SoftCredits, S::ContactId))
        } else {
            part_column(G::ContactId)
        };
        for (kind, name) in [(NameKind::Fund, &self.fund), (NameKind::Campaign, &self.campaign)] {
            if let Some(name) = name {
                let names = spelled(connection, account, kind, name).await?;
                sums.and_where(part_column(column_of(kind)).is_in(names));
            }
        }
        let amount = part_column(G::GiftAmountMinor);
        let gift: SimpleExpr = CaseStatement::new().case(amount.clone().gt(0), part_column(G::Id)).into();
        sums.exprs([contact.clone(), amount.sum().cast_as("BIGINT"), gift.count_distinct()]);
        sums.and_where(contact.clone().is_not_null()).add_group_by([contact]);
        sums.and_where(part_column(G::GiftStatus).eq(GiftStatus::Received.as_str()));
        sums.and_where(part_column(G::GiftCurrency).eq(context.caller.currency.code()));
        sums.and_where_option(self.from.map(|from| part_column(G::GiftDate).gte(from)));
        sums.and_where_option(self.to.map(|to| part_column(G::GiftDate).lte(to)));
        let row = |row: &QueryResult| {
            Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?, row.try_get_by_index(2)?))
        };
        connection.query_all(&sums).await?.iter().map(row).collect()
    }
}
