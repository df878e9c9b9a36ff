//! A form with a file, as it arrives: the service reads the fields before the file, and leaves the file itself to the
//! page, which reads it piece by piece.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_util::{Stream, StreamExt, TryStreamExt};
use multer::{Field, Multipart};
use poem::Body;

use super::posted::{FormLimits, Posted};
use crate::error::AppError;
use crate::http::body::drain;

/// A file of a form, which still arrives.
pub(crate) struct Upload {
    /// The name that the browser gives the file, without its folder. It is empty if no file was chosen.
    pub(crate) file_name: String,
    field: Field<'static>,
}

impl Upload {
    /// Returns the content.
    pub(crate) fn content(self) -> impl Stream<Item = io::Result<Bytes>> + Unpin + Send {
        self.field.map_err(to_io)
    }

    /// Reads the content, but keeps at most one byte more than `most`, by which the caller sees that there is more. The rest is
    /// read within limits, so that the browser reads the answer.
    pub(crate) async fn up_to(self, most: usize) -> Result<Vec<u8>, AppError> {
        let (mut content, mut bytes) = (self.content(), Vec::new());
        while bytes.len() <= most {
            let Some(piece) = content.next().await else { return Ok(bytes) };
            let piece = piece.map_err(|error| AppError::from_body_error("form", &error))?;
            let room = (most + 1 - bytes.len()).min(piece.len());
            bytes.extend_from_slice(&piece[..room]);
        }
        drain(content).await;
        Ok(bytes)
    }

    /// Reads the rest and discards it, so that the browser reads the answer.
    pub(crate) async fn discard(self) {
        drain(self.content()).await;
    }
}

/// Reads a form (`multipart/form-data`) up to the file that it has, which is the last of its fields.
pub(crate) async fn read(
    content_type: &str,
    body: Body,
    limits: FormLimits,
) -> Result<(Posted, Option<Upload>), AppError> {
    let boundary = multer::parse_boundary(content_type)
        .map_err(|_| AppError::BadRequest("Content-Type must name the boundary of the form".to_owned()))?;
    let is_file = Arc::new(AtomicBool::new(false));
    let pieces = Pieces {
        body: Box::pin(body.into_bytes_stream()),
        is_file: is_file.clone(),
        fields_max: limits.bytes,
        read: 0,
        is_resting: false,
    };
    let mut form = Multipart::new(pieces, boundary);
    let mut fields = Vec::new();
    while let Some(field) = form.next_field().await.map_err(refused)? {
        let name = field.name().unwrap_or_default().to_owned();
        if let Some(file_name) = field.file_name() {
            is_file.store(true, Ordering::Relaxed);
            // Some browsers of old send the folder too.
            let file_name = file_name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
            return Ok((Posted::of(fields), Some(Upload { file_name, field })));
        }
        if fields.len() == limits.fields {
            return Err(limits.too_many_fields());
        }
        let value = field.text().await.map_err(refused)?;
        fields.push((name, value));
    }
    Ok((Posted::of(fields), None))
}

/// The pieces of a body. The part before the file is limited, because it is kept in memory. After each piece the stream
/// rests once: its reader takes all that is ready, and would otherwise collect a large part of the file.
struct Pieces {
    body: Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send>>,
    is_file: Arc<AtomicBool>,
    /// The most bytes before the file.
    fields_max: usize,
    read: usize,
    is_resting: bool,
}

impl Stream for Pieces {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if std::mem::take(&mut self.is_resting) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let piece = self.body.poll_next_unpin(context);
        if let Poll::Ready(Some(Ok(piece))) = &piece {
            self.is_resting = true;
            self.read += piece.len();
            if self.read > self.fields_max && !self.is_file.load(Ordering::Relaxed) {
                return Poll::Ready(Some(Err(io::Error::other("its fields are too long"))));
            }
        }
        piece
    }
}

fn to_io(error: multer::Error) -> io::Error {
    match error {
        multer::Error::StreamReadFailed(cause) => match cause.downcast::<io::Error>() {
            Ok(cause) => *cause,
            Err(cause) => io::Error::other(cause),
        },
        other => io::Error::other(other),
    }
}

fn refused(error: multer::Error) -> AppError {
    AppError::from_body_error("form", &to_io(error))
}

#[cfg(test)]
mod tests {
    use futures_util::stream;

    use super::*;

    const TYPE: &str = "multipart/form-data; boundary=XX";

    async fn sent(pieces: Vec<&'static str>) -> Result<(Posted, Option<Upload>), AppError> {
        let pieces = pieces.into_iter().map(|piece| Ok::<_, io::Error>(Bytes::from(piece)));
        read(TYPE, Body::from_bytes_stream(stream::iter(pieces)), FormLimits::OF_USERS).await
    }

    #[tokio::test]
    async fn fields_come_first_and_the_file_as_it_arrives() {
        let (posted, upload) = sent(vec![
            "--XX\r\nContent-Disposition: form-data; name=\"kind\"\r\n\r\ngi",
            "fts\r\n--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"C:\\a\\g.csv\"\r\n\r\n",
            "a,b\n",
            "1,2\r\n--XX--\r\n",
        ])
        .await
        .unwrap();
        let upload = upload.unwrap();
        assert_eq!((posted.text("kind"), upload.file_name.as_str()), ("gifts", "g.csv"));
        let content: Vec<Bytes> = upload.content().try_collect().await.unwrap();
        assert_eq!(content.concat(), b"a,b\n1,2");
    }

    #[tokio::test]
    async fn a_form_that_breaks_off_or_never_comes_to_its_file_is_refused() {
        let cut = "--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"g.csv\"\r\n\r\na,b\n";
        let (_, upload) = sent(vec![cut]).await.unwrap();
        assert!(upload.unwrap().content().try_collect::<Vec<_>>().await.is_err());
        assert!(matches!(sent(vec!["--XX\r\nContent-Dispo"]).await, Err(AppError::BadRequest(_))));
        let long = "x".repeat(FormLimits::OF_USERS.bytes).leak();
        let endless = vec!["--XX\r\nContent-Disposition: form-data; name=\"kind\"\r\n\r\n", long, long];
        assert!(matches!(sent(endless).await, Err(AppError::BadRequest(_))));
        let no_boundary = read("multipart/form-data", Body::empty(), FormLimits::OF_USERS).await;
        assert!(matches!(no_boundary, Err(AppError::BadRequest(_))));
        let many = vec!["--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n"; 5001];
        assert!(matches!(sent(many).await, Err(AppError::Invalid(_))));
    }
}
