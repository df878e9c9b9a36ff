//! Requests sent as bytes, which a well-behaved client would not send.

use reqwest::StatusCode;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{Http, Reply};

impl Http {
    /// Sends a whole request, and reads the response until the server closes the connection. With `Connection: close`
    /// in the request, the server closes it at once. A server may respond and close before it has read everything.
    pub async fn raw(&self, request: &[u8]) -> Reply {
        let (head, body) = self.raw_response(request).await;
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap();
        let mut headers = HeaderMap::new();
        for line in lines {
            let (name, value) = line.split_once(':').unwrap();
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            headers.append(name, HeaderValue::from_str(value.trim()).unwrap());
        }
        Reply::new(StatusCode::from_bytes(status.as_bytes()).unwrap(), headers, &body)
    }

    /// Returns the head and the body of the response to a request.
    pub async fn raw_response(&self, request: &[u8]) -> (String, String) {
        let (mut reader, mut writer) = TcpStream::connect(self.address).await.unwrap().into_split();
        let request = request.to_vec();
        // Write while reading. What is left to write when the server stops reading does not matter.
        let writing = tokio::spawn(async move {
            let _ = writer.write_all(&request).await;
            writer
        });
        let mut response = Vec::new();
        reader.read_to_end(&mut response).await.unwrap();
        writing.abort();
        let response = String::from_utf8(response).unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{response:?}"));
        (head.to_owned(), body.to_owned())
    }
}
