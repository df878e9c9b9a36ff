//! The gifts that official receipts leave out, because others have them: who gave them, and where those receipts are.

use std::collections::HashMap;

use super::reasons;
use super::thank_yous::LEFT_OUT_SHOWN;
use crate::resources::letters::runs::LeftOut;
use crate::web::records::table::{Cell, Column, Table};

const COLUMNS: &[Column] =
    &[Column::new("donor"), Column::new("gifts").class("number"), Column::new("letters-why-not")];

/// The table of these gifts by donor, how many rows more there are, and how many gifts.
pub(super) type Confirmed = (Table, usize, usize);

/// Takes these gifts out of what statements leave out: the other entries are about people, and name no gifts.
pub(super) fn taken_from(left_out: &mut Vec<LeftOut>) -> Vec<LeftOut> {
    left_out.extract_if(.., |one| !one.gift_ids.is_empty()).collect()
}

/// Makes the table of these gifts, if there are any.
pub(super) fn shown(confirmed: &[LeftOut], names: &HashMap<i64, String>) -> Option<Confirmed> {
    let row = |one: &LeftOut| {
        let id = one.contact_id.unwrap_or_default();
        let name = names.get(&id).cloned().unwrap_or_else(|| t!("as-id", id = id.to_string()));
        let why = reasons::said(&one.why);
        let receipt = match one.why.rsplit_once("in run ") {
            Some((_, run)) => Cell::link(why, format!("/letters/{run}")),
            None => Cell::text(why),
        };
        vec![Cell::link(name, format!("/contacts/{id}")), Cell::text(one.gift_ids.len().to_string()), receipt]
    };
    let rows: Vec<_> = confirmed.iter().take(LEFT_OUT_SHOWN).map(row).collect();
    let gifts = confirmed.iter().map(|one| one.gift_ids.len()).sum();
    let more = confirmed.len().saturating_sub(LEFT_OUT_SHOWN);
    (!rows.is_empty()).then(|| (Table::new(COLUMNS, rows), more, gifts))
}
