//! A browser: it keeps cookies, names HTML among what it accepts, and sends forms with what is hidden in them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use api::accounts::totp::TotpSecret;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, LOCATION, SET_COOKIE};
use reqwest::{Client, RequestBuilder, redirect};
use sea_orm::Value;
use shared::crypto::tokens::{hash_token, new_token};
use shared::crypto::user_cipher::UserCipher;
use shared::database::testing::TestDb;
use url::form_urlencoded::Serializer;

use crate::support::{Account, Api};

/// What a browser of today sends.
pub const ACCEPTED: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
/// The password of every user that the suite makes.
pub const PASSWORD: &str = "correct horse battery";

/// Starts an account with its browser.
pub async fn start(db: TestDb) -> (Api, Account, Browser) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let browser = browser_of(&api, &account).await;
    (api, account, browser)
}

/// Signs the account's owner in.
pub async fn browser_of(api: &Api, account: &Account) -> Browser {
    api.signed_in(&User { id: account.user_id, account_id: account.id, email: String::new() }).await
}

/// A page, or another answer to a browser.
#[derive(Clone, Debug)]
pub struct Page {
    pub status: u16,
    pub headers: HeaderMap,
    pub html: String,
}

impl Page {
    /// Returns where a redirect leads.
    #[track_caller]
    pub fn location(&self) -> &str {
        assert_eq!(self.status, 303, "{}", self.html);
        self.headers[LOCATION].to_str().unwrap()
    }

    /// Asserts a page with this heading.
    #[track_caller]
    pub fn shows(self, status: u16, heading: &str) -> Self {
        assert_eq!(self.status, status, "{}", self.html);
        assert!(self.html.contains(&format!("<h1>{heading}</h1>")), "{heading}: {}", self.html);
        self
    }

    /// Asserts that a text is on the page.
    #[track_caller]
    pub fn has(self, text: &str) -> Self {
        assert!(self.html.contains(text), "{text}: {}", self.html);
        self
    }

    /// Asserts that a text is not on the page.
    #[track_caller]
    pub fn lacks(self, text: &str) -> Self {
        assert!(!self.html.contains(text), "{text}: {}", self.html);
        self
    }

    /// Returns what stands between two texts.
    #[track_caller]
    pub fn between(&self, before: &str, after: &str) -> String {
        let (_, rest) = self.html.split_once(before).unwrap_or_else(|| panic!("{before}: {}", self.html));
        rest.split_once(after).unwrap().0.to_owned()
    }

    /// Returns the hidden fields of the form that is sent to a path.
    #[track_caller]
    pub fn hidden(&self, action: &str) -> Vec<(String, String)> {
        let form = self.between(&format!("action=\"{action}\""), "</form>");
        let inputs = form.split("<input type=\"hidden\" name=\"").skip(1);
        inputs
            .map(|input| {
                let (name, rest) = input.split_once("\" value=\"").unwrap();
                (name.to_owned(), rest.split_once('"').unwrap().0.replace("&#61;", "="))
            })
            .collect()
    }
}

/// A browser with its cookies.
pub struct Browser {
    client: Client,
    base: String,
    pub cookies: BTreeMap<String, String>,
}

impl Browser {
    pub fn new(api: &Api) -> Self {
        let client = Client::builder().no_proxy().tls_certs_only([]).redirect(redirect::Policy::none());
        let base = format!("http://{}", api.http.address);
        Self { client: client.build().unwrap(), base, cookies: BTreeMap::new() }
    }

    /// Makes a request with the cookies, as a browser asks for a page.
    pub fn request(&self, method: &str, path: &str) -> RequestBuilder {
        let cookies: Vec<_> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = self.client.request(method.parse().unwrap(), format!("{}{path}", self.base));
        let request = request.header(ACCEPT, ACCEPTED);
        if cookies.is_empty() { request } else { request.header("cookie", cookies.join("; ")) }
    }

