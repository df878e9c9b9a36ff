//! The headers of every response.

use serde_json::{Value, json};

/// The headers of every response of an operation, and their meanings.
pub(super) const HEADERS: [(&str, &str); 4] = [
    ("X-Request-Id", "The request's id: the caller's own, if it sent a fit one, or a new one"),
    (
        "Ignored-Parameters",
        "The parameters of the query that were not recognised, as a list of strings (RFC 9651)",
    ),
    (
        "RateLimit-Policy",
        "Only with a rate limit: how many requests may come at once, and after how many seconds that many are allowed again",
    ),
    (
        "RateLimit",
        "Only with a rate limit: how many requests are left now, and after how many seconds all are available",
    ),
];

/// Adds references to the headers that every response has.
pub(super) fn add_headers(response: &mut Value) {
    for (name, _) in HEADERS {
        response["headers"][name] = json!({"$ref": format!("#/components/headers/{name}")});
    }
}
