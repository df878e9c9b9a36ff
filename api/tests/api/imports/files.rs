//! Rules for whole files.

use futures_util::stream;
use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::{NAMES, counts, problems};
use crate::support::{Api, Reply};

both_databases!(
    a_file_that_cannot_be_used_is_refused_and_leaves_nothing,
    a_file_may_come_in_any_pieces_with_any_line_ends,
    columns_that_are_no_fields_are_ignored_and_named,
    a_file_that_is_too_large_is_refused,
    a_file_that_breaks_off_leaves_nothing,
    only_the_first_thousand_problems_are_kept,
);

async fn a_file_that_cannot_be_used_is_refused_and_leaves_nothing(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let before = api.state(&account).await;
    let columns: Vec<_> = (0..201).map(|n| format!("c{n}")).collect();
    let rows = "donor,King,\n".repeat(2000);
    for (file, message) in [
        (vec![], "the file is empty: its first row must name the columns".to_owned()),
        (b"\n\n".to_vec(), "the file is empty: its first row must name the columns".to_owned()),
        (
            b"a,b\n1,2\n".to_vec(),
            "no column is a field of contacts: the first row must name fields, with commas between them"
                .to_owned(),
        ),
        (b"contact_fname\nAda\n".to_vec(), "contact_status is required: there is no such column".to_owned()),
        (
            b"contact_status,contact_fname,contact_fname\n".to_vec(),
            "column contact_fname is there twice".to_owned(),
        ),
        (
            b"contact_status,addresses,address_city\n".to_vec(),
            "column address_city says the same as column addresses: leave one out".to_owned(),
        ),
        (columns.join(",").into_bytes(), "the header must not have more than 200 columns".to_owned()),
        (
            [NAMES.as_bytes(), rows.as_bytes(), "donor,Zoë,\n".as_bytes(), b"donor,\xff,\n"].concat(),
            "row 2003 is not UTF-8".to_owned(),
        ),
        (
            format!("{NAMES}{rows}donor,\"King,\n").into_bytes(),
            "row 2002 has a quote that is not closed".to_owned(),
        ),
        (
            format!("{NAMES}{rows}donor,\"{}", "x".repeat(2_000_000)).into_bytes(),
            "row 2002 must not be longer than 1048576 bytes; is a quote open?".to_owned(),
        ),
    ] {
        account.import("contacts", file).await.failed(422, &message);
    }
    for content_type in ["application/json", "text/plain", "text/csv; charset=iso-8859-1"] {
        let request = account.request("POST", "/imports/contacts").header("content-type", content_type);
        Reply::to(request.body(NAMES)).await.failed(
            415,
            "Content-Type must be text/csv, without a charset or in UTF-8, or that of an .xlsx or .ods file",
        );
    }
    Reply::to(account.request("POST", "/imports/contacts")).await.failed(
        415,
        "Content-Type must be text/csv, without a charset or in UTF-8, or that of an .xlsx or .ods file",
    );
    account.import("webhooks", NAMES).await.failed(405, "Method Not Allowed");
    assert_eq!(api.state(&account).await, before);
}

async fn a_file_may_come_in_any_pieces_with_any_line_ends(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "\u{feff}contact_status,\"contact_lname\",contact_notes\r\ndonor,\"O\"\"Brien, Zoë\",\"two\r\nlines\"\r\n\r\ndonor,King,\n";
    let pieces: Vec<_> =
        file.as_bytes().chunks(7).map(|piece| Ok::<_, std::io::Error>(piece.to_vec())).collect();
    let body = reqwest::Body::wrap_stream(stream::iter(pieces));
    let request = account
        .request("POST", "/imports/contacts")
        .header("content-type", "text/CSV; charset=\"UTF-8\"; header=present");
    let created = Reply::to(request.body(body)).await.created();
    api.work().await;
    let import = account.get(&format!("/imports/{}", created.id())).await.ok();
    assert_eq!((counts(&import), problems(&import)), ([2, 0, 0], vec![]));
    let contacts = account.get("/contacts").await.ok();
    assert_eq!(contacts.list()[0]["contact_lname"], "O\"Brien, Zoë");
    assert_eq!(contacts.list()[0]["contact_notes"], "two\nlines");
}

async fn columns_that_are_no_fields_are_ignored_and_named(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    // Read-only columns are ignored without a message, so that an export can be imported as it is.
    let file = "id,contact_status,contact_lname,contact_fnam,created_at\n7,donor,King,Ada,x\n";
    let created = account.import("contacts", file).await.created();
    assert_eq!(created.header("ignored-fields"), Some("\"contact_fnam\""));
    api.work().await;
    let import = account.get(&format!("/imports/{}", created.id())).await.ok();
    assert_eq!(problems(&import), ["1 contact_fnam: contact_fnam is no field of contacts and is ignored"]);
    assert_eq!((counts(&import), &import["problem_count"]), ([1, 0, 0], &json!(1)));
}

async fn a_file_that_is_too_large_is_refused(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let before = api.state(&account).await;
    let rule = "the body must not be larger than 104857600 bytes";
    // A file whose `Content-Length` is too large is refused before it is sent.
    let announced = format!(
        "POST /api/v1/imports/contacts?api_key={} HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nConnection: close\r\n\
         Content-Length: 104857601\r\n\r\n",
        account.key
    );
    api.http.raw(announced.as_bytes()).await.failed(413, rule);
    let row = bytes::Bytes::from(format!("donor,{},\n", "x".repeat(1_000_000)));
    let mut pieces = vec![Ok::<_, std::io::Error>(bytes::Bytes::from_static(NAMES.as_bytes()))];
    pieces.extend((0..106).map(|_| Ok(row.clone())));
    let body = reqwest::Body::wrap_stream(stream::iter(pieces));
    account.import("contacts", body).await.failed(413, rule);
    assert_eq!(api.state(&account).await, before);
}

async fn a_file_that_breaks_off_leaves_nothing(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let before = api.state(&account).await;
    let rows = format!("{NAMES}{}", "donor,King,\n".repeat(2000));
    let pieces = vec![Ok(rows.into_bytes()), Err(std::io::Error::other("the client is gone"))];
    let body = reqwest::Body::wrap_stream(stream::iter(pieces));
    let request = account.request("POST", "/imports/contacts").header("content-type", "text/csv");
    assert!(request.body(body).send().await.is_err());
    let deadline = std::time::Instant::now() + crate::support::rows::PATIENCE;
    while api.state(&account).await != before {
        assert!(std::time::Instant::now() < deadline, "something is left");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

async fn only_the_first_thousand_problems_are_kept(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = format!("{NAMES}{}", "nobody,King,\n".repeat(1203));
    let import = api.imported(&account, "contacts", &file).await;
    assert_eq!((counts(&import), &import["problem_count"]), ([0, 0, 1203], &json!(1203)));
    let problems = problems(&import);
    assert_eq!(problems.len(), 1000);
    assert!(problems[999].starts_with("1001 contact_status: contact_status must be one of contact, "));
}
