//! The guide agrees with the document.

use std::collections::BTreeSet;

use serde_json::Value;
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::Api;
use crate::support::document::served;

both_databases!(the_guide_names_every_operation_as_the_envelope_does, the_guide_names_every_filter);

const GUIDE: &str = include_str!("../../../openapi/guide.md");

/// Returns the text from a heading to the next one.
fn section(heading: &str) -> &'static str {
    let (_, section) = GUIDE.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no {heading}"));
    section.split("\n#").next().unwrap()
}

fn operations(document: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    paths.flat_map(|(path, item)| item.as_object().unwrap().values().map(move |operation| (path, operation)))
}

async fn the_guide_names_every_operation_as_the_envelope_does(db: TestDb) {
    let document = served(&Api::start(db).await.http).await;
    let name = |(_, operation): (&String, &Value)| {
        let success =
            operation["responses"].as_object().unwrap().iter().find(|(status, _)| status.starts_with('2'));
        let schema = &success.unwrap().1["content"]["application/json"]["schema"];
        schema["properties"]["type"]["const"].as_str().unwrap().to_owned()
    };
    let names: BTreeSet<_> = operations(&document).map(name).collect();
    let mut said = BTreeSet::new();
    for row in section("### Names of operations").lines().filter(|line| line.starts_with("| `")) {
        let mut cells = row.split('|').skip(1).map(|cell| cell.split('`').skip(1).step_by(2));
        let kinds: Vec<_> = cells.next().unwrap().collect();
        for action in cells.next().unwrap() {
            said.extend(kinds.iter().map(|kind| format!("{kind}.{action}")));
        }
    }
    assert_eq!(said, names);
}

async fn the_guide_names_every_filter(db: TestDb) {
    let document = served(&Api::start(db).await.http).await;
    let lists = section("## Lists");
    for (path, operation) in operations(&document) {
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        for parameter in parameters.filter(|one| one["in"] == "query") {
            let name = parameter["name"].as_str().unwrap();
            let is_said =
                [&*format!("`{name}`"), &*format!("`{name}.")].iter().any(|said| lists.contains(said));
            let is_elsewhere = ["/giving-summary", "/contacts/{id}/statement"].contains(&&**path)
                || path.starts_with("/reports/")
                || ["dry_run", "mapping"].contains(&name);
            assert!(is_said || is_elsewhere, "{name} of {path}");
        }
    }
}
