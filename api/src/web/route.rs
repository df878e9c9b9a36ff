//! The way of a request to its page: it finds out who visits, whether the visitor may see the page, and whether a form
//! is the visitor's own.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::BoxFuture;
use poem::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderMap, LOCATION, USER_AGENT};
use poem::http::{HeaderValue, Method, StatusCode};
use poem::{Endpoint, IntoResponse, Request, Response};
use shared::values::choices::MembershipRole;
use tokio::time::timeout;
use url::form_urlencoded::byte_serialize;

use super::flash::Flash;
use super::kept_form::{self, KeptForm};
use super::posted::{FormLimits, Posted, value_of};
use super::shell::protect;
use super::upload::{self, Upload};
use super::visit::{Answer, Asked, Cookies, Visit};
use super::{csrf, failure, public_form, sign_in, start};
use crate::accounts::sessions::SignedIn;
use crate::error::AppError;
use crate::http::accept::{accepts_html, language_tag};
use crate::http::body;
use crate::http::media_type::is_type;
use crate::http::request_log::RequestContext;
use crate::http::routes::RoutePath;
use crate::state::App;

const FORM: &str = "application/x-www-form-urlencoded";
const FORM_WITH_FILE: &str = "multipart/form-data";
/// How long a form without a matching cookie may still arrive, only so that the browser then reads the answer.
const FORGED_WITHIN: Duration = Duration::from_millis(500);

/// Who may see a page, or send a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Anybody. The service does not look up who visits.
    Public,
    /// Anybody, signed in or not.
    Anyone,
    /// Visitors who are signed in, also without an account.
    SignedIn,
    /// Members of the current account.
    Member,
    /// Owners of the current account.
    Owner,
}

pub(super) type Handler = fn(Visit) -> BoxFuture<'static, Answer>;

/// A page or a form.
pub struct Route {
    /// `GET` for a page, `POST` for a form.
    pub method: Method,
    /// The path, with `:name` for each part that varies.
    pub path: String,
    /// The query parameters that the page knows.
    pub query: fn() -> Vec<&'static str>,
    /// Who may see it.
    pub who: Who,
    /// Whether the form may have a file.
    pub(super) takes_file: bool,
    pub(super) handler: Handler,
    /// Shows the form again with the typed values, and changes nothing.
    pub(super) again: Option<Handler>,
}

impl Route {
    fn form_limits(&self) -> FormLimits {
        match self.who {
            Who::Public | Who::Anyone if kept_form::CARRIED_BY.contains(&&*self.path) => FormLimits::CARRYING,
            Who::Public | Who::Anyone if self.path == public_form::PATH => FormLimits::OF_SUPPORTERS,
            Who::Public | Who::Anyone => FormLimits::OF_ANYBODY,
            Who::SignedIn | Who::Member | Who::Owner => FormLimits::OF_USERS,
        }
    }
}

/// Declares a route: method, path, query parameters (`..` before the function that returns them), who, handler. `FILE`
/// declares a form that may have a file. The handler after `again` shows the values that were typed into the form
/// before the session ended.
macro_rules! page {
    (POST $path:tt [] $who:ident $handler:path, again $again:path) => {
        $crate::web::route::Route {
            again: Some(|visit| Box::pin($again(visit))),
            ..$crate::web::route::page!(POST $path [] $who $handler)
        }
    };
    (FILE $path:tt $who:ident $handler:path) => {
        $crate::web::route::Route { takes_file: true, ..$crate::web::route::page!(POST $path [] $who $handler) }
    };
    ($method:ident $path:tt [$($query:literal),*] $who:ident $handler:path) => {
        $crate::web::route::page!($method $path [..|| vec![$($query),*]] $who $handler)
    };
    ($method:ident $path:tt [..$query:expr] $who:ident $handler:path) => {
        $crate::web::route::Route {
            method: poem::http::Method::$method,
            path: $path.into(),
            query: $query,
            who: $crate::web::route::Who::$who,
            takes_file: false,
            handler: |visit| Box::pin($handler(visit)),
            again: None,
        }
    };
}
pub(super) use page;

