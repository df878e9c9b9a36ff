//! The logo of the account's letterhead, as pages show it beside the account's name.

use poem::Response;
use poem::http::header::{CACHE_CONTROL, CONTENT_TYPE};

use super::visit::{Answer, CurrentAccount, Visit};
use crate::error::AppError;
use crate::resources::letters::letterhead;
use crate::typeset::logo_type;

pub(super) async fn show(visit: Visit) -> Answer {
    let CurrentAccount { scope, .. } = visit.account()?;
    if visit.logo().await?.as_deref() != Some(&visit.path) {
        return Err(AppError::NotFound);
    }
    let logo = letterhead::logo(visit.app.store.read(), scope).await?;
    picture(logo, "private, max-age=31536000, immutable")
}

/// Answers with a logo, if there is one, which browsers may keep for as long as `kept` says.
pub(super) fn picture(logo: Option<Vec<u8>>, kept: &'static str) -> Answer {
    let logo = logo.ok_or(AppError::NotFound)?;
    let content_type = logo_type(&logo).ok_or(AppError::NotFound)?;
    Ok(Response::builder().header(CONTENT_TYPE, content_type).header(CACHE_CONTROL, kept).body(logo))
}
