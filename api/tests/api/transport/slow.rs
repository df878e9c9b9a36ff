//! Slow clients, against limits of one second.

use std::io::ErrorKind;
use std::time::{Duration, Instant};

use api::http::server::ServerLimits;
use api::router;
use shared::both_databases;
use shared::database::POSTGRES_CONNECTIONS;
use shared::database::testing::TestDb;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_util::sync::CancellationToken;

use crate::support::rows::PATIENCE;
use crate::support::{Account, Api, Http};

both_databases!(
    a_head_that_does_not_come_in_time_is_408_and_what_is_no_head_is_closed,
    a_connection_without_a_request_is_closed,
    a_body_that_stops_coming_or_comes_too_slowly_is_408,
    a_list_that_is_read_too_slowly_is_broken_off,
    clients_that_stop_reading_lists_hold_no_connection_to_the_database,
    a_connection_too_many_is_503_and_there_is_room_again_later,
    one_address_may_not_take_all_connections,
    a_request_in_flight_is_finished_after_the_stop,
    a_first_request_that_is_on_its_way_is_answered_after_the_stop,
);

const SHORT: Duration = Duration::from_secs(1);

/// Serves the same API once more with other limits.
fn within(api: &Api, limits: ServerLimits) -> (Http, CancellationToken) {
    let stop = CancellationToken::new();
    (Http::serve_within(router::endpoint(&api.app), limits, stop.clone()), stop)
}

fn usual() -> ServerLimits {
    // Longer than any test takes.
    let long = 4 * PATIENCE;
    ServerLimits { head: long, idle: long, window: long, first_request: long, ..ServerLimits::default() }
}

async fn connect(http: &Http) -> TcpStream {
    TcpStream::connect(http.address).await.unwrap()
}

/// Reads until the server ends the connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut received = Vec::new();
    match tokio::time::timeout(PATIENCE, stream.read_to_end(&mut received)).await.unwrap() {
        Ok(_) => {}
        Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset),
    }
    String::from_utf8_lossy(&received).into_owned()
}

fn get(account: &Account, path: &str) -> String {
    format!("GET /api/v1{path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\n\r\n", account.key)
}

async fn a_head_that_does_not_come_in_time_is_408_and_what_is_no_head_is_closed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (http, _stop) = within(&api, ServerLimits { head: SHORT, ..usual() });
    assert_eq!(rest(&mut connect(&http).await).await, "", "nothing was said, and nothing is answered");

    // A byte now and then does not keep a connection open, neither before the first request nor after one.
    for first in ["", &get(&account, "/tasks")] {
        let (begun, stream) = loop {
            // Before the server begins to count, so that the whole of its limit must have passed in the end.
            let mut begun = Instant::now();
            let mut stream = connect(&http).await;
            let sent = stream.write_all(if first.is_empty() { b"G" } else { first.as_bytes() }).await;
            if begun.elapsed() >= SHORT {
                // This test was too slow, not the server.
                continue;
            }
            sent.unwrap();
            if !first.is_empty() {
                assert!(read_response(&mut stream).await.starts_with("HTTP/1.1 200"));
                begun = Instant::now();
            }
            break (begun, stream);
        };
        let rest_of_head = get_forever().skip(usize::from(first.is_empty()));
        let (mut reader, mut writer) = stream.into_split();
        let trickle = tokio::spawn(async move {
            for byte in rest_of_head {
                if writer.write_all(&[byte]).await.is_err() {
                    return;
                }
                tokio::time::sleep(SHORT / 10).await;
            }
        });
        let mut answer = String::new();
        tokio::time::timeout(PATIENCE, reader.read_to_string(&mut answer)).await.unwrap().unwrap();
        assert!(begun.elapsed() >= SHORT, "it was not cut off before its time");
        assert!(answer.starts_with("HTTP/1.1 408 Request Timeout\r\n"), "{answer}");
        assert!(answer.trim_end().ends_with(
            r#"{"success":false,"message":"the request's line and headers must come within 1s","type":"","data":[]}"#
        ));
        trickle.abort();
    }
}

fn get_forever() -> impl Iterator<Item = u8> {
    "GET / HTTP/1.1\r\nX: ".bytes().chain(std::iter::repeat(b'x'))
}

/// Reads the response to a list: it ends with the last chunk.
async fn read_response(stream: &mut TcpStream) -> String {
    let mut received = Vec::new();
    loop {
        let mut byte = [0];
        stream.read_exact(&mut byte).await.unwrap();
        received.push(byte[0]);
        // The last chunk has the length 0.
        if received.ends_with(b"0\r\n\r\n") {
            return String::from_utf8(received).unwrap();
        }
    }
}

