//! What a statement says of those that were made earlier: that it is a copy, or which ones it replaces. And the gifts that an
//! official receipt leaves out, because another one has them.

use std::collections::BTreeMap;

use chrono::DateTime;
use chrono_tz::Tz;

use crate::locale::{listed, long_day, text};
use crate::resources::letters::runs::LeftOut;
use crate::resources::letters::stated::{Standing, Statement, Statements};
use crate::resources::statements::Received;
use crate::typeset::Letter;

/// Takes those gifts out that stand on an official receipt for other days, and says where. Returns the others.
pub(super) fn unconfirmed(
    made: &Statements,
    gifts: Vec<Received>,
    left_out: &mut Vec<LeftOut>,
) -> Vec<Received> {
    let mut confirmed: BTreeMap<(Option<i64>, i64), Vec<i64>> = BTreeMap::new();
    let mut others = Vec::new();
    for one in gifts {
        let model = &one.gift.model;
        // No receipt has goods and stock.
        match made.receipt_of(model.id).filter(|_| !one.is_in_kind) {
            Some(run) => confirmed.entry((model.contact_id, run)).or_default().push(model.id),
            None => others.push(one),
        }
    }
    left_out.extend(confirmed.into_iter().map(|((contact_id, run), gift_ids)| {
        let why = format!("gave what stands on an official receipt already, in run {run}");
        LeftOut { contact_id, gift_ids, why }
    }));
    others
}

/// Returns a statement with what it is to earlier ones beside the subject. A copy has the stored text, and goes to the address
/// of today.
pub(super) fn marked(new: Letter, standing: &Standing<'_>, zone: Tz) -> Letter {
    let (letter, mark) = match standing {
        Standing::First => return new,
        Standing::Copy(stored) => {
            (Letter { to: new.to, ..(*stored).clone() }, text(stored.locale, "copy", &[]))
        }
        Standing::Replaces(others) => {
            let locale = new.locale;
            let named = |one: &&Statement| {
                let made_at = DateTime::from_timestamp_millis(one.made_at_ms).unwrap_or_default();
                let day = long_day(locale, made_at.with_timezone(&zone).date_naive());
                text(locale, "letter-of", &[("number", one.number.to_string().into()), ("day", day.into())])
            };
            let letters = listed(locale, others.iter().map(named));
            (new, text(locale, "replaces", &[("letters", letters.into())]))
        }
    };
    let is_marked = letter.subject.ends_with(&mark);
    let subject = if is_marked { letter.subject.clone() } else { format!("{} {mark}", letter.subject) };
    Letter { subject, ..letter }
}
