//! Serves the files that pages load.

use poem::Response;
use poem::http::header::{CACHE_CONTROL, CONTENT_TYPE};

use super::assets;
use super::visit::{Answer, Visit};
use crate::error::AppError;

pub(super) async fn show(visit: Visit) -> Answer {
    let (content_type, bytes) = assets::find(&visit.path).ok_or(AppError::NotFound)?;
    Ok(Response::builder()
        .header(CONTENT_TYPE, content_type)
        .header(CACHE_CONTROL, "public, max-age=31536000, immutable")
        .body(bytes))
}
