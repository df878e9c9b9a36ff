//! Rules for the source code that the compiler cannot check.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod texts;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files whose SQL may name a tenant's table, with the reason why they do not go through `AccountScope` or
/// `SystemScope`.
const SQL_ON_TENANT_TABLES: [(&str, &str); 22] = [
    ("api/src/accounts/sandboxes.rs", "the members of all sandboxes beside those of their accounts"),
    ("api/src/background/backlog.rs", "what waits, of all accounts, by the database's clock"),
    ("api/src/events/retention.rs", "conditions on other tables, and the accounts whose logs are too long"),
    ("api/src/events/revision.rs", "counts that belong to one snapshot, each with the account's id"),
    ("api/src/idempotency.rs", "an upsert with a condition, and a bounded deletion that skips locked rows"),
    (
        "api/src/resources/contacts/search.rs",
        "an upsert of many texts, and contacts whose texts are late, of all accounts",
    ),
    ("api/src/resources/contacts/stored.rs", "six tables in one statement, each with the account's id"),
    (
        "api/src/resources/gifts/import.rs",
        "many gifts at once, each found by an index, with the account's id",
    ),
    ("api/src/resources/imports/batch/earlier.rs", "many keys at once, each with the account's id"),
    ("api/src/resources/imports/worker.rs", "a claim that skips locked rows, and an update that returns ids"),
    (
        "api/src/web/printed/waiting.rs",
        "the corrections of a gift that is found by its account, with the account's id",
    ),
    ("dispatcher/src/clock_steps.rs", "the times of what waits, of all accounts"),
    ("dispatcher/src/due.rs", "what is due, of all accounts"),
    ("dispatcher/src/intake.rs", "webhooks of many accounts, and deliveries by the database's clock"),
    ("dispatcher/src/notes.rs", "notes on the webhooks of many accounts, without those that are locked"),
    ("dispatcher/src/recovery.rs", "a claim, and sets of deliveries by the database's clock"),
    ("dispatcher/src/results.rs", "sets of results whose leases are compared in the statement"),
    ("dispatcher/src/scheduler.rs", "leases by the database's clock, for the webhooks of all accounts"),
    (
        "shared/src/database/migrations.rs",
        "texts of all accounts that are looked up, which two migrations fold and compose",
    ),
    ("shared/src/events/epoch.rs", "the last position of all accounts, and the versions of all gift types"),
    ("shared/src/events/log.rs", "positions, which PostgreSQL's transaction numbers are part of"),
    ("shared/src/events/outbox.rs", "claims, and event and outbox row in one statement"),
];

const CRATES: [&str; 3] = ["api", "dispatcher", "shared"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Returns the text of every source file of the programs, by its path from the root.
fn sources() -> BTreeMap<String, String> {
    files(CRATES.iter().map(|name| root().join(name).join("src")).collect(), "rs")
}

/// Returns the text of every file in these folders whose name has an extension, by its path from the root.
fn files(mut folders: Vec<PathBuf>, extension: &str) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|own| own == extension) {
                let name = path.strip_prefix(root()).unwrap().display().to_string();
                files.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    files
}

/// Returns the code of a source file without its tests and comments.
fn code(source: &str) -> String {
    let code = source.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Returns the tables whose rows belong to accounts.
fn tenant_tables(sources: &BTreeMap<String, String>) -> Vec<String> {
    let entities = sources.iter().filter(|(name, _)| name.starts_with("shared/src/entities/"));
    let tenants = entities.filter(|(_, source)| {
        source.contains("super::tenant!()") || source.contains("impl super::Tenant for Entity")
    });
    let table = |source: &str| source.split("table_name = \"").nth(1)?.split('"').next().map(str::to_owned);
    tenants.map(|(name, source)| table(source).unwrap_or_else(|| panic!("{name} names no table"))).collect()
}

/// Returns the words that stand in SQL where the name of a table stands.
fn tables_in_sql(code: &str) -> impl Iterator<Item = &str> {
    let mut last = "";
    code.split_whitespace().filter_map(move |word| {
        let keyword = last.trim_matches(|c: char| !c.is_alphanumeric());
        last = word;
        let is_table = matches!(keyword, "FROM" | "JOIN" | "UPDATE" | "INTO");
        is_table.then(|| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '_'))
    })
}

