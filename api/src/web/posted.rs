//! The fields of a form, as they were sent, and the parameters of a query.

use std::net::IpAddr;
use std::sync::{Arc, LazyLock};

use poem::Body;
use poem::http::HeaderMap;
use shared::Error;
use tokio::sync::{Semaphore, SemaphorePermit};
use url::form_urlencoded;

use crate::error::AppError;
use crate::fields::source::Source;
use crate::http::body::{self, BODY_MAX};
use crate::http::client_address::TrustedProxies;
use crate::http::peers::{Peer, Peers};

/// How many bodies of [`FormLimits::CARRYING`] and [`FormLimits::OF_SUPPORTERS`] that are larger than [`FormLimits::OF_ANYBODY`] are
/// read at once.
static CARRIED_AT_ONCE: Semaphore = Semaphore::const_new(64);
/// The same for each network. A client that sends slowly takes the room for long, and must leave some to others.
static CARRIED_OF_NETWORK: LazyLock<Arc<Peers>> = LazyLock::new(|| Peers::new(4, TrustedProxies::default()));

/// The limits of a form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FormLimits {
    /// The most bytes of its body, not counting a file.
    pub(crate) bytes: usize,
    /// The most fields.
    pub(crate) fields: usize,
    /// Whether few large ones are read at once.
    has_little_room: bool,
}

impl FormLimits {
    /// For forms that anybody may send. They are kept in memory while they wait, for example for a password to be hashed,
    /// so thousands of them must fit. The longest that people send has a few hundred bytes.
    pub(crate) const OF_ANYBODY: Self = Self { bytes: 8 * 1024, fields: 200, has_little_room: false };
    /// For forms that carry the values that a user typed before the session ended.
    pub(crate) const CARRYING: Self = Self { bytes: 64 * 1024, fields: 1000, has_little_room: true };
    /// For forms on websites, whose message has up to 2,000 characters.
    pub(crate) const OF_SUPPORTERS: Self = Self { bytes: 32 * 1024, fields: 50, has_little_room: true };
    /// For forms of visitors who are signed in. A contact with 100 rows in each of its lists has some 2,000 fields.
    pub(crate) const OF_USERS: Self = Self { bytes: BODY_MAX, fields: 5000, has_little_room: false };

    /// Reads the body of a form that a client sends.
    ///
    /// # Errors
    /// Those of [`body::read`], and [`AppError::Unavailable`] if too many large forms are being read, of its network or
    /// in all.
    pub(crate) async fn read(
        self,
        headers: &HeaderMap,
        body: Body,
        client: IpAddr,
    ) -> Result<Vec<u8>, AppError> {
        let is_small = body::length(headers).is_some_and(|length| length <= Self::OF_ANYBODY.bytes);
        let _room = if self.has_little_room && !is_small { Some(room(client)?) } else { None };
        body::read(headers, body, self.bytes).await
    }

    /// Returns the error of a form with too many fields.
    pub(crate) fn too_many_fields(self) -> AppError {
        AppError::invalid("", format_args!("the form must not have more than {} fields", self.fields))
    }
}

/// Takes the room of a large body until it is dropped.
fn room(client: IpAddr) -> Result<(Peer, SemaphorePermit<'static>), Error> {
    match (CARRIED_OF_NETWORK.enter(client), CARRIED_AT_ONCE.try_acquire()) {
        (Some(own), Ok(permit)) => Ok((own, permit)),
        _ => Err(Error::Busy("large forms")),
    }
}

/// Returns the number that somebody has typed, such as ` 05 `, or else the text, which the field refuses with its rule.
pub(crate) fn number(text: &str) -> Source<'_> {
    let text = text.trim();
    text.parse::<i64>().map_or(Source::text(text), |number| Source::text(number.to_string()))
}

/// Returns the first value of a field, without keeping any other.
pub(crate) fn value_of(encoded: &[u8], name: &str, limits: FormLimits) -> String {
    let mut fields = form_urlencoded::parse(encoded).take(limits.fields);
    fields.find(|(one, _)| one == name).map(|(_, value)| value.into_owned()).unwrap_or_default()
}

/// The names and values of a form or a query.
#[derive(Clone, Debug, Default)]
pub(crate) struct Posted(Vec<(String, String)>);

impl Posted {
    /// Makes it from names and values.
    pub(crate) fn of(fields: Vec<(String, String)>) -> Self {
        Self(fields)
    }

    /// Parses the body of a form.
    ///
    /// # Errors
    /// [`AppError::Invalid`] if it has too many fields. Parsing stops there.
    pub(crate) fn parse_form(encoded: &[u8], limits: FormLimits) -> Result<Self, AppError> {
        let mut fields = form_urlencoded::parse(encoded);
        let posted = Self(
            fields.by_ref().take(limits.fields).map(|(name, value)| (name.into(), value.into())).collect(),
        );
        if fields.next().is_some() { Err(limits.too_many_fields()) } else { Ok(posted) }
    }

    /// Parses the parameters of a query.
    pub(crate) fn parse(encoded: &[u8]) -> Self {
        Self(form_urlencoded::parse(encoded).into_owned().collect())
    }

    /// Returns the value of a field, or nothing if it was not sent.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.0.iter().find(|(one, _)| one == name).map_or("", |(_, value)| value)
    }

    /// Returns every value of a field, in the order in which they were sent.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(one, _)| one == name).map(|(_, value)| value.as_str())
    }

    /// Returns every name with its value.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns whether a field was sent.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(one, _)| one == name)
    }

    /// Returns the id in a field.
    pub(crate) fn id(&self, name: &str) -> Option<i64> {
        self.text(name).parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt, stream};

    use super::*;

    #[tokio::test]
    async fn slow_large_forms_of_one_network_leave_room_for_others_and_for_small_ones() {
        let read = |client: &str, body: Body, length: usize| {
            let headers = [(poem::http::header::CONTENT_LENGTH, length.into())].into_iter().collect();
            let client = client.parse().unwrap();
            async move { FormLimits::CARRYING.read(&headers, body, client).await }
        };
        let slow = || Body::from_bytes_stream(stream::pending::<std::io::Result<bytes::Bytes>>());
        let whole = || Body::from("a=b");
        let large = 9 * 1024;
        let mut reading: Vec<_> =
            (0..4).map(|n| Box::pin(read(&format!("2001:db8:0:{n}::1"), slow(), large))).collect();
        assert!(reading.iter_mut().all(|one| one.now_or_never().is_none()), "they are waited for");
        let refused = read("2001:db8:0:9::1", whole(), large).await;
        assert!(matches!(refused, Err(AppError::Unavailable(_))), "{refused:?}");
        assert!(
            read("2001:db8:0:9::1", whole(), 3).await.is_ok()
                && read("2001:db8:1::1", whole(), large).await.is_ok()
        );
        reading.pop();
        assert!(read("2001:db8:0:9::1", whole(), large).await.is_ok());
    }
}
