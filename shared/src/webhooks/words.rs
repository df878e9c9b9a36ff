//! The meaning of a connection's errors, in words for the people who own a webhook.

use std::io::{self, ErrorKind};

use rustls::{AlertDescription, CertificateError, Error};

const BROKEN_OFF: &str = "the receiver broke off the connection";

/// Says why a connection by TLS was not made.
pub(super) fn of_tls(error: &Error) -> &'static str {
    match error {
        Error::InvalidCertificate(error) => of_certificate(error),
        Error::NoCertificatesPresented => "the receiver has shown no certificate",
        Error::InvalidMessage(_) => {
            "the receiver does not speak TLS on this port: its answer is not one of https"
        }
        Error::PeerIncompatible(_)
        | Error::AlertReceived(AlertDescription::ProtocolVersion | AlertDescription::HandshakeFailure) => {
            "the receiver has no version or cipher of TLS in common with this service: it must speak TLS 1.2 or 1.3"
        }
        Error::AlertReceived(AlertDescription::UnrecognisedName) => {
            "the receiver does not know this host name"
        }
        Error::AlertReceived(AlertDescription::CertificateRequired) => {
            "the receiver asks for a certificate of the client, and this service has none"
        }
        Error::AlertReceived(_) => "the receiver has refused the connection by TLS",
        _ => "the connection by TLS failed",
    }
}

fn of_certificate(error: &CertificateError) -> &'static str {
    match error {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "the receiver's certificate has expired: renew it"
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "the receiver's certificate is not valid yet"
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "the receiver's certificate is for another host"
        }
        CertificateError::UnknownIssuer => {
            "the receiver's certificate is not from an authority that this service trusts: it is self-signed, or the receiver \
             does not send the certificates between its own and the authority's"
        }
        CertificateError::Revoked => "the receiver's certificate was revoked",
        // webpki's own error has no type here that could be compared.
        CertificateError::Other(other) if format!("{other:?}").contains("CaUsedAsEndEntity") => {
            "the receiver's certificate is that of an authority, as self-signed ones often are: it must be one for a server"
        }
        _ => "the receiver's certificate is not valid for a server",
    }
}

/// Says why there was no connection, if words say it better than the system's.
pub(super) fn of_io(error: &io::Error) -> Option<&'static str> {
    match error.kind() {
        ErrorKind::ConnectionRefused => Some("the connection was refused: nothing listens on this port"),
        ErrorKind::ConnectionReset | ErrorKind::BrokenPipe | ErrorKind::UnexpectedEof => Some(BROKEN_OFF),
        ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable => {
            Some("there is no way to the host's network")
        }
        ErrorKind::TimedOut => Some("the host did not answer"),
        _ => None,
    }
}

/// Says what is wrong with an answer, if words say it better than the library's.
pub(super) fn of_http(error: &hyper::Error) -> Option<&'static str> {
    if error.is_incomplete_message() || error.is_canceled() {
        Some(BROKEN_OFF)
    } else if error.is_parse_too_large() {
        Some("the headers of the answer are too large")
    } else if error.is_parse() {
        Some("the answer is not one of HTTP")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rustls::{InvalidMessage, OtherError};

    use super::*;

    #[derive(Debug)]
    struct CaUsedAsEndEntity;

    impl std::fmt::Display for CaUsedAsEndEntity {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("CaUsedAsEndEntity")
        }
    }

    impl std::error::Error for CaUsedAsEndEntity {}

    #[test]
    fn an_error_is_said_in_words_and_not_in_those_of_the_code() {
        for (error, said) in [
            (Error::InvalidCertificate(CertificateError::Expired), "has expired"),
            (Error::InvalidCertificate(CertificateError::NotValidForName), "for another host"),
            (Error::InvalidCertificate(CertificateError::UnknownIssuer), "self-signed"),
            (
                Error::InvalidCertificate(CertificateError::Other(OtherError(Arc::new(CaUsedAsEndEntity)))),
                "that of an authority",
            ),
            (Error::InvalidCertificate(CertificateError::BadEncoding), "not valid"),
            (Error::InvalidMessage(InvalidMessage::InvalidContentType), "does not speak TLS"),
            (Error::AlertReceived(AlertDescription::HandshakeFailure), "TLS 1.2 or 1.3"),
            (Error::AlertReceived(AlertDescription::InternalError), "refused the connection"),
        ] {
            let words = of_tls(&error);
            assert!(words.contains(said), "{error:?}: {words}");
            let is_code = |word: &str| word.chars().skip(1).any(char::is_uppercase) && word != "TLS";
            assert!(!words.split(' ').any(is_code), "{words}");
        }
        for kind in [ErrorKind::ConnectionReset, ErrorKind::BrokenPipe, ErrorKind::UnexpectedEof] {
            assert_eq!(of_io(&kind.into()), Some(BROKEN_OFF));
        }
    }
}
