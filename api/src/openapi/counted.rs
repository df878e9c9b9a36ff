//! The rate limit for readers of the document and its pages.

use std::sync::Arc;

use poem::{Endpoint, Request, Result};

use crate::http::request_log::RequestContext;
use crate::state::App;

/// Counts a request against the rate limit of its address.
pub(super) async fn counted<E: Endpoint>(endpoint: Arc<E>, request: Request) -> Result<E::Output> {
    if let (Some(app), Some(context)) = (request.data::<App>(), request.data::<RequestContext>()) {
        app.rate_limits.take_visit(None, context.client)?;
    }
    endpoint.call(request).await
}
