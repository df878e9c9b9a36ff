//! `/`: the overview, or the sign-in.

use super::visit::{Answer, Visit};

pub(super) async fn show(visit: Visit) -> Answer {
    visit.redirect(if visit.signed_in.is_some() { "/overview" } else { "/sign-in" })
}
