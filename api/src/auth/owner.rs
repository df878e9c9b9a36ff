//! The caller of an operation that the specification does not have, and that the web application keeps for owners.

use poem::{Request, RequestBody, Result};
use poem_openapi::registry::Registry;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use shared::values::choices::MembershipRole;

use super::{Caller, authenticate};
use crate::error::AppError;

/// An authenticated caller who owns the account now. A member's key is refused before the body is read.
#[derive(Clone, Copy, Debug)]
pub struct Owner(pub Caller);

impl<'a> ApiExtractor<'a> for Owner {
    const TYPES: &'static [ApiExtractorType] = <Caller as ApiExtractor>::TYPES;

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        Caller::register(registry);
    }

    fn security_schemes() -> Vec<&'static str> {
        Caller::security_schemes()
    }

    fn has_security_fallback() -> bool {
        Caller::has_security_fallback()
    }

    async fn from_request(
        request: &'a Request,
        _body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> Result<Self> {
        match authenticate(request).await? {
            (caller, MembershipRole::Owner) => Ok(Self(caller)),
            (_, MembershipRole::Member) => Err(AppError::Forbidden.into()),
        }
    }
}
