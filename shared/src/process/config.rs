//! The settings of both programs: environment variables, each also a flag. Both programs accept all settings, so that
//! one environment serves a whole deployment. Loading `.env` files or configuration files is left to the platform.

use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::LazyLock;
use std::time::Duration;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Args, Command, CommandFactory, FromArgMatches, ValueEnum};
use humantime::format_duration;
use ipnet::IpNet;
use lapin::uri::AMQPUri;
use sea_orm::DbErr;
use sea_orm::sqlx::{Connection, PgConnection};
use tokio::time::timeout;
use url::Url;

use super::{secrets_key, variables};
use crate::crypto::secrets::SecretsKey;
use crate::database::sqlite_file;
use crate::process::private;
use crate::process::rate_limit::RateLimit;
use crate::process::retention::Retention;
use crate::process::telemetry::LogFormat;
use crate::times::{WEBHOOK_TIMEOUT, WEBHOOK_TIMEOUT_MAX, WEBHOOK_TIMEOUT_MIN};
use crate::webhooks::guard::Guard;
use crate::webhooks::retry::RetrySchedule;
use crate::{Error, Store};

/// The settings of the service that the package installs.
const PACKAGE_SETTINGS: &str = "/etc/almoner/almoner.env";

/// The default deadline of one attempt, as a setting.
static WEBHOOK_TIMEOUT_TEXT: LazyLock<String> =
    LazyLock::new(|| format_duration(WEBHOOK_TIMEOUT).to_string());

