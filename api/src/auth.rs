//! Authentication by API key. The key is the query parameter `api_key` (specification, section 5), or a bearer token,
//! which keeps it out of URLs.

mod key_uses;
mod keys;
mod owner;

use std::net::IpAddr;

use arrayvec::ArrayString;
use chrono_tz::Tz;
use iso_currency::Currency;
use poem::http::header::{AUTHORIZATION, USER_AGENT};
use poem::{Request, RequestBody, Result};
use poem_openapi::registry::{MetaSecurityScheme, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use sea_orm::ConnectionTrait;
use shared::database::statement::sql;
use shared::entities::AccountScope;
use shared::values::choices::MembershipRole;
use shared::values::trace::Trace;

pub use keys::Keys;
pub use owner::Owner;

use crate::accounts::Actor;
use crate::error::AppError;
use crate::http::request_id;
use crate::http::request_log::RequestContext;
use crate::http::routes::API_KEY;
use crate::state::App;

/// The name of the bearer scheme in the document.
pub const BEARER: &str = "bearer";

/// An authenticated caller, and the account that the key or the session opens.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    /// The user, or `None` for the service itself.
    pub user_id: Option<i64>,
    /// The API key of the request, if it came with one.
    pub key_id: Option<i64>,
    /// The address from which the user calls.
    pub address: Option<IpAddr>,
    /// The account's rows.
    pub account: AccountScope,
    /// The account's currency, the default of gifts and pledges.
    pub currency: Currency,
    /// The account's time zone, in which its days begin.
    pub timezone: Tz,
    /// Whether a received gift makes a donor of a contact.
    pub status_follows_gifts: bool,
    /// Whether the user owns the account now. The service itself does not.
    pub is_owner: bool,
    /// The request's step in its trace.
    pub trace: Trace,
    /// The way by which the change comes.
    pub via: Via,
    /// The id of the request, if there is one.
    pub request_id: Option<RequestId>,
}

/// The id of a request, in place.
pub type RequestId = ArrayString<{ request_id::MAX_LEN }>;

shared::choices! {
    /// The way by which a change comes.
    Via: Api { Api = "api", Web = "web", Import = "import", Merge = "merge", Erasure = "erasure" }
}

impl Caller {
    /// Makes the caller for work that the service itself does for an account. Returns `None` if there is no such
    /// account.
    pub async fn of_account(
        connection: &impl ConnectionTrait,
        account: AccountScope,
    ) -> Result<Option<Self>, AppError> {
        let text = "SELECT currency, timezone, status_follows_gifts FROM accounts WHERE id = $1";
        let statement = sql(connection, text, vec![account.account_id().into()]);
        let Some(row) = connection.query_one_raw(statement).await? else { return Ok(None) };
        let (currency, timezone): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        let caller = Self::new(account.account_id(), &currency, &timezone, Trace::begin())?;
        Ok(Some(Self { status_follows_gifts: row.try_get_by_index(2)?, ..caller }))
    }

    /// Makes the caller for an account, which has this currency and this time zone.
    pub fn new(account_id: i64, currency: &str, timezone: &str, trace: Trace) -> Result<Self, AppError> {
        Ok(Self {
            user_id: None,
            key_id: None,
            address: None,
            account: AccountScope::new(account_id),
            currency: crate::money::currency(currency).ok_or_else(|| {
                AppError::Internal(format!("an account has the unknown currency {currency}").into())
            })?,
            timezone: timezone
                .parse()
                .map_err(|error: chrono_tz::ParseError| AppError::Internal(error.into()))?,
            status_follows_gifts: false,
            is_owner: false,
            trace,
            via: Via::Api,
            request_id: None,
        })
    }

    /// Returns the same caller for changes that come this way.
    #[must_use]
    pub fn through(self, via: Via) -> Self {
        Self { via, ..self }
    }

    /// Returns the same caller in a request.
    #[must_use]
    pub fn within(self, request: &RequestContext) -> Self {
        Self { request_id: RequestId::from(&request.request_id).ok(), ..self }
    }

