//! A cluster of three RabbitMQ servers behind a proxy, which may lose some of them. Like the servers of `deploy/dev`, they
//! have a port mapper (epmd) and a cookie of their own, so nothing here meets another broker of this machine. Each runs as
//! a user of its own, so that the firewall can tell them apart.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use uuid::Uuid;

use super::faults::cut::Cut;
use super::proxy::Proxy;
use super::{free_port, succeed, until};
use crate::Error;

const BIN: &str = "/usr/lib/rabbitmq/bin";
/// How long a server may take to start, or to come back to the cluster.
const START_MAX: Duration = Duration::from_mins(3);
/// The user of the first server. No other process has these users.
const FIRST_USER: u32 = 54_331;
/// The number of servers.
pub(super) const NODES: usize = 3;

/// Three servers. A server that cannot reach another one stops serving (`pause_minority`).
#[derive(Debug)]
pub(super) struct Cluster {
    /// The proxy's URL of the broker.
    pub(super) url: String,
    nodes: Vec<Node>,
    _proxy: Proxy,
    _epmd: Child,
}

#[derive(Debug)]
struct Node {
    name: String,
    user: u32,
    port: u16,
    dist_port: u16,
    home: PathBuf,
    environment: Vec<String>,
    child: Option<Child>,
}

impl Cluster {
    /// Starts the servers with their data in a directory, one after the other.
    pub(super) async fn start(directory: &Path) -> Result<Self, Error> {
        let epmd_port = free_port()?;
        let mut epmd = Command::new("setpriv");
        epmd.args(["--pdeathsig", "KILL", "epmd"]).env("ERL_EPMD_PORT", epmd_port.to_string());
        epmd.env("ERL_EPMD_ADDRESS", "127.0.0.1").stdout(Stdio::null()).stderr(Stdio::null());
        let epmd = epmd.kill_on_drop(true).spawn()?;
        is_listening(epmd_port).await?;
        let cookie = Uuid::now_v7().simple().to_string();
        let mut nodes = Vec::new();
        for n in 0..NODES {
            let mut node = Node::prepare(directory, n, epmd_port, &cookie)?;
            node.start()?;
            node.is_listening().await?;
            nodes.push(node);
        }
        let proxy = Proxy::start(nodes.iter().map(|node| node.port).collect()).await?;
        let url = format!("amqp://guest:guest@127.0.0.1:{}/%2f", proxy.port);
        Ok(Self { url, nodes, _proxy: proxy, _epmd: epmd })
    }

    /// Returns the server that leads the queue of events.
    pub(super) async fn leader(&self) -> Result<usize, Error> {
        for node in &self.nodes {
            let list = ["--quiet", "--no-table-headers", "list_queues", "name", "leader"];
            let Ok(printed) = node.rabbitmqctl(&list).await else { continue };
            let printed = String::from_utf8(printed)?;
            let line = printed.lines().find_map(|line| line.strip_prefix("almoner.events\t"));
            if let Some(leader) = self.nodes.iter().position(|node| line == Some(&node.name)) {
                return Ok(leader);
            }
        }
        Err("no server says who leads the queue of events".into())
    }

    /// Deletes the queue of events.
    pub(super) async fn delete_queue(&self) -> Result<(), Error> {
        self.nodes[0].rabbitmqctl(&["delete_queue", "almoner.events"]).await.map(drop)
    }

    /// Kills a server.
    pub(super) async fn kill(&mut self, node: usize) -> Result<(), Error> {
        match self.nodes[node].child.take() {
            Some(mut child) => Ok(child.kill().await?),
            None => Ok(()),
        }
    }

    /// Starts those servers that do not run, and waits until all serve.
    pub(super) async fn restore(&mut self) -> Result<(), Error> {
        for node in self.nodes.iter_mut().filter(|node| node.child.is_none()) {
            node.start()?;
        }
        for node in &self.nodes {
            node.is_listening().await?;
        }
        Ok(())
    }

    /// Drops all that a server sends to the others.
    pub(super) async fn cut_off(&self, node: usize) -> Result<Cut, Error> {
        let Node { user, dist_port, .. } = &self.nodes[node];
        let others =
            self.nodes.iter().filter(|other| other.user != *user).map(|other| ("--dport", other.dist_port));
        Cut::begin(*user, others.chain([("--sport", *dist_port)])).await
    }
}