/// Every setting, as it was given. The comments are the help texts of the flags.
#[allow(clippy::doc_markdown, reason = "help texts are no Markdown")]
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Settings")]
pub struct Settings {
    /// Database: postgres://… or sqlite://… [default: a SQLite file in the data directory]
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, global = true)]
    database_url: Option<String>,
    /// File that holds DATABASE_URL
    #[arg(long, env = "DATABASE_URL_FILE", global = true)]
    database_url_file: Option<PathBuf>,
    /// On PostgreSQL, confine each request to its account's rows by row-level security, too: on or off
    #[arg(long, env = "ALMONER_ROW_SECURITY", value_parser = on_or_off, action = ArgAction::Set, default_value = "off", global = true)]
    row_security: bool,
    /// Broker: amqp://… or amqps://… [default: none, the dispatcher runs inside the api]
    #[arg(long, env = "AMQP_URL", hide_env_values = true, global = true)]
    amqp_url: Option<String>,
    /// File that holds AMQP_URL
    #[arg(long, env = "AMQP_URL_FILE", global = true)]
    amqp_url_file: Option<PathBuf>,
    /// Address of the API, /docs and /openapi.json
    #[arg(long, env = "ALMONER_LISTEN", default_value = "127.0.0.1:8080", global = true)]
    pub listen: SocketAddr,
    /// Address of /livez and /readyz
    #[arg(long, env = "ALMONER_ADMIN_LISTEN", default_value = "127.0.0.1:9464", global = true)]
    pub admin_listen: SocketAddr,
    /// Directory of the embedded database and the generated secrets key
    #[arg(long, env = "ALMONER_DATA_DIR", default_value = "./data", global = true)]
    pub data_dir: PathBuf,
    /// Make a demo account in an empty embedded database: on or off [default: on while --listen is loopback]
    #[arg(long, env = "ALMONER_DEMO", value_parser = on_or_off, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "on", global = true)]
    demo: Option<bool>,
    /// 32 bytes in base64 that encrypt secrets at rest [default: generated in embedded mode]
    #[arg(long, env = "ALMONER_SECRETS_KEY", hide_env_values = true, global = true)]
    secrets_key: Option<String>,
    /// File that holds ALMONER_SECRETS_KEY
    #[arg(long, env = "ALMONER_SECRETS_KEY_FILE", global = true)]
    secrets_key_file: Option<PathBuf>,
    /// While the secrets key is rotated, the other key: it opens what it has encrypted [default: none]
    #[arg(long, env = "ALMONER_SECRETS_KEY_PREVIOUS", hide_env_values = true, global = true)]
    secrets_key_previous: Option<String>,
    /// File that holds ALMONER_SECRETS_KEY_PREVIOUS
    #[arg(long, env = "ALMONER_SECRETS_KEY_PREVIOUS_FILE", global = true)]
    secrets_key_previous_file: Option<PathBuf>,
    /// Private addresses and ranges that webhooks may reach, also by http and on any port, or none [default: loopback in
    /// embedded mode while --listen is loopback, else none]
    #[arg(long, env = "ALMONER_WEBHOOK_ALLOW_CIDRS", global = true)]
    webhook_allow_cidrs: Option<Ranges>,
    /// Waits after each failed attempt [default: 5s,5m,30m,2h,5h,10h,14h,20h,24h]
    #[arg(long, env = "ALMONER_WEBHOOK_RETRY_SCHEDULE", global = true)]
    webhook_retry_schedule: Option<RetrySchedule>,
    /// Deadline of one attempt, from connecting to the last byte
    #[arg(long, env = "ALMONER_WEBHOOK_TIMEOUT", value_parser = webhook_timeout, default_value = WEBHOOK_TIMEOUT_TEXT.as_str(), global = true)]
    pub webhook_timeout: Duration,
    /// Most attempts at once for one webhook in each dispatcher; it begins with 8, and gets more while its receiver keeps up
    #[arg(long, env = "ALMONER_WEBHOOK_CONCURRENCY", value_parser = up_to::<1000>, default_value = "128", global = true)]
    pub webhook_concurrency: usize,
    /// Requests per key or signed-in user, and per client address without: off, or for example 100/s,burst=600
    #[arg(long, env = "ALMONER_RATE_LIMIT", default_value = "off", global = true)]
    pub rate_limit: RateLimit,
    /// Addresses and ranges of proxies whose header names the API's client [default: none]
    #[arg(long, env = "ALMONER_TRUSTED_PROXIES", value_parser = range, value_delimiter = ',', global = true)]
    pub trusted_proxies: Vec<IpNet>,
    /// The header in which these proxies name the client; the other one is ignored
    #[arg(long, env = "ALMONER_FORWARDED_HEADER", value_enum, default_value_t, global = true)]
    pub forwarded_header: ForwardedHeader,
    /// How long what grows is kept.
    #[command(flatten)]
    pub retention: Retention,
    /// Mail server: smtps://… or smtp://… (with STARTTLS), with user and password if it wants them [default: none, nothing
    /// is mailed]
    #[arg(long, env = "ALMONER_SMTP_URL", hide_env_values = true, global = true)]
    smtp_url: Option<String>,
    /// File that holds ALMONER_SMTP_URL
    #[arg(long, env = "ALMONER_SMTP_URL_FILE", global = true)]
    smtp_url_file: Option<PathBuf>,
    /// Sender of mails, as in "Almoner <almoner@shelter.example>"
    #[arg(long, env = "ALMONER_MAIL_FROM", global = true)]
    pub mail_from: Option<String>,
    /// Where people reach the web application, https://… and a host, for links [default: where the request came to]
    #[arg(long, env = "ALMONER_PUBLIC_URL", value_parser = public_url, global = true)]
    pub public_url: Option<String>,
    /// Most API connections at once [default: 4096, or half of the limit of open files]
    #[arg(long, env = "ALMONER_MAX_CONNECTIONS", value_parser = up_to::<1_000_000>, global = true)]
    pub max_connections: Option<usize>,
    /// Where traces go: http(s)://…, an OpenTelemetry collector that takes OTLP over HTTP [default: nowhere]
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_parser = otlp_endpoint, global = true)]
    pub otlp_endpoint: Option<Url>,
    /// Log filter: error, warn, info, debug, trace, or per module
    #[arg(long, env = "ALMONER_LOG", default_value = "info", global = true)]
    pub log: String,
    /// Log format [default: text on a terminal, else json]
    #[arg(long, env = "ALMONER_LOG_FORMAT", value_enum, global = true)]
    pub log_format: Option<LogFormat>,
}

/// The header in which a proxy names its client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ForwardedHeader {
    /// `X-Forwarded-For`, which nearly all proxies set.
    #[default]
    XForwardedFor,
    /// `Forwarded` (RFC 7239).
    Forwarded,
}

/// Ranges of addresses: `none`, or several separated by commas.
#[derive(Clone, Debug)]
struct Ranges(Vec<IpNet>);

impl FromStr for Ranges {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(Self(Vec::new()));
        }
        text.split(',').map(range).collect::<Result<_, _>>().map(Self)
    }
}

/// Reads a range of addresses, or one address.
fn range(text: &str) -> Result<IpNet, String> {
    let range = text.parse::<IpNet>().ok();
    let range = range.or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from));
    range.ok_or_else(|| {
        format!("`{text}` is neither an address, such as 10.1.2.3, nor a range, such as 10.0.0.0/8")
    })
}

fn on_or_off(text: &str) -> Result<bool, &'static str> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("must be on or off"),
    }
}

fn webhook_timeout(text: &str) -> Result<Duration, String> {
    let timeout = humantime::parse_duration(text).map_err(|error| error.to_string())?;
    let (min, max) = (WEBHOOK_TIMEOUT_MIN, WEBHOOK_TIMEOUT_MAX);
    if (min..=max).contains(&timeout) {
        return Ok(timeout);
    }
    Err(format!("must lie between {} and {}", format_duration(min), format_duration(max)))
}

