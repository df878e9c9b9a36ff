//! The addresses that webhooks may go to (the guard against server-side request forgery).
//!
//! Public addresses are reached by https on the usual ports only. Addresses in the operator's
//! `ALMONER_WEBHOOK_ALLOW_CIDRS` are reached by http too and on any port. Everything else (loopback, private,
//! link-local, documentation, multicast and the other special-purpose ranges of the IANA registries, and IPv6 forms
//! that embed such an IPv4 address) is never reached. A host is judged by *all* addresses that it resolves to, at every
//! attempt, on the very addresses that the client connects to.
//!
//! A registration refuses what can never be reached. It does not resolve the names of public receivers: whoever may
//! register could otherwise find out which names the private network has.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ipnet::IpNet;
use tokio::sync::{Semaphore, oneshot};
use url::{Host, Url};

/// The ports that public receivers may use.
const PUBLIC_PORTS: [u16; 2] = [443, 8443];
/// The addresses that `localhost` means.
const LOOPBACK: [IpAddr; 2] = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];
/// The time that a registration waits for its host's addresses.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(2);

/// The look-ups of a guard that run at once. Each occupies a thread for as long as the name service takes.
const LOOKUPS_MAX: usize = 256;

/// The addresses that a URL may lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Public addresses and the operator's ranges (an https URL on a usual port).
    PublicOrAllowed,
    /// Only addresses in the operator's ranges (plain http, or an unusual port).
    AllowedOnly,
}

/// The reason for not connecting to a host.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// At least one of its addresses is forbidden.
    #[error("the host has a forbidden address: webhook_url {}", Guard::rule(*.0))]
    Forbidden(Reach),
    /// No address was found for it.
    #[error("the host does not resolve: {0}")]
    Unresolvable(io::Error),
}

/// The operator's policy for where webhooks may go. Clones share the threads of their look-ups; the api's guard and the
/// dispatcher's are made apart, so that registrations cannot hold up attempts.
#[derive(Clone, Debug, Default)]
pub struct Guard {
    allow: Vec<IpNet>,
    lookup: Lookup,
    turns: Turns,
}

/// The look-ups that may begin.
#[derive(Clone, Debug)]
struct Turns(Arc<Semaphore>);

impl Default for Turns {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(LOOKUPS_MAX)))
    }
}

/// The function that finds the addresses of a host. It may block.
#[derive(Clone)]
struct Lookup(Arc<dyn Fn(&str) -> Found + Send + Sync>);

type Found = io::Result<Vec<SocketAddr>>;

impl Default for Lookup {
    /// Asks the system's resolver. Port 0 stands for the URL's port.
    fn default() -> Self {
        Self(Arc::new(|host| Ok((host, 0).to_socket_addrs()?.collect())))
    }
}

impl fmt::Debug for Lookup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lookup")
    }
}

impl Guard {
    /// Creates a guard that lets webhooks reach these ranges besides the public internet.
    pub fn new(allow: Vec<IpNet>) -> Self {
        Self { allow, ..Self::default() }
    }

    /// Returns the guard with another name service, for a test.
    #[cfg(feature = "testing")]
    #[must_use]
    pub fn with_lookup(self, lookup: impl Fn(&str) -> Vec<IpAddr> + Send + Sync + 'static) -> Self {
        let found =
            move |host: &str| Ok(lookup(host).into_iter().map(|address| (address, 0).into()).collect());
        Self { lookup: Lookup(Arc::new(found)), ..self }
    }

    /// Judges a URL without resolving its host, and returns which addresses it may lead to.
    ///
    /// # Errors
    /// The rule that the URL breaks, worded to follow the field's name.
    pub fn check_url(&self, url: &Url) -> Result<Reach, &'static str> {
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
        let may_be_reached = match url.host() {
            Some(Host::Ipv4(address)) => self.permits(address.into(), reach),
            Some(Host::Ipv6(address)) => self.permits(address.into(), reach),
            Some(Host::Domain(host)) => {
                // One dot at the end marks a full name. It changes nothing.
                let host = host.strip_suffix('.').unwrap_or(host);
                if host.split('.').any(str::is_empty) {
                    return Err("must name a host without empty parts between its dots");
                }
                match reach {
                    _ if is_localhost(host) => LOOPBACK.iter().any(|address| self.permits(*address, reach)),
                    Reach::PublicOrAllowed => true,
                    Reach::AllowedOnly => !self.allow.is_empty(),
                }
            }
            None => return Err("must name a host"),
        };
        if may_be_reached { Ok(reach) } else { Err(Self::rule(reach)) }
    }

    /// Judges a URL for a registration, and refuses what can never work. Only a name that must be in the operator's ranges
    /// is resolved, and refused with the same rule whether it lies elsewhere or does not resolve in time.
    ///
    /// # Errors
    /// The rule that the URL breaks, worded to follow the field's name.
    pub async fn check(&self, url: &Url) -> Result<Reach, &'static str> {
        let reach = self.check_url(url)?;
        if url.port() == Some(0) {
            return Err("must not have port 0, on which nothing can listen");
        }
        if url.fragment().is_some() {
            return Err("must not have a fragment (#…), because it is never sent");
        }
        if url.domain().is_some_and(|host| is_below("invalid", host)) {
            return Err("must not end in .invalid, because no such host exists");
        }
        let (Some(Host::Domain(host)), Reach::AllowedOnly) = (url.host(), reach) else { return Ok(reach) };
        match tokio::time::timeout(LOOKUP_TIMEOUT, self.resolve(host, reach)).await {
            Ok(Ok(_)) => Ok(reach),
            _ => Err(Self::rule(reach)),
        }
    }

    /// Returns the addresses of a host to connect to, with port 0.
    ///
    /// # Errors
    /// [`Refusal::Forbidden`] if any address is forbidden, [`Refusal::Unresolvable`] if no address was found.
    pub async fn resolve(&self, host: &str, reach: Reach) -> Result<Vec<SocketAddr>, Refusal> {
        let (lookup, host) = (self.lookup.clone(), host.to_owned());
        let (answer, found) = oneshot::channel();
        let turn = self.turns.0.clone().acquire_owned().await;
        let turn = turn.map_err(|error| Refusal::Unresolvable(io::Error::other(error)))?;
        // Use a thread of its own, not one of the runtime's. The runtime waits for all its threads at the program's
        // end, however long the name service takes. Sending the answer fails if the caller no longer waits; that does
        // no harm.
        let look_up = move || {
            _ = answer.send((lookup.0)(&host));
            drop(turn);
        };
        thread::Builder::new().spawn(look_up).map_err(Refusal::Unresolvable)?;
        let addresses = found.await.map_err(io::Error::other).flatten().map_err(Refusal::Unresolvable)?;
        if addresses.is_empty() {
            return Err(Refusal::Unresolvable(io::ErrorKind::NotFound.into()));
        }
        let permitted = addresses.iter().all(|address| self.permits(address.ip(), reach));
        permitted.then_some(addresses).ok_or(Refusal::Forbidden(reach))
    }

    /// Returns whether a connection with this reach may go to an address.
    pub fn permits(&self, address: IpAddr, reach: Reach) -> bool {
        let address = address.to_canonical();
        self.allow.iter().any(|range| range.contains(&address))
            || (reach == Reach::PublicOrAllowed && is_public(address))
    }

    /// Returns the rule that a URL breaks if its host must not be reached.
    pub fn rule(reach: Reach) -> &'static str {
        match reach {
            Reach::PublicOrAllowed => {
                "must not lead to a private or special-purpose address, unless the operator allows it by \
                 ALMONER_WEBHOOK_ALLOW_CIDRS"
            }
            Reach::AllowedOnly => {
                "must be https on port 443 or 8443, and must not lead to a private address, unless the operator \
                 allows it by ALMONER_WEBHOOK_ALLOW_CIDRS"
            }
        }
    }
}

