//! Tests of the guard against the registries of addresses. The table of ranges shares nothing with the guard's code.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::{Duration, Instant};

use ipnet::IpNet;
use shared::crypto::bytes::random;
use shared::webhooks::guard::{Guard, Reach};
use url::Url;

/// Returns the ranges of the table.
fn special() -> Vec<IpNet> {
    include_str!("../vectors/special-purpose-addresses.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once(' ').expect("a range and its name").0.parse().expect("a range"))
        .collect()
}

fn is_permitted(address: IpAddr) -> bool {
    Guard::default().permits(address, Reach::PublicOrAllowed)
}

/// Returns a range's first and last address, and the addresses before and after it.
fn edges(range: &IpNet) -> Vec<IpAddr> {
    let (first, last) = (range.network(), range.broadcast());
    [neighbour(first, -1), Some(first), Some(last), neighbour(last, 1)].into_iter().flatten().collect()
}

fn neighbour(address: IpAddr, by: i8) -> Option<IpAddr> {
    match address {
        IpAddr::V4(v4) => {
            v4.to_bits().checked_add_signed(by.into()).map(|bits| Ipv4Addr::from_bits(bits).into())
        }
        IpAddr::V6(v6) => {
            v6.to_bits().checked_add_signed(by.into()).map(|bits| Ipv6Addr::from_bits(bits).into())
        }
    }
}

/// Returns random addresses of a range.
fn random_in(range: &str, count: usize) -> impl Iterator<Item = Ipv6Addr> {
    let range: ipnet::Ipv6Net = range.parse().unwrap();
    let host_bits = range.hostmask().to_bits();
    (0..count).map(move |_| {
        let bits = u128::from_ne_bytes(random().unwrap());
        Ipv6Addr::from_bits(range.network().to_bits() | bits & host_bits)
    })
}

fn random_v4(count: usize) -> impl Iterator<Item = Ipv4Addr> {
    (0..count).map(|_| Ipv4Addr::from(random::<4>().unwrap()))
}

/// Checks that the guard judges an address as the table does. An IPv4-mapped IPv6 address counts as the IPv4 address,
/// because a socket connects to that.
fn check(ranges: &[IpNet], address: IpAddr) {
    let canonical = address.to_canonical();
    let name = ranges.iter().find(|range| range.contains(&canonical));
    assert_eq!(is_permitted(address), name.is_none(), "{address} is in {name:?}");
}

#[test]
fn the_edges_of_every_range_are_judged_as_the_registries_have_it() {
    let ranges = special();
    assert_eq!(ranges.len(), 69, "the rows of the table");
    for range in &ranges {
        for address in edges(range) {
            check(&ranges, address);
        }
    }
}

#[test]
fn random_addresses_are_judged_as_the_registries_have_it() {
    let ranges = special();
    random_v4(20_000).for_each(|address| check(&ranges, address.into()));
    for near in
        ["::/0", "2000::/3", "2001::/16", "2001::/22", "2002::/15", "2620:4f::/32", "3ff0::/12", "::/64"]
    {
        random_in(near, 5_000).for_each(|address| check(&ranges, address.into()));
    }
}

#[test]
fn an_ipv4_address_is_not_reached_through_any_form_that_embeds_it() {
    let ranges = special();
    let edges = ranges.iter().flat_map(edges).filter_map(|address| match address {
        IpAddr::V4(address) => Some(address),
        IpAddr::V6(_) => None,
    });
    for v4 in edges.chain(random_v4(1_000)) {
        let bits = u128::from(v4.to_bits());
        assert_eq!(is_permitted(v4.to_ipv6_mapped().into()), is_permitted(v4.into()), "mapped {v4}");
        for (prefix, rest, form) in [
            ("::", bits, "compatible (RFC 4291, section 2.5.5.1)"),
            ("::ffff:0:0:0", bits, "translated (RFC 2765, section 2.1)"),
            ("64:ff9b::", bits, "NAT64 (RFC 6052)"),
            ("64:ff9b:1::", bits, "NAT64 of a local /96 (RFC 8215)"),
            ("64:ff9b:1::", (bits >> 16) << 64 | (bits & 0xffff) << 40, "NAT64 of a local /48 (RFC 6052)"),
            ("2002::1", bits << 80, "6to4 (RFC 3056)"),
            ("2001::1", bits << 64, "Teredo's server (RFC 4380)"),
            ("2001:0:5db8:d70e::", bits ^ 0xffff_ffff, "Teredo's client (RFC 4380)"),
        ] {
            let address = Ipv6Addr::from_bits(prefix.parse::<Ipv6Addr>().unwrap().to_bits() | rest);
            assert!(!is_permitted(address.into()), "{v4} as {address}, {form}");
        }
    }
}

#[test]
fn an_isatap_address_is_as_public_as_the_ipv4_address_within() {
    for (v4, public) in
        [("10.0.0.1", false), ("127.0.0.1", false), ("169.254.169.254", false), ("93.184.215.14", true)]
    {
        let bits = u128::from(v4.parse::<Ipv4Addr>().unwrap().to_bits());
        for prefix in ["2606:4700::5efe:0:0", "2606:4700::200:5efe:0:0", "2a00:1450:4001:80b:0:5efe:0:0"] {
            let address = Ipv6Addr::from_bits(prefix.parse::<Ipv6Addr>().unwrap().to_bits() | bits);
            assert_eq!(is_permitted(address.into()), public, "{address}");
        }
    }
}

#[test]
fn a_registration_does_not_tell_a_private_name_from_one_that_does_not_resolve() {
    let private: IpAddr = "10.0.0.1".parse().unwrap();
    let lookup = move |host: &str| if host.starts_with("private") { vec![private] } else { Vec::new() };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    for allow in [Vec::new(), vec!["127.0.0.0/8".parse().unwrap()]] {
        let guard = Guard::new(allow).with_lookup(lookup);
        for rest in [("https://", "/"), ("https://", ":8443/"), ("http://", "/"), ("https://", ":9000/")] {
            let check = |name: &str| {
                let url = Url::parse(&format!("{}{name}.example{}", rest.0, rest.1)).unwrap();
                runtime.block_on(guard.check(&url))
            };
            assert_eq!(check("private"), check("missing"), "{rest:?}");
        }
    }
}

#[test]
fn the_operators_ranges_open_no_form_that_embeds_them() {
    let guard = Guard::new(vec!["10.0.0.0/8".parse().unwrap()]);
    for reach in [Reach::PublicOrAllowed, Reach::AllowedOnly] {
        for (address, permitted) in [
            ("10.1.2.3", true),
            ("::ffff:10.1.2.3", true),
            ("11.0.0.1", reach == Reach::PublicOrAllowed),
            ("192.168.0.1", false),
            ("64:ff9b::10.1.2.3", false),
            ("::10.1.2.3", false),
            ("2002:a01:203::1", false),
        ] {
            assert_eq!(guard.permits(address.parse().unwrap(), reach), permitted, "{address}, {reach:?}");
        }
    }
}

/// Hosts with which a URL must be refused: spellings of forbidden addresses, and texts that are no hosts.
const SPELLINGS: &str = "
    127.0.0.1 127.1 127.0.1 2130706433 127.0.0.1. 127.1. 10.1 192.168.257 100.100.100.200 169.254.169.254 2852039166
    0x7f000001 0x7F.0.0.1 0x7f.1 0x7f.0x0.0x0.0x1. 0xa9.0xfe.0xa9.0xfe 0177.0.0.1 00000177.1 017700000001 0251.0376.0251.0376
    0 0. 00 0x 0x0 0.0.0.0 224.1 255.255.255.255 4294967295
    １２７.0.0.1 １２７．０．０．１ 127。0。0。1 ①②⑦.⓪.⓪.① 𝟏𝟐𝟕.0.0.1
    %31%32%37.0.0.1 127%2e0%2e0%2e1 %EF%BC%91%EF%BC%92%EF%BC%97.0.0.1
    [::1] [0:0:0:0:0:0:0:1] [0000::0001] [::] [::ffff:127.0.0.1] [::FFFF:7f00:1] [0:0:0:0:0:ffff:7f00:1]
    [::127.0.0.1] [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b:1::a9fe:a9fe] [2002:7f00:1::] [2002:a9fe:a9fe::1] [2001:0:1::1]
    [2001:db8::1] [fe80::1] [fe80::1%25eth0] [fe80::1%eth0] [fd00:ec2::254] [fec0::1] [ff02::1]
    localhost LOCALHOST localhost. sub.localhost sub.localhost. %6cocalhost ｌocalhost localhost.. a..b .example.org example.org.. .
    [2606:4700::5efe:10.0.0.1] [2606:4700::200:5efe:192.168.0.1]
    256.0.0.1 127.0.0.0.1 127.0.0.256 0x100000000 4294967296 08.0.0.1 127.0.0.1%00";

#[test]
fn an_address_is_judged_in_every_spelling() {
    for host in SPELLINGS.split_whitespace() {
        let url = Url::parse(&format!("https://{host}/"));
        assert!(!url.is_ok_and(|url| Guard::default().check_url(&url).is_ok()), "{host}");
    }
}

#[test]
fn localhost_is_reached_where_the_operator_allows_loopback_addresses() {
    let guard = Guard::new(vec!["127.0.0.1/32".parse().unwrap()]);
    for url in [
        "http://localhost:9000/",
        "https://localhost/",
        "http://sub.localhost./",
        "https://hooks.example.org./",
    ] {
        assert!(guard.check_url(&Url::parse(url).unwrap()).is_ok(), "{url}");
    }
    assert!(guard.check_url(&Url::parse("http://a..localhost/").unwrap()).is_err());
}

#[test]
fn a_host_is_the_one_that_is_connected_to() {
    for url in [
        "https://hooks.example.org@127.0.0.1/",
        "https://hooks.example.org:443@127.0.0.1/",
        "https://user@hooks.example.org/",
        "https://:pw@hooks.example.org/",
        "https://127.0.0.1\\@hooks.example.org/",
        "https://127.0.0.1#@hooks.example.org/",
        "https://127.0.0.1?@hooks.example.org/",
        "https:127.0.0.1/",
        "https:///127.0.0.1/",
        "https:\\\\127.0.0.1/",
        "https://127.0.0.1\t/",
        " https://127.0.0.1/",
        "ht\ntps://127.0.0.1/",
    ] {
        let url = Url::parse(url).unwrap();
        assert!(Guard::default().check_url(&url).is_err(), "{url}");
    }
}

#[test]
fn public_receivers_have_https_on_two_ports() {
    let check = |url: &str| Guard::default().check_url(&Url::parse(url).unwrap());
    for host in ["93.184.215.14", "[2606:4700:4700::1111]", "[::ffff:93.184.215.14]"] {
        for port in ["", ":443", ":8443"] {
            assert_eq!(check(&format!("https://{host}{port}/")), Ok(Reach::PublicOrAllowed));
        }
        for port in [0, 1, 22, 25, 80, 444, 5432, 5672, 6379, 8080, 8442, 8444, 9200, 65_535] {
            assert!(check(&format!("https://{host}:{port}/")).is_err(), "{host}:{port}");
        }
        for url in [format!("http://{host}/"), format!("http://{host}:443/"), format!("http://{host}:8443/")]
        {
            assert!(check(&url).is_err(), "{url}");
        }
    }
    for scheme in ["ftp", "file", "gopher", "ws", "wss", "unix", "data"] {
        assert!(check(&format!("{scheme}://93.184.215.14/")).is_err(), "{scheme}");
    }
}

/// The guard of registrations and that of attempts are two, even in one process.
#[test]
fn look_ups_of_one_guard_do_not_wait_for_those_of_another() {
    let (begun, begins) = std::sync::mpsc::channel();
    let hanging = Guard::new(vec!["127.0.0.0/8".parse().unwrap()]).with_lookup(move |_| {
        begun.send(()).unwrap();
        std::thread::sleep(Duration::from_mins(1));
        Vec::new()
    });
    let attempts = Guard::default().with_lookup(|_| vec!["93.184.215.14".parse().unwrap()]);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let url = Url::parse("http://registered.example/").unwrap();
        for _ in 0..300 {
            let (guard, url) = (hanging.clone(), url.clone());
            tokio::spawn(async move { guard.check(&url).await });
        }
        // As many as may run at once.
        assert_eq!(begins.iter().take(256).count(), 256);
        let lookup = attempts.resolve("hooks.example.org", Reach::PublicOrAllowed);
        let found = tokio::time::timeout(Duration::from_secs(20), lookup).await;
        assert!(found.expect("the look-up waited").is_ok());
    });
    runtime.shutdown_background();
}

#[test]
fn a_slow_name_service_does_not_hold_up_the_programs_end() {
    let guard = Guard::default().with_lookup(|_| {
        std::thread::sleep(Duration::from_mins(1));
        Vec::new()
    });
    let begun = Instant::now();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let lookup = async { guard.resolve("slow.example", Reach::PublicOrAllowed).await };
    let in_time = async { tokio::time::timeout(Duration::from_millis(10), lookup).await };
    assert!(runtime.block_on(in_time).is_err());
    drop(runtime);
    // Half of what the lookup takes: far more than a slow machine needs to end a runtime.
    assert!(begun.elapsed() < Duration::from_secs(30), "the end waited for the lookup");
}
