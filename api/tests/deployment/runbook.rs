//! The step lists of the runbook: the test runs their commands as they are written, as an operator would, while
//! programs work.

use std::path::Path;
use std::time::Duration;

use bench::deployment::{Program, Server, World, free_port, path_of};
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Method};
use sea_orm::{ConnectionTrait, DbBackend};
use serde_json::{Value, json};
use shared::database::testing::{self, TestDb};
use shared::times::STOP_MAX;
use tokio::process::Command;

use crate::dumped::dump;
use crate::embedded::Embedded;
use crate::people::send;
use crate::stopping::{api, failure};

shared::both_databases!(
    who_has_lost_a_password_a_second_factor_or_a_key_gets_another,
    a_person_is_erased_while_the_programs_work,
    the_secrets_key_is_replaced_while_the_programs_work,
);

const DELIVERED_MAX: Duration = Duration::from_secs(30);

/// Returns the commands of a section of the runbook: the lines that stand there as code.
pub(crate) fn commands<const COUNT: usize>(section: &str) -> [String; COUNT] {
    let file = root().join("deploy/runbook.md");
    let text = std::fs::read_to_string(file).unwrap();
    let (_, rest) = text.split_once(&format!("\n## {section}\n")).unwrap_or_else(|| panic!("no {section}"));
    let lines = rest.split("\n## ").next().unwrap().lines();
    // The text of a step is indented by three spaces.
    let commands: Vec<_> =
        lines.filter_map(|line| line.strip_prefix("    ")).map(|line| line.trim().to_owned()).collect();
    commands.try_into().unwrap_or_else(|found| panic!("{section} has other commands: {found:?}"))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Runs a command with the settings of the programs and these, in a checkout. Returns its output, or its error output
/// if it fails.
pub(crate) async fn attempt(
    command: &str,
    settings: &[(&'static str, String)],
    more: &[(&'static str, String)],
) -> Result<String, String> {
    let programs = path_of("almoner").unwrap().parent().unwrap().display().to_string();
    let mut shell = Command::new("bash");
    shell.args(["-euc", command]).current_dir(root()).kill_on_drop(true).env_clear();
    shell.env("PATH", format!("{programs}:{}", std::env::var("PATH").unwrap())).env("ALMONER_LOG", "off");
    for (name, value) in settings.iter().chain(more) {
        shell.env(name, value);
    }
    let output = shell.output().await.unwrap();
    if output.status.success() {
        Ok(String::from_utf8(output.stdout).unwrap())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// Runs a command that succeeds.
pub(crate) async fn run(command: &str, world: &World, more: &[(&'static str, String)]) -> String {
    let printed = attempt(command, &world.variables, more).await;
    printed.unwrap_or_else(|said| panic!("{command}: {said}"))
}

async fn report(command: &str, world: &World) -> Value {
    serde_json::from_str(&run(command, world, &[]).await).unwrap()
}

async fn who_has_lost_a_password_a_second_factor_or_a_key_gets_another(db: TestDb) {
    let world = World::new(&db.url, &[]).await.unwrap();
    let _api = world.start_api(None).await.unwrap();
    let [password, second_factor, list, refresh] =
        commands("A lost password, a lost second factor, a lost key")
            .map(|command| command.replace("ada@shelter.example", "owner1@example.org"));

    let link = report(&password, &world).await;
    let base = format!("http://{}", world.listen);
    let fields = [("password", "another horse battery")];
    let (status, location, _) = send(&base, link["path"].as_str().unwrap(), &fields).await;
    assert_eq!((status, &*location), (303, "/sign-in"));

    let lost = "UPDATE users SET second_factor_sealed = 'sealed', second_factor_since_ms = 0, second_factor_step = 0";
    db.store.write().execute_unprepared(lost).await.unwrap();
    report(&second_factor, &world).await;
    assert!(!dump(&db.url).await.contains("'sealed'"), "no second factor is left");
    let fields = [("email", "owner1@example.org"), ("password", "another horse battery")];
    let (status, location, _) = send(&base, "/sign-in", &fields).await;
    assert_eq!((status, &*location), (303, "/overview"), "the password alone signs in");

    assert_eq!(report(&list, &world).await[0]["email"], "owner1@example.org");
    assert_eq!(world.read("/contacts").await.unwrap(), 200);
    let key = report(&refresh, &world).await["api_key"].as_str().unwrap().to_owned();
    assert_eq!(world.read("/contacts").await.unwrap(), 403, "the old key stops at once");
    let request = Client::builder().no_proxy().build().unwrap().get(format!("{base}/api/v1/contacts"));
    assert_eq!(request.bearer_auth(key).send().await.unwrap().status(), 200);
}

async fn a_person_is_erased_while_the_programs_work(db: TestDb) {
    const NAME: &str = "Featherstonehaugh";
    let mut world = World::new(&db.url, &[]).await.unwrap();
    let _api = world.start_api(None).await.unwrap();
    world.register_webhook().await.unwrap();
    assert!(world.create_contact(0).await);
    let contact =
        json!({"contact_status": "donor", "contact_lname": NAME, "contact_notes": format!("Mrs {NAME}")});
    let request = world.asking(Method::POST, &world.listen, "/contacts").header("Idempotency-Key", NAME);
    let request = request.header(CONTENT_TYPE, "application/json").body(contact.to_string());
    let created: Value = serde_json::from_str(&request.send().await.unwrap().text().await.unwrap()).unwrap();
    let id = created["data"]["id"].to_string();
    world.check_delivered(DELIVERED_MAX).await.unwrap();

    let [dry_run, erase] = commands("Erase a person").map(|command| command.replace("42", &id));
    let would = report(&dry_run, &world).await;
    assert!(dump(&db.url).await.contains(NAME), "nothing has changed");
    let did = report(&erase, &world).await;
    assert_eq!(would["erased"]["contact_fields"], did["erased"]["contact_fields"], "{would} {did}");
    assert!(!dump(&db.url).await.contains(NAME), "{did}");
    assert!(world.create_contact(1).await);
    world.check_delivered(DELIVERED_MAX).await.unwrap();
    let told = world.receiver.received();
    let told: Vec<_> = told.iter().filter(|received| received.body.contains("contacts.update")).collect();
    assert!(told.len() == 1 && !told[0].body.contains(NAME), "{told:?}");
}

/// The processes of a deployment, each with its address.
struct Processes(Vec<(Program, String)>);

impl Processes {
    async fn start(world: &World, count: usize) -> Self {
        let mut all = vec![(world.start_api(None).await.unwrap(), world.listen.clone())];
        for _ in 1..count {
            let listen = format!("127.0.0.1:{}", free_port().unwrap());
            all.push((Self::start_one(world, &listen).await, listen));
        }
        Self(all)
    }

    async fn start_one(world: &World, listen: &str) -> Program {
        let program = world.spawn("almoner", &[("ALMONER_LISTEN", listen.to_owned())]).unwrap();
        program.ready().await.unwrap();
        program
    }

    /// Starts all of them anew with two keys, one after the other. Meanwhile, and after that, they accept changes.
    async fn restart(&mut self, world: &mut World, key: &str, previous: Option<&str>) {
        world.variables.retain(|(name, _)| !name.starts_with("ALMONER_SECRETS_KEY"));
        world.variables.push(("ALMONER_SECRETS_KEY", key.to_owned()));
        world
            .variables
            .extend(previous.map(|previous| ("ALMONER_SECRETS_KEY_PREVIOUS", previous.to_owned())));
        for (program, listen) in &mut self.0 {
            assert_eq!(program.terminate(STOP_MAX).await.unwrap(), Some(0));
            *program = Self::start_one(world, listen).await;
            world.register_webhook().await.unwrap();
        }
        for (_, listen) in &self.0 {
            world.create_contact_once_at(listen, key).await.unwrap();
        }
    }
}

async fn the_secrets_key_is_replaced_while_the_programs_work(db: TestDb) {
    let [make, rotate] = commands("Another secrets key");
    let mut world = World::new(&db.url, &[]).await.unwrap();
    let several = db.store.backend() == DbBackend::Postgres;
    let mut processes = Processes::start(&world, if several { 2 } else { 1 }).await;
    world.register_webhook().await.unwrap();
    let first = world.create_contact_once("before").await.unwrap();

    let old = world.variable("ALMONER_SECRETS_KEY");
    let new = run(&make, &world, &[]).await.trim().to_owned();
    if several {
        processes.restart(&mut world, &old, Some(&new)).await;
    }
    processes.restart(&mut world, &new, Some(&old)).await;
    let report = report(&rotate, &world).await;
    assert!(report["previous_key_can_be_removed"] == true && report["unreadable"] == 0, "{report}");
    assert!(
        report["webhooks"].as_i64() > Some(0) && report["idempotency_keys"].as_i64() > Some(0),
        "{report}"
    );
    processes.restart(&mut world, &new, None).await;

    assert_eq!(world.create_contact_once("before").await.unwrap(), first, "the answer can be read");
    let deliveries = "SELECT 1 FROM deliveries WHERE delivery_status <> 'succeeded'
        UNION ALL SELECT 1 FROM attempts WHERE attempt_outcome = 'unsendable' UNION ALL SELECT 1 FROM outbox";
    let delivered = async || world.rows(deliveries).await.unwrap().is_empty();
    bench::deployment::until("all is delivered", DELIVERED_MAX, delivered).await.unwrap();
    assert!(world.has_arrived().await.unwrap());

    world.variables.push(("ALMONER_SECRETS_KEY", old));
    let mut command = api(&world.variables);
    command.args(["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"]);
    assert!(failure(&mut command).await.contains("ALMONER_SECRETS_KEY"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_of_a_data_directory_is_replaced_by_renaming_its_file() {
    let [_, rotate] = commands("Another secrets key");
    let embedded = Embedded::new();
    let mut first = embedded.serve("first", "").await;
    let [key, renamed] =
        ["secrets.key", "old.key"].map(|name| embedded.directory.path().join("data").join(name));
    assert_eq!(first.terminate(STOP_MAX).await.unwrap(), Some(0));
    std::fs::rename(&key, &renamed).unwrap();

    let mut settings = embedded.variables().to_vec();
    settings.push(("ALMONER_SECRETS_KEY_PREVIOUS_FILE", renamed.display().to_string()));
    let log = embedded.directory.path().join("second.log");
    let mut second = Program::spawn("almoner", &settings, log).unwrap();
    second.ready().await.unwrap();
    let report: Value = serde_json::from_str(&attempt(&rotate, &settings, &[]).await.unwrap()).unwrap();
    assert_eq!(report["previous_key_can_be_removed"], true, "{report}");
    assert_eq!(second.terminate(STOP_MAX).await.unwrap(), Some(0));
    assert_ne!(std::fs::read(&key).unwrap(), std::fs::read(&renamed).unwrap());
    embedded.serve("third", "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_are_replaced_one_after_the_other_as_for_an_upgrade() {
    let [migrate] = commands("Upgrade");
    let db = testing::postgres().await;
    let mut world = World::new(&db.url, &[]).await.unwrap();
    let broker = Server::rabbitmq(world.directory.path()).await.unwrap();
    let mut old = [
        world.start_dispatcher(&broker.url).await.unwrap(),
        world.start_api(Some(&broker.url)).await.unwrap(),
    ];
    world.register_webhook().await.unwrap();
    assert!(world.create_contact(0).await);

    run(&migrate, &world, &[]).await;
    let dispatcher = world.start_dispatcher(&broker.url).await.unwrap();
    assert_eq!(old[0].terminate(STOP_MAX).await.unwrap(), Some(0));
    assert!(world.create_contact(1).await, "through the old api, for the new dispatcher");
    world.listen = format!("127.0.0.1:{}", free_port().unwrap());
    world.variables.push(("ALMONER_LISTEN", world.listen.clone()));
    let api = world.start_api(Some(&broker.url)).await.unwrap();
    assert!(world.create_contact(2).await);
    assert_eq!(old[1].terminate(STOP_MAX).await.unwrap(), Some(0));
    assert!(world.create_contact(3).await);
    assert_eq!(world.check_delivered(DELIVERED_MAX).await.unwrap(), 0, "duplicates");
    world.check_logs(&[&api, &dispatcher]).unwrap();
}