/// Returns whether a name always means this machine (RFC 6761, section 6.3).
fn is_localhost(host: &str) -> bool {
    is_below("localhost", host)
}

/// Returns whether a name is that of a top-level domain, or lies below it.
fn is_below(domain: &str, host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    host.rsplit('.').next().unwrap_or_default().eq_ignore_ascii_case(domain)
}

/// Returns whether an address is globally reachable unicast.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// Returns whether an IPv4 address is public: neither in the IANA IPv4 Special-Purpose Address Registry, nor multicast,
/// nor class E.
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

/// Returns whether an IPv6 address is public. Only `2000::/3` is global unicast. In it, the special-purpose blocks and
/// the forms that embed an IPv4 address (6to4; Teredo lies in `2001::/23`) are refused. NAT64 (`64:ff9b::/96`) lies
/// outside and is refused too. ISATAP (RFC 5214) may have any prefix, so its addresses are as public as the IPv4
/// address within.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    if let [_, _, _, _, 0x0000 | 0x0200, 0x5efe, ..] = segments
        && let [.., a, b, c, d] = address.octets()
        && !is_public_v4(Ipv4Addr::new(a, b, c, d))
    {
        return false;
    }
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

    fn check(guard: &Guard, url: &str) -> Result<Reach, &'static str> {
        guard.check_url(&Url::parse(url).unwrap())
    }

    #[test]
    fn public_receivers_are_reached_by_https_on_the_usual_ports() {
        let guard = Guard::default();
        assert_eq!(check(&guard, "https://hooks.example.org/x"), Ok(Reach::PublicOrAllowed));
        assert_eq!(check(&guard, "https://93.184.215.14:8443/"), Ok(Reach::PublicOrAllowed));
        for url in ["http://93.184.215.14/", "https://93.184.215.14:25/", "https://[2606:4700::1]:6379/"] {
            assert!(check(&guard, url).is_err(), "{url}");
        }
        assert!(check(&guard, "https://user:pw@hooks.example.org/").is_err());
        assert!(check(&guard, "ftp://hooks.example.org/").is_err());
    }

    #[test]
    fn the_operators_ranges_may_be_reached_plainly() {
        let guard = Guard::new(vec!["127.0.0.0/8".parse().unwrap()]);
        assert_eq!(check(&guard, "http://127.0.0.1:9000/hook"), Ok(Reach::AllowedOnly));
        assert_eq!(check(&guard, "http://[::ffff:127.0.0.1]:9000/"), Ok(Reach::AllowedOnly));
        assert!(check(&guard, "http://10.0.0.1:9000/").is_err());
        assert!(guard.permits("127.0.0.1".parse().unwrap(), Reach::AllowedOnly));
        assert!(!guard.permits("93.184.215.14".parse().unwrap(), Reach::AllowedOnly));
    }

    #[tokio::test]
    async fn a_registration_by_http_is_checked_by_the_addresses_of_its_host() {
        let check = async |guard: &Guard, url: &str| guard.check(&Url::parse(url).unwrap()).await;
        assert!(check(&Guard::default(), "http://localhost:9000/").await.is_err());
        let open = Guard::new(vec!["127.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()]);
        assert_eq!(check(&open, "http://localhost:9000/").await, Ok(Reach::AllowedOnly));
        assert!(check(&open, "http://nowhere.invalid:9000/").await.is_err());
        let found = open.resolve("localhost", Reach::AllowedOnly).await.unwrap();
        assert!(found.iter().all(|address| address.port() == 0), "the port is that of the URL: {found:?}");
    }
}
