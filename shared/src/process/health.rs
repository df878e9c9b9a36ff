//! Asking a running program whether it is ready, for container health checks and scripts.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Error;
use crate::times::HEALTH_MAX;

/// Asks the program at this `ALMONER_ADMIN_LISTEN` for `/readyz`. If the program listens on every address, asks it on
/// the loopback address.
///
/// # Errors
/// [`Error::Io`] when it does not answer within 5 seconds, or does not answer 200.
pub async fn check(admin_listen: SocketAddr) -> Result<(), Error> {
    let mut address = admin_listen;
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    let ask = async {
        let mut stream = TcpStream::connect(address).await?;
        let request = format!("GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut status = [0; "HTTP/1.1 200".len()];
        stream.read_exact(&mut status).await?;
        if status.ends_with(b" 200") { Ok(()) } else { Err(std::io::Error::other("not ready")) }
    };
    tokio::time::timeout(HEALTH_MAX, ask)
        .await
        .unwrap_or_else(|_| Err(std::io::ErrorKind::TimedOut.into()))
        .map_err(|error| Error::Io(format!("http://{address}/readyz"), error))
}
