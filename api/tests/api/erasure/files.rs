//! The remains of an erased person in the files of the database, where no query shows them.

use std::path::PathBuf;

use sea_orm::{ConnectionTrait, DbBackend};
use shared::both_databases;
use shared::database::testing::{self, TestDb};

use super::{MARK, NAMES, plant, report};
use crate::support::Api;

both_databases!(what_the_files_still_have_is_named,);

/// Returns the names of the person that are in the files of a SQLite database.
fn found(db: &TestDb) -> Vec<String> {
    let file = db.url.trim_start_matches("sqlite://");
    let mut found = Vec::new();
    for ending in ["", "-wal"] {
        let bytes = std::fs::read(PathBuf::from(format!("{file}{ending}"))).unwrap_or_default();
        let bytes = bytes.to_ascii_lowercase();
        for name in NAMES.iter().chain(&[MARK, "-street", "-notes"]) {
            let name = name.to_lowercase();
            if bytes.windows(name.len()).any(|window| window == name.as_bytes()) {
                found.push(format!("{name} in *{ending}"));
            }
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_the_person_is_left_in_the_files_of_sqlite() {
    let api = Api::start(testing::sqlite().await).await;
    let account = api.account().await;
    let id = plant(&api, &account).await;
    assert!(found(&api.db).len() > 3, "{:?}", found(&api.db));
    let report = report(&api, &account, id, false).await;
    assert_eq!(found(&api.db), Vec::<String>::new());
    assert!(report.kept.iter().all(|kept| !kept.what.contains("wal")), "{:?}", report.kept);
}

async fn what_the_files_still_have_is_named(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = plant(&api, &account).await;
    let kept = async || {
        let report = report(&api, &account, id, false).await;
        report.kept.into_iter().map(|kept| kept.what).collect::<Vec<_>>().join("; ")
    };
    if api.db.store.backend() == DbBackend::Postgres {
        let kept = kept().await;
        assert!(kept.contains("in PostgreSQL's files") && !kept.contains("wal"), "{kept}");
        return;
    }
    // A reader sees the earlier states of pages, so that SQLite cannot empty its log.
    let reader = api.app.store.snapshot().await.unwrap();
    reader.execute_unprepared("SELECT * FROM contacts").await.unwrap();
    let while_reading = kept().await;
    reader.end().await.unwrap();
    assert!(while_reading.contains("almoner.sqlite-wal"), "{while_reading}");
    let after = kept().await;
    assert!(!after.contains("almoner.sqlite-wal"), "{after}");
}
