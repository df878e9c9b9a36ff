use clap::Parser;

use super::*;
use crate::webhooks::guard::Reach;

#[derive(Parser)]
struct Program {
    #[command(flatten)]
    settings: Settings,
}

fn settings(args: &[&str]) -> Result<Settings, String> {
    Program::try_parse_from([&["program"], args].concat())
        .map(|program| program.settings)
        .map_err(|error| error.to_string())
}

#[test]
fn a_bad_value_of_a_variable_has_its_name() {
    let error = || Program::try_parse_from(["program", "--listen", "here"]).map(|_| ()).unwrap_err();
    let name_variable = |given: &[&str]| {
        name_variable(&mut Program::command(), error(), given.iter().map(Into::into)).to_string()
    };
    assert!(name_variable(&["program"]).contains("'here' for 'ALMONER_LISTEN'"));
    assert!(name_variable(&["program", "--listen=here"]).contains("'here' for '--listen <LISTEN>'"));
}

#[test]
fn a_bad_value_is_named() {
    assert!(settings(&["--listen", "here"]).unwrap_err().contains("--listen"));
    assert!(
        settings(&["--webhook-allow-cidrs", "10.0.0.0/99"]).unwrap_err().contains("--webhook-allow-cidrs")
    );
    assert!(settings(&["--trusted-proxies", "10.0.0.0/8,here"]).unwrap_err().contains("--trusted-proxies"));
    assert_eq!(settings(&["--trusted-proxies", "10.0.0.0/8,::1/128"]).unwrap().trusted_proxies.len(), 2);
    for attempts in ["0", "1001", "many"] {
        let error = settings(&["--webhook-concurrency", attempts]).unwrap_err();
        assert!(error.contains("--webhook-concurrency") && error.contains("from 1 to 1000"), "{error}");
    }
    assert_eq!(settings(&["--webhook-concurrency", "1000"]).unwrap().webhook_concurrency, 1000);
    for url in
        ["donors.example", "ftp://donors.example", "https://donors.example/a", "https://u:p@donors.example"]
    {
        assert!(settings(&["--public-url", url]).unwrap_err().contains("without a path"), "{url}");
    }
    let url = settings(&["--public-url", "https://Donors.example:8443/"]).unwrap().public_url;
    assert_eq!(url.as_deref(), Some("https://donors.example:8443"));
    assert!(settings(&["--webhook-retry-schedule", "soon"]).unwrap_err().contains("`soon`"));
}

#[tokio::test]
async fn a_service_that_others_reach_has_no_demo_and_sends_nothing_to_this_machine_unless_told_to() {
    let receiver = Url::parse("http://127.0.0.1:9000/").unwrap();
    for (args, has_demo, reaches) in [
        (&[][..], true, true),
        (&["--listen", "[::1]:8080"], true, true),
        (&["--demo=off"], false, true),
        (&["--webhook-allow-cidrs=none"], true, false),
        (&["--listen", "0.0.0.0:8080"], false, false),
        (&["--listen", "[::]:8080"], false, false),
        (&["--listen", "192.0.2.1:8080", "--demo"], true, false),
        (&["--listen", "0.0.0.0:8080", "--webhook-allow-cidrs", "127.0.0.0/8"], false, true),
        (&["--database-url", "sqlite:///x", "--demo=on"], false, false),
    ] {
        let settings = settings(args).unwrap();
        assert_eq!(settings.wants_demo(), has_demo, "{args:?}");
        assert_eq!(settings.guard().check(&receiver).await.is_ok(), reaches, "{args:?}");
    }
    assert!(settings(&["--demo=maybe"]).unwrap_err().contains("must be on or off"));
}

#[test]
fn a_missing_embedded_database_is_named() {
    let settings = settings(&["--data-dir", "/nowhere"]).unwrap();
    let said = settings.expect_database().unwrap_err().to_string();
    let expected =
        "there is no database /nowhere/almoner.sqlite: name another by ALMONER_DATA_DIR, its folder";
    assert!(said.starts_with(expected), "{said}");
}

#[test]
fn one_address_is_a_range_of_its_own() {
    let proxies = settings(&["--trusted-proxies", "10.1.2.3,::1"]).unwrap().trusted_proxies;
    let written: Vec<_> = proxies.iter().map(ToString::to_string).collect();
    assert_eq!(written, ["10.1.2.3/32", "::1/128"]);
    let guard = settings(&["--webhook-allow-cidrs=127.0.0.1"]).unwrap().guard();
    assert!(guard.permits([127, 0, 0, 1].into(), Reach::AllowedOnly));
    assert!(!guard.permits([127, 0, 0, 2].into(), Reach::AllowedOnly));
    for flag in ["--trusted-proxies", "--webhook-allow-cidrs"] {
        let said = settings(&[flag, "10.0.0"]).unwrap_err();
        assert!(said.contains("`10.0.0` is neither an address, such as 10.1.2.3, nor a range"), "{said}");
    }
}

#[tokio::test]
async fn a_server_database_needs_a_secrets_key() {
    let settings = settings(&["--database-url", "postgres://localhost/x"]).unwrap();
    let error = settings.secrets_key(&settings.store().await.unwrap()).await.unwrap_err().to_string();
    assert!(error.starts_with("ALMONER_SECRETS_KEY is required"), "{error}");
}

#[test]
fn secrets_come_from_files_too_but_not_from_both() {
    let path = std::env::temp_dir().join(format!("almoner-config-{}", std::process::id()));
    std::fs::write(&path, "amqp://broker\n").unwrap();
    let file = path.to_str().unwrap();
    assert_eq!(
        settings(&["--amqp-url-file", file]).unwrap().amqp_url().unwrap().as_deref(),
        Some("amqp://broker")
    );
    assert!(settings(&["--amqp-url-file", file, "--amqp-url", "x"]).unwrap().amqp_url().is_err());
    std::fs::remove_file(path).unwrap();
}
