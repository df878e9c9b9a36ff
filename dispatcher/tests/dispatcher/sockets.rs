//! Receivers that misuse their connections.

use std::io;
use std::time::Duration;

use flate2::{Compress, Compression, FlushCompress};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const GZIP_HEAD: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n";
/// The gzip header of RFC 1952, section 2.3: method deflate, without a name or a time.
const GZIP_BEGIN: &[u8] = &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

/// The behaviour of a receiver once it has read a request.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Behaviour {
    /// Never answers.
    Hang,
    /// Answers with one byte of a header per second.
    DripHead,
    /// Answers with one byte of the body per second.
    DripBody,
    /// Answers `100 Continue` without end.
    EndlessInterim,
    /// Answers with headers without end.
    EndlessHead,
    /// Answers with a body without end.
    EndlessBody,
    /// Answers with about 60 KiB that become 60 MiB when decompressed.
    GzipBomb,
    /// Answers with megabytes that become gigabytes when decompressed.
    EndlessGzipBomb,
    /// Answers with gigabytes that become nothing when decompressed.
    EndlessGzipOfNothing,
    /// Announces a compressed body, and sends one that is not compressed.
    BrokenGzip,
    /// Answers with something that is not HTTP.
    Garbage,
    /// Ends the connection within a body.
    BreakOff,
    /// Ends the connection.
    Close,
    /// Ends the connection without reading the request.
    CloseUnasked,
    /// Ends the connection with a RST segment.
    Reset,
}

/// Starts a receiver on the loopback interface, and returns its port. It runs as long as the test.
pub(crate) async fn serve(behaviour: Behaviour) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(behaviour.show(stream));
        }
    });
    port
}

impl Behaviour {
    async fn show(self, mut stream: TcpStream) -> io::Result<()> {
        if let Self::CloseUnasked = self {
            return Ok(());
        }
        let _ = stream.read(&mut [0; 4096]).await?;
        let zeros = deflated(&vec![0; 1 << 20]);
        let gzip = [GZIP_HEAD, GZIP_BEGIN].concat();
        let (begin, repeat): (&[u8], &[u8]) = match self {
            Self::Hang => std::future::pending().await,
            Self::DripHead => (b"HTTP/1.1 200 OK\r\nX: ", b"."),
            Self::DripBody => (b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", b"."),
            Self::EndlessInterim => (b"", &b"HTTP/1.1 100 Continue\r\n\r\n".repeat(100)),
            Self::EndlessHead => (b"HTTP/1.1 200 OK\r\n", &[&b"X: "[..], &[b'.'; 16_000], b"\r\n"].concat()),
            Self::EndlessBody => (b"HTTP/1.1 200 OK\r\n\r\n", &[b'.'; 16_000]),
            Self::GzipBomb => (&[gzip, zeros.repeat(60)].concat(), b""),
            Self::EndlessGzipBomb => (&gzip, &zeros),
            Self::EndlessGzipOfNothing => (&gzip, &deflated(b"").repeat(1000)),
            Self::BrokenGzip => (&[GZIP_HEAD, b"not gzip at all"].concat(), b""),
            Self::Garbage => (b"220 mail.example.org ESMTP ready\r\n", b""),
            Self::BreakOff => (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n...", b""),
            Self::Close | Self::CloseUnasked => (b"", b""),
            Self::Reset => return stream.set_zero_linger(),
        };
        stream.write_all(begin).await?;
        while !repeat.is_empty() {
            stream.write_all(repeat).await?;
            if let Self::DripHead | Self::DripBody = self {
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
        Ok(())
    }
}

/// Compresses data to a piece of a deflate stream (RFC 1951) that can be repeated: it ends on a byte boundary and does
/// not refer to anything before it.
fn deflated(data: &[u8]) -> Vec<u8> {
    let mut piece = Vec::with_capacity(data.len() / 100 + 100);
    Compress::new(Compression::best(), false).compress_vec(data, &mut piece, FlushCompress::Full).unwrap();
    piece
}
