//! The responses of changes, stored so that a repeated request gets the same one.

use poem::http::{HeaderName, HeaderValue, StatusCode};
use poem::{IntoResponse, Response};

use crate::error::AppError;
use crate::http::Reply;
use crate::idempotency::{Answer, StoredResponse};

/// The header that marks a replayed response.
pub const IDEMPOTENT_REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

impl<T: Send, O: Send> Answer for Reply<T, O> {
    async fn stored(self) -> Result<(StoredResponse, Self), AppError> {
        let (stored, response) = read(self.into_response()).await?;
        Ok((stored, response.into()))
    }

    fn again(stored: StoredResponse) -> Result<Self, AppError> {
        let status = StatusCode::from_u16(stored.status).map_err(|error| AppError::Internal(error.into()))?;
        let mut response = Response::builder().status(status).header(IDEMPOTENT_REPLAYED, "true");
        for (name, value) in stored.headers {
            response = response.header(name, value);
        }
        Ok(response.body(stored.body).into())
    }
}

/// Reads a response. Returns what it says, and the response.
pub async fn read(response: Response) -> Result<(StoredResponse, Response), AppError> {
    let (parts, body) = response.into_parts();
    let body = body.into_bytes().await.map_err(|error| AppError::Internal(error.into()))?;
    let header = |(name, value): (&HeaderName, &HeaderValue)| {
        let value = value.to_str().map_err(|error| AppError::Internal(error.into()))?;
        Ok((name.to_string(), value.to_owned()))
    };
    let stored = StoredResponse {
        status: parts.status.as_u16(),
        headers: parts.headers.iter().map(header).collect::<Result<_, AppError>>()?,
        body: String::from_utf8(body.to_vec()).map_err(|error| AppError::Internal(error.into()))?,
    };
    Ok((stored, Response::from_parts(parts, body.into())))
}
