//! As much of HTTP/1.1 as the load and the receivers need, on persistent connections. It is simple because it must be
//! cheap: the benchmark shares the processors with the programs that it measures.

use bytes::{Buf, Bytes, BytesMut};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Error;

const END_OF_HEAD: &[u8] = b"\r\n\r\n";
/// The most bytes of a message. No message of a benchmark is as long, so a longer one is a fault.
const MESSAGE_MAX: usize = 1 << 20;

/// A connection, of a client or of a server.
pub(crate) struct Connection {
    stream: TcpStream,
    received: BytesMut,
}

/// A request or a response.
pub(crate) struct Message {
    head: Bytes,
    /// The body as it was sent. A chunked body includes the sizes of its chunks.
    pub(crate) body: Bytes,
}

impl Connection {
    pub(crate) fn new(stream: TcpStream) -> Result<Self, Error> {
        stream.set_nodelay(true)?;
        Ok(Self { stream, received: BytesMut::new() })
    }

    pub(crate) async fn send(&mut self, message: &[u8]) -> Result<(), Error> {
        Ok(self.stream.write_all(message).await?)
    }

    /// Returns the next message, or `None` if the other end has closed the connection instead.
    pub(crate) async fn receive(&mut self) -> Result<Option<Message>, Error> {
        loop {
            if let Some(message) = Message::take(&mut self.received)? {
                return Ok(Some(message));
            }
            if self.received.len() > MESSAGE_MAX {
                return Err("an HTTP message is too long".into());
            }
            match self.stream.read_buf(&mut self.received).await? {
                0 if self.received.is_empty() => return Ok(None),
                0 => return Err("an HTTP message broke off".into()),
                _ => {}
            }
        }
    }
}

impl Message {
    /// Takes the first message out of the received bytes, if it is complete.
    fn take(received: &mut BytesMut) -> Result<Option<Self>, Error> {
        let Some(head_length) = find(received, END_OF_HEAD) else { return Ok(None) };
        let (head, rest) = (&received[..head_length], &received[head_length + END_OF_HEAD.len()..]);
        let is_chunked = header(head, "transfer-encoding") == Some("chunked");
        let body_length = match header(head, "content-length") {
            _ if head.starts_with(b"HTTP/1.1 204 ") || head.starts_with(b"HTTP/1.1 304 ") => 0,
            Some(length) => length.parse()?,
            None if is_chunked => match chunked_length(rest)? {
                Some(length) => length,
                None => return Ok(None),
            },
            None => return Err("an HTTP message has no Content-Length".into()),
        };
        if rest.len() < body_length {
            return Ok(None);
        }
        let head = received.split_to(head_length).freeze();
        received.advance(END_OF_HEAD.len());
        Ok(Some(Self { head, body: received.split_to(body_length).freeze() }))
    }

    /// Returns the status of a response.
    pub(crate) fn status(&self) -> &str {
        self.first_line().split(' ').nth(1).unwrap_or_default()
    }

    /// Returns the request line or the status line.
    pub(crate) fn first_line(&self) -> &str {
        let end = find(&self.head, b"\r\n").unwrap_or(self.head.len());
        std::str::from_utf8(&self.head[..end]).unwrap_or_default()
    }

    /// Returns a header's value, if it is text.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        header(&self.head, name)
    }
}

fn header<'a>(head: &'a [u8], name: &str) -> Option<&'a str> {
    let value = head.split(|byte| *byte == b'\n').find_map(|line| {
        let (start, value) = line.split_at_checked(name.len())?;
        start.eq_ignore_ascii_case(name.as_bytes()).then(|| value.strip_prefix(b":"))?
    })?;
    Some(std::str::from_utf8(value).ok()?.trim())
}

/// Returns the length of a chunked body as it was sent (RFC 9112, section 7.1), if it is complete.
fn chunked_length(body: &[u8]) -> Result<Option<usize>, Error> {
    let mut length = 0;
    while let Some(end_of_line) = body.get(length..).and_then(|rest| find(rest, b"\r\n")) {
        let size = usize::from_str_radix(std::str::from_utf8(&body[length..length + end_of_line])?, 16)?;
        // The 4 bytes are the CRLF after the size and the CRLF after the chunk. The last chunk, which is empty, has
        // both too.
        length += end_of_line + size + 4;
        if size == 0 {
            return Ok((length <= body.len()).then_some(length));
        }
    }
    Ok(None)
}

/// Returns the position of the first `part` in a text.
pub(crate) fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_taken_one_by_one() {
        let mut received =
            BytesMut::from("POST / HTTP/1.1\r\nContent-Length: 2\r\nWebhook-Id:  a \r\n\r\nhi");
        received.extend_from_slice(
            b"HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nfou",
        );
        let first = Message::take(&mut received).unwrap().unwrap();
        assert_eq!((first.first_line(), &first.body[..]), ("POST / HTTP/1.1", &b"hi"[..]));
        assert_eq!((first.header("webhook-id"), first.header("webhook")), (Some("a"), None));
        let second = Message::take(&mut received).unwrap().unwrap();
        assert!(second.body.is_empty());
        assert!(Message::take(&mut received).unwrap().is_none(), "the message is incomplete");
        received.extend_from_slice(b"r!");
        assert_eq!(&Message::take(&mut received).unwrap().unwrap().body[..], b"four!");
        assert!(Message::take(&mut BytesMut::from("GET / HTTP/1.1\r\n\r\n")).is_err());
    }

    #[test]
    fn a_chunked_message_ends_with_its_empty_chunk() {
        let whole =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n2\r\nab\r\n0\r\n\r\n";
        for end in 0..whole.len() {
            assert!(Message::take(&mut BytesMut::from(&whole[..end])).unwrap().is_none(), "{end}");
        }
        let mut received = BytesMut::from(whole);
        received.extend_from_slice(b"HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n");
        assert_eq!(Message::take(&mut received).unwrap().unwrap().status(), "200");
        let second = Message::take(&mut received).unwrap().unwrap();
        assert_eq!((second.status(), second.header("etag")), ("304", Some("\"a\"")));
        assert!(received.is_empty());
    }
}
