//! Rules for every table with an account's rows.

use std::collections::BTreeSet;

use sea_orm::{ConnectionTrait, DbBackend};
use shared::both_databases;
use shared::database::statement::sql;
use shared::database::testing::TestDb;

use crate::support::rows::changed_tables;

both_databases!(
    every_table_with_an_account_is_among_those_that_tests_look_into,
    every_account_id_refers_to_an_account_or_to_a_row_of_the_same_account,
);

async fn names(db: &TestDb, sqlite: &str, postgres: &str) -> BTreeSet<String> {
    let reader = db.store.read();
    let text = if db.store.backend() == DbBackend::Sqlite { sqlite } else { postgres };
    let rows = reader.query_all_raw(sql(reader, text, Vec::new())).await.unwrap();
    rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
}

async fn tables_with_accounts(db: &TestDb) -> BTreeSet<String> {
    let sqlite = "SELECT t.name FROM sqlite_master t, pragma_table_info(t.name) c
                  WHERE t.type = 'table' AND c.name = 'account_id'";
    let postgres = "SELECT CAST(table_name AS TEXT) FROM information_schema.columns
                    WHERE table_schema = 'public' AND column_name = 'account_id'";
    names(db, sqlite, postgres).await
}

async fn every_table_with_an_account_is_among_those_that_tests_look_into(db: TestDb) {
    let found = tables_with_accounts(&db).await;
    // No request changes memberships; the outbox knows the account by its event, and recovery codes and letters belong to a user.
    let mut expected: BTreeSet<_> = changed_tables().map(str::to_owned).collect();
    expected.remove("outbox");
    expected.remove("recovery_codes");
    expected.remove("letters");
    expected.insert("memberships".to_owned());
    assert_eq!(found, expected, "name it in TABLES of support/rows.rs");
}

async fn every_account_id_refers_to_an_account_or_to_a_row_of_the_same_account(db: TestDb) {
    let sqlite = r#"SELECT t.name FROM sqlite_master t, pragma_foreign_key_list(t.name) k
                    WHERE t.type = 'table' AND k."from" = 'account_id'"#;
    let postgres = "SELECT CAST(CAST(k.conrelid AS regclass) AS TEXT) FROM pg_constraint k
                    JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)
                    WHERE k.contype = 'f' AND a.attname = 'account_id'";
    assert_eq!(names(&db, sqlite, postgres).await, tables_with_accounts(&db).await);
}
