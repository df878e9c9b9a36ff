//! A cut network: what the programs of one user send to some servers is dropped, without a word to either side.

use tokio::process::Command;
use url::Url;

use crate::Error;
use crate::deployment::succeed;

/// The user of programs whose packets are dropped. No other process has it.
pub(super) const CUT_OFF_USER: u32 = 54_321;

/// Rules of the firewall. They end with [`end`](Self::end), or when this value is dropped.
#[derive(Debug)]
pub(super) struct Cut {
    ports: Vec<String>,
}

impl Cut {
    /// Cuts the way to servers. Needs `iptables` and root.
    pub(super) async fn begin(urls: &[&str]) -> Result<Self, Error> {
        let mut cut = Self { ports: Vec::new() };
        for url in urls {
            let port = Url::parse(url)?.port().ok_or("the server's URL has a port")?.to_string();
            succeed(Command::new("iptables").args(rule("-A", &port))).await?;
            cut.ports.push(port);
        }
        Ok(cut)
    }

    /// Lets the packets through again.
    pub(super) async fn end(mut self) -> Result<(), Error> {
        while let Some(port) = self.ports.pop() {
            succeed(Command::new("iptables").args(rule("-D", &port))).await?;
        }
        Ok(())
    }
}

impl Drop for Cut {
    fn drop(&mut self) {
        for port in &self.ports {
            let _ = std::process::Command::new("iptables").args(rule("-D", port)).status();
        }
    }
}

fn rule(change: &str, port: &str) -> Vec<String> {
    let user = CUT_OFF_USER.to_string();
    let rule =
        [change, "OUTPUT", "-m", "owner", "--uid-owner", &user, "-p", "tcp", "--dport", port, "-j", "DROP"];
    rule.map(str::to_owned).to_vec()
}
