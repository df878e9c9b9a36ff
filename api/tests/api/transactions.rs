//! Transactions: a change is committed completely or not at all, whichever of its statements fails and however it
//! fails. A change that was answered with 201 is committed with its event, and nothing else is committed.

use std::collections::BTreeSet;

use reqwest::header::CONTENT_TYPE;
use sea_orm::{ConnectionTrait, DbBackend};
use serde_json::json;
use shared::Store;
use shared::both_databases;
use shared::database::statement::sql;
use shared::database::testing::TestDb;

use crate::support::{Account, Api, Reply};

both_databases!(after_any_failed_statement_what_is_answered_with_201_is_committed_and_nothing_else_is);

/// The tables that the creation of a contact writes to, in the order of the writes.
const WRITTEN: [&str; 7] =
    ["contacts", "tags", "contact_addresses", "contact_emails", "events", "outbox", "idempotency_keys"];

/// How a statement fails.
#[derive(Clone, Copy, Debug)]
enum Failure {
    /// Only the statement is undone.
    Statement,
    /// The whole transaction is undone. SQLite does this by itself when its disk is full, and PostgreSQL does it when
    /// it ends the connection.
    Transaction,
    /// The statement succeeds, and the `COMMIT` after it fails.
    Commit,
}

impl Failure {
    const ALL: [Self; 3] = [Self::Statement, Self::Transaction, Self::Commit];

    /// Returns the SQL that makes the next inserts into a table fail.
    fn begin(self, backend: DbBackend, table: &str) -> Vec<String> {
        match (backend, self) {
            (DbBackend::Sqlite, Self::Statement | Self::Transaction) => {
                let raise = if matches!(self, Self::Statement) { "ABORT" } else { "ROLLBACK" };
                vec![format!(
                    "CREATE TRIGGER fault BEFORE INSERT ON {table} BEGIN SELECT RAISE({raise}, 'fault'); END"
                )]
            }
            (DbBackend::Sqlite, Self::Commit) => vec![
                "CREATE TABLE faults (of INTEGER REFERENCES contacts (id) DEFERRABLE INITIALLY DEFERRED)"
                    .to_owned(),
                format!(
                    "CREATE TRIGGER fault AFTER INSERT ON {table} BEGIN INSERT INTO faults VALUES (-1); END"
                ),
            ],
            (_, Self::Statement | Self::Commit) => {
                Self::postgres(self, table, "RAISE 'fault' USING ERRCODE = '53100'")
            }
            (_, Self::Transaction) => {
                Self::postgres(self, table, "PERFORM pg_terminate_backend(pg_backend_pid())")
            }
        }
    }

    fn postgres(self, table: &str, does: &str) -> Vec<String> {
        let (constraint, deferred) = if matches!(self, Self::Commit) {
            ("CONSTRAINT", "DEFERRABLE INITIALLY DEFERRED")
        } else {
            ("", "")
        };
        vec![
            format!(
                "CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {does}; RETURN NEW; END $$"
            ),
            format!(
                "CREATE {constraint} TRIGGER fault AFTER INSERT ON {table} {deferred} FOR EACH ROW EXECUTE FUNCTION fault()"
            ),
        ]
    }

    fn end(self, backend: DbBackend, table: &str) -> Vec<String> {
        match (backend, self) {
            (DbBackend::Sqlite, Self::Commit) => {
                vec!["DROP TRIGGER fault".to_owned(), "DROP TABLE faults".to_owned()]
            }
            (DbBackend::Sqlite, _) => vec!["DROP TRIGGER fault".to_owned()],
            _ => vec![format!("DROP TRIGGER fault ON {table}"), "DROP FUNCTION fault".to_owned()],
        }
    }
}

async fn create(account: &Account, name: &str) -> Reply {
    let contact = json!({
        "contact_status": "donor", "contact_lname": name, "tags": [name],
        "addresses": [{"address_type": "home", "address_city": "London"}],
        "emails": [{"email_type": "home", "email_address": "ada@lovelace.example"}],
    });
    let request = account
        .request("POST", "/contacts")
        .header("Idempotency-Key", name)
        .header(CONTENT_TYPE, "application/json")
        .body(contact.to_string());
    Reply::to(request).await
}

async fn after_any_failed_statement_what_is_answered_with_201_is_committed_and_nothing_else_is(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    // Separate connections see only what is committed.
    let (faults, backend) = (Store::connect(&api.db.url).await.unwrap(), api.db.store.backend());
    let execute = async |statements: Vec<String>| {
        for statement in statements {
            faults.write().execute_unprepared(&statement).await.unwrap();
        }
    };
    let mut created = BTreeSet::new();
    for table in WRITTEN {
        // Try every pair of failures, because the second meets the state that the first has left.
        for first in Failure::ALL {
            for second in Failure::ALL {
                let case = format!("{first:?}-{second:?}-{table}");
                for (n, failure) in [first, second].into_iter().enumerate() {
                    execute(failure.begin(backend, table)).await;
                    let reply = create(&account, &format!("{case}-{n}")).await;
                    assert!(reply.status >= 500, "{case}: {}", reply.text);
                    execute(failure.end(backend, table)).await;
                }
                let reply = create(&account, &case).await.created();
                assert!(created.insert(reply.id()), "{case}: the id is another contact's");
                account.get(&format!("/contacts/{}", reply.id())).await.ok();
            }
        }
    }
    for rows in
        ["SELECT id FROM contacts", "SELECT record_id FROM events", "SELECT contact_id FROM contact_tags"]
    {
        assert_eq!(committed(&faults, rows).await, created, "{rows}");
    }
    let keys = "SELECT COUNT(*) FROM idempotency_keys";
    assert_eq!(committed(&faults, keys).await.first(), Some(&i64::try_from(created.len()).unwrap()));
    faults.close().await;
}

async fn committed(store: &Store, text: &str) -> BTreeSet<i64> {
    let rows = store.read().query_all_raw(sql(store.read(), text, Vec::new())).await.unwrap();
    rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
}
