//! A list whose reading fails on the way: the caller must see that it is not whole.

use shared::both_databases;
use shared::testing::TestDb;

use super::fill;
use crate::support::Api;

both_databases!(a_list_that_breaks_off_is_seen_to_be_incomplete);

async fn a_list_that_breaks_off_is_seen_to_be_incomplete(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    // 8 chunks of 5 MB: more than all the buffers between the database and a client that does not read can hold.
    fill(&api, account.id, 4000).await;
    let notes = "UPDATE contacts SET contact_notes = $2 WHERE account_id = $1";
    api.execute(notes, vec![account.id.into(), "x".repeat(10_000).into()]).await;
    let mut response = account.request("GET", "/contacts").send().await.unwrap();
    assert_eq!(response.status(), 200);
    // What follows cannot be read any more.
    api.execute("ALTER TABLE contacts RENAME TO gone", Vec::new()).await;
    let mut received = Vec::new();
    let ended = loop {
        match response.chunk().await {
            Ok(Some(chunk)) => received.extend_from_slice(&chunk),
            end => break end,
        }
    };
    assert!(received.len() < 4000 * 10_000, "the failure came too late to be seen");
    assert!(ended.is_err(), "the response has no proper end");
}
