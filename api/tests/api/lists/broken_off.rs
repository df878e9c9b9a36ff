//! Lists that break off because reading fails: the caller must see that the list is incomplete.

use sea_orm::DbBackend;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::fill;
use crate::support::Api;

both_databases!(a_list_that_breaks_off_is_seen_to_be_incomplete);

async fn a_list_that_breaks_off_is_seen_to_be_incomplete(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    // Make 8 chunks of 5 MB. This is more than the buffers between the database and a client that does not read can
    // hold, even if it is compressed.
    fill(&api, account.id, 4000).await;
    let random = match api.db.store.backend() {
        DbBackend::Sqlite => "hex(randomblob(5000))",
        _ => {
            "(SELECT string_agg(md5(random()::text || contacts.id || n), '') FROM generate_series(1, 313) AS n)"
        }
    };
    let notes = format!("UPDATE contacts SET contact_notes = {random} WHERE account_id = $1");
    api.execute(&notes, vec![account.id.into()]).await;
    for coding in ["identity", "gzip", "br", "zstd"] {
        let request = account.request("GET", "/contacts").header("accept-encoding", coding);
        let mut response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        // From now on the rest of the list cannot be read.
        api.execute("ALTER TABLE contacts RENAME TO gone", Vec::new()).await;
        let mut received = 0;
        let ended = loop {
            match response.chunk().await {
                Ok(Some(chunk)) => received += chunk.len(),
                end => break end,
            }
        };
        assert!(received < 4000 * 4500, "{coding}: the failure came too late to be seen");
        assert!(ended.is_err(), "{coding}: the response has no proper end");
        api.execute("ALTER TABLE gone RENAME TO contacts", Vec::new()).await;
    }
}
