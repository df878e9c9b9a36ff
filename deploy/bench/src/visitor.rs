//! A visitor of the web application.

use std::net::SocketAddr;

use reqwest::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode};
use url::form_urlencoded::Serializer;

use crate::Error;
use crate::process::Api;

/// Someone who is signed in.
pub(crate) struct Visitor {
    client: Client,
    address: SocketAddr,
    cookie: String,
}

impl Visitor {
    /// Makes a visitor who is not signed in.
    pub(crate) fn new(api: &Api) -> Result<Self, Error> {
        let client = Client::builder().no_proxy().redirect(Policy::none()).build()?;
        Ok(Self { client, address: api.address(), cookie: String::new() })
    }

    /// Opens the sign-in. Returns the cookie and the token that belong to its form.
    pub(crate) async fn form(&self) -> Result<(String, String), Error> {
        let page = self.get("/sign-in").await?;
        let cookie = cookies_of(&page)?;
        let page = page.text().await?;
        let token = page.split_once("name=\"csrf\" value=\"").and_then(|(_, rest)| rest.split('"').next());
        Ok((cookie, token.ok_or("the sign-in page has no token")?.to_owned()))
    }

    /// Signs in as a person would, with the form.
    pub(crate) async fn sign_in(api: &Api, email: &str, password: &str) -> Result<Self, Error> {
        let mut visitor = Self::new(api)?;
        let (cookie, token) = visitor.form().await?;
        visitor.cookie = cookie;
        let mut form = Serializer::new(String::new());
        form.extend_pairs([("csrf", &*token), ("email", email), ("password", password), ("next", "")]);
        let request = visitor.client.post(visitor.url("/sign-in")).header(COOKIE, &visitor.cookie);
        let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(form.finish());
        let response = request.send().await?;
        if response.status() != StatusCode::SEE_OTHER {
            return Err(format!("the sign-in was answered with {}", response.status()).into());
        }
        visitor.cookie = cookies_of(&response)?;
        Ok(visitor)
    }

    /// Reads the overview completely.
    pub(crate) async fn overview(&self) -> Result<(), Error> {
        let response = self.get("/overview").await?;
        if response.status() != StatusCode::OK {
            return Err(format!("the overview was answered with {}", response.status()).into());
        }
        response.bytes().await?;
        Ok(())
    }

    async fn get(&self, path: &str) -> Result<Response, Error> {
        Ok(self.client.get(self.url(path)).header(COOKIE, &self.cookie).send().await?)
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

/// Returns the cookies that a response sets, without those that it removes.
fn cookies_of(response: &Response) -> Result<String, Error> {
    let mut cookies = Vec::new();
    for set in response.headers().get_all(SET_COOKIE) {
        let cookie = set.to_str()?.split(';').next().unwrap_or_default();
        if !cookie.ends_with('=') {
            cookies.push(cookie);
        }
    }
    Ok(cookies.join("; "))
}
