//! What a contact has given, in five figures, and by year in a small picture.

use chrono::Datelike;
use sea_orm::{ColumnTrait, Order, PaginatorTrait, QueryFilter, QueryOrder, Select};
use shared::entities::gifts;
use shared::values::choices::GiftStatus;
use tokio::try_join;

use super::super::kind::{Kind, purposes};
use crate::error::AppError;
use crate::records::Context;
use crate::records::money::currency;
use crate::resources::contacts::Contact;
use crate::resources::contacts::giving::{self, YEARS};
use crate::resources::gifts::Gift;
use crate::web::chart::Spark;
use crate::web::format::{amount, day, grouped, money};

/// What a contact has given.
pub(super) struct Figures {
    pub(super) all: Vec<Figure>,
    /// The years, unless nothing was given in them.
    pub(super) years: Option<Spark>,
    /// How many gifts there are, without void ones, and what was received in each currency.
    pub(super) notes: Vec<String>,
}

/// A figure.
pub(super) struct Figure {
    pub(super) label: &'static str,
    pub(super) value: String,
    pub(super) note: String,
}

impl Figures {
    /// Adds how many pledges are open, if there are some.
    pub(super) fn add_open_pledges(&mut self, count: i64) {
        if count > 0 {
            let note = t!("contact-pledges-open").to_owned();
            self.all.push(Figure { label: t!("pledges"), value: grouped(count), note });
        }
    }
}

/// Reads the figures.
pub(super) async fn of(context: &Context, contact: &Contact) -> Result<Figures, AppError> {
    let (reader, id) = (context.app.store.read(), contact.model.id);
    let all = context.caller.account.find::<gifts::Entity>().filter(gifts::Column::ContactId.eq(id));
    // A void gift was never given.
    let counted = all.clone().filter(gifts::Column::GiftStatus.ne(GiftStatus::Void));
    let count = async { Ok(counted.count(reader).await?) };
    let given = giving::given(reader, context, std::slice::from_ref(contact));
    let (count, given) = try_join!(count, given)?;
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let mut notes = vec![t!("count-gifts", count = count)];
    let mut figures = Vec::new();
    let mut years = None;
    if let Some(given) = given.first().filter(|given| count > 0 || given.soft_credit_count > 0) {
        let received = all.clone().filter(gifts::Column::GiftStatus.eq(GiftStatus::Received));
        let (totals, last, first, sums) = try_join!(
            Gift::totals(context, all, purposes(|_| "")),
            outermost(context, received.clone(), Order::Desc),
            outermost(context, received, Order::Asc),
            giving::by_year(reader, context, id),
        )?;
        notes.extend(totals);
        let gifts = t!("count-gifts", count = given.count);
        let note = match given.soft_credit_count {
            0 => gifts,
            _ => t!("contact-and-credited", gifts = gifts, amount = amount(&given.soft_credit_total)),
        };
        figures.push(Figure { label: t!("contact-given-in-all"), value: amount(&given.total), note });
        let note = t!("contact-given-last-year", amount = amount(&given.last_year));
        figures.push(Figure { label: t!("reports-this-year"), value: amount(&given.this_year), note });
        for (label, gift) in [(t!("last-gift"), last), (t!("contact-first-gift"), first)] {
            figures.extend(gift.map(|gift| Figure {
                label,
                value: money(gift.gift_amount_minor, currency(&gift.gift_currency)),
                note: day(gift.gift_date),
            }));
        }
        let first = context.today.year() - (YEARS - 1);
        let names = (first..).map(|year| year.to_string());
        let shown = |minor| money(minor, context.caller.currency);
        years = Spark::new(&names.zip(sums.map(i128::from)).collect::<Vec<_>>(), shown);
    }
    Ok(Figures { all: figures, years, notes })
}

/// Reads the first of some gifts in this order of their days.
async fn outermost(
    context: &Context,
    gifts: Select<gifts::Entity>,
    order: Order,
) -> Result<Option<gifts::Model>, AppError> {
    let gifts = gifts.order_by(gifts::Column::GiftDate, order.clone()).order_by(gifts::Column::Id, order);
    Ok(gifts.one(context.app.store.read()).await?)
}
