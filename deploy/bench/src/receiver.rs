//! A receiver of webhooks inside the benchmark. It records each arrival and its time.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};

use crate::Error;
use crate::http::{Connection, Message, find};

const ANSWER: &[u8] = b"HTTP/1.1 204 No Content\r\n\r\n";
const REFUSAL: &[u8] = b"HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n\r\n";
/// How long to wait for the next arrival before giving up.
const PATIENCE: Duration = Duration::from_mins(1);

/// How a receiver treats requests.
#[derive(Clone, Copy)]
pub(crate) enum Manner {
    /// It answers at once.
    Answer,
    /// It answers after a while.
    AnswerAfter(Duration),
    /// It never answers.
    Hang,
    /// It answers with an error.
    Refuse,
}

/// An event that has arrived.
pub(crate) struct Arrival {
    /// The `webhook-id` header.
    pub(crate) webhook_id: String,
    /// The id of the event's record.
    pub(crate) record_id: u64,
    /// When the receiver had the whole request.
    pub(crate) at: Instant,
}

/// A running receiver on a port of its own. It ends with the benchmark.
pub(crate) struct Receiver {
    address: SocketAddr,
    manner: watch::Sender<Manner>,
    arrivals: mpsc::UnboundedReceiver<Arrival>,
}

impl Receiver {
    pub(crate) async fn start(manner: Manner) -> Result<Self, Error> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let (manner, how) = watch::channel(manner);
        let (sender, arrivals) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let connection = receive(stream, how.clone(), sender.clone());
                tokio::spawn(async move {
                    // It is no error that a client closes its connection in the middle of a request, as after a
                    // timeout.
                    let _ = connection.await;
                });
            }
        });
        Ok(Self { address, manner, arrivals })
    }

    /// Returns the URL to register as the webhook.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Changes how the receiver treats requests from now on.
    pub(crate) fn change(&self, manner: Manner) {
        self.manner.send_replace(manner);
    }

    /// Waits for `count` arrivals, and returns them.
    pub(crate) async fn collect(&mut self, count: usize) -> Result<Vec<Arrival>, Error> {
        let mut arrived = Vec::with_capacity(count);
        while arrived.len() < count {
            let more = self.arrivals.recv_many(&mut arrived, count);
            if tokio::time::timeout(PATIENCE, more).await.is_err() {
                return Err(format!("only {} of {count} events arrived", arrived.len()).into());
            }
        }
        Ok(arrived)
    }

    /// Returns the arrivals that were not collected yet, without waiting.
    pub(crate) fn rest(&mut self) -> Vec<Arrival> {
        std::iter::from_fn(|| self.arrivals.try_recv().ok()).collect()
    }
}

async fn receive(
    stream: TcpStream,
    manner: watch::Receiver<Manner>,
    arrivals: mpsc::UnboundedSender<Arrival>,
) -> Result<(), Error> {
    let mut connection = Connection::new(stream)?;
    while let Some(request) = connection.receive().await? {
        arrivals.send(Arrival::new(&request)?)?;
        let manner = *manner.borrow();
        let answer = match manner {
            Manner::Answer => ANSWER,
            Manner::AnswerAfter(wait) => {
                tokio::time::sleep(wait).await;
                ANSWER
            }
            Manner::Hang => {
                connection.receive().await?;
                return Ok(());
            }
            Manner::Refuse => REFUSAL,
        };
        connection.send(answer).await?;
    }
    Ok(())
}

impl Arrival {
    fn new(request: &Message) -> Result<Self, Error> {
        let at = Instant::now();
        let webhook_id = request.header("webhook-id").ok_or("a delivery has no webhook-id")?.to_owned();
        Ok(Self { webhook_id, record_id: record_id(&request.body)?, at })
    }
}

/// Returns the id of the record in an event or in an answer of the api. Both have it in the same place.
pub(crate) fn record_id(body: &[u8]) -> Result<u64, Error> {
    const BEFORE: &[u8] = br#""data":{"id":"#;
    let start = find(body, BEFORE).ok_or("a body has no record")? + BEFORE.len();
    let digits = body[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    Ok(std::str::from_utf8(&body[start..start + digits])?.parse()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_is_found_in_answers_and_in_events() {
        let answer = br#"{"success":true,"message":"","type":"contacts.create","data":{"id":301,"x":1}}"#;
        let event = br#"{"id":"evt_1","type":"contacts.create","timestamp":"2026","data":{"id":17}}"#;
        assert_eq!((record_id(answer).unwrap(), record_id(event).unwrap()), (301, 17));
        assert!(record_id(br#"{"success":false,"data":[]}"#).is_err());
    }

    #[tokio::test]
    async fn what_arrives_is_noted_and_answered_unless_it_hangs() {
        let mut receiver = Receiver::start(Manner::Answer).await.unwrap();
        let stream = TcpStream::connect(receiver.address).await.unwrap();
        let mut client = Connection::new(stream).unwrap();
        let request =
            b"POST / HTTP/1.1\r\nwebhook-id: evt_1\r\ncontent-length: 17\r\n\r\n{\"data\":{\"id\":17}";
        client.send(request).await.unwrap();
        let answer = client.receive().await.unwrap().unwrap();
        assert_eq!(answer.first_line(), "HTTP/1.1 204 No Content");
        let arrivals = receiver.collect(1).await.unwrap();
        assert_eq!((arrivals[0].webhook_id.as_str(), arrivals[0].record_id), ("evt_1", 17));

        receiver.change(Manner::Hang);
        client.send(request).await.unwrap();
        receiver.collect(1).await.unwrap();
        assert!(tokio::time::timeout(Duration::from_millis(20), client.receive()).await.is_err());
        assert!(receiver.rest().is_empty());
    }
}
