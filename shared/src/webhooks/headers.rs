//! The headers of a delivery that a webhook's own headers cannot replace.

/// Names, in lower case, that belong to the message or to its transport.
const RESERVED: [&str; 12] = [
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "expect",
    "host",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
];

/// Returns whether only the service may set a header. `name` is in lower case.
pub fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name) || name.starts_with("webhook-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_and_the_transport_are_the_services() {
        assert!(is_reserved("webhook-signature") && is_reserved("host"));
        assert!(!is_reserved("authorization") && !is_reserved("x-token"));
    }
}
