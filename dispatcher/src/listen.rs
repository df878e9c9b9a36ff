//! `dispatcher listen`: a receiver for development. It prints each webhook that comes in, says whether its signature
//! verifies, and answers with a status that the user has chosen.

use std::fmt::Write;
use std::net::{Ipv4Addr, SocketAddr};

use poem::http::{HeaderMap, Method, StatusCode};
use poem::listener::{Listener, TcpListener};
use poem::web::Data;
use poem::{Body, EndpointExt, Request, Server, handler};
use shared::Error;
use shared::values::clock::{Clock, rfc3339};
use shared::webhooks::signature::{TOLERANCE_S, WebhookSecret};

const BODY_MAX: usize = 1024 * 1024;

/// The receiver's options.
#[derive(Clone, Debug)]
pub struct Receiver {
    /// The port on 127.0.0.1.
    pub port: u16,
    /// The secret to verify signatures with.
    pub secret: Option<WebhookSecret>,
    /// The status to answer webhooks with.
    pub status: StatusCode,
}

/// Receives webhooks until this future is dropped.
///
/// # Errors
/// [`Error::Io`] when the port is taken.
#[allow(clippy::print_stdout, reason = "this command's output is for people to read")]
pub async fn listen(receiver: Receiver) -> Result<(), Error> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, receiver.port));
    let failed = |error| Error::Io(address.to_string(), error);
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
        println!("\nThe body was over 1 MiB, or the connection broke off: answered 413.");
        return StatusCode::PAYLOAD_TOO_LARGE;
    };
    let now_ms = Clock::default().now_ms();
    let path = request.uri().path();
    println!("\n── POST {path} ──\n{}", describe(request.headers(), &body, receiver.secret.as_ref(), now_ms));
    receiver.status
}

/// Describes a request for people to read.
fn describe(headers: &HeaderMap, body: &[u8], secret: Option<&WebhookSecret>, now_ms: i64) -> String {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (id, timestamp) = (header("webhook-id"), header("webhook-timestamp"));
    let timestamp_s: Option<i64> = timestamp.parse().ok();
    let age_s = timestamp_s.map(|timestamp_s| (now_ms / 1000).saturating_sub(timestamp_s));
    let verified = match (secret, timestamp_s, age_s) {
        (None, ..) => "not checked: pass --secret whsec_…, or set WEBHOOK_SECRET",
        (_, None, _) | (.., None) => "NO: webhook-timestamp is missing or not a number",
        (Some(secret), Some(timestamp_s), _)
            if !secret.verify(id, timestamp_s, body, header("webhook-signature")) =>
        {
            "NO: the signature does not match the id, timestamp and body; check the secret"
        }
        (.., Some(age_s)) if age_s.saturating_abs() > TOLERANCE_S => {
            "NO: the signature is right, but the timestamp is over 5 minutes off; check the clock"
        }
        _ => "yes",
    };
    let json: Option<serde_json::Value> = serde_json::from_slice(body).ok();
    let event_type = json.as_ref().and_then(|json| json["type"].as_str()).unwrap_or("?");
    let pretty = json.as_ref().and_then(|json| serde_json::to_string_pretty(json).ok());
    let body = pretty.unwrap_or_else(|| String::from_utf8_lossy(body).into_owned());

    let mut text = format!("verified   {verified}\nid         {id}\ntype       {event_type}\n");
    // Writing to a String cannot fail.
    let _ = match (timestamp_s, age_s) {
        (Some(s), Some(age_s)) => {
            writeln!(text, "timestamp  {} ({age_s} s ago)", rfc3339(s.saturating_mul(1000)))
        }
        _ => writeln!(text, "timestamp  {timestamp}"),
    };
    text + &body
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW_MS: i64 = 1_781_524_800_000;
    const BODY: &[u8] = br#"{"type":"gifts.create","data":{"id":7}}"#;

    fn describe_with(secret: Option<&WebhookSecret>, timestamp_s: i64, body: &[u8]) -> String {
        let signer = WebhookSecret::from(vec![1; 32]);
        let mut headers = HeaderMap::new();
        headers.insert("webhook-id", "evt_1".parse().unwrap());
        headers.insert("webhook-timestamp", timestamp_s.to_string().parse().unwrap());
        headers.insert("webhook-signature", signer.sign("evt_1", timestamp_s, BODY).parse().unwrap());
        describe(&headers, body, secret, NOW_MS)
    }

    #[test]
    fn a_request_is_verified_and_shown() {
        let (right, wrong) = (WebhookSecret::from(vec![1; 32]), WebhookSecret::from(vec![2; 32]));
        let now_s = NOW_MS / 1000;
        let text = describe_with(Some(&right), now_s - 2, BODY);
        assert!(text.starts_with("verified   yes\nid         evt_1\ntype       gifts.create\n"), "{text}");
        assert!(text.contains("(2 s ago)") && text.contains("\"id\": 7"), "{text}");
        assert!(describe_with(Some(&right), now_s - 301, BODY).contains("NO: the signature is right"));
        assert!(describe_with(Some(&right), now_s, b"{}").contains("NO: the signature does not match"));
        assert!(describe_with(Some(&wrong), now_s, BODY).contains("NO: the signature does not match"));
        assert!(describe_with(None, now_s, BODY).contains("not checked: pass --secret"));
        assert!(describe(&HeaderMap::new(), b"x", Some(&right), NOW_MS).contains("missing"));
    }
}
