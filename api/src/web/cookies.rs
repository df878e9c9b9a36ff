//! The cookies of the web application. Outside loopback, they have the prefix `__Host-`: the browser then keeps them for
//! https and for this host alone.

use poem::http::HeaderMap;
use poem::http::header::COOKIE;

use crate::http::origin::Origin;

/// How many cookies of one name are looked at.
const SAME_MAX: usize = 5;

/// The purpose of a cookie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cookie {
    /// The token of the session.
    Session,
    /// A random value that binds the forms of a visitor who is not signed in.
    Form,
    /// The user whose password was right, between the two steps of a sign-in, sealed.
    HalfSignIn,
    /// The user with whom the browser has signed in before, sealed.
    KnownBrowser,
    /// A message for the next page, sealed.
    Flash,
    /// Whether pages are light or dark.
    Theme,
    /// The language of pages.
    Language,
}

impl Cookie {
    fn name(self, origin: &Origin) -> String {
        let name = match self {
            Self::Session => "almoner",
            Self::Form => "almoner-form",
            Self::HalfSignIn => "almoner-half-sign-in",
            Self::KnownBrowser => "almoner-known-browser",
            Self::Flash => "almoner-flash",
            Self::Theme => "almoner-theme",
            Self::Language => "almoner-language",
        };
        if is_secure(origin) { format!("__Host-{name}") } else { name.to_owned() }
    }

    /// Returns how long the browser keeps it, in seconds. `None` means until the browser is closed.
    fn max_age_s(self) -> Option<u32> {
        match self {
            Self::Session => Some(30 * 24 * 3600),
            Self::Form => None,
            Self::HalfSignIn => Some(600),
            Self::KnownBrowser => Some(180 * 24 * 3600),
            Self::Flash => Some(300),
            Self::Theme | Self::Language => Some(365 * 24 * 3600),
        }
    }

    /// Returns its value in a request, or the first of several.
    pub(crate) fn read(self, origin: &Origin, headers: &HeaderMap) -> Option<String> {
        self.all(origin, headers).into_iter().next()
    }

    /// Returns its values in a request. Without the prefix, another program on the same machine can plant one of the same
    /// name for a longer path, which the browser sends first.
    pub(crate) fn all(self, origin: &Origin, headers: &HeaderMap) -> Vec<String> {
        let name = self.name(origin);
        let lines = headers.get_all(COOKIE).into_iter().filter_map(|line| line.to_str().ok());
        let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let own = pairs.filter(|(one, value)| *one == name && !value.is_empty());
        own.map(|(_, value)| value.to_owned()).take(SAME_MAX).collect()
    }

    /// Returns the value of `Set-Cookie` that sets it. `value` must be fit for a cookie, as all tokens are.
    pub(crate) fn set(self, origin: &Origin, value: &str) -> String {
        let age = self.max_age_s().map(|age| format!("; Max-Age={age}")).unwrap_or_default();
        self.header(origin, value, &age)
    }

    /// Returns the value of `Set-Cookie` that removes it.
    pub(crate) fn remove(self, origin: &Origin) -> String {
        self.header(origin, "", "; Max-Age=0")
    }

    fn header(self, origin: &Origin, value: &str, age: &str) -> String {
        let secure = if is_secure(origin) { "; Secure" } else { "" };
        format!("{}={value}; Path=/; HttpOnly; SameSite=Lax{age}{secure}", self.name(origin))
    }
}

/// Returns whether cookies are for https alone. Only a browser on the service's own machine may do without.
fn is_secure(origin: &Origin) -> bool {
    origin.is_https || !origin.is_loopback()
}
