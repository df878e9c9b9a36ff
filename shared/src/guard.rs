//! Where webhooks may go (the guard against server-side request forgery).
//!
//! Public addresses are reached by https on the usual ports only. Addresses in the operator's
//! `ALMONER_WEBHOOK_ALLOW_CIDRS` are reached by http too and on any port. Everything else (loopback, private,
//! link-local, documentation, multicast and the other special-purpose ranges of the IANA registries, and IPv6
//! forms that embed such an IPv4 address) is never reached. A host is judged by *all* addresses it resolves to:
//! once when a webhook is registered and again at every attempt, on the very addresses that are connected to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use ipnet::IpNet;
use url::{Host, Url};

/// The ports that public receivers may use.
const PUBLIC_PORTS: [u16; 2] = [443, 8443];
/// How long a registration waits for its host's addresses.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(2);

/// What stands at the far end of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Public addresses and the operator's ranges (an https URL on a usual port).
    PublicOrAllowed,
    /// Only addresses in the operator's ranges (plain http, or an unusual port).
    AllowedOnly,
}

/// The operator's policy.
#[derive(Clone, Debug, Default)]
pub struct Guard {
    allow: Vec<IpNet>,
}

impl Guard {
    /// A guard that lets webhooks reach these ranges besides the public internet.
    pub fn new(allow: Vec<IpNet>) -> Self {
        Self { allow }
    }

    /// Judges what can be seen in a URL without resolving its host, and says how far it may reach.
    ///
    /// # Errors
    /// The rule that the URL breaks, to be put after the field's name.
    pub fn judge_url(&self, url: &Url) -> Result<Reach, &'static str> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err("must be an http or https URL");
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err("must not contain a user name or password");
        }
        let reach = match (url.scheme(), url.port_or_known_default()) {
            ("https", Some(port)) if PUBLIC_PORTS.contains(&port) => Reach::PublicOrAllowed,
            _ => Reach::AllowedOnly,
        };
        // The URL parser has turned odd literals (decimal, octal, hexadecimal) into addresses already.
        let literal = match url.host() {
            Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => Some(IpAddr::V6(address)),
            Some(Host::Domain(_)) => None,
            None => return Err("must name a host"),
        };
        match literal {
            Some(address) if !self.permits(address, reach) => Err(Self::rule(reach)),
            _ => Ok(reach),
        }
    }

    /// Judges a URL with every address that its host resolves to at this moment, for a registration. A public host
    /// that does not resolve passes: it is judged again at every attempt.
    ///
    /// # Errors
    /// The rule that the URL breaks, to be put after the field's name.
    pub async fn judge(&self, url: &Url) -> Result<Reach, &'static str> {
        let reach = self.judge_url(url)?;
        let Some(Host::Domain(host)) = url.host() else { return Ok(reach) };
        let lookup = tokio::time::timeout(LOOKUP_TIMEOUT, tokio::net::lookup_host((host, 0))).await;
        let addresses: Vec<_> = lookup.ok().and_then(Result::ok).into_iter().flatten().collect();
        let known_enough = !addresses.is_empty() || reach == Reach::PublicOrAllowed;
        let permitted = addresses.iter().all(|address| self.permits(address.ip(), reach));
        if known_enough && permitted { Ok(reach) } else { Err(Self::rule(reach)) }
    }

    /// Whether a connection that reaches so far may go to an address.
    pub fn permits(&self, address: IpAddr, reach: Reach) -> bool {
        let address = address.to_canonical();
        self.allow.iter().any(|range| range.contains(&address))
            || (reach == Reach::PublicOrAllowed && is_public(address))
    }

    /// The rule that a URL breaks whose host may not be reached.
    pub fn rule(reach: Reach) -> &'static str {
        match reach {
            Reach::PublicOrAllowed => "must not lead to a private or special-purpose address",
            Reach::AllowedOnly => "must be https on port 443 or 8443, and must not lead to a private address",
        }
    }
}

