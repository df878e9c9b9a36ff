//! As much HTTP/1.1 as load and receivers need: messages with a `Content-Length` on connections that are kept. The
//! benchmark shares the processors with what it measures, so its own part is kept cheap.

use bytes::{Buf, Bytes, BytesMut};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Error;

const END_OF_HEAD: &[u8] = b"\r\n\r\n";
/// More than any message here has; a longer one is a fault.
const MESSAGE_MAX: usize = 1 << 20;

/// A connection at either end.
pub(crate) struct Connection {
    stream: TcpStream,
    received: BytesMut,
}

/// A request or a response.
pub(crate) struct Message {
    head: Bytes,
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

    /// The next message; `None` when the other end has closed the connection instead.
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
    /// Takes a message off the front, once all of it is there.
    fn take(received: &mut BytesMut) -> Result<Option<Self>, Error> {
        let Some(head_length) = find(received, END_OF_HEAD) else { return Ok(None) };
        let body_length = match header(&received[..head_length], "content-length") {
            Some(length) => length.parse()?,
            None if received.starts_with(b"HTTP/1.1 204 ") => 0,
            None => return Err("an HTTP message has no Content-Length".into()),
        };
        if received.len() < head_length + END_OF_HEAD.len() + body_length {
            return Ok(None);
        }
        let head = received.split_to(head_length).freeze();
        received.advance(END_OF_HEAD.len());
        Ok(Some(Self { head, body: received.split_to(body_length).freeze() }))
    }

    /// The request line or the status line.
    pub(crate) fn first_line(&self) -> &str {
        let end = find(&self.head, b"\r\n").unwrap_or(self.head.len());
        std::str::from_utf8(&self.head[..end]).unwrap_or_default()
    }

    /// A header's value, if it is text.
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

/// Where a text begins.
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
        assert!(Message::take(&mut received).unwrap().is_none(), "not all of it is there");
        received.extend_from_slice(b"r!");
        assert_eq!(&Message::take(&mut received).unwrap().unwrap().body[..], b"four!");
        assert!(Message::take(&mut BytesMut::from("GET / HTTP/1.1\r\n\r\n")).is_err());
    }
}
