//! A mail server for tests. It keeps the letters that it takes, and gives the refusals that the test sets.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

const PATIENCE: Duration = Duration::from_secs(30);

/// A letter that the server has taken.
#[derive(Clone, Debug)]
pub struct Letter {
    /// The address that it goes to, by the envelope.
    pub to: String,
    /// The letter as it was sent, with its headers.
    pub data: String,
}

#[derive(Default)]
struct State {
    letters: Vec<Letter>,
    /// The answers to the next recipients.
    refusals: VecDeque<String>,
    /// User and password, as they came last.
    credentials: Option<String>,
    /// How many recipients were named.
    recipients: usize,
}

/// A running mail server.
pub struct MailServer {
    pub address: SocketAddr,
    state: Arc<Mutex<State>>,
}

impl MailServer {
    /// Starts a server on the loopback interface, with TLS from the start if there is an acceptor.
    pub async fn start(tls: Option<TlsAcceptor>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::<Mutex<State>>::default();
        let kept = state.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (state, tls) = (kept.clone(), tls.clone());
                tokio::spawn(async move {
                    // The server ignores a client that goes away.
                    let _ = match tls {
                        None => converse(stream, &state).await,
                        Some(tls) => match tls.accept(stream).await {
                            Ok(stream) => converse(stream, &state).await,
                            Err(error) => Err(error),
                        },
                    };
                });
            }
        });
        Self { address, state }
    }

    /// Answers the next recipient with this line.
    pub fn refuse(&self, line: &str) {
        self.state.lock().unwrap().refusals.push_back(line.to_owned());
    }

    /// Returns all letters that the server has taken.
    pub fn letters(&self) -> Vec<Letter> {
        self.state.lock().unwrap().letters.clone()
    }

    /// Returns how many recipients were named, whether or not they were refused.
    pub fn recipients(&self) -> usize {
        self.state.lock().unwrap().recipients
    }

    /// Returns the user and the password that came last.
    pub fn credentials(&self) -> Option<String> {
        self.state.lock().unwrap().credentials.clone()
    }

    /// Waits for the letter of this number, counted from 1.
    pub async fn letter(&self, number: usize) -> Letter {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(letter) = self.letters().get(number - 1) {
                return letter.clone();
            }
            assert!(Instant::now() < deadline, "letter {number} does not come: {:?}", self.letters());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

async fn converse(stream: impl AsyncRead + AsyncWrite + Unpin, state: &Mutex<State>) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 mail.example ESMTP\r\n").await?;
    let mut to = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let (line, upper) = (line.trim_end().to_owned(), line.trim_end().to_uppercase());
        let answer = match upper.split([' ', ':']).next().unwrap_or_default() {
            "EHLO" => "250-mail.example\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 AUTH PLAIN".to_owned(),
            "AUTH" => {
                let sent = STANDARD.decode(line.rsplit(' ').next().unwrap()).unwrap();
                let sent = String::from_utf8(sent).unwrap().replace('\0', " ").trim().to_owned();
                state.lock().unwrap().credentials = Some(sent);
                "235 ok".to_owned()
            }
            "RCPT" => {
                to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                let mut state = state.lock().unwrap();
                state.recipients += 1;
                state.refusals.pop_front().unwrap_or_else(|| "250 ok".to_owned())
            }
            "DATA" => {
                stream.write_all(b"354 go on\r\n").await?;
                let mut data = String::new();
                loop {
                    let mut line = String::new();
                    stream.read_line(&mut line).await?;
                    if line == ".\r\n" {
                        break;
                    }
                    data.push_str(line.strip_prefix('.').unwrap_or(&line));
                }
                state.lock().unwrap().letters.push(Letter { to: to.clone(), data });
                "250 taken".to_owned()
            }
            "QUIT" => {
                stream.write_all(b"221 bye\r\n").await?;
                return Ok(());
            }
            _ => "250 ok".to_owned(),
        };
        stream.write_all(format!("{answer}\r\n").as_bytes()).await?;
        stream.flush().await?;
    }
}

impl Letter {
    /// Returns the values of a header, in the order in which they were sent.
    pub fn headers(&self, name: &str) -> Vec<String> {
        let (head, _) = self.data.split_once("\r\n\r\n").unwrap();
        let lines = head.replace("\r\n ", " ");
        let pairs = lines.split("\r\n").filter_map(|line| line.split_once(": "));
        pairs.filter(|(one, _)| one.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned()).collect()
    }

    /// Returns its content of a type of text, such as `text/plain`.
    pub fn part(&self, kind: &str) -> String {
        let (before, rest) =
            self.data.split_once(&format!("Content-Type: {kind}")).unwrap_or_else(|| panic!("{self:?}"));
        let (head, body) = rest.split_once("\r\n\r\n").unwrap();
        // The headers of a part follow its boundary. Text can have a line that only begins like one: a token in a link, say.
        let boundary = before.lines().rev().find(|line| line.starts_with("--")).unwrap();
        let body = body.split_once(&format!("\r\n{boundary}")).unwrap().0;
        if head.contains("quoted-printable") {
            return unquoted(body);
        }
        if head.contains("base64") {
            return String::from_utf8(STANDARD.decode(body.replace("\r\n", "")).unwrap()).unwrap();
        }
        body.to_owned()
    }

    /// Returns the path of the link in its text, which begins with `base`.
    pub fn path(&self, base: &str) -> String {
        let text = self.part("text/plain");
        let link = text.split_whitespace().find(|word| word.starts_with("http"));
        let link = link.unwrap_or_else(|| panic!("{text}"));
        assert!(self.part("text/html").contains(link), "{self:?}");
        link.strip_prefix(base).unwrap_or_else(|| panic!("{link}")).to_owned()
    }
}

/// Decodes quoted-printable text.
fn unquoted(text: &str) -> String {
    let text = text.replace("=\r\n", "");
    let mut parts = text.split('=');
    let mut bytes = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).unwrap());
        bytes.extend(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).unwrap()
}