/// Whether an address is globally reachable unicast.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// IANA IPv4 Special-Purpose Address Registry, and multicast and class E.
fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !matches!(
        (a, b, c),
        (0 | 10 | 127 | 224.., _, _)
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            | (192, 0, 0 | 2)
            | (192, 31, 196)
            | (192, 52, 193)
            | (192, 88, 99)
            | (192, 168, _)
            | (192, 175, 48)
            | (198, 18 | 19, _)
            | (198, 51, 100)
            | (203, 0, 113)
    )
}

/// Only `2000::/3` is global unicast; in it, the special-purpose blocks and the forms that embed an IPv4
/// address (6to4; Teredo lies in `2001::/23`) are refused. NAT64 (`64:ff9b::/96`) lies outside and is refused too.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    (0x2000..=0x3fff).contains(&segments[0])
        && !matches!(
            segments,
            [0x2001, 0..=0x01ff | 0xdb8, ..]
                | [0x2002, ..]
                | [0x3fff, 0..=0x0fff, ..]
                | [0x2620, 0x4f, 0x8000, ..]
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(guard: &Guard, url: &str) -> Result<Reach, &'static str> {
        guard.judge_url(&Url::parse(url).unwrap())
    }

    #[test]
    fn public_receivers_are_reached_by_https_on_the_usual_ports() {
        let guard = Guard::default();
        assert_eq!(judge(&guard, "https://hooks.example.org/x"), Ok(Reach::PublicOrAllowed));
        assert_eq!(judge(&guard, "https://93.184.215.14:8443/"), Ok(Reach::PublicOrAllowed));
        for url in ["http://93.184.215.14/", "https://93.184.215.14:25/", "https://[2606:4700::1]:6379/"] {
            assert!(judge(&guard, url).is_err(), "{url}");
        }
        assert!(judge(&guard, "https://user:pw@hooks.example.org/").is_err());
        assert!(judge(&guard, "ftp://hooks.example.org/").is_err());
    }

    #[test]
    fn special_purpose_addresses_are_refused_in_every_spelling() {
        let guard = Guard::default();
        for host in [
            "127.0.0.1",
            "2130706433",
            "0x7f.1",
            "0177.0.0.1",
            "127.1",
            "10.0.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "192.0.2.1",
            "198.18.0.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "[::1]",
            "[::]",
            "[::ffff:127.0.0.1]",
            "[::ffff:a9fe:a9fe]",
            "[fe80::1]",
            "[fc00::1]",
            "[64:ff9b::7f00:1]",
            "[2002:7f00:1::]",
            "[2001:0:1::1]",
            "[2001:db8::1]",
            "[ff02::1]",
            "[::127.0.0.1]",
        ] {
            assert!(judge(&guard, &format!("https://{host}/")).is_err(), "{host}");
        }
    }

    #[test]
    fn the_operators_ranges_may_be_reached_plainly() {
        let guard = Guard::new(vec!["127.0.0.0/8".parse().unwrap()]);
        assert_eq!(judge(&guard, "http://127.0.0.1:9000/hook"), Ok(Reach::AllowedOnly));
        assert_eq!(judge(&guard, "http://[::ffff:127.0.0.1]:9000/"), Ok(Reach::AllowedOnly));
        assert!(judge(&guard, "http://10.0.0.1:9000/").is_err());
        assert!(guard.permits("127.0.0.1".parse().unwrap(), Reach::AllowedOnly));
        assert!(!guard.permits("93.184.215.14".parse().unwrap(), Reach::AllowedOnly));
    }

    #[tokio::test]
    async fn a_registration_is_judged_by_the_addresses_of_its_host() {
        let judge = async |guard: &Guard, url: &str| guard.judge(&Url::parse(url).unwrap()).await;
        let strict = Guard::default();
        assert!(judge(&strict, "https://localhost/").await.is_err());
        assert!(judge(&strict, "http://localhost:9000/").await.is_err());
        assert_eq!(judge(&strict, "https://nowhere.invalid/").await, Ok(Reach::PublicOrAllowed));
        let open = Guard::new(vec!["127.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()]);
        assert_eq!(judge(&open, "http://localhost:9000/").await, Ok(Reach::AllowedOnly));
        assert!(judge(&open, "http://nowhere.invalid:9000/").await.is_err());
    }
}
