//! A TCP proxy, such as operators have in front of a pair or a cluster of servers. It does not look at what it carries.

use std::sync::{Arc, Mutex};

use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use super::lock;
use crate::Error;

/// A running proxy. It takes no more connections when it is dropped.
#[derive(Debug)]
pub(super) struct Proxy {
    pub(super) port: u16,
    targets: Arc<Mutex<Vec<u16>>>,
    accepting: JoinHandle<()>,
}

impl Proxy {
    /// Starts a proxy for servers on these ports of this machine. Each connection goes to the first server that takes it.
    pub(super) async fn start(targets: Vec<u16>) -> Result<Self, Error> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let (port, targets) = (listener.local_addr()?.port(), Arc::new(Mutex::new(targets)));
        let accepting = tokio::spawn(accept(listener, targets.clone()));
        Ok(Self { port, targets, accepting })
    }

    /// Sends new connections to other servers. Those that are open stay where they are.
    pub(super) fn send_to(&self, targets: Vec<u16>) {
        *lock(&self.targets) = targets;
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(listener: TcpListener, targets: Arc<Mutex<Vec<u16>>>) {
    while let Ok((mut client, _)) = listener.accept().await {
        let targets = lock(&targets).clone();
        tokio::spawn(async move {
            for port in targets {
                if let Ok(mut server) = TcpStream::connect(("127.0.0.1", port)).await {
                    let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
                    return;
                }
            }
        });
    }
}
