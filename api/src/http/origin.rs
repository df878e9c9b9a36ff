//! The origin of the service as a browser sees it: the scheme and the host of the request.

use std::net::IpAddr;

use poem::http::header::HOST;
use poem::http::{HeaderMap, HeaderName};

use super::client_address::TrustedProxies;

const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
const X_FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");

/// A scheme and a host, such as `https://donors.example`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Whether the browser speaks https, to the service or to a proxy in front of it.
    pub is_https: bool,
    /// The host, with its port if it has one.
    pub host: String,
}

impl Origin {
    /// Returns the origin of a request that came from `peer`. The service itself speaks http. In `X-Forwarded-Proto`
    /// and `X-Forwarded-Host`, a trusted proxy names the scheme and the host that its own client asked for.
    pub fn of(proxies: &TrustedProxies, peer: IpAddr, headers: &HeaderMap) -> Self {
        let last = |name: &HeaderName| {
            let value = headers.get_all(name).into_iter().next_back()?.to_str().ok()?;
            value.rsplit(',').next().map(|value| value.trim().to_owned())
        };
        let forwarded = |name| last(name).filter(|_| proxies.trusts(peer));
        Self {
            is_https: forwarded(&X_FORWARDED_PROTO)
                .is_some_and(|scheme| scheme.eq_ignore_ascii_case("https")),
            host: forwarded(&X_FORWARDED_HOST).or_else(|| last(&HOST)).unwrap_or_default(),
        }
    }

    /// Returns whether the browser runs on the service's own machine, so that http keeps secrets.
    pub fn is_loopback(&self) -> bool {
        let host = match self.host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => self.host.split(':').next().unwrap_or_default(),
        };
        host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
    }

    /// Returns whether the origin that a browser names in a header has the same host. The scheme is not compared, because
    /// a proxy that is not trusted may have https in front of the service.
    pub fn has_host_of(&self, origin: &str) -> bool {
        origin.split_once("://").is_some_and(|(_, host)| host.eq_ignore_ascii_case(&self.host))
    }
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}://{}", if self.is_https { "https" } else { "http" }, self.host)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(peer: &str, headers: &[(&'static str, &'static str)]) -> String {
        let proxies = TrustedProxies::new(vec!["10.0.0.0/8".parse().unwrap()]);
        let headers =
            headers.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()));
        Origin::of(&proxies, peer.parse().unwrap(), &headers.collect()).to_string()
    }

    #[test]
    fn a_trusted_proxy_says_what_its_client_asked_for() {
        let asked = [
            ("host", "api:8080"),
            ("x-forwarded-proto", "http, https"),
            ("x-forwarded-host", "donors.example"),
        ];
        assert_eq!(origin("10.0.0.1", &asked), "https://donors.example");
        assert_eq!(origin("10.0.0.1", &asked[..2]), "https://api:8080");
        assert_eq!(origin("203.0.113.7", &asked), "http://api:8080", "nobody else is believed");
    }

    #[test]
    fn only_this_machine_is_loopback() {
        let origin = |host: &str| Origin { is_https: false, host: host.to_owned() };
        for host in ["localhost", "LOCALHOST:8080", "127.0.0.1:8080", "127.9.9.9", "[::1]:8080", "[::1]"] {
            assert!(origin(host).is_loopback(), "{host}");
        }
        for host in [
            "",
            "donors.example",
            "localhost.example",
            "192.168.0.1:8080",
            "[2001:db8::1]:80",
            "127.0.0.1.example",
        ] {
            assert!(!origin(host).is_loopback(), "{host}");
        }
        assert!(origin("x:80").has_host_of("https://X:80"));
        for other in ["http://x", "http://y:80", "null", "x:80"] {
            assert!(!origin("x:80").has_host_of(other), "{other}");
        }
    }
}
