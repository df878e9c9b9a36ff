//! The api without a database server: a data directory, which one process at a time may use.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use bench::deployment::{Directory, Program, free_port, until};
use shared::Store;

use crate::stopping::{api, failure};

const PATIENCE: Duration = Duration::from_secs(30);

/// A data directory, and the address on which an api with it listens.
pub(crate) struct Embedded {
    pub(crate) directory: Directory,
    pub(crate) listen: String,
}

impl Embedded {
    pub(crate) fn new() -> Self {
        shared::crypto::tls::install_crypto_provider();
        let listen = format!("127.0.0.1:{}", free_port().unwrap());
        Self { directory: Directory::new().unwrap(), listen }
    }

    pub(crate) fn variables(&self) -> [(&'static str, String); 2] {
        let data = self.directory.path().join("data");
        [("ALMONER_DATA_DIR", data.display().to_string()), ("ALMONER_LISTEN", self.listen.clone())]
    }

    /// Starts `almoner serve` with these further arguments, and waits until it serves. Its output is in `NAME.log`.
    pub(crate) async fn serve(&self, name: &str, arguments: &str) -> Program {
        let shell = format!(r#"exec "$0" serve {arguments}"#);
        let log = self.directory.path().join(format!("{name}.log"));
        let through = ["/bin/sh", "-c", shell.as_str()];
        let program = Program::spawn_through(&through, "almoner", &self.variables(), log).unwrap();
        // The greeting has been printed before that line.
        let serves = async || program.log().unwrap().contains(r#""message":"serving""#);
        until("the api serves", PATIENCE, serves).await.unwrap();
        program
    }

    /// The database's rows, when no api runs.
    pub(crate) async fn store(&self) -> Store {
        let file = self.directory.path().join("data/almoner.sqlite");
        Store::connect(&format!("sqlite://{}", file.display())).await.unwrap()
    }
}

#[tokio::test]
async fn an_address_that_is_taken_is_an_error_before_anything_is_made() {
    let embedded = Embedded::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for (flag, other) in [("--listen", "--admin-listen"), ("--admin-listen", "--listen")] {
        let mut command = api(&embedded.variables());
        command.args(["serve", flag, &address, other, "127.0.0.1:0"]);
        let message = failure(&mut command).await;
        let expected =
            format!("another program uses {address}: stop it, or choose another address with {flag} (");
        assert!(message.contains(&expected), "{message}");
        assert!(!embedded.directory.path().join("data").exists(), "{flag}");
    }
}

#[tokio::test]
async fn a_command_makes_no_database_where_there_is_none() {
    let embedded = Embedded::new();
    for line in ["accounts list", "keys list --account 1", "backup save copy", "backup sign-out"] {
        let message = failure(api(&embedded.variables()).args(line.split(' '))).await;
        let expected = ["there is no database", "almoner.sqlite", "ALMONER_DATA_DIR", "DATABASE_URL"];
        assert!(expected.iter().all(|part| message.contains(part)), "{line}: {message}");
        assert!(!embedded.directory.path().join("data").exists(), "{line}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_may_read_a_data_directory_that_was_there_before() {
    let embedded = Embedded::new();
    let data = embedded.directory.path().join("data");
    std::fs::create_dir(&data).unwrap();
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    let open = |path: &Path, mode| std::fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    open(&data, 0o755);
    let all = || std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    for name in ["first", "second"] {
        let mut api = embedded.serve(name, "").await;
        let files = all();
        assert!(files.iter().any(|file| file.ends_with("almoner.sqlite-wal")), "{files:?}");
        for path in files.iter().chain([&data]) {
            assert_eq!(mode(path) & 0o077, 0, "{}", path.display());
        }
        assert_eq!(api.terminate(PATIENCE).await.unwrap(), Some(0));
        // Write rows as an earlier version has left them.
        open(&data, 0o755);
        for file in all() {
            open(&file, 0o644);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_api_on_the_same_data_directory_fails_at_once_and_starts_once_the_first_has_ended() {
    let embedded = Embedded::new();
    let second = async || {
        let mut command = api(&embedded.variables());
        // Use other addresses, so that only the lock is in the way.
        command.args(["serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"]);
        failure(&mut command).await
    };
    let expected = format!(
        "almoner: another almoner uses {}: stop it, or set ALMONER_DATA_DIR to another directory\n",
        embedded.directory.path().join("data").display()
    );
    let mut first = embedded.serve("first", "--no-demo").await;
    assert_eq!(second().await, expected);
    // The failed process has taken nothing away from the first.
    let page = reqwest::get(format!("http://{}/openapi.json", embedded.listen)).await.unwrap();
    assert_eq!(page.status(), 200);
    assert_eq!(second().await, expected, "and it has not let go of the lock");

    // A clean end and a kill both leave the directory free.
    assert_eq!(first.terminate(PATIENCE).await.unwrap(), Some(0));
    let mut killed = embedded.serve("second", "--no-demo").await;
    assert_eq!(second().await, expected);
    killed.kill().await.unwrap();
    embedded.serve("third", "--no-demo").await;
}
