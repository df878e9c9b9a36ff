//! People at the web application, in a real browser: the stories in `api/tests/browser`, each once with the embedded
//! database, and once with PostgreSQL, RabbitMQ and a dispatcher. Also rules for every page.

use std::path::Path;
use std::time::Duration;

use api::web::ROUTES;
use bench::deployment::{Directory, Program, Server, free_port, until};
use serde_json::{Value, json};
use shared::database::testing;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::embedded::Embedded;
use crate::stopping::api;

/// How long a story may take, on a busy machine.
const STORY_MAX: Duration = Duration::from_mins(15);
/// How long a program may take to start, or to stop.
const PATIENCE: Duration = Duration::from_secs(25);
const SECRETS_KEY: &str = "YWxtb25lciB0ZXN0cyB1c2UgdGhpcyBzZWNyZXQga2U=";

const OWNER: (&str, &str, &str) = ("Ada", "ada@shelter.example", "correct horse battery");
const MEMBER: (&str, &str, &str) = ("Olga", "olga@shelter.example", "staple correct horse");

/// Paths with a `GET` that are not pages: redirects, files, and paths that only scripts ask for.
const NO_PAGES: [&str; 11] = [
    "/",
    "/account/logo/:version",
    "/assets/:name",
    "/contacts/suggest",
    "/contacts/:id/copy/file",
    "/contacts/:id/files/:file",
    "/forms/:token/logo",
    "/imports/:id/failed-rows",
    "/imports/fields/:kind/template",
    "/letters/:id/pdf",
    "/settings/letters/:kind/sample",
];

/// The pages of people who are not signed in, or belong to no account. No link leads there from the others.
const PAGES_OF_GUESTS: [&str; 6] =
    ["/forgotten-password", "/invitation", "/no-account", "/password", "/sign-in", "/sign-in/second-step"];

/// Returns the value of a variable that `deploy/dev test` sets.
fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("set {name}; deploy/dev test does"))
}

fn person((name, email, password): (&str, &str, &str)) -> Value {
    json!({"name": name, "email": email, "password": password})
}

