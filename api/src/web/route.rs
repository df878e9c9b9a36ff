//! The way of a request to its page: who visits, whether the visitor may see the page, and whether a form is the visitor's
//! own.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::BoxFuture;
use poem::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderMap, LOCATION, USER_AGENT};
use poem::http::{HeaderValue, Method, StatusCode};
use poem::{Endpoint, IntoResponse, Request, Response};
use shared::values::choices::MembershipRole;
use tokio::time::timeout;
use url::form_urlencoded::byte_serialize;

use super::posted::{FormLimits, Posted, value_of};
use super::shell::protect;
use super::upload::{self, Upload};
use super::visit::{Answer, Asked, Cookies, Visit};
use super::{csrf, failure, start};
use crate::accounts::sessions::SignedIn;
use crate::http::accept::accepts_html;
use crate::http::media_type::is_type;
use crate::http::request_log::RequestContext;
use crate::http::routes::RoutePath;
use crate::http::{AppError, body};
use crate::state::App;

const FORM: &str = "application/x-www-form-urlencoded";
const FORM_WITH_FILE: &str = "multipart/form-data";
/// How long a form to which no cookie belongs may still arrive, only so that the browser then reads the answer.
const FORGED_WITHIN: Duration = Duration::from_millis(500);

/// Who may see a page, or send a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Anybody. It is not looked up who it is.
    Public,
    /// Anybody, signed in or not.
    Anyone,
    /// Who is signed in, also without an account.
    SignedIn,
    /// Who belongs to the current account.
    Member,
    /// Owners of the current account.
    Owner,
}

pub(super) type Handler = fn(Visit) -> BoxFuture<'static, Answer>;

/// A page or a form.
pub struct Route {
    /// `GET` for a page, `POST` for a form.
    pub method: Method,
    /// The path, with `:name` for what varies.
    pub path: &'static str,
    /// The query parameters that the page knows.
    pub query: &'static [&'static str],
    /// Who may see it.
    pub who: Who,
    /// Whether the form may have a file.
    pub(super) takes_file: bool,
    pub(super) handler: Handler,
}

impl Route {
    fn form_limits(&self) -> FormLimits {
        match self.who {
            Who::Public | Who::Anyone => FormLimits::OF_ANYBODY,
            Who::SignedIn | Who::Member | Who::Owner => FormLimits::OF_USERS,
        }
    }
}

/// Declares a route: method, path, query parameters, who, handler. `FILE` declares a form that may have a file.
macro_rules! page {
    (FILE $path:literal $who:ident $handler:path) => {
        $crate::web::route::Route { takes_file: true, ..$crate::web::route::page!(POST $path [] $who $handler) }
    };
    ($method:ident $path:literal [$($query:literal),*] $who:ident $handler:path) => {
        $crate::web::route::Route {
            method: poem::http::Method::$method,
            path: $path,
            query: &[$($query),*],
            who: $crate::web::route::Who::$who,
            takes_file: false,
            handler: |visit| Box::pin($handler(visit)),
        }
    };
}
pub(super) use page;

/// Adds the pages to the routes of the service.
pub(super) fn mount(mut service: poem::Route, app: &App, routes: &'static [Route]) -> poem::Route {
    for (path, routes) in by_path(routes) {
        service = service.at(path, Pages { app: app.clone(), routes });
    }
    service
}

/// Returns the paths of the pages, with their methods and parameters.
pub(super) fn paths(routes: &'static [Route]) -> Vec<RoutePath> {
    let in_braces = |part: &str| match part.strip_prefix(':') {
        Some(name) => format!("{{{name}}}"),
        None => part.to_owned(),
    };
    let path = |(path, routes): (&str, Vec<&Route>)| RoutePath {
        template: path.split('/').map(in_braces).collect::<Vec<_>>().join("/"),
        methods: routes
            .into_iter()
            .map(|route| (route.method.clone(), route.query.iter().map(ToString::to_string).collect()))
            .collect(),
    };
    by_path(routes).into_iter().map(path).collect()
}

fn by_path(routes: &'static [Route]) -> BTreeMap<&'static str, Vec<&'static Route>> {
    let mut paths: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for route in routes {
        paths.entry(route.path).or_default().push(route);
    }
    paths
}

/// The page and the forms of one path.
struct Pages {
    app: App,
    routes: Vec<&'static Route>,
}

impl Endpoint for Pages {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        // Keep this future on the heap, because it is as large as the largest page.
        let mut response = Box::pin(self.answer(request)).await?;
        let headers = response.headers_mut();
        protect(headers);
        // What is not a page, such as an exported list, shows donors too. Only the files that pages load may be kept.
        if !headers.contains_key(CACHE_CONTROL) {
            headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        Ok(response)
    }
}

