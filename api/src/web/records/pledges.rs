//! The pages of pledges.

use shared::entities::pledges;
use shared::values::choices::PledgeState;

use super::kind::Kind;
use super::labels::choice;
use super::related::section;
use super::section::Section;
use super::table::{Cell, Column};
use crate::error::AppError;
use crate::records::money::currency;
use crate::records::{Context, Resource};
use crate::resources::gifts::{Gift, GiftFilters};
use crate::resources::pledges::{Pledge, PledgeFilters};
use crate::web::format::{amount, counted, day, money};
use crate::web::names;
use crate::web::visit::Visit;

/// Returns the amount and the frequency of a pledge.
fn terms(pledge: &Pledge) -> String {
    let amount = money(pledge.model.pledge_amount_minor, currency(&pledge.model.pledge_currency));
    format!("{amount} {}", pledge.model.pledge_frequency.to_string().replace('_', " "))
}

fn donor(pledge: &Pledge) -> String {
    let name = pledge.contact.as_ref().map(|contact| names::of_contact(contact.model()));
    name.unwrap_or_else(|| format!("Contact {}", pledge.model.contact_id))
}

impl Kind for Pledge {
    const PATH: &'static str = "/pledges";
    const TITLE: &'static str = "Pledges";
    const WORDS: (&'static str, &'static str) = ("pledge", "pledges");
    const EMPTY: &'static str = "No pledges yet. Record what a donor has promised, and see here who is late.";
    const SORT: &'static str = "-id";
    const VIEWS: &'static [(&'static str, &'static str)] = &[
        ("All", ""),
        ("Active", "state=active"),
        ("Late", "late=1"),
        ("Upcoming", "state=upcoming"),
        ("Ended", "state=ended"),
    ];
    const FILLED_IN: &'static [&'static str] = &["contact_id"];
    const COLUMNS: &'static [Column] = &[
        Column::new("Donor"),
        Column::new("Pledge"),
        Column::new("State"),
        Column::new("Next due").class("date"),
        Column::new("Late"),
        Column::new("Balance").class("number"),
    ];
    const GROUPS: &'static [(&'static str, &'static [&'static str])] = &[
        (
            "Pledge",
            &[
                "contact_id",
                "pledge_amount",
                "pledge_currency",
                "pledge_frequency",
                "pledge_start_date",
                "pledge_end_date",
                "pledge_status",
            ],
        ),
        ("Purpose", &["pledge_fund", "pledge_notes"]),
    ];

    fn of_contact(contact_id: i64) -> Option<PledgeFilters> {
        Some(PledgeFilters { contact_id: Some(vec![contact_id]), ..PledgeFilters::default() })
    }

    fn record_id(&self) -> i64 {
        self.model.id
    }

    /// Returns a pledge with an amount, because one of nothing has no next due date.
    fn first_values(context: &Context) -> pledges::Model {
        pledges::Model { pledge_amount_minor: 1, ..Self::blank(context) }
    }

    fn title(&self) -> String {
        format!("{} from {}", terms(self), donor(self))
    }

    fn figures(&self) -> Vec<(&'static str, String)> {
        let mut figures = vec![
            ("State", choice(&self.pledge_state.to_string())),
            ("Due until today", amount(&self.pledge_expected_to_date)),
            ("Received until today", amount(&self.pledge_received_to_date)),
            ("Balance", amount(&self.pledge_balance)),
        ];
        figures.extend(self.pledge_next_due_date.map(|due| ("Next due", day(due))));
        if self.pledge_days_late > 0 {
            figures.push(("Late", counted(self.pledge_days_late, "day", "days")));
        }
        figures
    }

    fn links(&self) -> Vec<(&'static str, String)> {
        vec![("Donor", format!("/contacts/{}", self.model.contact_id))]
    }

    async fn rows(_: &Visit, _: &Context, pledges: &[Self]) -> Result<Vec<Vec<Cell>>, AppError> {
        let row = |pledge: &Self| {
            let state = choice(&pledge.pledge_state.to_string());
            vec![
                Cell::link(donor(pledge), format!("/pledges/{}", pledge.model.id)),
                Cell::text(terms(pledge)),
                match pledge.pledge_state {
                    PledgeState::Active => Cell::text(state),
                    _ => Cell::default().tag(state, false),
                },
                Cell::text(pledge.pledge_next_due_date.map(day).unwrap_or_default()),
                match pledge.pledge_days_late {
                    0 => Cell::default(),
                    days => Cell::default().tag(counted(days, "day", "days"), true),
                },
                Cell::text(amount(&pledge.pledge_balance)),
            ]
        };
        Ok(pledges.iter().map(row).collect())
    }

    async fn sections(&self, visit: &Visit, context: &Context) -> Result<Vec<Section>, AppError> {
        let new = [
            ("contact_id", self.model.contact_id.to_string()),
            ("pledge_id", self.model.id.to_string()),
            ("gift_currency", self.model.pledge_currency.clone()),
        ];
        let filters = GiftFilters { pledge_id: Some(vec![self.model.id]), ..GiftFilters::default() };
        Ok(vec![section::<Gift>(visit, context, ("pledge_id", self.model.id), filters, &new).await?])
    }
}