/// Runs a story with these arguments. Its output is the message of a failure.
async fn tell(story: &str, given: Value) {
    for name in ["TEST_BROWSER_MODULES", "TEST_CHROMIUM", "TEST_NODE_MODULES"] {
        variable(name);
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser").join(story);
    let mut command = Command::new(variable("TEST_NODE"));
    let running = command.arg(script).arg(given.to_string()).kill_on_drop(true).output();
    let output = tokio::time::timeout(STORY_MAX, running).await.expect("a story ends").unwrap();
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{story}: {stdout}{stderr}");
}

/// Returns the link with which the first owner sets the service up, as soon as it is printed. The program's operators' port
/// is open before that.
async fn set_up_link(api: &Program) -> String {
    let link = || {
        let log = api.log().unwrap();
        log.split_whitespace().find(|word| word.contains("/setup?token=")).map(str::to_owned)
    };
    until("the link is printed", PATIENCE, async || link().is_some()).await.unwrap();
    link().unwrap()
}

/// Makes a second account of the owner, as an operator does.
async fn add_account(variables: &[(&'static str, String)]) {
    let (_, email, password) = OWNER;
    let mut command = api(variables);
    command.args(["accounts", "create", "--name", "Kitchen", "--email", email, "--password-stdin"]);
    let piped = std::process::Stdio::piped;
    let mut child = command.stdin(piped()).stdout(piped()).stderr(piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(password.as_bytes()).await.unwrap();
    let output = child.wait_with_output().await.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

async fn set_up(base: &str, api: &Program) {
    let given = json!({"base": base, "setup": set_up_link(api).await, "owner": person(OWNER)});
    tell("set_up.mjs", given).await;
}

/// Plays the stories of people after the set-up, one after the other.
async fn work(base: &str) {
    for story in [
        "giving.mjs",
        "importing.mjs",
        "joining.mjs",
        "editing.mjs",
        "keeping.mjs",
        "main_path.mjs",
        "entering.mjs",
    ] {
        tell(story, json!({"base": base, "owner": person(OWNER), "member": person(MEMBER)})).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn people_do_their_work_in_a_browser_on_the_embedded_database() {
    let embedded = Embedded::new();
    let base = format!("http://{}", embedded.listen);
    let mut first = embedded.serve("first", "--no-demo").await;
    set_up(&base, &first).await;
    // The command needs the database for itself.
    assert_eq!(first.terminate(PATIENCE).await.unwrap(), Some(0));
    add_account(&embedded.variables()).await;
    let _api = embedded.serve("second", "--no-demo").await;
    work(&base).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_do_their_work_in_a_browser_with_postgres_rabbitmq_and_a_dispatcher() {
    shared::crypto::tls::install_crypto_provider();
    let db = testing::postgres().await;
    let directory = Directory::new().unwrap();
    let broker = Server::rabbitmq(directory.path()).await.unwrap();
    let listen = format!("127.0.0.1:{}", free_port().unwrap());
    let variables = [
        ("DATABASE_URL", db.url.clone()),
        ("AMQP_URL", broker.url.clone()),
        ("ALMONER_LISTEN", listen.clone()),
        ("ALMONER_SECRETS_KEY", SECRETS_KEY.to_owned()),
        ("ALMONER_WEBHOOK_ALLOW_CIDRS", "127.0.0.0/8".to_owned()),
    ];
    let start = async |program: &str| {
        let log = directory.path().join(format!("{program}.log"));
        let program = Program::spawn(program, &variables, log).unwrap();
        program.ready().await.unwrap();
        program
    };
    let (_dispatcher, api) = (start("almoner-dispatcher").await, start("almoner").await);
    let base = format!("http://{listen}");
    set_up(&base, &api).await;
    add_account(&variables).await;
    work(&base).await;
}

/// Returns the paths of pages, with `:n` for each part that varies.
fn kinds(is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let is_page = |path: &str| !NO_PAGES.contains(&path) && !path.ends_with("/export");
    let pages = ROUTES.iter().filter(|route| route.method == "GET").map(|route| &*route.path);
    let part = |part: &str| if part.starts_with(':') { ":n".to_owned() } else { part.to_owned() };
    let kind = |path: &str| path.split('/').map(part).collect::<Vec<_>>().join("/");
    pages.filter(|path| is_page(path) && is_wanted(path)).map(kind).collect()
}

/// Returns the owner of the demo, as the greeting tells how to sign in.
fn owner_of_demo(greeting: &str) -> Value {
    let sign_in = greeting.split_once("demo sign-in ").unwrap().1;
    let words: Vec<_> = sign_in.split_whitespace().take(3).collect();
    let [email, "/", password] = words[..] else { panic!("{greeting}") };
    person(("Demo", email, password))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_documentation_can_be_read_and_tried_by_everybody() {
    let embedded = Embedded::new();
    let api = embedded.serve("docs", "").await;
    let greeting = api.log().unwrap();
    let key = greeting.split_once("demo key ").unwrap().1.split_whitespace().next().unwrap();
    let base = format!("http://{}", embedded.listen);
    tell("docs.mjs", json!({"base": base, "key": key, "owner": owner_of_demo(&greeting)})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_valid_small_and_open_to_everybody() {
    let demo = async {
        let embedded = Embedded::new();
        let api = embedded.serve("demo", "").await;
        let greeting = api.log().unwrap();
        let kinds = kinds(|path| path != "/setup");
        let given = json!({"base": format!("http://{}", embedded.listen), "kinds": kinds,
            "owner": owner_of_demo(&greeting)});
        tell("pages.mjs", given).await;
    };
    let empty = async {
        let embedded = Embedded::new();
        let api = embedded.serve("empty", "--no-demo").await;
        let kinds = kinds(|path| !path.contains(':') && !PAGES_OF_GUESTS.contains(&path));
        let given = json!({"base": format!("http://{}", embedded.listen), "kinds": kinds,
            "setup": set_up_link(&api).await, "owner": person(OWNER)});
        tell("pages.mjs", given).await;
    };
    tokio::join!(demo, empty);
}
