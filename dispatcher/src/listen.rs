//! `almoner-dispatcher listen`: a receiver for development. It prints each webhook as it comes in, headers and body, and whether
//! its signature verifies. It answers 400 to what does not verify, and else with a status that the user has chosen.

use std::net::{Ipv4Addr, SocketAddr};

use poem::http::{HeaderMap, Method, StatusCode};
use poem::listener::{Listener, TcpListener};
use poem::web::Data;
use poem::{Body, EndpointExt, Request, Server, handler};
use shared::Error;
use shared::process::address;
use shared::values::clock::Clock;
use shared::webhooks::signature::{TOLERANCE_S, WebhookSecret};

const BODY_MAX: usize = 1024 * 1024;

/// The receiver's options.
#[derive(Clone, Debug)]
pub struct Receiver {
    /// The port on 127.0.0.1.
    pub port: u16,
    /// The secret to verify signatures with.
    pub secret: Option<WebhookSecret>,
    /// The status to answer webhooks with that verify.
    pub status: StatusCode,
    /// Tells how old a request is.
    pub clock: Clock,
}

/// Receives webhooks until this future is dropped.
///
/// # Errors
/// [`Error::Io`] when the port is taken.
#[allow(clippy::print_stdout, reason = "this command's output is for people to read")]
pub async fn listen(receiver: Receiver) -> Result<(), Error> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, receiver.port));
    let failed = |error| address::unusable(address, "--port", error);
    let acceptor = TcpListener::bind(address).into_acceptor().await.map_err(failed)?;
    println!("Listening on http://{address}/ and answering {}. Ctrl-C ends.", receiver.status);
    Server::new_with_acceptor(acceptor).run(receive.data(receiver)).await.map_err(failed)
}

#[allow(clippy::print_stdout, reason = "this command's output is for people to read")]
#[handler]
async fn receive(request: &Request, body: Body, Data(receiver): Data<&Receiver>) -> StatusCode {
    if request.method() != Method::POST {
        // Webhooks are always POST. Anything else is somebody who checks whether the receiver is running.
        return StatusCode::METHOD_NOT_ALLOWED;
    }
    let Ok(body) = body.into_bytes_limit(BODY_MAX).await else {
        println!("\n── the body was over 1 MiB, or the connection broke off: answered 413 ──");
        return StatusCode::PAYLOAD_TOO_LARGE;
    };
    let (verdict, status) = match verify(request.headers(), &body, receiver) {
        Ok(verdict) => (verdict, receiver.status),
        Err(rule) => (rule, StatusCode::BAD_REQUEST),
    };
    // One call for the whole block, so that the blocks of two requests never mix.
    println!("\n── {verdict}, answered {} ──\n{}", status.as_u16(), as_it_came(request, &body));
    status
}

/// Returns what to say about a request that is accepted. The error is the rule that it breaks.
fn verify(headers: &HeaderMap, body: &[u8], receiver: &Receiver) -> Result<&'static str, &'static str> {
    let Some(secret) = &receiver.secret else {
        return Ok("not verified (for that, pass --secret whsec_… or set WEBHOOK_SECRET)");
    };
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let timestamp_s: i64 = header("webhook-timestamp")
        .parse()
        .map_err(|_| "NOT VERIFIED: webhook-timestamp is missing or not a number")?;
    if !secret.verify(header("webhook-id"), timestamp_s, body, header("webhook-signature")) {
        return Err(
            "NOT VERIFIED: the signature does not match the id, timestamp and body; check the secret",
        );
    }
    if (receiver.clock.now_ms() / 1000).saturating_sub(timestamp_s).saturating_abs() > TOLERANCE_S {
        return Err("NOT VERIFIED: the timestamp is over 5 minutes off; check the clock");
    }
    Ok("verified")
}

/// Writes a request as it came. Only what could steer a terminal is escaped.
fn as_it_came(request: &Request, body: &[u8]) -> String {
    let mut text = format!("POST {}\n", request.uri());
    for (name, value) in request.headers() {
        text.extend([name.as_str(), ": ", &String::from_utf8_lossy(value.as_bytes()), "\n"]);
    }
    text.extend(["\n", &String::from_utf8_lossy(body)]);
    let is_plain = |char: char| !char.is_control() || matches!(char, '\n' | '\t');
    text.chars().fold(String::new(), |mut shown, char| {
        if is_plain(char) {
            shown.push(char);
        } else {
            shown.extend(char.escape_default());
        }
        shown
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &[u8] = br#"{"type":"gifts.create","data":{"id":7,"a":1}}"#;

    fn signed(timestamp_s: i64) -> Request {
        let signature = WebhookSecret::from(vec![1; 32]).sign("evt_1", timestamp_s, BODY);
        let request = Request::builder().uri_str("/hook?a=1").header("webhook-id", "evt_1");
        let request = request.header("webhook-timestamp", timestamp_s.to_string());
        request.header("webhook-signature", signature).finish()
    }

    fn receiver(secret: Option<u8>) -> Receiver {
        let secret = secret.map(|byte| WebhookSecret::from(vec![byte; 32]));
        Receiver { port: 0, secret, status: StatusCode::NO_CONTENT, clock: Clock::default() }
    }

    #[test]
    fn a_request_is_accepted_if_it_verifies_or_there_is_no_secret() {
        let now_s = Clock::default().now_ms() / 1000;
        let verify =
            |timestamp_s, body, secret| verify(signed(timestamp_s).headers(), body, &receiver(secret));
        assert_eq!(verify(now_s - 2, BODY, Some(1)), Ok("verified"));
        assert!(verify(now_s, BODY, None).unwrap().contains("--secret"));
        assert!(verify(now_s - 301, BODY, Some(1)).unwrap_err().contains("5 minutes"));
        for (body, secret) in [(&b"{}"[..], 1), (BODY, 2)] {
            assert!(verify(now_s, body, Some(secret)).unwrap_err().contains("does not match"));
        }
        let unsigned = super::verify(&HeaderMap::new(), BODY, &receiver(Some(1)));
        assert!(unsigned.unwrap_err().contains("webhook-timestamp is missing"));
    }

    #[test]
    fn a_request_is_shown_as_it_came() {
        let shown = as_it_came(&signed(1_781_524_800), BODY);
        assert!(
            shown.starts_with("POST /hook?a=1\nwebhook-id: evt_1\nwebhook-timestamp: 1781524800\n"),
            "{shown}"
        );
        assert!(shown.ends_with("\n\n{\"type\":\"gifts.create\",\"data\":{\"id\":7,\"a\":1}}"), "{shown}");
        assert!(as_it_came(&signed(0), b"a\x1b[2J\nb").ends_with("\n\na\\u{1b}[2J\nb"));
    }
}
