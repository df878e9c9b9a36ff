//! Commands of operators, with secrets on their standard input, and programs with settings that are wrong.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bench::deployment::free_port;
use serde_json::Value;

use super::{ADA, BROKER, DATABASE, KEY, MAIL, PASSWORD, Scan};
use crate::runbook::attempt;

impl Scan {
    /// Runs a command. Keeps its error output, and returns its output, which may be a new secret.
    pub(super) async fn command(&self, line: &str, input: &str) -> Value {
        let printed = self.try_command(line, input, &[]).await;
        serde_json::from_str(&printed.unwrap_or_else(|_| panic!("{line}: {}", self.said()))).unwrap()
    }

    /// Returns the error output of all commands.
    pub(super) fn said(&self) -> String {
        std::fs::read_to_string(self.world.directory.path().join("said")).unwrap()
    }

    async fn try_command(
        &self,
        line: &str,
        input: &str,
        settings: &[(&'static str, String)],
    ) -> Result<String, String> {
        let said = self.world.directory.path().join("said").display().to_string();
        let more = [&[("INPUT", input.to_owned()), ("SAID", said)], settings].concat();
        attempt(&format!("printf %s \"$INPUT\" | {line} 2>>\"$SAID\""), &self.world.variables, &more).await
    }

    /// Returns the token of the link that a command prints.
    async fn token(&mut self, what: &str, line: &str) -> String {
        let printed = self.command(line, "").await;
        let token = printed["path"].as_str().unwrap().split_once("token=").unwrap().1.to_owned();
        self.marks.add(what, &token);
        token
    }

    pub(super) async fn commands(&mut self) {
        let list = self.command("almoner accounts list", "").await;
        let account = &list[0]["account_id"];
        let create =
            format!("almoner users create --account {account} --email {ADA} --role owner --password-stdin");
        self.command(&create, PASSWORD).await;
        let taken = self.try_command(&create, PASSWORD, &[]).await;
        assert!(taken.is_err());
        for (what, line) in [
            (
                "a new user's link",
                format!("almoner users create --account {account} --email olga@shelter.example"),
            ),
            ("a password link", "almoner users password --user olga@shelter.example".to_owned()),
            (
                "an invitation",
                format!("almoner users invite --account {account} --email new@shelter.example"),
            ),
        ] {
            self.token(what, &line).await;
        }
        for command in ["create", "refresh"] {
            let line = format!("almoner keys {command} --account {account} --user olga@shelter.example");
            let key = self.command(&line, "").await["api_key"].as_str().unwrap().to_owned();
            self.marks.add("the key of a command", &key);
        }
        let keys = self.command(&format!("almoner keys list --account {account}"), "").await;
        self.answers.extend(
            [("accounts list", list), ("keys list", keys)]
                .map(|(of, text)| (of.to_owned(), text.to_string())),
        );
    }

    /// Programs with settings that are wrong.
    pub(super) async fn failures(&mut self) {
        let free = free_port().unwrap();
        for (name, value) in [
            ("DATABASE_URL", format!("postgres://almoner:{DATABASE}@127.0.0.1/none")),
            (
                "DATABASE_URL",
                format!("postgres://almoner:canary%2Fdatabase%2Bpassword@127.0.0.1:{free}/none"),
            ),
            ("DATABASE_URL", format!("mysql://almoner:{DATABASE}@127.0.0.1/none")),
            ("AMQP_URL", format!("amqp//almoner:{BROKER}@127.0.0.1")),
            ("AMQP_URL", format!("amqp://almoner:canary%2Fbroker%2Bpassword@127.0.0.1:{free}")),
            ("ALMONER_SMTP_URL", format!("http://almoner:{MAIL}@127.0.0.1")),
            ("ALMONER_SECRETS_KEY", STANDARD.encode(&KEY[..30])),
            ("ALMONER_SECRETS_KEY_PREVIOUS", STANDARD.encode(&KEY[..30])),
        ] {
            // The dispatcher tries to reach the broker until it is stopped.
            let line = "timeout 5 dispatcher --admin-listen 127.0.0.1:0";
            assert!(self.try_command(line, "", &[(name, value.clone())]).await.is_err(), "{name}={value}");
        }
    }
}