impl Pages {
    async fn answer(&self, mut request: Request) -> Answer {
        let missing = || AppError::Internal("the app is not set up".into());
        let context = request.data::<RequestContext>().ok_or_else(missing)?.clone();
        let is_browser = accepts_html(request.headers());
        let path = request.uri().path().to_owned();
        let route = self.routes.iter().find(|route| route.method == request.method());
        let route = route.ok_or_else(|| AppError::MethodNotAllowed(self.allow()))?;
        let mut cookies = Cookies::read(&context, request.headers());
        let signed_in = match route.who {
            Who::Public => None,
            _ => cookies.session(&self.app).await?,
        };
        if let Some(account_id) = signed_in.as_ref().and_then(|session| session.account_id) {
            let _ = context.account_id.set(account_id);
        }
        // Files that pages load are not counted: they come by the dozen, cost little, and browsers keep them.
        if route.who != Who::Public {
            let user_id = signed_in.as_ref().map(|session| session.user_id);
            self.app.rate_limits.take_visit(user_id, context.client)?;
        }
        if path == "/" && !is_browser {
            return Ok(start::to_docs());
        }
        match admit(route.who, signed_in.as_ref()) {
            Admission::Admitted => {}
            Admission::NotSignedIn if is_browser => return Ok(to_sign_in(route, &request)),
            Admission::NotSignedIn => return Err(AppError::Unauthorized),
            Admission::NoAccount if is_browser => return Ok(see_other("/no-account")),
            Admission::NoAccount | Admission::WrongRole => return Err(AppError::Forbidden),
        }
        let (posted, upload) = if route.method == Method::POST {
            let binding = match &signed_in {
                Some(_) => cookies.session.as_deref(),
                None => cookies.form.as_deref(),
            };
            match self.read_form(&context, binding, route, &mut request).await? {
                Some(posted) => posted,
                None if is_browser => return Ok(failure::forged(signed_in.is_some())),
                None => return Err(AppError::Forbidden),
            }
        } else {
            (Posted::default(), None)
        };
        let asked = Asked {
            path,
            query: Posted::parse(request.uri().query().unwrap_or_default().as_bytes()),
            posted,
            upload,
            user_agent: text(request.headers(), &USER_AGENT),
        };
        let visit = Visit::new(&self.app, context, asked, (signed_in, cookies))?;
        (route.handler)(visit).await
    }

    /// Returns the methods of the path, for the header `Allow`.
    fn allow(&self) -> String {
        let methods = self.routes.iter().map(|route| match route.method {
            Method::GET => "GET, HEAD",
            _ => route.method.as_str(),
        });
        methods.collect::<Vec<_>>().join(", ")
    }

    /// Reads the fields of a form. Returns `None` if it is not the visitor's own. Nothing is read of a form to which no cookie
    /// belongs, and no field is kept before the token is checked.
    async fn read_form(
        &self,
        context: &RequestContext,
        binding: Option<&str>,
        route: &Route,
        request: &mut Request,
    ) -> Result<Option<(Posted, Option<Upload>)>, AppError> {
        let body = request.take_body();
        let Some(binding) = binding.filter(|_| !csrf::is_foreign(&context.origin, request.headers())) else {
            // After this time the answer is sent anyway.
            let _ = timeout(FORGED_WITHIN, body::discard(request.headers(), body)).await;
            return Ok(None);
        };
        let is_own = |token: &str| csrf::is_valid(&self.app.secrets_key, binding, token);
        let limits = route.form_limits();
        if route.takes_file && is_type(request, FORM_WITH_FILE) {
            let content_type = text(request.headers(), &CONTENT_TYPE).unwrap_or_default();
            let (posted, upload) = upload::read(&content_type, body, limits).await?;
            if is_own(posted.text(csrf::FIELD))? {
                return Ok(Some((posted, upload)));
            }
            if let Some(upload) = upload {
                upload.discard().await;
            }
            return Ok(None);
        }
        body::check_type(request, FORM)?;
        let encoded = body::read(request.headers(), body, limits.bytes).await?;
        if !is_own(&value_of(&encoded, csrf::FIELD, limits))? {
            return Ok(None);
        }
        Ok(Some((Posted::parse_form(&encoded, limits)?, None)))
    }
}

/// Whether a visitor may go on.
enum Admission {
    Admitted,
    NotSignedIn,
    NoAccount,
    WrongRole,
}

fn admit(who: Who, signed_in: Option<&SignedIn>) -> Admission {
    let Some(session) = signed_in else {
        return match who {
            Who::Public | Who::Anyone => Admission::Admitted,
            Who::SignedIn | Who::Member | Who::Owner => Admission::NotSignedIn,
        };
    };
    match (who, session.role) {
        (Who::Public | Who::Anyone | Who::SignedIn, _)
        | (Who::Member, Some(_))
        | (Who::Owner, Some(MembershipRole::Owner)) => Admission::Admitted,
        (Who::Owner, Some(MembershipRole::Member)) => Admission::WrongRole,
        (Who::Member | Who::Owner, None) => Admission::NoAccount,
    }
}

/// Sends a visitor to the sign-in, and from there back to the page. A form is not sent again.
fn to_sign_in(route: &Route, request: &Request) -> Response {
    if route.method != Method::GET {
        return see_other("/sign-in");
    }
    let next: String = byte_serialize(request.uri().path().as_bytes()).collect();
    see_other(&format!("/sign-in?next={next}"))
}

fn see_other(path: &str) -> Response {
    StatusCode::SEE_OTHER.with_header(LOCATION, path).into_response()
}

fn text(headers: &HeaderMap, name: &poem::http::HeaderName) -> Option<String> {
    Some(headers.get(name)?.to_str().ok()?.to_owned())
}