    /// Sends a request, and keeps the cookies of the answer.
    pub async fn send(&mut self, request: RequestBuilder) -> Page {
        let response = request.send().await.unwrap();
        for cookie in response.headers().get_all(SET_COOKIE) {
            let (name, rest) = cookie.to_str().unwrap().split_once('=').unwrap();
            let (value, attributes) = rest.split_once(';').unwrap();
            assert!(attributes.contains("HttpOnly") && attributes.contains("SameSite=Lax"), "{cookie:?}");
            if attributes.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Page { status, headers, html: response.text().await.unwrap() }
    }

    pub async fn get(&mut self, path: &str) -> Page {
        self.send(self.request("GET", path)).await
    }

    /// Sends exactly these fields.
    pub async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Page {
        let body = Serializer::new(String::new()).extend_pairs(fields).finish();
        let request = self.request("POST", path).header("sec-fetch-site", "same-origin");
        self.send(request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(body)).await
    }

    /// Opens a page, fills in its form that is sent to a path, and sends it.
    pub async fn fill(&mut self, page: &str, action: &str, fields: &[(&str, &str)]) -> Page {
        let page = self.get(page).await;
        self.submit(&page, action, fields).await
    }

    /// Fills in a form of a page that is open, and sends it.
    pub async fn submit(&mut self, page: &Page, action: &str, fields: &[(&str, &str)]) -> Page {
        let mut all = page.hidden(action);
        all.retain(|(name, _)| !fields.iter().any(|(one, _)| one == name));
        all.extend(fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let all: Vec<_> = all.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        self.post(action, &all).await
    }

    /// Signs in with the suite's password.
    pub async fn sign_in(&mut self, email: &str) -> Page {
        self.fill("/sign-in", "/sign-in", &[("email", email), ("password", PASSWORD)]).await
    }

    /// Follows the redirect of an answer.
    pub async fn follow(&mut self, page: &Page) -> Page {
        let location = page.location().to_owned();
        self.get(&location).await
    }
}

/// A user in an account.
#[derive(Clone, Debug)]
pub struct User {
    pub id: i64,
    pub account_id: i64,
    pub email: String,
}

impl Api {
    /// Makes an account with an owner who has the suite's password.
    pub async fn owner(&self) -> User {
        let account = self.account().await;
        let user = User {
            id: account.user_id,
            account_id: account.id,
            email: format!("owner-{}@almoner.example", account.id),
        };
        self.set_password(&user).await;
        user
    }

    /// Makes a user with the suite's password who belongs to an account.
    pub async fn member(&self, account_id: i64, role: &str) -> User {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let email = format!("new-{role}-{}@almoner.example", NUMBER.fetch_add(1, Ordering::Relaxed));
        let text =
            "INSERT INTO users (email, email_key, password_hash, created_at_ms) VALUES ($1, $1, '', 0)";
        let id = self.insert(text, vec![email.as_str().into()]).await;
        let user = User { id, account_id, email };
        self.set_password(&user).await;
        self.join(&user, account_id, role).await;
        user
    }

    /// Adds a user to an account.
    pub async fn join(&self, user: &User, account_id: i64, role: &str) {
        let text =
            "INSERT INTO memberships (account_id, user_id, role, created_at_ms) VALUES ($1, $2, $3, 0)";
        self.insert(text, vec![account_id.into(), user.id.into(), role.into()]).await;
    }

    async fn set_password(&self, user: &User) {
        // Once for the whole suite, because the hash is slow.
        static HASH: tokio::sync::OnceCell<String> = tokio::sync::OnceCell::const_new();
        let hash =
            HASH.get_or_init(|| async { api::accounts::passwords::hash(PASSWORD.to_owned()).await.unwrap() });
        let values = vec![hash.await.as_str().into(), user.id.into()];
        assert_eq!(self.execute("UPDATE users SET password_hash = $1 WHERE id = $2", values).await, 1);
    }

    /// Gives a user a second factor, without its page.
    pub async fn second_factor(&self, user: &User) -> TotpSecret {
        let secret = TotpSecret::generate().unwrap();
        let sealed = UserCipher::new(&self.app.secrets_key, user.id).encrypt(secret.bytes()).unwrap();
        let text = "UPDATE users SET second_factor_sealed = $1, second_factor_since_ms = $2 WHERE id = $3";
        let values = vec![sealed.into(), self.app.clock.now_ms().into(), user.id.into()];
        assert_eq!(self.execute(text, values).await, 1);
        secret
    }

    /// Returns a browser in which a user is signed in, without the slow sign-in.
    pub async fn signed_in(&self, user: &User) -> Browser {
        let token = new_token().unwrap();
        let text = "INSERT INTO sessions (token_hash, user_id, account_id, created_at_ms, last_used_at_ms, expires_at_ms)
                    VALUES ($1, $2, $3, $4, $4, $4 + 2592000000)";
        let account_id = (user.account_id > 0).then_some(user.account_id);
        let now_ms = self.app.clock.now_ms();
        let values: Vec<Value> =
            vec![hash_token(&token).into(), user.id.into(), account_id.into(), now_ms.into()];
        self.insert(text, values).await;
        let mut browser = Browser::new(self);
        browser.cookies.insert("almoner".to_owned(), token);
        browser
    }

    /// Returns the actions in the audit log of an account, the oldest first, each with its detail.
    pub async fn audited(&self, account_id: i64) -> Vec<String> {
        let text = "SELECT action, coalesce(detail, '') FROM audit_log WHERE account_id = $1 ORDER BY id";
        let rows = self.query(text, vec![account_id.into()]).await;
        let entry = |row: &sea_orm::QueryResult| -> (String, String) {
            (row.try_get_by_index(0).unwrap(), row.try_get_by_index(1).unwrap())
        };
        rows.iter()
            .map(entry)
            .map(|(action, detail)| format!("{action} {detail}").trim_end().to_owned())
            .collect()
    }
}
