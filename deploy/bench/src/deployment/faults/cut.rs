//! A cut network: packets from the programs of one user to some servers are dropped, without a word to either side.

use tokio::process::Command;
use url::Url;

use crate::Error;
use crate::deployment::succeed;

/// The user of programs whose packets are dropped. No other process has it.
pub(super) const CUT_OFF_USER: u32 = 54_321;

/// Rules of the firewall. They end with [`end`](Self::end), or when this value is dropped.
#[derive(Debug)]
pub(in crate::deployment) struct Cut {
    rules: Vec<[String; 10]>,
}

impl Cut {
    /// Cuts the way of the programs of [`CUT_OFF_USER`] to servers. Needs `iptables` and root.
    pub(super) async fn to_servers(urls: &[&str]) -> Result<Self, Error> {
        let port =
            |url: &&str| Ok(("--dport", Url::parse(url)?.port().ok_or("the server's URL has a port")?));
        let ports = urls.iter().map(port).collect::<Result<Vec<_>, Error>>()?;
        Self::begin(CUT_OFF_USER, ports).await
    }

    /// Drops a user's packets to a port (`--dport`) or from one (`--sport`).
    pub(in crate::deployment) async fn begin(
        user: u32,
        ports: impl IntoIterator<Item = (&'static str, u16)>,
    ) -> Result<Self, Error> {
        let mut cut = Self { rules: Vec::new() };
        for (end, port) in ports {
            let (user, port) = (user.to_string(), port.to_string());
            let rule = ["-m", "owner", "--uid-owner", &user, "-p", "tcp", end, &port, "-j", "DROP"];
            let rule = rule.map(str::to_owned);
            succeed(Command::new("iptables").args(["-A", "OUTPUT"]).args(&rule)).await?;
            cut.rules.push(rule);
        }
        Ok(cut)
    }

    /// Lets the packets through again.
    pub(in crate::deployment) async fn end(mut self) -> Result<(), Error> {
        while let Some(rule) = self.rules.pop() {
            succeed(Command::new("iptables").args(["-D", "OUTPUT"]).args(&rule)).await?;
        }
        Ok(())
    }
}

impl Drop for Cut {
    fn drop(&mut self) {
        for rule in &self.rules {
            let _ = std::process::Command::new("iptables").args(["-D", "OUTPUT"]).args(rule).status();
        }
    }
}
