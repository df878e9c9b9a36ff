//! Who is calling: an API key, as the query parameter `api_key` (specification, section 5) or as a bearer token, which
//! keeps it out of URLs.

use chrono_tz::Tz;
use iso_currency::Currency;
use poem::http::header::AUTHORIZATION;
use poem::{Request, RequestBody, Result};
use poem_openapi::registry::{MetaSecurityScheme, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use sea_orm::{ConnectionTrait, Value};
use shared::Store;
use shared::entities::AccountScope;
use shared::ids::hash_api_key;
use shared::store::sql;
use shared::trace::Trace;

use super::AppError;
use super::shell::Exchange;
use crate::app::App;

/// The name of the key's scheme in the document, and of the query parameter.
pub const API_KEY: &str = "api_key";
/// The name of the bearer scheme in the document.
pub const BEARER: &str = "bearer";

/// An authenticated caller, and the account that the key opens.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    /// The account's rows.
    pub account: AccountScope,
    /// The account's currency, the default of gifts and pledges.
    pub currency: Currency,
    /// The account's time zone, in which its days begin.
    pub timezone: Tz,
    /// The step of a trace that the call is.
    pub trace: Trace,
}

impl Caller {
    /// The caller and the id of its key.
    async fn authenticate(store: &Store, key: &str, trace: Trace) -> Result<(Self, i64), AppError> {
        // Keys go with their memberships (foreign key), so a key that is there is valid.
        let source = "api_keys k JOIN accounts a ON a.id = k.account_id WHERE k.key_hash = $1";
        let found = Self::find(store.read(), ("k.id", source), hash_api_key(key).into(), trace).await?;
        found.ok_or(AppError::Forbidden)
    }

    /// The caller that the service itself is when it works for an account.
    pub async fn of_account(
        connection: &impl ConnectionTrait,
        account: AccountScope,
    ) -> Result<Option<Self>, AppError> {
        let source = ("a.id", "accounts a WHERE a.id = $1");
        let found = Self::find(connection, source, account.account_id().into(), Trace::begin()).await?;
        Ok(found.map(|(caller, _)| caller))
    }

    async fn find(
        connection: &impl ConnectionTrait,
        (id, source): (&str, &str),
        value: Value,
        trace: Trace,
    ) -> Result<Option<(Self, i64)>, AppError> {
        let text = format!("SELECT a.id, a.currency, a.timezone, {id} FROM {source}");
        let row = connection.query_one_raw(sql(connection, text, vec![value])).await?;
        let Some(row) = row else { return Ok(None) };
        let (currency, timezone): (String, String) = (row.try_get_by_index(1)?, row.try_get_by_index(2)?);
        let caller = Self {
            account: AccountScope::new(row.try_get_by_index(0)?),
            currency: shared::money::currency(&currency)
                .ok_or_else(|| AppError::Internal(format!("account with the currency {currency}").into()))?,
            timezone: timezone
                .parse()
                .map_err(|error: chrono_tz::ParseError| AppError::Internal(error.into()))?,
            trace,
        };
        Ok(Some((caller, row.try_get_by_index(3)?)))
    }
}

/// The key of a request: the parameter, else the header. Several different parameters are no key.
fn key(request: &Request) -> Option<String> {
    let query = request.uri().query().unwrap_or_default();
    let mut keys = url::form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name == API_KEY);
    if let Some((_, key)) = keys.next() {
        return keys.all(|(_, other)| other == key).then(|| key.into_owned());
    }
    let header = request.headers().get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, key) = header.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| key.trim().to_owned())
}

impl<'a> ApiExtractor<'a> for Caller {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        let scheme = |ty, description| MetaSecurityScheme {
            ty,
            description: Some(description),
            name: None,
            key_in: None,
            scheme: None,
            bearer_format: None,
            flows: None,
            openid_connect_url: None,
        };
        let api_key = scheme("apiKey", "The key as a query parameter");
        let bearer = scheme("http", "The key in the Authorization header, which keeps it out of URLs");
        registry.create_security_scheme(
            API_KEY,
            MetaSecurityScheme { name: Some(API_KEY), key_in: Some("query"), ..api_key },
        );
        registry.create_security_scheme(BEARER, MetaSecurityScheme { scheme: Some("bearer"), ..bearer });
    }

    fn security_schemes() -> Vec<&'static str> {
        vec![API_KEY, BEARER]
    }

    fn has_security_fallback() -> bool {
        false
    }

    async fn from_request(
        request: &'a Request,
        _body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> Result<Self> {
        let missing = || AppError::Internal("the app is not set up".into());
        let app = request.data::<App>().ok_or_else(missing)?;
        let exchange = request.data::<Exchange>().ok_or_else(missing)?;
        let key = key(request).ok_or(AppError::Forbidden)?;
        let (caller, key_id) = Self::authenticate(&app.store, &key, exchange.trace).await?;
        if let Some((standing, verdict)) = app.rate_limits.take(key_id) {
            let _ = exchange.standing.set(standing);
            verdict?;
        }
        Ok(caller)
    }
}
