//! One request of a browser, as a page's handler gets it: the visitor, the sent values, and how to answer.

use askama::Template;
use poem::http::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION, SET_COOKIE};
use poem::http::{HeaderMap, HeaderValue, StatusCode};
use poem::{IntoResponse, Response};
use shared::entities::AccountScope;
use shared::values::choices::{Choice, Locale, MembershipRole};
use tokio::try_join;

use super::cookies::Cookie;
use super::csrf::Owner;
use super::flash::Flash;
use super::posted::Posted;
use super::shell::{Shell, Theme};
use super::summary::Summary;
use super::upload::Upload;
use super::{csrf, shell, trouble};
use crate::accounts::sessions::{self, SignedIn};
use crate::accounts::{Actor, members};
use crate::auth::{Caller, Via};
use crate::crypto::tokens::new_token;
use crate::error::AppError;
use crate::http::request_log::RequestContext;
use crate::records::Context;
use crate::resources::letters::letterhead;
use crate::state::App;

/// The answer of a handler. An error becomes a page.
pub(crate) type Answer = Result<Response, AppError>;

/// A request, with the visitor's session if there is one.
pub(crate) struct Visit {
    /// The application.
    pub(crate) app: App,
    /// The request's trace, id, client and origin.
    pub(crate) context: RequestContext,
    /// The path that was asked for.
    pub(crate) path: String,
    /// The session.
    pub(crate) signed_in: Option<SignedIn>,
    /// The parameters of the query.
    pub(crate) query: Posted,
    /// The fields of the form.
    pub(crate) posted: Posted,
    /// The file of the form, which still arrives.
    pub(crate) upload: Option<Upload>,
    /// The browser, by its own name.
    pub(crate) user_agent: Option<String>,
    /// The language that the browser asks for, as its tag: `de-ch`.
    pub(crate) language_tag: Option<String>,
    /// The token of this visitor's forms.
    pub(crate) csrf: String,
    /// Whether the visitor wants light or dark pages.
    pub(crate) theme: Theme,
    /// The language that the visitor has chosen for pages, if any.
    pub(crate) language: Option<Locale>,
    /// The state after the first step of a sign-in, sealed.
    pub(crate) half_sign_in: Vec<String>,
    /// The user with whom the browser has signed in before, sealed.
    pub(crate) known_browser: Vec<String>,
    /// Whether the browser still has the token of a session that has ended. Public pages do not look it up.
    pub(crate) has_ended: bool,
    /// The problems of the form, for the page that shows it again.
    pub(crate) summary: Option<Summary>,
    flash: Option<Flash>,
    set_cookies: Vec<String>,
}

/// The account that a session is on.
#[derive(Clone, Debug)]
pub(crate) struct CurrentAccount {
    /// The account's rows.
    pub(crate) scope: AccountScope,
    /// Its name.
    pub(crate) name: String,
    /// The user's role in it.
    pub(crate) role: MembershipRole,
    /// Whether it is a sandbox.
    pub(crate) is_sandbox: bool,
}

impl CurrentAccount {
    /// Returns whether the user may do everything.
    pub(crate) fn is_owner(&self) -> bool {
        self.role == MembershipRole::Owner
    }

    /// Returns whether the user may change the members. Those of a sandbox change with those of its account.
    pub(crate) fn manages_members(&self) -> bool {
        self.is_owner() && !self.is_sandbox
    }
}

/// The cookies of a request.
pub(crate) struct Cookies {
    /// The token of the session, once it is [found](Cookies::session).
    pub(crate) session: Option<String>,
    /// The value that binds the forms of a visitor who is not signed in.
    pub(crate) form: Option<String>,
    sessions: Vec<String>,
    half_sign_in: Vec<String>,
    known_browser: Vec<String>,
    flash: Vec<String>,
    theme: Theme,
    language: Option<Locale>,
}

impl Cookies {
    /// Reads the cookies of a request.
    pub(crate) fn read(context: &RequestContext, headers: &HeaderMap) -> Self {
        let read = |cookie: Cookie| cookie.read(&context.origin, headers);
        let all = |cookie: Cookie| cookie.all(&context.origin, headers);
        Self {
            session: None,
            form: read(Cookie::Form),
            sessions: all(Cookie::Session),
            half_sign_in: all(Cookie::HalfSignIn),
            known_browser: all(Cookie::KnownBrowser),
            flash: all(Cookie::Flash),
            theme: Theme::named(&read(Cookie::Theme).unwrap_or_default()),
            language: read(Cookie::Language).and_then(|tag| Locale::parse(&tag).ok()),
        }
    }

    /// Returns whether the visitor has seen a page, signed in or not.
    pub(crate) fn are_of_visitor(&self) -> bool {
        !self.sessions.is_empty() || self.form.is_some()
    }

