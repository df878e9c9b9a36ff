//! The report on the largest givers.

use std::collections::HashMap;

use sea_orm::{ColumnTrait, QueryFilter, QuerySelect};
use shared::entities::contacts;
use url::form_urlencoded::byte_serialize;

use super::giving::others;
use super::page::{Report, Sent};
use super::part::{Cell, Column, Part, Row, Sheet};
use super::period::{Period, PeriodQuery, in_words, of_days, options, with_days, with_households};
use crate::error::AppError;
use crate::fields::parameters::Asked;
use crate::giving::{self, GroupBy};
use crate::money::divide_half_up;
use crate::records::Context;
use crate::resources::households::joint;
use crate::resources::letters::letterhead;
use crate::web::chart::{Chart, Look, Series};
use crate::web::form::{Field, Form};
use crate::web::format::{in_others, money, percent};
use crate::web::gift_lists::received_gifts;
use crate::web::names;
use crate::web::visit::Visit;

/// How many donors the report has unless another number is chosen.
const TOP: usize = 20;
/// How many of them are drawn.
const DRAWN: usize = 10;

/// The report on the largest givers.
pub(in crate::web) struct TopDonors;

impl Report for TopDonors {
    const PATH: &'static str = "/reports/top-donors";
    const TITLE: &'static str = "reports-top";
    const FILE: &'static str = "top-donors";
    const PARAMETERS: &'static [&'static str] = &["top", "span", "year_start", "from", "to", "by"];

    fn form(visit: &Visit) -> Form {
        let form = Form::search(visit, Self::PATH, t!("show")).not_done(t!("reports-not-made"));
        let tops = [("20", "20"), ("10", "10"), ("50", "50"), ("100", "100")];
        with_households(with_days(form.field(Field::select(
            "top",
            t!("reports-top-how-many"),
            options(&tops),
        ))))
    }

    async fn parts(context: &Context, sent: Sent) -> Result<Vec<Part>, AppError> {
        let Asked { input, mut problems, .. } = Asked::<PeriodQuery>::of(sent);
        let period = input.period(context.today, &mut problems);
        problems.check()?;
        let top = input.top.and_then(|top| usize::try_from(top).ok()).unwrap_or(TOP);
        let households = input.households(context).await?;
        Ok(vec![part(context, period, top, &households).await?])
    }
}

/// A donor: its name, its address, and its sums.
struct Donor {
    name: String,
    id: i64,
    sums: giving::Period,
    before: i128,
}

async fn part(
    context: &Context,
    period: Period,
    top: usize,
    households: &[Vec<i64>],
) -> Result<Part, AppError> {
    let (app, own) = (&context.app, context.caller.currency);
    // One more, because gifts without a donor are a group, too.
    let now = of_days(period.days, own, (Some(GroupBy::Contact), top + 1), households);
    let before = of_days(period.before, own, (Some(GroupBy::Contact), usize::MAX), households);
    let mut reading = app.received_gifts.read(&app.store, context.caller.account, None).await?;
    let (now, before) = giving::compare(&mut reading, (&now, &before)).await?;
    reading.end().await?;
    let before: HashMap<_, _> = before.periods.into_iter().map(|one| (one.period, one.total)).collect();
    let given = now.sums.given();
    let largest = now.periods.into_iter().filter(|one| one.period.is_some() && one.total > 0).take(top);
    let largest: Vec<_> =
        largest.filter_map(|sums| Some((sums.period.as_ref()?.parse().ok()?, sums))).collect();
    let names = named(context, largest.iter().map(|(id, _)| *id).collect(), !households.is_empty()).await?;
    let donor = |(id, sums): (i64, giving::Period)| Donor {
        name: names.get(&id).cloned().unwrap_or_else(|| t!("as-id", id = id.to_string())),
        id,
        before: before.get(&sums.period).copied().unwrap_or(0),
        sums,
    };
    let donors: Vec<_> = largest.into_iter().map(donor).collect();
    let together: i128 = donors.iter().map(|donor| donor.sums.total).sum();
    let share = |part: i128| (given.total > 0).then(|| divide_half_up(part * 1000, given.total));
    let row = |donor: &Donor| {
        let gifts = (households.is_empty())
            .then(|| format!("{}&contact_id={}", received_gifts(period.days, own), donor.id));
        Row::new(vec![
            Cell::Text(donor.name.clone(), Some(format!("/contacts/{}", donor.id))),
            Cell::Count(donor.sums.count),
            Cell::Money(donor.sums.total, gifts),
            Cell::Percent(share(donor.sums.total)),
            Cell::Money(donor.before, None),
        ])
    };
    let rows = donors.iter().map(row).collect();
    let mut notes = vec![match share(together).map(percent) {
        Some(share) => t!("reports-top-note-share", amount = money(together, own), share = share),
        None => t!("reports-top-note", amount = money(together, own)),
    }];
    notes.extend(in_others(others(&now.sums)).map(|others| t!("reports-not-counted", others = others)));
    let drawn = &donors[..donors.len().min(DRAWN)];
    let drawn_names: Vec<_> = drawn.iter().map(|donor| donor.name.clone()).collect();
    let values = drawn.iter().map(|donor| donor.sums.total).collect();
    let series = [Series { label: t!("reports-given").to_owned(), look: Look::Now, values }];
    let columns = vec![
        Column::text(t!("donor")),
        Column::number(t!("gifts")),
        Column::money(t!("reports-given")),
        Column::number(t!("reports-of-given")),
        Column::money(t!("reports-year-before")),
    ];
    let (from, to) = period.days;
    let list = format!(
        "/contacts?given_from={from}&given_to={to}&sort={}",
        byte_serialize(b"-given_total").collect::<String>()
    );
    Ok(Part {
        id: "top-donors",
        heading: t!("reports-top-heading", days = in_words(period.days)),
        notes,
        link: Some((t!("reports-top-all"), list)),
        chart: Some(Chart::bars(&drawn_names, &series, false, |amount| money(amount, own))),
        sheet: Sheet { currency: own, columns, rows },
        empty: t!("reports-nobody-gave"),
    })
}

/// Returns the names of contacts, or of their joint households.
async fn named(
    context: &Context,
    ids: Vec<i64>,
    by_household: bool,
) -> Result<HashMap<i64, String>, AppError> {
    use contacts::Column as C;
    let (reader, account) = (context.app.store.read(), context.caller.account);
    let mut names = names::of_contacts(reader, account, ids.iter().copied()).await?;
    if !by_household {
        return Ok(names);
    }
    let members = account.find::<contacts::Entity>().filter(C::Id.is_in(ids));
    let members = members.filter(C::HouseholdId.is_not_null()).select_only().columns([C::Id, C::HouseholdId]);
    let members: Vec<(i64, i64)> = members.into_tuple().all(reader).await?;
    let households = members.iter().map(|(_, household_id)| *household_id);
    let letters = letterhead::locales(reader, account).await?;
    let addressed = joint::addressed(reader, account, households, &letters).await?;
    for (id, household_id) in members {
        if let Some([_, Some(envelope)]) = addressed.get(&household_id) {
            names.insert(id, envelope.clone());
        }
    }
    Ok(names)
}
