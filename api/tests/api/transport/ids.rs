//! The ids that connect a caller's log with the service's log.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::logs::Logs;
use crate::support::{Account, Api, Reply};

both_databases!(
    a_request_id_that_is_fit_is_echoed_and_another_replaced,
    the_event_of_a_change_has_the_trace_of_its_request
);

const TRACE_ID: &str = "0af7651916cd43dd8448eb211c80319c";
const TRACEPARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

async fn a_request_id_that_is_fit_is_echoed_and_another_replaced(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let longest = "x".repeat(128);
    for id in ["1", "my-request_42.retry", &longest] {
        for path in ["/contacts", "/nowhere", "/contacts?q="] {
            let reply = Reply::to(account.request("GET", path).header("x-request-id", id)).await;
            assert_eq!(reply.header("x-request-id"), Some(id), "{path}");
        }
    }
    for id in ["", "a b", "a\"b", "{}", &format!("{longest}x")] {
        let reply = Reply::to(account.request("GET", "/tasks").header("x-request-id", id)).await;
        let echoed = reply.header("x-request-id").unwrap();
        assert!(echoed != id && echoed.len() == 32, "{id:?}: {echoed}");
    }
    api.execute("ALTER TABLE tasks RENAME TO gone_tasks", Vec::new()).await;
    let failed = Reply::to(account.request("GET", "/tasks").header("x-request-id", "mine")).await;
    failed.failed(500, "Internal Server Error; request id mine");
}

async fn the_event_of_a_change_has_the_trace_of_its_request(db: TestDb) {
    async fn traceparent_after(api: &Api, account: &Account, sent: &[&str]) -> String {
        let request = account.request("POST", "/tasks").header("content-type", "application/json");
        let request = sent.iter().fold(request, |request, parent| request.header("traceparent", *parent));
        Reply::to(request.body(json!({"task_subject": "Call"}).to_string())).await.created();
        let rows =
            api.query("SELECT traceparent FROM events ORDER BY position DESC, id DESC", Vec::new()).await;
        rows[0].try_get_by_index(0).unwrap()
    }

    let api = Api::start(db).await;
    let account = api.account().await;
    let of_caller = traceparent_after(&api, &account, &[TRACEPARENT]).await;
    assert!(of_caller.starts_with(&format!("00-{TRACE_ID}-")) && of_caller.ends_with("-01"), "{of_caller}");
    assert_ne!(of_caller, TRACEPARENT, "the request is a step of its own");
    let mut new = Vec::new();
    for sent in [&[][..], &["00-0af7"], &[TRACEPARENT, TRACEPARENT], &[&TRACEPARENT.replacen("00", "01", 1)]]
    {
        new.push(traceparent_after(&api, &account, sent).await);
    }
    for traceparent in &new {
        assert!(traceparent.len() == 55 && !traceparent.contains(TRACE_ID), "{traceparent}");
    }
    new.sort_by_key(|traceparent| traceparent[..35].to_owned());
    assert!(new.windows(2).all(|two| two[0][..35] != two[1][..35]), "each is a trace of its own: {new:?}");
}

#[tokio::test]
async fn the_lines_of_a_request_have_both_ids() {
    let api = Api::start(shared::database::testing::sqlite().await).await;
    let account = api.account().await;
    let logs = Logs::capture();
    for path in ["/contacts", "/nowhere"] {
        let request = account.request("GET", path).header("x-request-id", "mine");
        Reply::to(request.header("traceparent", TRACEPARENT)).await;
        let of_request = format!("path=\"/api/v1{path}\"");
        let text = logs.text();
        let line = text.lines().find(|line| line.contains(&of_request)).unwrap();
        assert!(line.contains("request_id=\"mine\"") && line.contains(TRACE_ID), "{line}");
    }
}
