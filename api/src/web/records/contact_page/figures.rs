//! What a contact has given, in five figures, and by year in a small picture.

use chrono::Datelike;
use sea_orm::{ColumnTrait, PaginatorTrait, QueryFilter, QueryOrder};
use shared::entities::gifts;
use shared::values::choices::GiftStatus;

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
    /// How many gifts there are, and what was received in each currency.
    pub(super) notes: Vec<String>,
}

/// A figure.
pub(super) struct Figure {
    pub(super) label: &'static str,
    pub(super) value: String,
    pub(super) note: String,
}

/// Reads the figures. `open_pledges` is how many pledges are open.
pub(super) async fn of(context: &Context, contact: &Contact, open_pledges: i64) -> Result<Figures, AppError> {
    let (reader, id) = (context.app.store.read(), contact.model.id);
    let all = context.caller.account.find::<gifts::Entity>().filter(gifts::Column::ContactId.eq(id));
    let count = i64::try_from(all.clone().count(reader).await?).unwrap_or(i64::MAX);
    let mut notes = vec![t!("count-gifts", count = count)];
    let mut figures = Vec::new();
    let mut years = None;
    let given = giving::given(reader, context, std::slice::from_ref(contact)).await?;
    if let Some(given) = given.first().filter(|given| count > 0 || given.soft_credit_count > 0) {
        notes.extend(Gift::totals(context, all.clone(), purposes(|_| "")).await?);
        let gifts = t!("count-gifts", count = given.count);
        let note = match given.soft_credit_count {
            0 => gifts,
            _ => t!("contact-and-credited", gifts = gifts, amount = amount(&given.soft_credit_total)),
        };
        figures.push(Figure { label: t!("contact-given-in-all"), value: amount(&given.total), note });
        let note = t!("contact-given-last-year", amount = amount(&given.last_year));
        figures.push(Figure { label: t!("contact-given-this-year"), value: amount(&given.this_year), note });
        let received = all.filter(gifts::Column::GiftStatus.eq(GiftStatus::Received));
        for (label, is_last) in [(t!("contact-last-gift"), true), (t!("contact-first-gift"), false)] {
            let order = if is_last { sea_orm::Order::Desc } else { sea_orm::Order::Asc };
            let ordered = received.clone().order_by(gifts::Column::GiftDate, order.clone());
            let gift = ordered.order_by(gifts::Column::Id, order).one(reader).await?;
            figures.extend(gift.map(|gift| Figure {
                label,
                value: money(gift.gift_amount_minor, currency(&gift.gift_currency)),
                note: day(gift.gift_date),
            }));
        }
        let sums = giving::by_year(reader, context, id).await?;
        let first = context.today.year() - (YEARS - 1);
        let names = (first..).map(|year| year.to_string());
        let shown = |minor| money(minor, context.caller.currency);
        years = Spark::new(&names.zip(sums.map(i128::from)).collect::<Vec<_>>(), shown);
    }
    if open_pledges > 0 {
        let note = t!("contact-pledges-open").to_owned();
        figures.push(Figure { label: t!("pledges"), value: grouped(open_pledges), note });
    }
    Ok(Figures { all: figures, years, notes })
}
