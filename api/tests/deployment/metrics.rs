//! The metrics of both programs, and the ones that alerts and dashboard ask for.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use bench::deployment::{Program, Server, World, until};
use shared::database::testing;

/// The beginnings of the names of metrics.
const PREFIXES: [&str; 5] = ["almoner_", "db_client_", "http_server_", "messaging_", "process_"];

/// Returns the names of the samples that a program shows, without those of an upper limit of a bucket.
async fn shown(program: &Program) -> (BTreeSet<String>, String) {
    let text = program.metrics().await.unwrap();
    assert!(text.ends_with("# EOF\n"), "{text}");
    let samples = text.lines().filter(|line| !line.starts_with('#'));
    let names = samples.map(|line| line.split(['{', ' ']).next().unwrap().to_owned()).collect();
    (names, text)
}

/// Returns the names of metrics in a file of `deploy/observability`.
fn asked(file: &str) -> BTreeSet<String> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("deploy/observability").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').map(str::to_owned);
    // Labels are named like metrics.
    let labels = [
        "http_response_status_code",
        "http_route",
        "http_request_method",
        "db_client_connection_pool_name",
        "db_client_connection_state",
    ];
    let is_metric = |word: &String| {
        PREFIXES.iter().any(|prefix| word.starts_with(prefix)) && !labels.contains(&word.as_str())
    };
    words.filter(is_metric).collect()
}

#[test]
fn each_alert_has_a_section_in_the_runbook_and_a_test() {
    let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("deploy");
    let read = |name: &str| std::fs::read_to_string(deploy.join(name)).unwrap();
    let (alerts, runbook, tests) =
        (read("observability/alerts.yaml"), read("runbook.md"), read("observability/alerts_test.yaml"));
    let names: Vec<_> = alerts.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).collect();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        assert!(runbook.contains(&format!("\n### {name}\n")), "{name}");
        assert!(alerts.contains(&format!("runbook.md#{}\n", name.to_lowercase())), "{name}");
        assert!(tests.matches(&format!("alertname: {name}\n")).count() > 0, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn alerts_and_dashboard_ask_for_what_the_programs_show_and_nobody_sees_a_secret() {
    let db = testing::postgres().await;
    let mut world = World::new(&db.url, &[]).await.unwrap();
    let broker = Server::rabbitmq(world.directory.path()).await.unwrap();
    let api = world.start_api(Some(&broker.url)).await.unwrap();
    let dispatcher = world.start_dispatcher(&broker.url).await.unwrap();
    world.register_webhook().await.unwrap();
    assert!(world.create_contact(1).await);
    world.check_delivered(Duration::from_secs(20)).await.unwrap();

    let told = async || api.metrics().await.unwrap_or_default().contains("almoner_webhooks{");
    until("the database tells what waits", Duration::from_secs(30), told).await.unwrap();
    let ((of_api, api_text), (of_dispatcher, dispatcher_text)) =
        (shown(&api).await, shown(&dispatcher).await);
    assert!(api_text.contains("http_route=\"/api/v1/contacts\""), "{api_text}");
    assert!(dispatcher_text.contains("almoner_deliveries_ended_total{status=\"succeeded\"}"));
    for text in [&api_text, &dispatcher_text] {
        let receiver = world.receiver.url.trim_start_matches("http://");
        for secret in ["alm_", world.webhook_secret(), receiver.trim_end_matches('/'), "account"] {
            assert!(!text.contains(secret), "{secret}: {text}");
        }
    }
    // The embedded database alone has a disk of its own.
    let of_embedded = ["almoner_data_free_bytes", "almoner_data_size_bytes"].map(str::to_owned);
    let shown: BTreeSet<_> = of_api.into_iter().chain(of_dispatcher).chain(of_embedded).collect();
    for file in ["alerts.yaml", "alerts_test.yaml", "dashboard.json"] {
        let asked = asked(file);
        assert!(asked.len() > 10, "{asked:?}");
        let unknown: Vec<_> = asked.difference(&shown).collect();
        assert!(unknown.is_empty(), "{file} asks for what no program shows: {unknown:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_process_shows_the_api_the_dispatcher_and_its_disk() {
    shared::crypto::tls::install_crypto_provider();
    let directory = bench::deployment::Directory::new().unwrap();
    let listen = format!("127.0.0.1:{}", bench::deployment::free_port().unwrap());
    let variables = [
        ("ALMONER_LISTEN", listen),
        ("ALMONER_DATA_DIR", directory.path().join("data").display().to_string()),
    ];
    let api = Program::spawn("almoner", &variables, directory.path().join("log")).unwrap();
    api.ready().await.unwrap();
    let (names, text) = shown(&api).await;
    for name in ["almoner_data_free_bytes", "almoner_attempts_active", "http_server_active_requests"] {
        assert!(names.contains(name), "{name}: {text}");
    }
    let free = text.lines().find_map(|line| line.strip_prefix("almoner_data_free_bytes ")).unwrap();
    assert!(free.parse::<f64>().unwrap() > 0.0, "{free}");
}
