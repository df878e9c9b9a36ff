//! The mail server: the connection that `ALMONER_SMTP_URL` describes, and the meaning of its errors.

use std::error::Error as _;
use std::net::IpAddr;

use lettre::transport::smtp;
use lettre::transport::smtp::response::Category;
use lettre::{AsyncSmtpTransport, Tokio1Executor};
use shared::Error;
use url::Url;

use crate::times::SMTP_ANSWER_MAX;

/// Makes the connection to the server of a URL. `smtps` speaks TLS from the start. `smtp` begins without and demands
/// STARTTLS, except on this machine, or if the URL says `?tls=none`. So neither a password nor a link crosses a network in
/// clear because the URL forgot to say something.
///
/// # Errors
/// [`Error::Config`] with the rule that the URL breaks. It does not repeat the URL, which has a password.
pub(super) fn transport(url: &str) -> Result<AsyncSmtpTransport<Tokio1Executor>, Error> {
    let broken = |rule: &str| Error::Config(format!("ALMONER_SMTP_URL {rule}"));
    let mut url: Url = url.parse().map_err(|_| broken("must be a URL such as smtps://user:password@host"))?;
    let host = url.host_str().filter(|host| !host.is_empty()).ok_or_else(|| broken("must name a host"))?;
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let is_here = host == "localhost" || address.is_ok_and(|address| address.is_loopback());
    let has_tls = match (url.scheme(), url.query()) {
        ("smtp", None) => !is_here,
        ("smtp", Some("tls=none")) => false,
        ("smtps", None) => true,
        ("smtp" | "smtps", Some(_)) => {
            return Err(broken("knows no parameters, except that smtp:// knows tls=none"));
        }
        _ => return Err(broken("must begin with smtp:// or smtps://")),
    };
    if !matches!(url.path(), "" | "/") {
        return Err(broken("must have no path"));
    }
    url.set_query((has_tls && url.scheme() == "smtp").then_some("tls=required"));
    let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.as_str());
    // Its error could repeat the URL.
    let builder =
        builder.map_err(|_| broken("cannot be used: see that the user and the password are encoded"))?;
    Ok(builder.timeout(Some(SMTP_ANSWER_MAX)).build())
}

/// Returns whether the server will never take the letter: it refuses the address or the letter itself (RFC 5321, section
/// 4.2.2: 550 to 559). Other final answers, such as to a wrong password, are about the server's settings, which change.
pub(super) fn is_refusal(error: &smtp::Error) -> bool {
    error.is_permanent() && error.status().is_some_and(|code| code.category == Category::MailSystem)
}

/// Returns why a letter was not taken, without the server's words, which may have the address in them.
pub(super) fn cause(error: &smtp::Error) -> String {
    if let Some(code) = error.status() {
        return format!("the mail server answered {code}");
    }
    if error.is_response() {
        return "the mail server's answer was not understood".to_owned();
    }
    let mut cause = error.source();
    while let Some(deeper) = cause.and_then(std::error::Error::source) {
        cause = Some(deeper);
    }
    cause.map_or_else(|| "the mail server cannot be reached".to_owned(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_that_cannot_be_used_says_why_and_does_not_repeat_the_password() {
        for (url, rule) in [
            ("mail.example", "must be a URL such as smtps://user:password@host"),
            ("http://user:secret@mail.example", "must begin with smtp:// or smtps://"),
            ("smtp://user:secret@mail.example/path", "must have no path"),
            (
                "smtps://user:secret@mail.example?tls=none",
                "knows no parameters, except that smtp:// knows tls=none",
            ),
            (
                "smtp://user:secret@mail.example?tls=opportunistic",
                "knows no parameters, except that smtp:// knows tls=none",
            ),
            (
                "smtp://user:%FFsecret@mail.example",
                "cannot be used: see that the user and the password are encoded",
            ),
        ] {
            let error = transport(url).map(|_| ()).unwrap_err().to_string();
            assert_eq!(error, format!("ALMONER_SMTP_URL {rule}"), "{url}");
        }
    }

    #[test]
    fn without_tls_it_reaches_this_machine_alone_unless_the_url_says_so() {
        shared::crypto::tls::install_crypto_provider();
        let debug = |url: &str| format!("{:?}", transport(url).unwrap());
        for (url, tls) in [
            ("smtps://mail.example", "Wrapper"),
            ("smtp://mail.example:2525", "Required"),
            ("smtp://user:secret@192.0.2.1", "Required"),
            ("smtp://mail.example?tls=none", "tls: None"),
            ("smtp://127.0.0.1:2525", "tls: None"),
            ("smtp://[::1]", "tls: None"),
            ("smtp://localhost", "tls: None"),
        ] {
            let text = debug(url);
            assert!(text.contains(tls), "{url}: {text}");
            assert!(!text.contains("secret"), "{text}");
        }
    }
}
