//! Strangers send forms to the sign-in, to fill the api's memory: large ones at once, and slow ones that it waits for.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::Error;
use crate::process::Api;
use crate::report::{Targets, mebibytes};
use crate::visitor::Visitor;

/// How much any of the attacks may add to the api's resident memory, in MiB.
const MEMORY_MIB: f64 = 32.0;
/// How many connections send slow forms.
const SLOW: usize = 600;
/// How often a slow form gets another byte.
const EVERY: Duration = Duration::from_secs(1);
/// How long to wait for an answer before giving up.
const NEVER: Duration = Duration::from_mins(2);

/// A form of a stranger.
#[derive(Clone)]
struct Attack {
    what: &'static str,
    connections: usize,
    /// How long the form is, by its own words.
    length: usize,
    /// How much of it is sent at once. The rest comes byte by byte.
    at_once: usize,
}

/// Sends the forms to an api, one attack after the other, and prints how its memory grew.
pub(super) async fn run(api: &Api, targets: &mut Targets) -> Result<(), Error> {
    const MIB: usize = 1024 * 1024;
    let large =
        |connections| Attack { what: "forms of 1 MiB at once", connections, length: MIB, at_once: MIB };
    let slow = |what, length| Attack { what, connections: SLOW, length, at_once: length - 64 };
    let visitor = Visitor::new(api)?;
    let (cookie, token) = visitor.form().await?;
    for attack in [
        large(30),
        large(180),
        slow("slow forms of 0.7 MiB", 7 * MIB / 10),
        slow("slow forms of 8 KiB", 8 * 1024),
        slow("slow forms of 64 KiB", 64 * 1024),
    ] {
        let memory = api.watch_memory()?;
        let mut connections = JoinSet::new();
        for _ in 0..attack.connections {
            connections.spawn(send(api.address(), attack.clone(), cookie.clone(), token.clone()));
        }
        let answers = connections.join_all().await.into_iter().collect::<Result<Vec<_>, Error>>()?;
        let memory = memory.end()?;
        let Attack { what, connections, .. } = attack;
        println!(
            "{connections} {what}: {:.1} → {:.1} MiB, answered {}",
            mebibytes(memory.before),
            mebibytes(memory.peak),
            counted(answers)
        );
        let name = format!("memory that {connections} {what} add to the api");
        targets.at_most(&name, mebibytes(memory.growth()), MEMORY_MIB, " MiB");
    }
    Ok(())
}

/// Sends a form until it is answered. Returns the status of the answer, or nothing if the connection was closed without one.
async fn send(address: SocketAddr, attack: Attack, cookie: String, token: String) -> Result<String, Error> {
    let Attack { length, at_once, .. } = attack;
    let head = format!(
        "POST /sign-in HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\nConnection: close\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n"
    );
    let mut form = format!("csrf={token}&email=a@b.example&password=p&").into_bytes();
    form.extend(b"a&".repeat(length / 2));
    form.truncate(at_once);
    let (mut reader, mut writer) = TcpStream::connect(address).await?.into_split();
    let sending = async {
        let mut sent = writer.write_all(&[head.as_bytes(), &form].concat()).await;
        for _ in at_once..length {
            if sent.is_err() {
                break;
            }
            sleep(EVERY).await;
            sent = writer.write_all(b"a").await;
        }
        // Leave it to the reader to see the end.
        std::future::pending::<()>().await;
    };
    let mut answer = Vec::new();
    tokio::select! {
        // A reset also ends the connection.
        _ = timeout(NEVER, reader.read_to_end(&mut answer)) => {}
        () = sending => {}
    }
    Ok(String::from_utf8_lossy(&answer).split(' ').nth(1).unwrap_or("nothing").to_owned())
}

/// Returns how often each status came, such as `413 (30)`.
fn counted(mut answers: Vec<String>) -> String {
    answers.sort_unstable();
    let groups = answers.chunk_by(|one, other| one == other);
    groups.map(|group| format!("{} ({})", group[0], group.len())).collect::<Vec<_>>().join(", ")
}