/// Checks that a URL is an origin, and returns it without a slash at its end.
fn public_url(text: &str) -> Result<String, &'static str> {
    let url = Url::parse(text).ok().filter(|url| {
        let is_bare = matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
        let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
        is_web && is_bare && url.username().is_empty() && url.password().is_none()
    });
    let url = url.ok_or("must be http:// or https:// and a host, without a path")?;
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

fn otlp_endpoint(text: &str) -> Result<Url, &'static str> {
    let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    url.ok_or("must be http:// or https:// and a host")
}

fn up_to<const MAX: usize>(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=MAX).contains(number));
    number.ok_or_else(|| format!("must be a whole number from 1 to {MAX}"))
}

/// Parses a program's command line and environment, or exits with a message that names what is wrong.
pub fn parse<Cli: CommandFactory + FromArgMatches>() -> Cli {
    let mut command = variables::resolve(Cli::command())
        .unwrap_or_else(|unknown| Cli::command().error(ErrorKind::UnknownArgument, unknown).exit());
    let matches = command.clone().try_get_matches();
    let matches =
        matches.unwrap_or_else(|error| name_variable(&mut command, error, std::env::args_os()).exit());
    Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut command).exit())
}

/// Makes an error name the environment variable that the value came from. clap itself names the flag.
fn name_variable(
    command: &mut Command,
    mut error: clap::Error,
    mut given: impl Iterator<Item = OsString>,
) -> clap::Error {
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return error };
    let name = flag.split(' ').next().unwrap_or_default();
    let is_given = given.any(|argument| argument.to_string_lossy().split('=').next() == Some(name));
    // Only a built command has the texts of its arguments.
    command.build();
    let mut arguments = command.get_arguments();
    let variable = arguments.find(|argument| argument.to_string() == *flag).and_then(Arg::get_env);
    if let Some(variable) = variable.filter(|_| !is_given) {
        let variable = variable.to_string_lossy().into_owned();
        error.insert(ContextKind::InvalidArg, ContextValue::String(variable));
    }
    error
}

impl Settings {
    /// Returns whether this is a deployment of one process, without a database server.
    pub fn is_embedded(&self) -> bool {
        self.database_url.is_none() && self.database_url_file.is_none()
    }

    /// Returns the database's URL, if there is one.
    fn database_url(&self) -> Result<Option<String>, Error> {
        secret("DATABASE_URL", self.database_url.as_deref(), self.database_url_file.as_deref())
    }

    /// Returns the error with which a program ends. If there is no connection to PostgreSQL, looks for the cause with a
    /// connection of its own, because the pool only reports that it timed out.
    pub async fn explain(&self, error: Error) -> Error {
        if let Error::Database(DbErr::ConnectionAcquire(_)) = error
            && let Ok(Some(url)) = self.database_url()
            && url.starts_with("postgres")
            && let Ok(Err(cause)) = timeout(Duration::from_secs(5), PgConnection::connect(&url)).await
        {
            return Error::Config(format!("DATABASE_URL: {cause}"));
        }
        error
    }

    /// Opens the database. In embedded mode, creates its directory first.
    pub async fn store(&self) -> Result<Store, Error> {
        let url = if let Some(url) = self.database_url()? {
            url
        } else {
            self.make_data_dir()?;
            format!("sqlite://{}", self.embedded_file().display())
        };
        if self.row_security {
            Store::connect_with_row_security(&url).await
        } else {
            Store::connect(&url).await
        }
    }

    /// Checks that there is a database, for a command that has no use for a new one.
    ///
    /// # Errors
    /// In embedded mode, [`Error::Config`] if the database's file does not exist, and [`Error::Io`] if nobody but
    /// another user may know.
    pub fn expect_database(&self) -> Result<(), Error> {
        let file = self.embedded_file();
        let exists = !self.is_embedded() || file.try_exists().map_err(|error| io_error(&file, error))?;
        if exists {
            return Ok(());
        }
        let package = if Path::new(PACKAGE_SETTINGS).exists() {
            "; almoner-admin runs this command with the settings of the package, as root"
        } else {
            ""
        };
        Err(Error::Config(format!(
            "there is no database {}: name another by ALMONER_DATA_DIR, its folder, or DATABASE_URL{package}",
            file.display()
        )))
    }

    /// Returns the file of the database, if it is SQLite.
    pub fn sqlite_file(&self) -> Result<Option<PathBuf>, Error> {
        let url = self.database_url()?;
        Ok(url.map_or_else(|| Some(self.embedded_file()), |url| sqlite_file(&url)))
    }

