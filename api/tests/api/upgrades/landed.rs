//! The newest dump has every migration.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use shared::database::schema;
use shared::database::testing;

use super::{Dump, dumps, fixtures, text};
use crate::support::Api;
use crate::support::rows::TABLES;

/// The last dump has every migration, and today's program makes the same. Otherwise, the test writes a new dump, with
/// the rows of the last one as today's program migrates them.
#[tokio::test]
async fn every_migration_has_a_dump() {
    let last = Dump::load(&dumps().pop().unwrap());
    let name = &last.name;
    let db = testing::empty_sqlite().await;
    testing::restore(&db, &last.text).await.unwrap();
    schema::migrate(&db.store).await.unwrap();
    let api = Api::start(db).await;
    api.execute("UPDATE seaql_migrations SET applied_at = 0", vec![]).await;
    let (comments, _) = last.text.split_at(last.text.find("INSERT").unwrap());
    let today = comments.to_owned() + &dump(&api).await;
    if today != last.text {
        let proposal = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dump.sql");
        fs::write(&proposal, today).unwrap();
        panic!(
            "a migration has no dump. {} has the rows of {name}: add what the new program writes, and move the file to {} \
             under the migration's name",
            proposal.display(),
            fixtures().join("data").display()
        );
    }
}

/// Dumps a SQLite database as SQL that both databases understand.
async fn dump(api: &Api) -> String {
    let tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
         AND name NOT LIKE 'contact_words%' -- the index of contact_search";
    let tables: BTreeSet<String> = texts(api, tables).await.into_iter().collect();
    assert_eq!(tables, TABLES.map(str::to_owned).into(), "TABLES of support/rows.rs has every table");
    let mut dump = String::new();
    for table in TABLES {
        if table == "event_log" {
            // A migration has inserted its only row.
            dump += "DELETE FROM event_log;\n";
        }
        let columns =
            texts(api, &format!("SELECT name FROM pragma_table_info('{table}') ORDER BY cid")).await;
        let types = texts(api, &format!("SELECT type FROM pragma_table_info('{table}') ORDER BY cid")).await;
        let literals: Vec<_> = columns.iter().zip(&types).map(|(name, kind)| literal(name, kind)).collect();
        let row =
            format!("SELECT '    (' || {} || ')' FROM {table} ORDER BY rowid", literals.join(" || ', ' || "));
        let rows = texts(api, &row).await;
        assert!(!rows.is_empty(), "the dump has no row of {table}");
        write!(dump, "INSERT INTO {table} ({}) VALUES\n{};\n", columns.join(", "), rows.join(",\n")).unwrap();
    }
    dump
}

async fn texts(api: &Api, query: &str) -> Vec<String> {
    api.query(query, vec![]).await.iter().map(text).collect()
}

/// Returns the SQL expression for a column's value as a literal.
fn literal(name: &str, kind: &str) -> String {
    let literal = match kind {
        "BOOLEAN" => format!("CASE WHEN {name} THEN 'TRUE' ELSE 'FALSE' END"),
        "BLOB" if ["chunk_text", "file_content", "logo", "run_logo"].contains(&name) => {
            format!("'{{bytes}}' || lower(hex({name})) || ''''")
        }
        "BLOB" => format!("'{{uuid}}' || lower(hex({name})) || ''''"),
        _ => format!("quote({name})"),
    };
    format!("CASE WHEN {name} IS NULL THEN 'NULL' ELSE {literal} END")
}
