//! The recipes: a reader saves the programs of the page and pastes its commands, in its order, and each does what it says.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;
use tempfile::TempDir;
use tokio::process::Command;

use crate::support::{Account, Api};

both_databases!(the_recipes_do_what_they_say);

const PAGE: &str = include_str!("../../../openapi/recipes.md");
const GUIDE: &str = include_str!("../../../openapi/guide.md");
/// The beginning of every script: a failure ends it, and curl fails if the service answers with an error, and asks no proxy.
const STRICT: &str =
    "set -eu\ncurl() { command curl --silent --show-error --fail-with-body --noproxy '*' \"$@\"; }\n";

/// Returns the blocks of a text that are in a language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let begin = format!("\n```{language}\n");
    text.split(begin.as_str()).skip(1).map(|rest| rest.split("\n```").next().unwrap()).collect()
}

/// Who follows the page, in a folder with its programs.
struct Reader {
    api: Api,
    account: Account,
    folder: TempDir,
}

impl Reader {
    async fn begin(db: TestDb) -> Self {
        let api = Api::start(db).await;
        let account = api.account().await;
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        std::fs::create_dir(folder.path().join("data")).unwrap();
        write("data/demo.env", &format!("API_KEY={}\n", account.key));
        for program in blocks(PAGE, "python") {
            let name = program.trim_start_matches('"').split_inclusive(".py").next().unwrap();
            write(name, program);
        }
        let mirror = GUIDE.find("\"\"\"Keeps a copy of an account's records").unwrap();
        write("mirror.py", GUIDE[mirror..].split("```").next().unwrap());
        Self { api, account, folder }
    }

    /// Runs a script after the first block of the page, which sets its variables, and returns what it prints.
    async fn run(&self, script: &str) -> String {
        self.api.settle().await;
        let origin = format!("http://{}", self.api.http.address);
        let script = format!("{STRICT}{}\n{script}\n", blocks(PAGE, "sh")[0]);
        let script = script.replace("http://127.0.0.1:8080", &origin);
        let python = std::env::var("TEST_PYTHON").unwrap();
        let python = Path::new(&python).parent().unwrap().to_str().unwrap();
        let path = format!("{python}:{}", std::env::var("PATH").unwrap());
        let mut command = Command::new("sh");
        command.args(["-c", &script]).env("PATH", path).current_dir(self.folder.path());
        let mut output = Box::pin(command.output());
        let output = loop {
            tokio::select! {
                output = &mut output => break output.unwrap(),
                () = tokio::time::sleep(Duration::from_millis(20)) => self.api.work().await,
            }
        };
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{script}\n{printed}{}", String::from_utf8_lossy(&output.stderr));
        printed
    }

    /// Runs the commands of a section, and returns what they print.
    async fn follow(&self, title: &str) -> String {
        let (_, section) =
            PAGE.split_once(&format!("\n## {title}\n")).unwrap_or_else(|| panic!("no {title}"));
        let commands = blocks(section.split("\n## ").next().unwrap(), "sh");
        assert!(!commands.is_empty(), "{title}");
        self.run(&commands.join("\n")).await
    }

    async fn list(&self, path: &str) -> Vec<Value> {
        self.account.get(path).await.ok().list().to_vec()
    }

    async fn put(&self, path: &str, body: Value) {
        let reply = self.account.put(path, body).await;
        assert!(matches!(reply.status, 200 | 201), "{}", reply.text);
    }

    /// Returns a file without its carriage returns.
    fn file(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap().replace('\r', "")
    }

    /// Returns what the giving summary says of each fund, in cents.
    async fn given(&self) -> BTreeMap<String, i64> {
        let summary = self.account.get("/giving-summary?group_by=fund&from=1900-01-01&top=1000").await.ok();
        let funds = summary["periods"].as_array().unwrap().iter().map(|fund| {
            let total = format!("{:.2}", fund["total"].as_f64().unwrap());
            (fund["period"].as_str().unwrap_or_default().to_owned(), cents(&total))
        });
        funds.filter(|(_, total)| *total != 0).collect()
    }

    /// Returns what the files for the ledger say of each fund, in cents, and how many files there are.
    fn posted(&self) -> (BTreeMap<String, i64>, usize) {
        let mut funds: BTreeMap<String, i64> = BTreeMap::new();
        let mut files = 0;
        while self.folder.path().join(format!("ledger-{}.csv", files + 1)).exists() {
            files += 1;
            let text = self.file(&format!("ledger-{files}.csv"));
            for row in csv::Reader::from_reader(text.as_bytes()).records() {
                let row = row.unwrap();
                *funds.entry(row[4].to_owned()).or_default() += cents(&row[2]);
            }
        }
        funds.retain(|_, total| *total != 0);
        (funds, files)
    }
}

/// Reads an amount with two decimals.
fn cents(amount: &str) -> i64 {
    let (_, decimals) = amount.split_once('.').unwrap();
    assert_eq!(decimals.len(), 2, "{amount}");
    amount.replace('.', "").parse().unwrap()
}

async fn the_recipes_do_what_they_say(db: TestDb) {
    let reader = Reader::begin(db).await;
    donations_and_refunds_count_once(&reader).await;
    the_newsletter_goes_to_whoever_wants_it(&reader).await;
    the_ledger_has_the_sums_of_the_summary(&reader).await;
    let sums = reader.follow("A nightly copy").await;
    assert_eq!(sums, "('Lovelace', 2, 30.05)\n");
    a_file_that_is_sent_again_makes_no_doubles(&reader).await;
}