impl Node {
    /// Writes the configuration of the server with this number, and chooses its ports.
    fn prepare(directory: &Path, n: usize, epmd_port: u16, cookie: &str) -> Result<Self, Error> {
        let home = directory.join(format!("rabbitmq{n}"));
        std::fs::create_dir(&home)?;
        let user = FIRST_USER + u32::try_from(n)?;
        let others = (0..NODES).map(|other| {
            format!("cluster_formation.classic_config.nodes.{} = almoner{other}@localhost\n", other + 1)
        });
        let settings =
            "disk_free_limit.absolute = 50MB\ncluster_partition_handling = pause_minority\nnet_ticktime = 8\n\
            cluster_formation.peer_discovery_backend = rabbit_peer_discovery_classic_config\n"
                .to_owned() + &others.collect::<Vec<_>>().concat();
        for (name, text) in
            [("rabbitmq.conf", settings.as_str()), ("enabled_plugins", "[]."), (".erlang.cookie", cookie)]
        {
            std::fs::write(home.join(name), text)?;
        }
        std::fs::set_permissions(
            home.join(".erlang.cookie"),
            std::os::unix::fs::PermissionsExt::from_mode(0o400),
        )?;
        for file in std::fs::read_dir(&home)?.flatten().map(|file| file.path()).chain([home.clone()]) {
            std::os::unix::fs::chown(file, Some(user), Some(user))?;
        }
        let (name, port, dist_port) = (format!("almoner{n}@localhost"), free_port()?, free_port()?);
        let at = |name: &str| home.join(name).display().to_string();
        let environment = [
            ("PATH", std::env::var("PATH")?),
            ("HOME", home.display().to_string()),
            ("LANG", "C.UTF-8".to_owned()),
            ("ERL_EPMD_PORT", epmd_port.to_string()),
            ("ERL_EPMD_ADDRESS", "127.0.0.1".to_owned()),
            ("RABBITMQ_NODENAME", name.clone()),
            ("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1".to_owned()),
            ("RABBITMQ_NODE_PORT", port.to_string()),
            ("RABBITMQ_DIST_PORT", dist_port.to_string()),
            ("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1}".to_owned()),
            ("RABBITMQ_MNESIA_BASE", at("mnesia")),
            ("RABBITMQ_LOG_BASE", home.display().to_string()),
            ("RABBITMQ_LOGS", "-".to_owned()),
            ("RABBITMQ_CONF_ENV_FILE", "/dev/null".to_owned()),
            ("RABBITMQ_CONFIG_FILE", at("rabbitmq.conf")),
            ("RABBITMQ_ADVANCED_CONFIG_FILE", at("advanced.config")),
            ("RABBITMQ_ENABLED_PLUGINS_FILE", at("enabled_plugins")),
            // Makes Debian's start script exec the server, so that signals reach it.
            ("RUNNING_UNDER_SYSTEMD", "true".to_owned()),
        ];
        let environment = environment.iter().map(|(name, value)| format!("{name}={value}")).collect();
        Ok(Self { name, user, port, dist_port, home, environment, child: None })
    }

    /// Returns a command that runs one of RabbitMQ's programs as the server's user. It ends with this process.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new("setpriv");
        let user = self.user.to_string();
        command.args([
            "--reuid",
            &user,
            "--regid",
            &user,
            "--clear-groups",
            "--pdeathsig",
            "KILL",
            "env",
            "-i",
        ]);
        command
            .args(&self.environment)
            .arg(format!("{BIN}/{program}"))
            .current_dir(&self.home)
            .kill_on_drop(true);
        command
    }

    fn start(&mut self) -> Result<(), Error> {
        let log = self.home.with_extension("log");
        let log = std::fs::OpenOptions::new().create(true).append(true).open(log)?;
        let mut command = self.command("rabbitmq-server");
        self.child = Some(command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).spawn()?);
        Ok(())
    }

    /// Waits until the server serves. That is the last step of its start, and the first that ends when it is cut off.
    async fn is_listening(&self) -> Result<(), Error> {
        is_listening(self.port).await
    }

    async fn rabbitmqctl(&self, arguments: &[&str]) -> Result<Vec<u8>, Error> {
        succeed(self.command("rabbitmqctl").args(arguments)).await
    }
}

async fn is_listening(port: u16) -> Result<(), Error> {
    until("a server listens", START_MAX, async || TcpStream::connect(("127.0.0.1", port)).await.is_ok()).await
}
