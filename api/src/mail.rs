//! Email, handed to a mail server by SMTP (`ALMONER_SMTP_URL`). Without that setting, nothing is mailed.
//!
//! Nothing is sent while a request is answered, so that the time of an answer does not show whether somebody got a
//! letter. Letters [wait in the database](crate::waiting_letters).

mod server;

use std::borrow::Cow;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use lettre::message::header::ContentType;
use lettre::message::{Attachment, Mailbox, MultiPart};
use lettre::transport::smtp;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use serde::{Deserialize, Serialize};
use shared::Error;
use shared::database::row_security::carried;
use shared::process::config::Settings;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use crate::times::{LETTER_MAX, LETTER_WAITS};

/// How many pieces of work may wait. More are refused, so that they cannot fill the memory.
const WAITING_MAX: usize = 1000;
/// How many letters are handed over at the same time.
const CONNECTIONS_MAX: usize = 4;

/// A letter to one address. Its text may have a link that is a secret.
#[derive(Serialize, Deserialize)]
pub struct Letter {
    /// The id of its message, the same each time that it is sent.
    pub id: Uuid,
    /// The kind of letter, for the log.
    pub kind: Cow<'static, str>,
    /// The address that it goes to.
    pub to: String,
    /// Its subject.
    pub subject: String,
    /// Its plain text.
    pub text: String,
    /// Its text as HTML.
    pub html: String,
    /// After how long it is of no use any more.
    #[serde(skip)]
    pub kept_for: Duration,
    /// The invitation that it brings: the account, the invitation's id and its token.
    pub invitation: Option<(i64, i64, String)>,
    /// What an organisation sends along with a letter of its own.
    #[serde(skip)]
    pub enclosed: Option<Enclosed>,
}

/// A file that an organisation sends, and who it is.
pub struct Enclosed {
    /// The name of the organisation. It stands before the address of the service, from which the letter comes.
    pub from_name: String,
    /// The address to which an answer goes.
    pub reply_to: Option<String>,
    /// The name of the file.
    pub file_name: String,
    /// The file, a PDF.
    pub pdf: Vec<u8>,
}

/// The error for a letter that the mail server has not taken. The log has the cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsent {
    /// It may take the letter later.
    Now,
    /// It will never take the letter.
    Forever,
}

/// Sends letters, if there is a mail server. Clones share the waiting ones.
#[derive(Clone)]
pub struct Mailer(Option<Arc<Office>>);

/// A place among the work in progress.
pub struct Place {
    office: Arc<Office>,
    held: OwnedSemaphorePermit,
}

impl Place {
    /// Does work in the background that ends with a letter.
    pub fn work(self, work: impl Future<Output = ()> + Send + 'static) {
        let Self { office, held } = self;
        office.work.spawn(carried(async move {
            let _held = held;
            work.await;
        }));
    }
}

struct Office {
    server: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The address of the service, for links.
    base: String,
    retries: Vec<Duration>,
    places: Arc<Semaphore>,
    connections: Semaphore,
    work: TaskTracker,
    /// Woken when a letter waits.
    waiting: Notify,
    /// Woken when printed letters wait to be mailed.
    printed: Notify,
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
        let from = settings.mail_from.as_deref().ok_or("ALMONER_MAIL_FROM");
        let base = settings.public_url.as_deref().ok_or("ALMONER_PUBLIC_URL");
        match (from, base) {
            (Ok(from), Ok(base)) => Self::new(&url, from, base, &LETTER_WAITS),
            (from, base) => {
                let missing: Vec<_> = [from.err(), base.err()].into_iter().flatten().collect();
                Err(Error::Config(format!("required with ALMONER_SMTP_URL: {}", missing.join(", "))))
            }
        }
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
            waiting: Notify::new(),
            printed: Notify::new(),
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

    /// Hands a letter to the mail server, and tries again for some minutes if the server cannot take it now.
    ///
    /// # Errors
    /// [`Unsent`] if the server does not take it.
    pub async fn send(&self, letter: Letter) -> Result<(), Unsent> {
        let office = self.0.as_ref().ok_or(Unsent::Now)?;
        self.send_within(letter, &office.retries).await
    }

    /// Hands a letter to the mail server, once.
    ///
    /// # Errors
    /// [`Unsent`] if the server does not take it.
    pub async fn send_once(&self, letter: Letter) -> Result<(), Unsent> {
        self.send_within(letter, &[]).await
    }

