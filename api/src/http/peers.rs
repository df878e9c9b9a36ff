//! Limits on what each client address has at once, such as connections, so that no address takes the room of all.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use super::client_address::TrustedProxies;
use super::rate_limit::network;

/// The counts of each address, or of each network in IPv6.
pub(crate) struct Peers {
    most: usize,
    /// Clients without a limit: they speak for many others.
    unlimited: TrustedProxies,
    open: Mutex<HashMap<IpAddr, usize>>,
}

impl Peers {
    /// Allows each address `most` at once.
    pub(crate) fn new(most: usize, unlimited: TrustedProxies) -> Arc<Self> {
        Arc::new(Self { most, unlimited, open: Mutex::default() })
    }

    /// Counts one more for an address until the returned guard is dropped. Returns `None` if the address is at its
    /// limit.
    pub(crate) fn enter(self: &Arc<Self>, peer: IpAddr) -> Option<Peer> {
        let counted = (!self.unlimited.trusts(peer)).then(|| network(peer.to_canonical()));
        if let Some(address) = counted {
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            let own = open.entry(address).or_default();
            if *own >= self.most {
                return None;
            }
            *own += 1;
        }
        Some(Peer { peers: self.clone(), counted })
    }
}

/// A guard that counts one for its address.
pub(crate) struct Peer {
    peers: Arc<Peers>,
    counted: Option<IpAddr>,
}

impl Drop for Peer {
    fn drop(&mut self) {
        let Some(address) = self.counted else { return };
        let mut open = self.peers.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = open.get_mut(&address) {
            *own -= 1;
            if *own == 0 {
                open.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_or_network_has_its_number_and_trusted_ones_any() {
        let peers = Peers::new(2, TrustedProxies::new(vec!["10.0.0.0/8".parse().unwrap()]));
        let enter = |address: &str| peers.enter(address.parse().unwrap());
        for addresses in [["203.0.113.7", "::ffff:203.0.113.7"], ["2001:db8::1", "2001:db8:0:1::2"]] {
            let (first, _second) = (enter(addresses[0]).unwrap(), enter(addresses[1]).unwrap());
            assert!(enter(addresses[0]).is_none() && enter("203.0.113.8").is_some());
            drop(first);
            assert!(enter(addresses[1]).is_some());
        }
        assert!(peers.open.lock().unwrap().is_empty(), "nobody is remembered who is gone");
        let proxied: Vec<_> = (0..5).map(|_| enter("10.1.2.3")).collect();
        assert!(proxied.iter().all(Option::is_some));
    }
}
