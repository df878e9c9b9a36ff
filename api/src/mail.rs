//! Email, handed to a mail server by SMTP (`ALMONER_SMTP_URL`). Without that setting, nothing is mailed.
//!
//! Nothing is sent while a request is answered, so that the time of an answer does not show whether somebody got a
//! letter. Waiting letters are in memory alone: they are lost if the process ends, and somebody who misses one asks
//! again.

mod server;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use shared::Error;
use shared::database::row_security::carried;
use shared::process::config::Settings;
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use crate::times::{LETTER_MAX, LETTER_WAITS};

/// How many pieces of work may wait. More are refused, so that they cannot fill the memory.
const WAITING_MAX: usize = 1000;
/// How many letters are handed over at the same time.
const CONNECTIONS_MAX: usize = 4;

/// A letter to one address. Its text may have a link that is a secret.
pub struct Letter {
    /// The kind of letter, for the log.
    pub kind: &'static str,
    /// The address that it goes to.
    pub to: String,
    /// Its subject.
    pub subject: String,
    /// Its plain text.
    pub text: String,
    /// Its text as HTML.
    pub html: String,
}

/// The error for a letter that the mail server has not taken. The log has the cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsent;

/// Sends letters, if there is a mail server. Clones share the waiting ones.
#[derive(Clone)]
pub struct Mailer(Option<Arc<Office>>);

struct Office {
    server: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The address of the service, for links.
    base: String,
    retries: Vec<Duration>,
    places: Arc<Semaphore>,
    connections: Semaphore,
    work: TaskTracker,
}

impl Mailer {
    /// Makes a mailer that sends nothing.
    pub fn off() -> Self {
        Self(None)
    }

    /// Makes the mailer of the settings.
    ///
    /// # Errors
    /// [`Error::Config`] if a setting is missing or wrong.
    pub fn of(settings: &Settings) -> Result<Self, Error> {
        let Some(url) = settings.smtp_url()? else { return Ok(Self::off()) };
        let missing = |name| Error::Config(format!("{name} is required with ALMONER_SMTP_URL"));
        let from = settings.mail_from.as_deref().ok_or_else(|| missing("ALMONER_MAIL_FROM"))?;
        let base = settings.public_url.as_deref().ok_or_else(|| missing("ALMONER_PUBLIC_URL"))?;
        Self::new(&url, from, base, &LETTER_WAITS)
    }

    /// Makes a mailer that hands letters to a server, and tries again after each of these times.
    ///
    /// # Errors
    /// [`Error::Config`] if the server's URL or the sender is wrong.
    pub fn new(url: &str, from: &str, base: &str, retries: &[Duration]) -> Result<Self, Error> {
        let from = from.parse();
        let from = from.map_err(|error| Error::Config(format!("ALMONER_MAIL_FROM: {error}")))?;
        Ok(Self(Some(Arc::new(Office {
            server: server::transport(url)?,
            from,
            base: base.to_owned(),
            retries: retries.to_vec(),
            places: Arc::new(Semaphore::new(WAITING_MAX)),
            connections: Semaphore::new(CONNECTIONS_MAX),
            work: TaskTracker::new(),
        }))))
    }

    /// Returns whether there is a mail server.
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Returns a path of the service as a link for a letter. It never comes from a request, which could name any host.
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.0.as_ref().map_or("", |office| office.base.as_str()))
    }

    /// Does work that ends with a letter, such as looking its address up, after the request has been answered. Returns
    /// `false` if there is no mail server, or too much work waits already.
    pub fn later(&self, work: impl Future<Output = ()> + Send + 'static) -> bool {
        let Some(office) = &self.0 else { return false };
        let Ok(place) = office.places.clone().try_acquire_owned() else {
            tracing::error!("too many letters wait for the mail server; this one is not sent");
            return false;
        };
        office.work.spawn(carried(async move {
            let _place = place;
            work.await;
        }));
        true
    }

    /// Hands a letter to the mail server, and tries again for some minutes if the server cannot take it now. Call this in
    /// [`later`](Self::later) alone.
    ///
    /// # Errors
    /// [`Unsent`] if the server does not take it.
    pub async fn send(&self, letter: Letter) -> Result<(), Unsent> {
        let office = self.0.as_ref().ok_or(Unsent)?;
        let kind = letter.kind;
        tokio::time::timeout(LETTER_MAX, office.send(letter)).await.unwrap_or_else(|_| {
            tracing::error!(
                kind,
                "a letter is not sent, because the mail server has not taken it for {LETTER_MAX:?}"
            );
            Err(Unsent)
        })
    }

    /// Waits until all waiting work is done, but not longer than `at_most`. The rest is lost.
    pub async fn finish(&self, at_most: Duration) {
        let Some(office) = &self.0 else { return };
        office.work.close();
        if tokio::time::timeout(at_most, office.work.wait()).await.is_err() {
            tracing::error!(count = office.work.len(), "letters are lost that waited for the mail server");
        }
    }
}

impl Office {
    async fn send(&self, letter: Letter) -> Result<(), Unsent> {
        let kind = letter.kind;
        // The error could have the address in it.
        let message = self.message(letter).ok_or(Unsent).inspect_err(|_| {
            tracing::error!(kind, "a letter cannot be written to this address; it is not sent");
        })?;
        let mut retries = self.retries.iter();
        loop {
            let Err(error) = self.hand_over(message.clone()).await else { return Ok(()) };
            let cause = server::cause(&error);
            match retries.next().filter(|_| !error.is_permanent()) {
                Some(wait) => {
                    tracing::warn!(kind, cause, "a letter was not sent; trying again in {wait:?}");
                    tokio::time::sleep(*wait).await;
                }
                None => {
                    tracing::error!(kind, cause, "a letter is not sent");
                    return Err(Unsent);
                }
            }
        }
    }

    /// Makes the message of a letter. Returns `None` if its address is not valid.
    fn message(&self, letter: Letter) -> Option<Message> {
        let to: Address = letter.to.parse().ok()?;
        // A line break would begin another header.
        let subject: String = letter.subject.chars().filter(|c| !c.is_control()).collect();
        // A mail program would decode a name that looks like an encoded word.
        let subject = subject.replace("=?", "=\u{200b}?");
        let id = format!("<{}@{}>", Uuid::now_v7(), self.from.email.domain());
        let message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(subject)
            .message_id(Some(id))
            .multipart(MultiPart::alternative_plain_html(letter.text, letter.html));
        message.ok()
    }

    async fn hand_over(&self, message: Message) -> Result<(), smtp::Error> {
        // The semaphore is never closed.
        let _connection = self.connections.acquire().await;
        self.server.send(message).await.map(|_| ())
    }
}

impl std::fmt::Debug for Mailer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.is_on() { "Mailer(on)" } else { "Mailer(off)" })
    }
}
