//! A browser: it keeps cookies, accepts HTML by name, and sends forms with their hidden fields.

use std::collections::BTreeMap;

use api::accounts::totp::TotpSecret;
use reqwest::header::{ACCEPT, ACCEPT_LANGUAGE, CONTENT_TYPE, HeaderMap, LOCATION, SET_COOKIE};
use reqwest::{Client, RequestBuilder, redirect};
use totp_rs::Secret;
use url::form_urlencoded::Serializer;

/// The `Accept` header of today's browsers.
const ACCEPTED: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/// A page, or another answer to a browser.
#[derive(Clone, Debug)]
pub struct Page {
    pub status: u16,
    pub headers: HeaderMap,
    pub html: String,
}

impl Page {
    /// Returns the path of the form that refreshes the first API key whose name begins so.
    pub fn refresh_of(&self, name: &str) -> String {
        let card = &self.html[self.html.find(&format!("<h3><bdi>{name}")).unwrap()..];
        let form = &card[card.find("action=\"/settings/services/keys/").unwrap()..];
        form.split('"').nth(1).unwrap().to_owned()
    }

    /// Returns the target of a redirect.
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

    /// Returns the text between two others.
    #[track_caller]
    pub fn between(&self, before: &str, after: &str) -> String {
        let (_, rest) = self.html.split_once(before).unwrap_or_else(|| panic!("{before}: {}", self.html));
        rest.split_once(after).unwrap().0.to_owned()
    }

    /// Returns the secret of a second factor that the page shows.
    #[track_caller]
    pub fn second_factor(&self) -> TotpSecret {
        let shown = self.between("id=\"secret\">", "<").replace(' ', "");
        TotpSecret::from_bytes(Secret::try_from_base32(&shown).unwrap().as_bytes()).unwrap()
    }

    /// Returns the recovery codes that the page shows.
    #[track_caller]
    pub fn recovery_codes(&self) -> Vec<String> {
        self.between("<pre id=\"recovery-codes\">", "<").lines().map(str::to_owned).collect()
    }

    /// Returns the address of the form that is sent to a path: with a query, if the page has the same path.
    pub fn action(&self, path: &str) -> String {
        let with_query = format!("{path}?send");
        if self.html.contains(&format!("action=\"{with_query}\"")) { with_query } else { path.to_owned() }
    }

    /// Returns the hidden fields of the form that is sent to a path, by its own button or by one that names the form of rows.
    #[track_caller]
    pub fn hidden(&self, path: &str) -> Vec<(String, String)> {
        let form = if self.html.contains(&format!("form=\"rows\" formaction=\"{path}\"")) {
            self.between("<form id=\"rows\"", "</form>")
        } else {
            self.between(&format!("method=\"post\" action=\"{}\"", self.action(path)), "</form>")
        };
        let inputs = form.split("<input type=\"hidden\" name=\"").skip(1);
        inputs
            .map(|input| {
                let (name, rest) = input.split_once("\" value=\"").unwrap();
                (name.to_owned(), rest.split_once('"').unwrap().0.replace("&#61;", "=").replace("&#38;", "&"))
            })
            .collect()
    }
}

/// A browser with its cookies.
#[derive(Clone)]
pub struct Browser {
    client: Client,
    base: String,
    pub cookies: BTreeMap<String, String>,
    /// The address that its requests come from, for a service that trusts this machine as a proxy.
    pub address: Option<String>,
    /// The language that it asks for, if it asks for one.
    pub language: Option<&'static str>,
}

impl Browser {
    /// A browser that asks this server, such as `http://127.0.0.1:8080`.
    pub fn at(base: String) -> Self {
        let client = Client::builder().no_proxy().tls_certs_only([]).redirect(redirect::Policy::none());
        Self {
            client: client.build().unwrap(),
            base,
            cookies: BTreeMap::new(),
            address: None,
            language: None,
        }
    }

    /// Makes a request with the cookies, as a browser asks for a page.
    pub fn request(&self, method: &str, path: &str) -> RequestBuilder {
        let cookies: Vec<_> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = self.client.request(method.parse().unwrap(), format!("{}{path}", self.base));
        let request = request.header(ACCEPT, ACCEPTED);
        let request = match &self.address {
            Some(address) => request.header("x-forwarded-for", address),
            None => request,
        };
        let request = match self.language {
            Some(language) => request.header(ACCEPT_LANGUAGE, language),
            None => request,
        };
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

    /// Follows the redirect of an answer.
    pub async fn follow(&mut self, page: &Page) -> Page {
        let location = page.location().to_owned();
        self.get(&location).await
    }
}
