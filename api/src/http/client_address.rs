//! The address of the client that made a request: that of the connection, or the one that a trusted proxy names.

use std::net::{IpAddr, SocketAddr};

use ipnet::IpNet;
use poem::http::header::FORWARDED;
use poem::http::{HeaderMap, HeaderName};
use shared::process::config::ForwardedHeader;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The proxies whose headers are believed (`ALMONER_TRUSTED_PROXIES`).
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies {
    ranges: Vec<IpNet>,
    header: ForwardedHeader,
}

impl TrustedProxies {
    /// Trusts the proxies in these ranges. They name the client in `X-Forwarded-For`.
    pub fn new(ranges: Vec<IpNet>) -> Self {
        Self { ranges, header: ForwardedHeader::default() }
    }

    /// Trusts the same proxies, but reads the client from this header (`ALMONER_FORWARDED_HEADER`).
    #[must_use]
    pub fn naming_clients_in(self, header: ForwardedHeader) -> Self {
        Self { header, ..self }
    }

    /// Returns the client of a request that came from `peer`.
    ///
    /// A proxy adds the address from which it got the request to the end of `X-Forwarded-For` or `Forwarded` (RFC
    /// 7239). The client may have invented all before it. So the client is the last address that no trusted proxy has.
    /// Most proxies pass the other header on as the client sent it. So only one header counts, whatever the other says.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let (name, address): (_, fn(&str) -> Option<IpAddr>) = match self.header {
            ForwardedHeader::XForwardedFor => (X_FORWARDED_FOR, node),
            ForwardedHeader::Forwarded => (FORWARDED, forwarded),
        };
        let lines = headers.get_all(name).into_iter();
        let hops = lines.flat_map(|line| line.as_bytes().split(|byte| *byte == b','));
        let hops: Vec<_> = hops.map(|hop| address(std::str::from_utf8(hop).ok()?.trim())).collect();
        self.last_untrusted(peer.to_canonical(), &hops)
    }

    /// Returns whether a connection comes from a trusted proxy.
    pub fn trusts(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        self.ranges.iter().any(|range| range.contains(&peer))
    }

    /// Goes back from the peer, hop by hop, as long as each one is trusted and names the one before.
    fn last_untrusted(&self, peer: IpAddr, hops: &[Option<IpAddr>]) -> IpAddr {
        let mut client = peer;
        for hop in hops.iter().rev() {
            match hop {
                Some(address) if self.trusts(client) => client = *address,
                _ => break,
            }
        }
        client
    }
}

/// Returns the address in an element of `Forwarded`, such as `for="[2001:db8::1]:4711";proto=https`.
fn forwarded(element: &str) -> Option<IpAddr> {
    let pairs = element.split(';').filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.into_iter().find(|(name, _)| name.eq_ignore_ascii_case("for"))?;
    node(value.trim_matches('"'))
}

/// Returns an address that may have a port. `None` stands for names such as `unknown`.
fn node(text: &str) -> Option<IpAddr> {
    let address = text.parse().ok();
    let address = address.or_else(|| text.parse().map(|socket: SocketAddr| socket.ip()).ok());
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    address.or_else(bracketed).map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(peer: &str, headers: &[(&'static str, &'static str)]) -> String {
        client_in(ForwardedHeader::XForwardedFor, peer, headers)
    }

    fn client_in(header: ForwardedHeader, peer: &str, headers: &[(&'static str, &'static str)]) -> String {
        let proxies = ["10.0.0.0/8", "2001:db8::/32"].map(|range| range.parse().unwrap());
        let headers =
            headers.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()));
        let headers: HeaderMap = headers.collect();
        let proxies = TrustedProxies::new(proxies.to_vec()).naming_clients_in(header);
        proxies.client(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn a_trusted_proxy_names_the_client() {
        for value in [
            "203.0.113.7",
            "203.0.113.7:4711",
            "::ffff:203.0.113.7",
            "198.51.100.1, 203.0.113.7",
            "x,203.0.113.7",
        ] {
            assert_eq!(client("10.0.0.1", &[("x-forwarded-for", value)]), "203.0.113.7", "{value}");
        }
        for value in [
            "for=203.0.113.7",
            "For=\"203.0.113.7:4711\";proto=https",
            "for=198.51.100.1, by=10.0.0.9; for=203.0.113.7",
            "for=\"_hidden, x\", for=203.0.113.7",
        ] {
            let client = client_in(ForwardedHeader::Forwarded, "10.0.0.1", &[("forwarded", value)]);
            assert_eq!(client, "203.0.113.7", "{value}");
        }
        assert_eq!(client("::ffff:10.0.0.1", &[("x-forwarded-for", "[2001:4860::1]:80")]), "2001:4860::1");
        let bracketed = [("forwarded", "for=\"[2001:4860::1]\"")];
        assert_eq!(client_in(ForwardedHeader::Forwarded, "10.0.0.1", &bracketed), "2001:4860::1");
    }

    #[test]
    fn several_proxies_are_followed_to_the_first_that_is_not_trusted() {
        let chain = "192.0.2.1, 203.0.113.7, 10.0.0.2, 2001:db8::3";
        assert_eq!(client("10.0.0.1", &[("x-forwarded-for", chain)]), "203.0.113.7");
        let lines = [("x-forwarded-for", "203.0.113.7"), ("x-forwarded-for", "10.0.0.2")];
        assert_eq!(client("10.0.0.1", &lines), "203.0.113.7");
        assert_eq!(client("10.0.0.1", &[("x-forwarded-for", "203.0.113.7, unknown, 10.0.0.2")]), "10.0.0.2");
        assert_eq!(client("10.0.0.1", &[("x-forwarded-for", "10.0.0.3, 10.0.0.2")]), "10.0.0.3");
    }

    #[test]
    fn nobody_else_is_believed() {
        for headers in [&[("x-forwarded-for", "192.0.2.1")][..], &[("forwarded", "for=192.0.2.1")]] {
            assert_eq!(client("203.0.113.7", headers), "203.0.113.7");
        }
        assert_eq!(client("10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn the_header_that_the_proxy_does_not_set_changes_nothing() {
        for invented in ["for=192.0.2.1", "proto=https", "for=unknown", ""] {
            let both = [("forwarded", invented), ("x-forwarded-for", "203.0.113.7")];
            assert_eq!(client("10.0.0.1", &both), "203.0.113.7", "{invented}");
            assert_eq!(client("10.0.0.1", &both[..1]), "10.0.0.1", "{invented}");
        }
        let both = [("forwarded", "for=203.0.113.7"), ("x-forwarded-for", "192.0.2.1")];
        assert_eq!(client_in(ForwardedHeader::Forwarded, "10.0.0.1", &both), "203.0.113.7");
    }
}