    /// Returns the same caller in an import. Its events have `import-` and its id in place of a request's.
    #[must_use]
    pub fn importing(self, import_id: i64) -> Self {
        let request_id = RequestId::from(&request_of_import(import_id)).ok();
        Self { via: Via::Import, request_id, ..self }
    }

    /// Returns the same caller as a user at an address.
    #[must_use]
    pub fn as_user(self, user_id: i64, address: IpAddr) -> Self {
        Self { user_id: Some(user_id), address: Some(address), ..self }
    }

    /// Returns the actor of what is done now, for the audit log.
    pub fn actor(&self, now_ms: i64) -> Actor {
        Actor { user_id: self.user_id, address: self.address, now_ms }
    }
}

/// Returns what an import's events have in place of the id of a request.
pub fn request_of_import(import_id: i64) -> String {
    format!("import-{import_id}")
}

/// Returns the key of a request: the parameter, or else the header. An empty parameter counts as not sent. If the
/// parameter is sent with different values, the request has no key.
fn key(request: &Request) -> Option<String> {
    let query = request.uri().query().unwrap_or_default();
    let pairs = url::form_urlencoded::parse(query.as_bytes());
    let mut keys = pairs.filter(|(name, value)| name == API_KEY && !value.is_empty());
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
        let api_key =
            scheme("apiKey", "The key as a query parameter. It counts before the header, if it is not empty");
        let bearer = scheme("http", "The key in the Authorization header, which keeps it out of URLs");
        registry.create_security_scheme(
            API_KEY,
            MetaSecurityScheme { name: Some(API_KEY), key_in: Some("query"), ..api_key },
        );
        registry.create_security_scheme(BEARER, MetaSecurityScheme { scheme: Some("bearer"), ..bearer });
    }

    fn security_schemes() -> Vec<&'static str> {
        vec![BEARER, API_KEY]
    }

    fn has_security_fallback() -> bool {
        false
    }

    async fn from_request(
        request: &'a Request,
        _body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> Result<Self> {
        Ok(authenticate(request).await?.0)
    }
}

/// Finds the caller of a request by its key, counts the request, and notes the use. Returns the caller and the user's
/// present role.
async fn authenticate(request: &Request) -> Result<(Caller, MembershipRole), AppError> {
    let missing = || AppError::Internal("the app is not set up".into());
    let app = request.data::<App>().ok_or_else(missing)?;
    let context = request.data::<RequestContext>().ok_or_else(missing)?;
    let keys = request.data::<Keys>().ok_or_else(missing)?;
    let sent = key(request);
    let key = match &sent {
        Some(key) => keys.find(key).await?,
        None => None,
    };
    // A caller with a valid key is let in, whatever others at the same address do.
    let Some(key) = key else { return Err(app.rate_limits.take_failure(context.client)) };
    let _ = context.account_id.set(key.account_id);
    let caller = Caller::new(key.account_id, &key.currency, &key.timezone, context.trace)?
        .as_user(key.user_id, context.client)
        .within(context);
    let caller = Caller {
        key_id: Some(key.id),
        status_follows_gifts: key.status_follows_gifts,
        is_owner: key.role == MembershipRole::Owner,
        ..caller
    };
    let agent = request.headers().get(USER_AGENT).and_then(|agent| agent.to_str().ok());
    keys.note_use(&key, app.clock.now_ms(), agent);
    if let Some((state, verdict)) = app.rate_limits.take(key.id) {
        let _ = context.rate_limit.set(state);
        verdict?;
    }
    let (keys, sent, role) = (keys.clone(), sent.unwrap_or_default(), key.role);
    context.recheck.set(move || {
        let (keys, sent) = (keys.clone(), sent.clone());
        Box::pin(async move {
            let holds = keys.find(&sent).await?.is_some_and(|key| key.role == role);
            if holds { Ok(()) } else { Err(AppError::Forbidden) }
        })
    });
    Ok((caller, role))
}
