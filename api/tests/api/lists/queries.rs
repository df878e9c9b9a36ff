//! Statements of lists, counted on the wire between the API and PostgreSQL.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use shared::Store;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use url::Url;

use super::{fill, relate};
use crate::support::Api;

const QUESTION: &[u8] = b"current_setting('transaction_read_only')";

/// A proxy between the API and PostgreSQL that counts the executed statements.
pub(crate) struct Counter {
    pub(crate) url: String,
    executed: Arc<AtomicUsize>,
}

impl Counter {
    pub(crate) async fn start(database_url: &str) -> Self {
        let mut url = Url::parse(database_url).unwrap();
        let upstream = format!("{}:{}", url.host_str().unwrap(), url.port().unwrap_or(5432));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        url.set_host(Some("127.0.0.1")).unwrap();
        url.set_port(Some(listener.local_addr().unwrap().port())).unwrap();
        url.query_pairs_mut().append_pair("sslmode", "disable");
        let executed = Arc::new(AtomicUsize::new(0));
        let counter = Self { url: url.into(), executed: executed.clone() };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&upstream).await.unwrap();
                client.set_nodelay(true).unwrap();
                server.set_nodelay(true).unwrap();
                let (from_client, mut to_client) = client.into_split();
                let (mut from_server, to_server) = server.into_split();
                tokio::spawn(pass_on(from_client, to_server, executed.clone()));
                tokio::spawn(async move { tokio::io::copy(&mut from_server, &mut to_client).await });
            }
        });
        counter
    }

    pub(crate) fn executed(&self) -> usize {
        self.executed.load(Ordering::SeqCst)
    }
}

/// Forwards a client's messages. A message has a type (except for the first message), its length and a body.
async fn pass_on(
    mut client: OwnedReadHalf,
    mut server: OwnedWriteHalf,
    executed: Arc<AtomicUsize>,
) -> std::io::Result<()> {
    let mut is_first = true;
    loop {
        let mut message = Vec::new();
        if !is_first {
            message.push(client.read_u8().await?);
        }
        is_first = false;
        let length = client.read_u32().await?;
        message.extend(length.to_be_bytes());
        let start = message.len();
        message.resize(start + length as usize - 4, 0);
        client.read_exact(&mut message[start..]).await?;
        // `Q` is a simple query, `E` executes a prepared statement. A connection is asked now and then whether it still
        // takes writes, whatever the requests.
        let asks = message.windows(QUESTION.len()).any(|text| text == QUESTION);
        if matches!(message.first(), Some(b'Q' | b'E')) && !asks {
            executed.fetch_add(1, Ordering::SeqCst);
        }
        server.write_all(&message).await?;
    }
}

/// Gives each contact of the account a gift, a pledge and a task.
async fn give(api: &Api, account_id: i64) {
    for text in [
        "INSERT INTO gifts (account_id, contact_id, gift_amount_minor, gift_date, gift_currency, gift_status, gift_anonymous,
             created_at_ms, updated_at_ms)
         SELECT account_id, id, 100, '2026-01-01', 'USD', 'received', FALSE, 0, 0 FROM contacts WHERE account_id = $1",
        "INSERT INTO pledges (account_id, contact_id, pledge_amount_minor, pledge_frequency, pledge_start_date,
             pledge_currency, pledge_status, created_at_ms, updated_at_ms)
         SELECT account_id, id, 100, 'monthly', '2026-01-01', 'USD', 'active', 0, 0 FROM contacts WHERE account_id = $1",
        "INSERT INTO tasks (account_id, contact_id, task_subject, task_type, task_done, task_priority, created_at_ms,
             updated_at_ms)
         SELECT account_id, id, 'Call', 'call', FALSE, 'normal', 0, 0 FROM contacts WHERE account_id = $1",
    ] {
        api.execute(text, vec![account_id.into()]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_number_of_queries_of_a_list_depends_on_its_chunks_alone() {
    let db = shared::database::testing::postgres().await;
    let counter = Counter::start(&db.url).await;
    let store = Store::connect(&counter.url).await.unwrap();
    let api = Api::start_with(db, |app| app.store = store).await;
    let mut counts = Vec::new();
    // One chunk with a few records, one almost full chunk, and three chunks.
    for count in [5, 490, 1203] {
        let account = api.account().await;
        fill(&api, account.id, count).await;
        relate(&api, account.id).await;
        give(&api, account.id).await;
        let mut of_kinds = Vec::new();
        for kind in ["contacts", "gifts", "pledges", "tasks"] {
            let before = counter.executed();
            let list = account.get(&format!("/{kind}")).await.ok();
            assert_eq!(i64::try_from(list.list().len()).unwrap(), count);
            of_kinds.push(counter.executed() - before);
        }
        counts.push(of_kinds);
    }
    assert_eq!(counts[0], counts[1], "contacts, gifts, pledges, tasks");
    for (one_chunk, three_chunks) in counts[1].iter().zip(&counts[2]) {
        assert!((3..20).contains(one_chunk), "{counts:?}");
        assert!(*three_chunks <= 3 * one_chunk, "{counts:?}");
    }
}
