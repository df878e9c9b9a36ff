//! Reads files as people have them: text in any encoding and with any separator, and workbooks. What comes out is text
//! in UTF-8 with one kind of separator, which [`super::splitter`] splits into rows.

pub(super) mod encoding;
mod open_document;
pub(super) mod separator;
mod sheet;
mod workbook;

use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use tokio::sync::{Semaphore, mpsc};

use crate::error::AppError;

/// The largest workbook, in bytes. It is kept in memory, because its table of contents comes last.
const WORKBOOK_MAX: usize = 16 * 1024 * 1024;
/// How many workbooks may arrive at once. Each takes up to [`WORKBOOK_MAX`].
static ARRIVING: Semaphore = Semaphore::const_new(8);
/// How many workbooks are read at once. Each takes what it unpacks to.
static AT_ONCE: Semaphore = Semaphore::const_new(2);
/// How many pieces of a workbook's text wait to be stored.
const WAITING_MAX: usize = 4;

/// What the first bytes of a file say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    /// Text, as far as anybody can tell.
    Text,
    /// A ZIP file, as workbooks are.
    Zip,
    /// A workbook of Excel 2003 or before, or one with a password.
    OldWorkbook,
    /// A PDF file.
    Pdf,
}

/// How many bytes tell the kind of a file.
pub(super) const TELLING: usize = 4;

impl FileKind {
    /// Tells the kind of a file by its first bytes.
    pub(super) fn of(first: &[u8]) -> Self {
        match first.get(..TELLING) {
            Some(b"PK\x03\x04") => Self::Zip,
            Some([0xd0, 0xcf, 0x11, 0xe0]) => Self::OldWorkbook,
            Some(b"%PDF") => Self::Pdf,
            _ => Self::Text,
        }
    }
}

/// Returns a file as text. Reads a workbook whole before that.
///
/// # Errors
/// Files that have no rows, workbooks that are too large, and those of the stream.
pub(super) async fn as_text(
    mut body: impl Stream<Item = Result<Bytes, AppError>> + Unpin,
) -> Result<(FileKind, impl Stream<Item = Result<Bytes, AppError>> + Unpin), AppError> {
    let mut first = Vec::new();
    while first.len() < TELLING {
        let Some(piece) = body.next().await.transpose()? else { break };
        first.extend_from_slice(&piece);
    }
    let kind = FileKind::of(&first);
    let rule = match kind {
        FileKind::Text => {
            let begun = stream::iter([Ok(Bytes::from(first))]);
            return Ok((kind, begun.chain(body).left_stream()));
        }
        FileKind::Zip => {
            let rows = rows_of_workbook(first, body).await?;
            return Ok((kind, rows.right_stream()));
        }
        FileKind::OldWorkbook => {
            "the file is a workbook of an old Excel, or has a password: save it as .xlsx, without a password"
        }
        FileKind::Pdf => "the file is a PDF: save the list as .xlsx or CSV where it comes from",
    };
    Err(AppError::invalid("", rule))
}

/// Reads the rest of a workbook, and returns its rows as text.
async fn rows_of_workbook(
    mut file: Vec<u8>,
    mut body: impl Stream<Item = Result<Bytes, AppError>> + Unpin,
) -> Result<impl Stream<Item = Result<Bytes, AppError>> + Unpin, AppError> {
    let place = ARRIVING.try_acquire().map_err(|_| shared::Error::Busy("workbooks"))?;
    while let Some(piece) = body.next().await.transpose()? {
        if file.len() + piece.len() > WORKBOOK_MAX {
            let rule = format!(
                "a workbook must not be larger than {} MiB: save it as CSV",
                WORKBOOK_MAX / (1024 * 1024)
            );
            return Err(AppError::invalid("", rule));
        }
        file.extend_from_slice(&piece);
    }
    let permit = AT_ONCE.acquire().await.map_err(|error| AppError::Internal(error.into()))?;
    let (sender, receiver) = mpsc::channel(WAITING_MAX);
    tokio::task::spawn_blocking(move || {
        let send = |piece: Vec<u8>| piece.is_empty() || sender.blocking_send(Ok(piece.into())).is_ok();
        // An empty piece is the end. Without it, the reading has stopped halfway.
        let end = workbook::read(&file, &send).map(|()| Bytes::new());
        // Nobody waits for it if the request has ended.
        let _ = sender.blocking_send(end.map_err(|rule| AppError::invalid("", rule)));
        drop((permit, place));
    });
    let rows = stream::unfold(Some(receiver), |receiver| async move {
        let mut receiver = receiver?;
        match receiver.recv().await {
            Some(Ok(piece)) if piece.is_empty() => None,
            Some(Ok(piece)) => Some((Ok(piece), Some(receiver))),
            Some(Err(error)) => Some((Err(error), None)),
            None => {
                let error = std::io::Error::other("the reading of a workbook has stopped");
                Some((Err(AppError::Internal(error.into())), None))
            }
        }
    });
    Ok(Box::pin(rows))
}
