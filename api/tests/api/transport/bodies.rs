//! The headers that describe a body before it is sent: its encoding and its length.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::rows::PATIENCE;
use crate::support::{Account, Api, Reply};

both_databases!(
    a_body_in_another_encoding_than_utf_8_is_415,
    a_body_that_is_too_large_is_refused_before_it_is_asked_for,
);

async fn a_body_in_another_encoding_than_utf_8_is_415(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let post = async |media_type: &str| {
        let request = account.request("POST", "/tasks").header("content-type", media_type);
        Reply::to(request.body(json!({"task_subject": "Call"}).to_string())).await
    };
    for other in ["utf-16", "UTF-16LE", "latin1", "iso-8859-1", "\"windows-1252\"", ""] {
        for media_type in
            [format!("application/json; charset={other}"), format!("application/json;a=b;CHARSET={other}")]
        {
            post(&media_type).await.failed(415, "the charset in Content-Type must be utf-8");
        }
    }
    assert!(account.get("/tasks").await.ok().list().is_empty());
    for utf8 in
        ["; charset=utf-8", ";charset=UTF-8", "; charset=\"Utf-8\"", "; charset=us-ascii", "; a=b", ";"]
    {
        post(&format!("application/json{utf8}")).await.created();
    }
    let file =
        account.request("POST", "/imports/contacts").header("content-type", "text/csv; charset=latin1");
    Reply::to(file.body("contact_status\ndonor\n")).await.failed(
        415,
        "Content-Type must be text/csv, without a charset or in UTF-8, or that of an .xlsx or .ods file",
    );
}

/// Sends the head of a request whose body waits for `100 Continue`. Returns all that comes until the body is asked for, or
/// until the connection is closed.
async fn asked(api: &Api, account: &Account, path: &str, media_type: &str, length: usize) -> String {
    let mut stream = TcpStream::connect(api.http.address).await.unwrap();
    let head = format!(
        "POST /api/v1{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {}\r\n\
         Expect: 100-continue\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\n\r\n",
        account.key
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let (mut answer, mut buffer) = (String::new(), [0; 1024]);
    while !answer.starts_with("HTTP/1.1 100 Continue\r\n\r\n") {
        let read = tokio::time::timeout(PATIENCE, stream.read(&mut buffer)).await.unwrap().unwrap();
        if read == 0 {
            break;
        }
        answer.push_str(std::str::from_utf8(&buffer[..read]).unwrap());
    }
    answer
}

async fn a_body_that_is_too_large_is_refused_before_it_is_asked_for(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (path, media_type, most) in
        [("/tasks", "application/json", 1_048_576), ("/imports/contacts", "text/csv", 104_857_600)]
    {
        let answer = asked(&api, &account, path, media_type, most + 1).await;
        assert!(answer.starts_with("HTTP/1.1 413 Payload Too Large\r\n"), "{path}: {answer}");
        assert!(
            answer.contains(&format!("the body must not be larger than {most} bytes")),
            "{path}: {answer}"
        );
        let answer = asked(&api, &account, path, media_type, most).await;
        assert!(answer.starts_with("HTTP/1.1 100 Continue\r\n"), "{path}: {answer}");
    }
}