/// Adds the pages to the routes of the service.
pub(super) fn mount(mut service: poem::Route, app: &App, routes: &'static [Route]) -> poem::Route {
    for (path, own) in by_path(routes) {
        service = service.at(path, Pages { app: app.clone(), routes: own, all: routes });
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
            .map(|route| (route.method.clone(), (route.query)().into_iter().map(str::to_owned).collect()))
            .collect(),
    };
    by_path(routes).into_iter().map(path).collect()
}

fn by_path(routes: &'static [Route]) -> BTreeMap<&'static str, Vec<&'static Route>> {
    let mut paths: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for route in routes {
        paths.entry(&*route.path).or_default().push(route);
    }
    paths
}

/// The page and the forms of one path.
struct Pages {
    app: App,
    routes: Vec<&'static Route>,
    /// The routes of all paths.
    all: &'static [Route],
}

impl Endpoint for Pages {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        // Keep this future on the heap, because it is as large as the largest page.
        let mut response = Box::pin(self.answer(request)).await?;
        let headers = response.headers_mut();
        protect(headers);
        // Answers that are not pages, such as an exported list, show donors too. Only the files that pages load may be
        // kept.
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
            Admission::NotSignedIn if is_browser && route.method == Method::POST => {
                return self.keep(route, (context, cookies), request).await;
            }
            Admission::NotSignedIn if is_browser => {
                let uri = request.uri();
                return Ok(to_sign_in(uri.path_and_query().map_or(uri.path(), |asked| asked.as_str())));
            }
            Admission::NotSignedIn => return Err(AppError::Unauthorized),
            Admission::NoAccount if is_browser => return Ok(see_other("/no-account")),
            Admission::NoAccount | Admission::WrongRole => return Err(AppError::Forbidden),
        }
        let mut handler = route.handler;
        let (mut posted, upload, is_own) = if route.method == Method::POST {
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
            (Posted::default(), None, true)
        };
        // The body may have taken minutes. Meanwhile the session may have ended, or the user may have lost the role.
        if let Some(before) = &signed_in
            && route.method == Method::POST
        {
            let now = cookies.session(&self.app).await?;
            // A session that was switched to another account does not end with the membership in this one.
            let is_same = now.as_ref().is_some_and(|now| {
                (now.session_id, now.account_id) == (before.session_id, before.account_id)
            });
            if !is_same || !matches!(admit(route.who, now.as_ref()), Admission::Admitted) {
                if let Some(upload) = upload {
                    upload.discard().await;
                }
                return if is_browser { Ok(see_other("/sign-in")) } else { Err(AppError::Unauthorized) };
            }
        }
        // The values were typed before the session ended: the browser brings them after the sign-in, or sends the form
        // again after a sign-in in another window.
        let is_kept = route.again.is_some() && posted.has(kept_form::FIELD);
        let (key, now_ms) = (&self.app.secrets_key, self.app.clock.now_ms());
        if is_kept || !is_own {
            let kept = if is_own {
                KeptForm::open(key, posted.text(kept_form::FIELD), now_ms)
            } else {
                KeptForm::of(key, &path, &posted, now_ms)
            };
            let typed = kept.zip(signed_in.as_ref()).and_then(|(kept, session)| kept.typed(session, &path));
            (posted, handler) = match (typed, route.again) {
                (Some(typed), Some(again)) => (typed, again),
                _ if is_own => return Ok(failure::not_kept()),
                _ if is_browser => return Ok(failure::forged(signed_in.is_some())),
                _ => return Err(AppError::Forbidden),
            };
        }
        let asked = Asked {
            path,
            query: Posted::parse(request.uri().query().unwrap_or_default().as_bytes()),
            posted,
            upload,
            user_agent: text(request.headers(), &USER_AGENT),
            language_tag: language_tag(request.headers()),
        };
        let mut visit = Visit::new(&self.app, context, asked, (signed_in, cookies))?;
        if is_kept || !is_own {
            visit.say(Flash::new(t!(kept_form::SHOWN)));
        }
        handler(visit).await
    }

    /// Asks somebody whose session has ended for a sign-in, which brings the typed values back to the form.
    async fn keep(
        &self,
        route: &Route,
        (context, cookies): (RequestContext, Cookies),
        mut request: Request,
    ) -> Answer {
        let path = request.uri().path().to_owned();
        let is_foreign = csrf::is_foreign(&context.origin, request.headers());
        if !cookies.are_of_visitor() || !is_type(&request, FORM) || is_foreign {
            return Ok(see_other("/sign-in"));
        }
        let user_agent = text(request.headers(), &USER_AGENT);
        let (key, now_ms) = (self.app.secrets_key.clone(), self.app.clock.now_ms());
        let body = request.take_body();
        let kept = match FormLimits::CARRYING.read(request.headers(), body, context.client).await {
            Ok(encoded) => KeptForm::of_body(&key, &path, &encoded, now_ms),
            // A form that is too large is not kept.
            Err(AppError::PayloadTooLarge(_)) => None,
            Err(error) => return Err(error),
        };
        let next = self.page_of(&path).unwrap_or("/overview").to_owned();
        let Some(kept) = kept else { return Ok(to_sign_in(&next)) };
        let sealed = if route.again.is_some() { kept.seal(&key)? } else { String::new() };
        let asked = Asked { path, user_agent, ..Asked::default() };
        let visit = Visit::new(&self.app, context, asked, (None, cookies))?;
        sign_in::ask_again(visit, &next, &sealed).await
    }

    /// Returns the path of the page with the form that goes to this path: the same one, or the nearest above it.
    fn page_of<'a>(&self, path: &'a str) -> Option<&'a str> {
        let is_at = |route: &Route, path: &str| {
            let (parts, own) = (path.split('/'), route.path.split('/'));
            parts.clone().count() == own.clone().count()
                && own.zip(parts).all(|(own, part)| own.starts_with(':') || own == part)
        };
        let mut path = path;
        while !path.is_empty() {
            if self.all.iter().any(|route| route.method == Method::GET && is_at(route, path)) {
                return Some(path);
            }
            path = path.rsplit_once('/').map_or("", |(above, _)| above);
        }
        None
    }

    /// Returns the methods of the path, for the header `Allow`.
    fn allow(&self) -> String {
        let methods = self.routes.iter().map(|route| match route.method {
            Method::GET => "GET, HEAD",
            _ => route.method.as_str(),
        });
        methods.collect::<Vec<_>>().join(", ")
    }

    /// Reads the fields of a form, and whether it is the visitor's own now. If it is not, the service gave it to
    /// somebody who was signed in. Returns `None` for any other form. It reads nothing of a form without a matching
    /// cookie, and keeps no field before it has checked the token.
    async fn read_form(
        &self,
        context: &RequestContext,
        binding: Option<&str>,
        route: &Route,
        request: &mut Request,
    ) -> Result<Option<(Posted, Option<Upload>, bool)>, AppError> {
        let body = request.take_body();
        let Some(binding) = binding.filter(|_| !csrf::is_foreign(&context.origin, request.headers())) else {
            // After this time the answer is sent anyway.
            let _ = timeout(FORGED_WITHIN, body::discard(request.headers(), body)).await;
            return Ok(None);
        };
        let key = &self.app.secrets_key;
        let is_own = |token: &str| csrf::is_valid(key, binding, token);
        let limits = route.form_limits();
        if route.takes_file && is_type(request, FORM_WITH_FILE) {
            let content_type = text(request.headers(), &CONTENT_TYPE).unwrap_or_default();
            let (posted, upload) = upload::read(&content_type, body, limits).await?;
            if is_own(posted.text(csrf::FIELD))? {
                return Ok(Some((posted, upload, true)));
            }
            if let Some(upload) = upload {
                upload.discard().await;
            }
            return Ok(None);
        }
        body::check_type(request, FORM)?;
        let encoded = limits.read(request.headers(), body, context.client).await?;
        let token = value_of(&encoded, csrf::FIELD, limits);
        let is_own = is_own(&token)?;
        let was_own = || route.again.is_some() && csrf::owner(key, &token).is_some();
        if !is_own && !was_own() {
            return Ok(None);
        }
        Ok(Some((Posted::parse_form(&encoded, limits)?, None, is_own)))
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

/// Sends a visitor to the sign-in, and from there to a page.
fn to_sign_in(next: &str) -> Response {
    let next: String = byte_serialize(next.as_bytes()).collect();
    see_other(&format!("/sign-in?next={next}"))
}

fn see_other(path: &str) -> Response {
    StatusCode::SEE_OTHER.with_header(LOCATION, path).into_response()
}

fn text(headers: &HeaderMap, name: &poem::http::HeaderName) -> Option<String> {
    Some(headers.get(name)?.to_str().ok()?.to_owned())
}