async fn donations_and_refunds_count_once(reader: &Reader) {
    for _ in 0..2 {
        reader.follow("A donation page").await;
        assert_eq!(reader.list("/gifts").await.len(), 1);
        assert_eq!(reader.given().await, BTreeMap::from([("Roof".to_owned(), 5010)]));
    }
    for _ in 0..2 {
        let printed = reader.follow("Refunds").await;
        assert!(printed.contains("\"total\":30.05,\"count\":2"), "{printed}");
        assert_eq!(reader.given().await, BTreeMap::from([("Roof".to_owned(), 3005)]));
    }
    let gifts = reader.list("/gifts?sort=id").await;
    let statuses: Vec<_> = gifts.iter().map(|gift| gift["gift_status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["received", "refunded", "received"]);
    assert_eq!(gifts[2]["gift_adjusts_id"], gifts[0]["id"]);
    assert_eq!(reader.list("/contacts").await.len(), 1);
}

async fn the_newsletter_goes_to_whoever_wants_it(reader: &Reader) {
    reader.follow("A newsletter").await;
    let both = "email,name\nada@example.org,Ada Lovelace\ngrace@example.org,Hopper\n";
    assert_eq!(reader.file("email.csv"), both);
    let id = |contacts: Vec<Value>| contacts[0]["id"].as_i64().unwrap();
    let ada = id(reader.list("/contacts?email=ada@example.org").await);
    let grace = id(reader.list("/contacts?email=grace@example.org").await);
    reader.put(&format!("/contacts/{ada}"), json!({"contact_do_not_email": 1})).await;
    let address = json!([{"address_street": "1 Navy Yard", "address_city": "Arlington"}]);
    let by_post = json!({"contact_newsletter": "both", "addresses": address});
    reader.put(&format!("/contacts/{grace}"), by_post).await;
    reader.run("python3 newsletter.py").await;
    assert_eq!(reader.file("email.csv"), "email,name\ngrace@example.org,Hopper\n");
    assert!(reader.file("post.csv").ends_with("\nHopper,1 Navy Yard,,,Arlington,,\n"));
    reader.account.post(&format!("/contacts/{ada}/merge"), json!({"from_id": grace})).await.ok();
    reader.run("python3 newsletter.py").await;
    assert_eq!(reader.file("email.csv"), "email,name\n", "one who was merged into an objector");
    reader.put(&format!("/contacts/{ada}"), json!({"contact_do_not_email": 0})).await;
    reader.run("python3 subscription.py off ada@example.org; python3 newsletter.py").await;
    assert_eq!(reader.file("email.csv"), "email,name\n");
    let refused =
        "sed 's/\"cursor\": \"[^\"]*\"/\"cursor\": \"of-another-time\"/' newsletter.json >other.json
        mv other.json newsletter.json; python3 subscription.py on ada@example.org; python3 newsletter.py";
    reader.run(refused).await;
    assert_eq!(reader.file("email.csv"), "email,name\nada@example.org,Ada Lovelace\n");
}

async fn the_ledger_has_the_sums_of_the_summary(reader: &Reader) {
    reader.follow("Accounting").await;
    assert_eq!(reader.posted(), (reader.given().await, 1));
    let gifts = reader.list("/gifts?sort=id").await;
    let lines = reader.file("ledger-1.csv");
    let lines: Vec<_> = lines.lines().skip(1).map(|line| line.splitn(3, ',').nth(2).unwrap()).collect();
    let adjustment = format!("-20.05,USD,Roof,,re_2001,{}", gifts[0]["id"]);
    assert_eq!(lines, ["50.10,USD,Roof,,ch_1001,", &adjustment]);
    reader.put("/gifts/by-external-id/ch_1001", json!({"gift_fund": "Library"})).await;
    reader.put("/gifts/by-external-id/ch_1003", json!({"gift_amount": "0.10"})).await;
    reader.run("python3 ledger.py").await;
    assert_eq!(reader.posted(), (reader.given().await, 2));
    reader.put("/gifts/by-external-id/ch_1003", json!({"gift_status": "refunded"})).await;
    reader.run("python3 ledger.py").await;
    assert_eq!(reader.posted(), (reader.given().await, 3));
    // A run that changed nothing, and one whose cursor is refused, post nothing.
    let refused = "python3 ledger.py
        sed 's/\"cursor\": \"[^\"]*\"/\"cursor\": \"of-another-time\"/' ledger.json >other.json
        mv other.json ledger.json; python3 ledger.py";
    reader.run(refused).await;
    assert_eq!(reader.posted(), (reader.given().await, 3));
}

async fn a_file_that_is_sent_again_makes_no_doubles(reader: &Reader) {
    let before = (reader.list("/contacts").await.len(), reader.list("/gifts").await.len());
    for last in ["gifts.csv: 4 created, 0 updated, 0 failed\n", "gifts.csv: 0 created, 4 updated, 0 failed\n"]
    {
        let printed = reader.follow("Moving in by CSV").await;
        assert!(printed.ends_with(last), "{printed}");
        assert_eq!(reader.list("/contacts").await.len(), before.0 + 3);
        assert_eq!(reader.list("/gifts").await.len(), before.1 + 4);
    }
    let gifts = reader.list("/gifts?external_id=old-g-2").await;
    let adjusted = reader.list("/gifts?external_id=old-g-1").await;
    assert_eq!(gifts[0]["gift_adjusts_id"], adjusted[0]["id"]);
    reader.run("python3 ledger.py").await;
    assert_eq!(reader.posted(), (reader.given().await, 4));
}