#[test]
fn sql_names_tenants_tables_only_where_a_reason_is_given() {
    let sources = sources();
    let tables = tenant_tables(&sources);
    assert!(tables.len() > 15 && tables.iter().any(|table| table == "contacts"), "{tables:?}");
    let names_any = |source: &str| {
        let code = code(source);
        tables_in_sql(&code).any(|name| tables.iter().any(|table| table == name))
    };
    let found: Vec<_> =
        sources.iter().filter(|(_, source)| names_any(source)).map(|(name, _)| name.as_str()).collect();
    let listed: Vec<_> = SQL_ON_TENANT_TABLES.iter().map(|(name, _)| *name).collect();
    assert_eq!(found, listed, "start from AccountScope or SystemScope, or list the file with its reason");
}

/// The sources whose SQL may say `*`, with the reason why a column that a migration adds does not change the result.
const SQL_WITH_ALL_COLUMNS: [(&str, &str); 3] = [
    ("api/src/resources/contacts/stored.rs", "the columns of a subquery that names them"),
    ("shared/src/events/outbox.rs", "the columns of values in the statement"),
    ("shared/src/values/choices.rs", "no SQL: `gifts.*` is every event of gifts"),
];

#[test]
fn sql_names_its_columns_so_that_a_new_one_breaks_no_running_program() {
    let says_all = |source: &str| {
        let code = code(source);
        let words: Vec<_> = code.split(|c: char| c.is_whitespace() || "\"(,".contains(c)).collect();
        words.windows(2).any(|pair| matches!(pair[0], "SELECT" | "RETURNING") && pair[1] == "*")
            || words.iter().any(|word| {
                word.strip_suffix(".*").is_some_and(|table| {
                    !table.is_empty() && table.chars().all(|c| c.is_ascii_lowercase() || c == '_')
                })
            })
    };
    let sources = sources();
    let found: Vec<_> =
        sources.iter().filter(|(_, source)| says_all(source)).map(|(name, _)| name.as_str()).collect();
    let listed: Vec<_> = SQL_WITH_ALL_COLUMNS.iter().map(|(name, _)| *name).collect();
    assert_eq!(found, listed, "name the columns, with `columns::<Entity>(\"table\")`");
}

/// The sources of the api that start tasks of their own, which work for no single request.
const TASKS_OF_NO_REQUEST: [(&str, &str); 5] = [
    ("api/src/auth/key_uses.rs", "notes the uses of keys, of all accounts"),
    ("api/src/background/embedded.rs", "the dispatcher"),
    ("api/src/cli/serve.rs", "relay, housekeeping and the worker of imports"),
    (
        "api/src/gather.rs",
        "statements for several requests; those on contacts are confined, those on keys say whose they are",
    ),
    ("api/src/http/server.rs", "connections, before there is a request"),
];

#[test]
fn the_task_of_a_request_carries_its_account_along() {
    let spawns = |source: &str| {
        let code = code(source);
        let mut spawned = code.split("spawn(").skip(1);
        spawned.any(|work| !work.starts_with("carried(") && !work.starts_with("confined("))
    };
    let sources = sources();
    let found: Vec<_> = sources
        .iter()
        .filter(|(name, source)| name.starts_with("api/") && spawns(source))
        .map(|(name, _)| name.as_str())
        .collect();
    let listed: Vec<_> = TASKS_OF_NO_REQUEST.iter().map(|(name, _)| *name).collect();
    assert_eq!(found, listed, "use `row_security::carried`, or say why the task is no request's");
}

/// Runs the check of dependencies of `.ci/run` where no network is. Returns whether it passes, and what it prints.
fn check_dependencies(advisories: &str) -> (bool, String) {
    let script = r#"
        source <(sed -n '/^check_dependencies()/,/^}/p' .ci/run)
        timeout() { shift; "$@"; }
        cargo() { echo "cargo $*"; [[ "$*" != *fetch* ]]; }
        check_dependencies"#;
    let mut shell = Command::new("bash");
    let output = shell.args(["-euc", script]).current_dir(root()).env("CI_ADVISORIES", advisories);
    let output = output.output().unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn without_the_advisory_database_the_checks_pass_only_where_it_is_not_required() {
    let (passes, said) = check_dependencies("");
    assert!(passes && said.contains("NOT checked") && said.contains("check bans licenses sources"), "{said}");
    let (passes, said) = check_dependencies("required");
    assert!(!passes && said.contains("cannot be fetched") && !said.contains("check bans"), "{said}");
}