async fn a_connection_without_a_request_is_closed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (http, _stop) = within(&api, ServerLimits { idle: SHORT, ..usual() });
    let request = get(&account, "/tasks");
    let mut stream = loop {
        let mut stream = connect(&http).await;
        let begun = Instant::now();
        stream.write_all(request.as_bytes()).await.unwrap();
        assert!(read_response(&mut stream).await.starts_with("HTTP/1.1 200"));
        let sent = stream.write_all(request.as_bytes()).await;
        if begun.elapsed() < SHORT {
            sent.unwrap();
            break stream;
        }
        // This test was too slow, not the server.
    };
    assert!(read_response(&mut stream).await.starts_with("HTTP/1.1 200"), "it is kept for a while");
    assert_eq!(rest(&mut stream).await, "");
}

async fn a_body_that_stops_coming_or_comes_too_slowly_is_408(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (http, _stop) = within(&api, ServerLimits { window: SHORT, rate_min: 1000, ..usual() });
    let head = |path: &str, media_type: &str| {
        format!(
            "POST /api/v1{path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nContent-Type: {media_type}\r\n\
             Content-Length: 100000\r\n\r\n",
            account.key
        )
    };
    let json = head("/contacts", "application/json") + "{";
    let file = head("/imports/contacts", "text/csv") + "contact_status,contact_lname\n";
    for (head, pause) in [(&json, SHORT * 20), (&json, SHORT / 10), (&file, SHORT * 20), (&file, SHORT / 10)]
    {
        let (mut reader, mut writer) = connect(&http).await.into_split();
        writer.write_all(head.as_bytes()).await.unwrap();
        let trickle = tokio::spawn(async move {
            // Send at most a tenth of the required rate.
            while writer.write_all(b" ").await.is_ok() {
                tokio::time::sleep(pause).await;
            }
        });
        let (mut answer, mut buffer) = (String::new(), [0; 1024]);
        while !answer.ends_with("}\n") {
            let read = tokio::time::timeout(PATIENCE, reader.read(&mut buffer)).await.unwrap().unwrap();
            assert_ne!(read, 0, "the answer broke off: {answer}");
            answer.push_str(std::str::from_utf8(&buffer[..read]).unwrap());
        }
        assert!(answer.starts_with("HTTP/1.1 408 Request Timeout\r\n"), "{answer}");
        let rule = "the body must come without a pause of 1s, and at 1000 bytes a second or more";
        assert!(answer.contains(&format!(r#""message":"{rule}""#)), "{answer}");
        trickle.abort();
    }
    for path in ["/contacts", "/imports"] {
        assert!(account.get(path).await.ok().list().is_empty());
    }
}

async fn a_list_that_is_read_too_slowly_is_broken_off(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    crate::lists::fill(&api, account.id, 20_000).await;
    let (http, _stop) = within(&api, ServerLimits { window: SHORT, rate_min: 200_000, ..usual() });
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(16 * 1024).unwrap();
    let mut slow = socket.connect(http.address).await.unwrap();
    slow.write_all(get(&account, "/contacts").as_bytes()).await.unwrap();
    let (mut received, mut buffer) = (Vec::new(), [0; 1024]);
    let ended = async {
        loop {
            match slow.read(&mut buffer).await {
                Ok(0) => break Ok(()),
                Ok(count) => received.extend_from_slice(&buffer[..count]),
                Err(error) => break Err(error.kind()),
            }
            tokio::time::sleep(SHORT / 10).await;
        }
    };
    let ended = tokio::time::timeout(PATIENCE, ended).await.unwrap();
    assert_eq!(ended, Err(ErrorKind::ConnectionReset), "it cannot be taken for the end of the list");
    assert!(received.starts_with(b"HTTP/1.1 200") && !received.ends_with(b"0\r\n\r\n"));

    // A client that reads fast enough gets the whole list, even after long pauses.
    let (http, _stop) = within(&api, ServerLimits { window: 20 * SHORT, rate_min: 200_000, ..usual() });
    let mut pausing = connect(&http).await;
    let request = get(&account, "/contacts").replace("Host: x", "Host: x\r\nConnection: close");
    pausing.write_all(request.as_bytes()).await.unwrap();
    assert!(rest(&mut pausing).await.ends_with("]}\n\r\n0\r\n\r\n"));
}

async fn clients_that_stop_reading_lists_hold_no_connection_to_the_database(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    crate::lists::fill(&api, account.id, 20_000).await;
    let (http, _stop) = within(&api, usual());
    // More than the pool has connections.
    let mut stopped = Vec::new();
    for _ in 0..POSTGRES_CONNECTIONS + 4 {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(16 * 1024).unwrap();
        let mut client = socket.connect(http.address).await.unwrap();
        client.write_all(get(&account, "/contacts").as_bytes()).await.unwrap();
        client.readable().await.unwrap();
        stopped.push(client);
    }
    // Each list has begun, and waits for its client. Others are answered as if there were no lists.
    for _ in 0..10 {
        account.get("/tasks").await.ok();
        account.contact().await;
    }
}

async fn a_connection_too_many_is_503_and_there_is_room_again_later(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (http, _stop) = within(&api, ServerLimits { connections: 2, ..usual() });
    let request = get(&account, "/tasks");
    let mut kept = Vec::new();
    for _ in 0..2 {
        let mut stream = connect(&http).await;
        stream.write_all(request.as_bytes()).await.unwrap();
        assert!(read_response(&mut stream).await.starts_with("HTTP/1.1 200"));
        kept.push(stream);
    }
    for _ in 0..3 {
        let refused = http.raw(request.as_bytes()).await;
        refused.failed(503, "there are too many connections now; please try again later");
        assert_eq!(refused.header("retry-after"), Some("5"));
        assert_eq!(refused.header("x-request-id").unwrap().len(), 32);
    }
    kept.pop();
    let deadline = Instant::now() + PATIENCE;
    let closing = request.replace("Host: x", "Host: x\r\nConnection: close");
    while !http.raw_response(closing.as_bytes()).await.0.starts_with("HTTP/1.1 200") {
        assert!(Instant::now() < deadline, "there is no room again");
    }
}

async fn one_address_may_not_take_all_connections(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (http, _stop) = within(&api, ServerLimits { connections_of_one: 2, ..usual() });
    let request = get(&account, "/tasks");
    let from = async |client: [u8; 4]| {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((client, 0).into()).unwrap();
        let mut stream = socket.connect(http.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        stream
    };
    let mut kept = Vec::new();
    for client in [[127, 0, 0, 2], [127, 0, 0, 2], [127, 0, 0, 3]] {
        let mut stream = from(client).await;
        assert!(read_response(&mut stream).await.starts_with("HTTP/1.1 200"), "{client:?}");
        kept.push(stream);
    }
    let refused = rest(&mut from([127, 0, 0, 2]).await).await;
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    assert!(refused.contains("there are too many connections now; please try again later"), "{refused}");
    kept.remove(0);
    let deadline = Instant::now() + PATIENCE;
    let closing = |request: &str| request.replace("Host: x", "Host: x\r\nConnection: close");
    loop {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(([127, 0, 0, 2], 0).into()).unwrap();
        let mut stream = socket.connect(http.address).await.unwrap();
        stream.write_all(closing(&request).as_bytes()).await.unwrap();
        if rest(&mut stream).await.starts_with("HTTP/1.1 200") {
            break;
        }
        assert!(Instant::now() < deadline, "there is no room again");
    }
}

async fn a_request_in_flight_is_finished_after_the_stop(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (http, stop) = within(&api, usual());
    let mut idle = connect(&http).await;
    idle.write_all(get(&account, "/tasks").as_bytes()).await.unwrap();
    read_response(&mut idle).await;
    let body = r#"{"task_subject":"Call"}"#;
    let mut in_flight = connect(&http).await;
    let head = format!(
        "POST /api/v1/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nExpect: 100-continue\r\n\r\n",
        account.key,
        body.len()
    );
    in_flight.write_all(head.as_bytes()).await.unwrap();
    // Wait for `100 Continue`: it shows that the operation has begun.
    let mut asked = [0; "HTTP/1.1 100 Continue\r\n\r\n".len()];
    in_flight.read_exact(&mut asked).await.unwrap();
    stop.cancel();
    assert_eq!(rest(&mut idle).await, "", "nothing is in flight there");
    let deadline = Instant::now() + PATIENCE;
    while TcpStream::connect(http.address).await.is_ok() {
        assert!(Instant::now() < deadline, "connections are still accepted");
    }
    in_flight.write_all(body.as_bytes()).await.unwrap();
    assert!(rest(&mut in_flight).await.starts_with("HTTP/1.1 201 Created\r\n"));
}

async fn a_first_request_that_is_on_its_way_is_answered_after_the_stop(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (http, stop) = within(&api, usual());
    // The server knows of the first connection, because it has answered on the second. It may not know of the others.
    let mut known = connect(&http).await;
    let mut answered = connect(&http).await;
    answered.write_all(get(&account, "/tasks").as_bytes()).await.unwrap();
    read_response(&mut answered).await;
    let mut waiting = Vec::new();
    for _ in 0..8 {
        waiting.push(connect(&http).await);
    }
    stop.cancel();
    assert_eq!(rest(&mut answered).await, "", "the server has noticed the stop");
    for client in waiting.iter_mut().chain([&mut known]) {
        client.write_all(get(&account, "/tasks").as_bytes()).await.unwrap();
        let answer = rest(client).await;
        assert!(
            answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.contains("connection: close\r\n"),
            "{answer}"
        );
    }

    let (http, stop) = within(&api, ServerLimits { first_request: SHORT, ..usual() });
    let mut silent = connect(&http).await;
    stop.cancel();
    assert_eq!(rest(&mut silent).await, "", "nothing came");
}