    async fn send_within(&self, letter: Letter, retries: &[Duration]) -> Result<(), Unsent> {
        let office = self.0.as_ref().ok_or(Unsent::Now)?;
        let kind = letter.kind.clone();
        tokio::time::timeout(LETTER_MAX, office.send(letter, retries)).await.unwrap_or_else(|_| {
            tracing::error!(
                %kind,
                "a letter is not sent yet, because the mail server has not taken it for {LETTER_MAX:?}"
            );
            Err(Unsent::Now)
        })
    }

    /// Waits for a letter, but not longer than `at_most`.
    pub async fn wait(&self, at_most: Duration) {
        if let Some(office) = &self.0 {
            let _ = tokio::time::timeout(at_most, office.waiting.notified()).await;
        }
    }

    /// Returns a place among the work in progress, once there is one. `None` if there is no mail server.
    pub async fn place(&self) -> Option<Place> {
        let office = self.0.clone()?;
        // The semaphore is never closed.
        let held = office.places.clone().acquire_owned().await.ok()?;
        Some(Place { office, held })
    }

    /// Wakes the task that sends [waiting](crate::waiting_letters) letters.
    pub fn wake(&self) {
        if let Some(office) = &self.0 {
            office.waiting.notify_one();
        }
    }

    /// Waits for printed letters to mail, but not longer than `at_most`.
    pub async fn wait_for_printed(&self, at_most: Duration) {
        if let Some(office) = &self.0 {
            let _ = tokio::time::timeout(at_most, office.printed.notified()).await;
        }
    }

    /// Wakes the task that mails [printed letters](crate::resources::letters::mailing).
    pub fn wake_for_printed(&self) {
        if let Some(office) = &self.0 {
            office.printed.notify_one();
        }
    }

    /// Waits until all work in progress is done, but not longer than `at_most`. Letters that wait are sent later.
    pub async fn finish(&self, at_most: Duration) {
        let Some(office) = &self.0 else { return };
        office.work.close();
        if tokio::time::timeout(at_most, office.work.wait()).await.is_err() {
            tracing::warn!(
                count = office.work.len(),
                "letters still wait for the mail server; they are sent later"
            );
        }
    }
}

impl Office {
    async fn send(&self, letter: Letter, retries: &[Duration]) -> Result<(), Unsent> {
        let kind = letter.kind.clone();
        // The error could have the address in it.
        let message = self.message(letter).ok_or(Unsent::Forever).inspect_err(|_| {
            tracing::error!(%kind, "a letter cannot be written to this address; it is not sent");
        })?;
        let mut retries = retries.iter();
        loop {
            let Err(error) = self.hand_over(message.clone()).await else { return Ok(()) };
            let cause = server::cause(&error);
            if server::is_refusal(&error) {
                tracing::error!(%kind, cause, "a letter is not sent");
                return Err(Unsent::Forever);
            }
            match retries.next() {
                Some(wait) => {
                    tracing::warn!(%kind, cause, "a letter was not sent; trying again in {wait:?}");
                    tokio::time::sleep(*wait).await;
                }
                None => {
                    tracing::error!(%kind, cause, "a letter is not sent yet");
                    return Err(Unsent::Now);
                }
            }
        }
    }

    /// Makes the message of a letter. Returns `None` if its address is not valid.
    fn message(&self, letter: Letter) -> Option<Message> {
        let to: Address = letter.to.parse().ok()?;
        let id = format!("<{}@{}>", letter.id, self.from.email.domain());
        let message = Message::builder()
            .to(Mailbox::new(None, to))
            .subject(header(&letter.subject))
            .message_id(Some(id));
        let text = MultiPart::alternative_plain_html(letter.text, letter.html);
        let Some(Enclosed { from_name, reply_to, file_name, pdf }) = letter.enclosed else {
            return message.from(self.from.clone()).multipart(text).ok();
        };
        let message = message.from(Mailbox::new(Some(header(&from_name)), self.from.email.clone()));
        let message = match reply_to.and_then(|address| address.parse().ok()) {
            Some(address) => message.reply_to(Mailbox::new(None, address)),
            None => message,
        };
        let file = Attachment::new(file_name).body(pdf, ContentType::parse("application/pdf").ok()?);
        message.multipart(MultiPart::mixed().multipart(text).singlepart(file)).ok()
    }

    async fn hand_over(&self, message: Message) -> Result<(), smtp::Error> {
        // The semaphore is never closed.
        let _connection = self.connections.acquire().await;
        self.server.send(message).await.map(|_| ())
    }
}

/// Returns a text as it can stand in a header: a line break would begin another one, and a mail program would decode a name
/// that looks like an encoded word.
fn header(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect::<String>().replace("=?", "=\u{200b}?")
}

impl std::fmt::Debug for Mailer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.is_on() { "Mailer(on)" } else { "Mailer(off)" })
    }
}