    /// Finds the session that the visitor has, and keeps its token.
    pub(crate) async fn session(&mut self, app: &App) -> Result<Option<SignedIn>, AppError> {
        for token in &self.sessions {
            if let Some(found) = sessions::find(&app.store, token, app.clock.now_ms()).await? {
                self.session = Some(token.clone());
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// The parts of a request that make a visit.
#[derive(Default)]
pub(crate) struct Asked {
    pub(crate) path: String,
    pub(crate) query: Posted,
    pub(crate) posted: Posted,
    pub(crate) upload: Option<Upload>,
    pub(crate) user_agent: Option<String>,
    pub(crate) language_tag: Option<String>,
}

impl Visit {
    /// Makes the visit of a request.
    pub(crate) fn new(
        app: &App,
        context: RequestContext,
        asked: Asked,
        (signed_in, cookies): (Option<SignedIn>, Cookies),
    ) -> Result<Self, AppError> {
        let Asked { path, query, posted, upload, user_agent, language_tag } = asked;
        let mut set_cookies = Vec::new();
        let has_ended = signed_in.is_none() && !cookies.sessions.is_empty();
        let binding = match (&signed_in, cookies.session, cookies.form) {
            (Some(_), Some(session), _) => session,
            (_, _, Some(form)) => form,
            _ => {
                let form = new_token()?;
                set_cookies.push(Cookie::Form.set(&context.origin, &form));
                form
            }
        };
        let user_id = signed_in.as_ref().map(|session| session.user_id);
        let open = |cookie: &String| Flash::open(&app.secrets_key, cookie, user_id, app.clock.now_ms());
        let flash = cookies.flash.iter().find_map(open);
        let csrf = match &signed_in {
            Some(session) => csrf::token_of(&app.secrets_key, &binding, Owner::of(session))?,
            None => csrf::token(&app.secrets_key, &binding)?,
        };
        Ok(Self {
            app: app.clone(),
            context,
            path,
            signed_in,
            query,
            posted,
            upload,
            user_agent,
            language_tag,
            csrf,
            theme: cookies.theme,
            language: cookies.language,
            half_sign_in: cookies.half_sign_in,
            known_browser: cookies.known_browser,
            has_ended,
            summary: None,
            flash,
            set_cookies,
        })
    }

    /// Returns the session. The route says that there is one.
    pub(crate) fn session(&self) -> Result<&SignedIn, AppError> {
        self.signed_in.as_ref().ok_or(AppError::Unauthorized)
    }

    /// Returns whether the session still goes on, on the same account. It ends with the membership.
    pub(crate) async fn goes_on(&self) -> Result<bool, AppError> {
        let before = self.session()?;
        let (store, now_ms) = (self.app.store.read(), self.app.clock.now_ms());
        let own = sessions::list(store, before.user_id, now_ms).await?;
        Ok(own.iter().any(|one| (one.id, one.account_id) == (before.session_id, before.account_id)))
    }

    /// Returns the current account. The route says that there is one.
    pub(crate) fn account(&self) -> Result<CurrentAccount, AppError> {
        let session = self.session()?;
        let (Some(account_id), Some(name), Some(role)) =
            (session.account_id, &session.account_name, session.role)
        else {
            return Err(AppError::Forbidden);
        };
        let is_sandbox = session.sandbox_of.is_some();
        Ok(CurrentAccount { scope: AccountScope::new(account_id), name: name.clone(), role, is_sandbox })
    }

    /// Returns the path of the logo of the current account, if it has one. It changes with the account and with its
    /// letterhead, so that a browser may keep the picture.
    pub(super) async fn logo(&self) -> Result<Option<String>, AppError> {
        let Ok(CurrentAccount { scope, .. }) = self.account() else { return Ok(None) };
        let at_ms = letterhead::logo_at(self.app.store.read(), scope).await?;
        Ok(at_ms.map(|at_ms| format!("/account/logo/{}-{at_ms}", scope.account_id())))
    }

    /// Returns the visitor as a caller of the same operations as the API's.
    pub(crate) fn caller(&self) -> Result<Caller, AppError> {
        let session = self.session()?;
        let (Some(account_id), Some(currency), Some(timezone)) =
            (session.account_id, &session.currency, &session.timezone)
        else {
            return Err(AppError::Forbidden);
        };
        let caller = Caller::new(account_id, currency, timezone, self.context.trace)?;
        let status_follows_gifts = session.status_follows_gifts.unwrap_or_default();
        let is_owner = session.role == Some(MembershipRole::Owner);
        let caller = Caller { status_follows_gifts, is_owner, ..caller };
        Ok(caller.as_user(session.user_id, self.context.client).within(&self.context).through(Via::Web))
    }

    /// Returns the context of records: the caller, the moment, and the day in the account's time zone.
    pub(crate) fn records(&self) -> Result<Context, AppError> {
        Ok(Context::new(&self.app, self.caller()?))
    }

    /// Returns the actor of what is done now, for the audit log.
    pub(crate) fn actor(&self) -> Actor {
        Actor {
            user_id: self.signed_in.as_ref().map(|session| session.user_id),
            address: Some(self.context.client),
            now_ms: self.app.clock.now_ms(),
        }
    }

    /// Returns a path of the service as a link that works elsewhere, for somebody to copy.
    pub(crate) fn link(&self, path: &str) -> String {
        match &self.app.public_url {
            Some(base) => format!("{base}{path}"),
            None => format!("{}{path}", self.context.origin),
        }
    }

    /// Returns the frame of a page, with the message for this page, unless a script asks for the page to refresh a part
    /// of it: the message is for a person.
    pub(crate) async fn shell(&mut self, title: &str) -> Result<Shell, AppError> {
        let is_live = !self.query.text("live").is_empty();
        let flash = self.flash.take().filter(|_| !is_live);
        if flash.is_some() {
            self.set_cookies.push(Cookie::Flash.remove(&self.context.origin));
        }
        let summary = self.summary.take();
        let mut shell = Shell { theme: self.theme, flash, summary, ..Shell::new(title) };
        if let Some(session) = &self.signed_in {
            let (store, now_ms) = (self.app.store.read(), self.app.clock.now_ms());
            let owned = self.account().ok().filter(CurrentAccount::is_owner);
            let trouble = async {
                match owned {
                    Some(account) => trouble::of_account(store, account.scope, now_ms).await,
                    None => Ok((0, Vec::new())),
                }
            };
            let accounts = async { Ok(members::accounts_of(store, session.user_id).await?) };
            let logo = async { if is_live { Ok(None) } else { self.logo().await } };
            let (accounts, (failing, trouble), logo) = try_join!(accounts, trouble, logo)?;
            shell.trouble = trouble;
            shell.is_sandbox = session.sandbox_of.is_some();
            shell.user = Some(shell::User {
                name: session.user_name.clone().unwrap_or_else(|| session.email.clone()),
                email: session.email.clone(),
                account: self.account().ok().map(|account| account.name),
                logo,
                others: accounts
                    .into_iter()
                    .filter(|account| Some(account.account_id) != session.account_id)
                    .map(|account| (account.account_id, account.name))
                    .collect(),
                csrf: self.csrf.clone(),
                nav: shell::nav(&self.path, session.role, failing),
            });
        }
        Ok(shell)
    }

    /// Answers with a page.
    pub(crate) fn page(&self, page: &impl Template) -> Answer {
        self.page_with(StatusCode::OK, page)
    }

    /// Answers with a page whose form was not accepted.
    pub(crate) fn refused(&self, page: &impl Template) -> Answer {
        self.page_with(StatusCode::UNPROCESSABLE_ENTITY, page)
    }

    /// Answers with a page and this status.
    pub(crate) fn page_with(&self, status: StatusCode, page: &impl Template) -> Answer {
        let mut response = shell::respond(status, page)?;
        self.add_cookies(&mut response);
        Ok(response)
    }

    /// Answers with a redirect to another page, as after every form that was accepted.
    pub(crate) fn redirect(&self, path: &str) -> Answer {
        let mut response = Response::builder()
            .status(StatusCode::SEE_OTHER)
            .header(CONTENT_TYPE, "text/plain")
            .header(CACHE_CONTROL, "no-store")
            .finish();
        let path = HeaderValue::from_str(path).map_err(|error| AppError::Internal(error.into()))?;
        response.headers_mut().insert(LOCATION, path);
        self.add_cookies(&mut response);
        Ok(response.into_response())
    }

    /// Answers with a redirect to a page that shows a message.
    pub(crate) fn redirect_with(&mut self, path: &str, flash: Flash) -> Answer {
        let user_id = self.signed_in.as_ref().map(|session| session.user_id);
        self.leave(flash, user_id)?;
        self.redirect(path)
    }

    /// Shows a message on this page.
    pub(crate) fn say(&mut self, flash: Flash) {
        self.flash = Some(flash);
    }

    /// Leaves a message for the next page of a user.
    pub(crate) fn leave(&mut self, flash: Flash, user_id: Option<i64>) -> Result<(), AppError> {
        let sealed = flash.seal(&self.app.secrets_key, user_id, self.app.clock.now_ms())?;
        self.set(Cookie::Flash, &sealed);
        Ok(())
    }

    /// Sets a cookie with the answer.
    pub(crate) fn set(&mut self, cookie: Cookie, value: &str) {
        self.set_cookies.push(cookie.set(&self.context.origin, value));
    }

    /// Removes a cookie with the answer.
    pub(crate) fn remove(&mut self, cookie: Cookie) {
        self.set_cookies.push(cookie.remove(&self.context.origin));
    }

    fn add_cookies(&self, response: &mut Response) {
        for cookie in &self.set_cookies {
            if let Ok(cookie) = HeaderValue::from_str(cookie) {
                response.headers_mut().append(SET_COOKIE, cookie);
            }
        }
    }
}