    /// Returns the URL of the database, if it is PostgreSQL.
    pub fn postgres_url(&self) -> Result<Option<String>, Error> {
        Ok(self.database_url()?.filter(|url| sqlite_file(url).is_none()))
    }

    fn embedded_file(&self) -> PathBuf {
        self.data_dir.join("almoner.sqlite")
    }

    /// Returns the broker's URL, if there is a broker.
    pub fn amqp_url(&self) -> Result<Option<String>, Error> {
        let url = secret("AMQP_URL", self.amqp_url.as_deref(), self.amqp_url_file.as_deref())?;
        if let Some(url) = &url {
            url.parse::<AMQPUri>().map_err(|rule| Error::Config(format!("AMQP_URL: {rule}")))?;
        }
        Ok(url)
    }

    /// Returns the mail server's URL, if there is a mail server.
    pub fn smtp_url(&self) -> Result<Option<String>, Error> {
        secret("ALMONER_SMTP_URL", self.smtp_url.as_deref(), self.smtp_url_file.as_deref())
    }

    /// Returns the key for secrets at rest, after checking that it decrypts those in the database. In embedded mode,
    /// generates it once.
    pub async fn secrets_key(&self, store: &Store) -> Result<SecretsKey, Error> {
        let key = |name: &str, value: &Option<String>, file: &Option<PathBuf>| {
            let key = secret(name, value.as_deref(), file.as_deref())?
                .map(|text| text.parse::<SecretsKey>())
                .transpose();
            key.map_err(|rule| Error::Config(format!("{name}: {rule}")))
        };
        let (value, file) = (&self.secrets_key_previous, &self.secrets_key_previous_file);
        let previous = key("ALMONER_SECRETS_KEY_PREVIOUS", value, file)?;
        match key("ALMONER_SECRETS_KEY", &self.secrets_key, &self.secrets_key_file)? {
            Some(key) => {
                let key = key.with_previous(previous);
                secrets_key::check(store, &key).await.map(|()| key)
            }
            None if self.is_embedded() => {
                secrets_key::load_or_create(&self.data_dir.join("secrets.key"), store, previous).await
            }
            None => Err(Error::Config(
                "ALMONER_SECRETS_KEY is required with DATABASE_URL: set it to 32 bytes in base64, as `openssl rand -base64 32` makes them"
                    .to_owned(),
            )),
        }
    }

    /// Returns whether an empty embedded database gets a demo account. Whoever else reaches the machine should not find an
    /// owner's password in its log, so that is asked for there.
    pub fn wants_demo(&self) -> bool {
        self.is_embedded() && self.demo.unwrap_or_else(|| self.is_private())
    }

    /// Returns whether only this machine reaches the service.
    fn is_private(&self) -> bool {
        self.listen.ip().to_canonical().is_loopback()
    }

    /// Returns the guard that decides where webhooks may go. Whoever has a key could otherwise look into this machine
    /// through a service that others reach.
    pub fn guard(&self) -> Guard {
        let loopback = || {
            let addresses = [IpAddr::from(Ipv4Addr::LOCALHOST), IpAddr::from(Ipv6Addr::LOCALHOST)];
            addresses.map(IpNet::from).to_vec()
        };
        Guard::new(match &self.webhook_allow_cidrs {
            Some(Ranges(ranges)) => ranges.clone(),
            None if self.is_embedded() && self.is_private() => loopback(),
            None => Vec::new(),
        })
    }

    /// Returns when failed deliveries are tried again.
    pub fn retry_schedule(&self) -> RetrySchedule {
        self.webhook_retry_schedule.clone().unwrap_or_default()
    }

    /// Creates the data directory if it does not exist, and closes it to others.
    pub fn make_data_dir(&self) -> Result<(), Error> {
        private::make_dir(&self.data_dir).map_err(|error| io_error(&self.data_dir, error))
    }
}

fn io_error(path: &Path, error: std::io::Error) -> Error {
    Error::Io(path.display().to_string(), error)
}

/// Returns a secret from its variable, or from the file that `NAME_FILE` names.
fn secret(name: &str, value: Option<&str>, file: Option<&Path>) -> Result<Option<String>, Error> {
    match (value, file) {
        (Some(_), Some(_)) => Err(Error::Config(format!("{name} and {name}_FILE are both set: choose one"))),
        (Some(value), None) => Ok(Some(value.to_owned())),
        (None, Some(file)) => std::fs::read_to_string(file)
            .map(|text| Some(text.trim_end().to_owned()))
            .map_err(|error| Error::Io(format!("{name}_FILE {}", file.display()), error)),
        (None, None) => Ok(None),
    }
}

#[cfg(test)]
mod tests;
