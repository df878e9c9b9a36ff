//! A file as it arrives: cut into whole rows, and stored in chunks of them, so that neither memory nor a transaction
//! depends on its length.

use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};

use bytes::Bytes;
use futures_util::{Stream, StreamExt, TryStreamExt};
use sea_orm::{ColumnTrait, ConnectionTrait, PaginatorTrait, QueryFilter, QuerySelect};
use sha2::{Digest, Sha256};
use shared::Transaction;
use shared::choices::{Choice, ImportKind, ImportStatus};
use shared::crash;
use shared::entities::{AccountScope, import_chunks, imports};
use shared::store::sql;

use super::batch::Problem;
use super::layout::Layout;
use super::{Cause, report};
use crate::app::App;
use crate::http::AppError;
use crate::http::body::drain;
use crate::http::csv::FILE_MAX;
use crate::resources::contacts::Contact;
use crate::resources::gifts::Gift;

/// The longest row, in bytes.
pub const ROW_MAX: usize = 1024 * 1024;
/// How many imports of an account may be unfinished.
pub const UNFINISHED_MAX: u64 = 10;
/// A chunk ends with so many rows or bytes, whichever it has first. Its rows are one transaction.
const CHUNK_ROWS: i64 = 500;
const CHUNK_BYTES: usize = 256 * 1024;

/// What is to become of a file.
#[derive(Clone, Copy, Debug)]
pub struct Purpose {
    /// Whose records its rows become.
    pub account: AccountScope,
    /// Which records.
    pub kind: ImportKind,
    /// Whether the rows are only judged.
    pub dry_run: bool,
}

/// A file that is stored, and not queued yet.
pub struct Received {
    /// Its import.
    pub import: Arriving,
    /// Its SHA-256.
    pub hash: [u8; 32],
}

/// An import that is not queued. If its caller goes away meanwhile, it is removed.
pub struct Arriving {
    app: App,
    import: imports::Model,
    is_over: bool,
}

impl Arriving {
    /// The import, once it is queued.
    pub fn queued(mut self) -> imports::Model {
        self.is_over = true;
        self.import.clone()
    }

    /// Removes it: its file cannot be used, or is not to be.
    pub async fn remove(mut self) -> Result<(), AppError> {
        remove(&self.app, &self.import).await?;
        self.is_over = true;
        Ok(())
    }
}

impl Deref for Arriving {
    type Target = imports::Model;

    fn deref(&self) -> &imports::Model {
        &self.import
    }
}

impl DerefMut for Arriving {
    fn deref_mut(&mut self) -> &mut imports::Model {
        &mut self.import
    }
}

impl Drop for Arriving {
    fn drop(&mut self) {
        if self.is_over {
            return;
        }
        let (app, import) = (self.app.clone(), self.import.clone());
        tokio::spawn(async move {
            if let Err(error) = remove(&app, &import).await {
                // It is given up after a while.
                tracing::warn!(import_id = import.id, error = %Cause(&error), "a part of a file is not removed yet");
            }
        });
    }
}

/// Stores a file, which is then to be [queued](queue) or [removed](Arriving::remove). A file that cannot be used, or breaks off,
/// leaves nothing behind.
pub async fn receive(
    app: &App,
    purpose: Purpose,
    body: impl Stream<Item = std::io::Result<Bytes>> + Unpin,
) -> Result<Received, AppError> {
    let mut hash = Sha256::new();
    let mut import = None;
    // What has ended must not be asked again.
    let mut body = body.inspect_ok(|bytes| hash.update(bytes)).fuse();
    match store(app, purpose, &mut body, &mut import).await {
        Ok(()) => {
            drop(body);
            let import = import.ok_or_else(|| AppError::Internal("a file was stored as no import".into()))?;
            Ok(Received { import, hash: hash.finalize().into() })
        }
        Err(error) => {
            if let Some(import) = import {
                import.remove().await?;
            }
            drain(body).await;
            Err(error)
        }
    }
}

async fn store(
    app: &App,
    purpose: Purpose,
    body: &mut (impl Stream<Item = std::io::Result<Bytes>> + Unpin),
    import: &mut Option<Arriving>,
) -> Result<(), AppError> {
    let (mut splitter, mut received) = (Splitter::default(), 0);
    loop {
        let bytes = body.next().await.transpose();
        let bytes = bytes.map_err(|error| AppError::BadRequest(format!("the file broke off: {error}")))?;
        received += bytes.as_ref().map_or(0, Bytes::len);
        if received > FILE_MAX {
            return Err(AppError::PayloadTooLarge(FILE_MAX));
        }
        match &bytes {
            Some(bytes) => splitter.push(bytes)?,
            None => splitter.end()?,
        }
        if import.is_none() {
            if let Some(header) = &splitter.header {
                let begun = begin(app, purpose, header).await?;
                *import = Some(Arriving { app: app.clone(), import: begun, is_over: false });
            } else if bytes.is_none() {
                return Err(AppError::Invalid(
                    "the file is empty: its first row must name the columns".to_owned(),
                ));
            }
        }
        if let Some(import) = import {
            while let Some(chunk) = splitter.full.pop_front() {
                save(app, import, chunk).await?;
                crash::point("import.received");
            }
            if bytes.is_none() {
                return Ok(());
            }
        }
    }
}

/// Judges the header row, and makes the import.
async fn begin(app: &App, purpose: Purpose, header: &[u8]) -> Result<imports::Model, AppError> {
    let Purpose { account, kind, dry_run } = purpose;
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(header);
    let record = reader.records().next().transpose().map_err(|error| AppError::Internal(error.into()))?;
    let names: Vec<String> = record.iter().flatten().map(str::to_owned).collect();
    let layout = match kind {
        ImportKind::Contacts => Layout::new::<Contact>(&names),
        ImportKind::Gifts => Layout::new::<Gift>(&names),
    };
    let layout = layout.map_err(|problems| AppError::Invalid(problems.join("; ")))?;
    let unfinished = account.find::<imports::Entity>().filter(imports::Column::FinishedAtMs.is_null());
    let tx = app.store.begin();
    if unfinished.count(&tx).await? >= UNFINISHED_MAX {
        let rule = format!("{UNFINISHED_MAX} imports of this account have not ended; try again when one has");
        return Err(AppError::Busy(rule));
    }
    let now_ms = app.clock.now_ms();
    let import = imports::Model {
        id: 0,
        account_id: account.account_id(),
        import_kind: kind,
        import_status: ImportStatus::Receiving,
        import_dry_run: dry_run,
        import_header: serde_json::to_string(&names)?,
        import_error: None,
        row_count: 0,
        processed_count: 0,
        created_count: 0,
        updated_count: 0,
        failed_count: 0,
        problem_count: 0,
        created_at_ms: now_ms,
        active_at_ms: now_ms,
        finished_at_ms: None,
    };
    let mut import = account.insert::<imports::Entity>(&tx, import).await?;
    let ignored = layout.ignored.into_iter().map(|name| {
        let message = format!("{name} is no field of {} and is ignored", kind.as_str());
        Problem { row: 1, column: Some(name), message }
    });
    report(&tx, &mut import, ignored.collect()).await?;
    let import = account.replace::<imports::Entity>(&tx, import).await?;
    tx.commit().await?;
    Ok(import)
}

/// Stores the next chunk of a file.
async fn save(app: &App, import: &mut imports::Model, chunk: Chunk) -> Result<(), AppError> {
    let Chunk { first_row, rows, bytes } = chunk;
    let (account_id, import_id) = (import.account_id, import.id);
    let chunk = import_chunks::Model { id: 0, account_id, import_id, first_row, chunk_text: bytes };
    let tx = app.store.begin();
    AccountScope::new(account_id).insert::<import_chunks::Entity>(&tx, chunk).await?;
    import.row_count += rows;
    advance(&tx, app, import, ImportStatus::Receiving).await?;
    tx.commit().await?;
    Ok(())
}

/// Queues the import of a file that is stored.
pub async fn queue(tx: &Transaction, app: &App, import: &mut imports::Model) -> Result<(), AppError> {
    advance(tx, app, import, ImportStatus::Queued).await
}

/// Records how far a file has arrived.
async fn advance(
    tx: &Transaction,
    app: &App,
    import: &mut imports::Model,
    status: ImportStatus,
) -> Result<(), AppError> {
    import.import_status = status;
    import.active_at_ms = app.clock.now_ms();
    // Not if it has been given up meanwhile.
    let text = "UPDATE imports SET import_status = $1, row_count = $2, active_at_ms = $3
                WHERE id = $4 AND import_status = 'receiving'";
    let values =
        vec![status.as_str().into(), import.row_count.into(), import.active_at_ms.into(), import.id.into()];
    if tx.execute_raw(sql(tx, text, values)).await?.rows_affected() == 0 {
        return Err(AppError::BadRequest(
            "the file broke off: no part of it arrived for too long".to_owned(),
        ));
    }
    Ok(())
}

async fn remove(app: &App, import: &imports::Model) -> Result<(), AppError> {
    use shared::entities::import_problems;
    let account = AccountScope::new(import.account_id);
    let tx = app.store.begin();
    // One that has been queued after all, though its caller has not heard of it, goes on.
    let receiving = account.find_id::<imports::Entity>(import.id).lock_exclusive();
    let receiving = receiving.filter(imports::Column::ImportStatus.eq(ImportStatus::Receiving));
    if receiving.one(&tx).await?.is_none() {
        return Ok(());
    }
    let problems = import_problems::Column::ImportId.eq(import.id);
    account.delete::<import_problems::Entity>().filter(problems).exec(&tx).await?;
    let chunks = import_chunks::Column::ImportId.eq(import.id);
    account.delete::<import_chunks::Entity>().filter(chunks).exec(&tx).await?;
    account.delete::<imports::Entity>().filter(imports::Column::Id.eq(import.id)).exec(&tx).await?;
    tx.commit().await?;
    Ok(())
}

/// Whole rows of a file.
#[derive(Debug, PartialEq, Eq)]
struct Chunk {
    first_row: i64,
    rows: i64,
    bytes: Vec<u8>,
}

/// Cuts what arrives into rows, whatever is in quotes.
struct Splitter {
    reader: csv_core::Reader,
    /// The first bytes of the file, until there are enough to see whether it begins with a mark of the byte order.
    begun: Option<Vec<u8>>,
    /// The header row, once it is whole.
    header: Option<Vec<u8>>,
    /// Chunks that are ready to be stored.
    full: VecDeque<Chunk>,
    /// The chunk in the making, and the beginning of the row after it.
    chunk: Chunk,
    row: Vec<u8>,
}

impl Default for Splitter {
    fn default() -> Self {
        Self {
            reader: csv_core::Reader::new(),
            begun: Some(Vec::new()),
            header: None,
            full: VecDeque::new(),
            chunk: Chunk { first_row: 2, rows: 0, bytes: Vec::new() },
            row: Vec::new(),
        }
    }
}

impl Splitter {
    fn push(&mut self, piece: &[u8]) -> Result<(), AppError> {
        const MARK: &[u8] = "\u{feff}".as_bytes();
        let Some(mut begun) = self.begun.take() else { return self.read(piece) };
        // A mark of the byte order may come in pieces itself.
        begun.extend_from_slice(piece);
        if MARK.starts_with(&begun) && begun.len() < MARK.len() {
            self.begun = Some(begun);
            return Ok(());
        }
        self.read(begun.strip_prefix(MARK).unwrap_or(&begun))
    }

    fn read(&mut self, mut bytes: &[u8]) -> Result<(), AppError> {
        // What the cells hold is read later: here only the ends of rows matter.
        let (mut cells, mut ends) = ([0; 4096], [0; 256]);
        while !bytes.is_empty() {
            let (result, read, ..) = self.reader.read_record(bytes, &mut cells, &mut ends);
            let (taken, rest) = bytes.split_at(read);
            self.row.extend_from_slice(taken);
            bytes = rest;
            if self.row.len() > ROW_MAX {
                let row = self.number();
                return Err(AppError::Invalid(format!(
                    "row {row} must not be longer than {ROW_MAX} bytes; is a quote open?"
                )));
            }
            if matches!(result, csv_core::ReadRecordResult::Record) {
                self.end_row()?;
            }
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), AppError> {
        if let Some(begun) = self.begun.take() {
            self.read(&begun)?;
        }
        // A line end ends the last row, unless a quote is open.
        self.read(b"\n")?;
        if self.row.iter().any(|byte| !matches!(byte, b'\r' | b'\n')) {
            return Err(AppError::Invalid(format!("row {} has a quote that is not closed", self.number())));
        }
        self.end_chunk();
        Ok(())
    }

    /// The number of the row that is arriving.
    fn number(&self) -> i64 {
        if self.header.is_none() { 1 } else { self.chunk.first_row + self.chunk.rows }
    }

    fn end_row(&mut self) -> Result<(), AppError> {
        if std::str::from_utf8(&self.row).is_err() {
            return Err(AppError::Invalid(format!("row {} is not UTF-8", self.number())));
        }
        if self.header.is_none() {
            self.header = Some(std::mem::take(&mut self.row));
            return Ok(());
        }
        self.chunk.bytes.append(&mut self.row);
        self.chunk.rows += 1;
        if self.chunk.rows >= CHUNK_ROWS || self.chunk.bytes.len() >= CHUNK_BYTES {
            self.end_chunk();
        }
        Ok(())
    }

    fn end_chunk(&mut self) {
        if self.chunk.rows > 0 {
            let first_row = self.chunk.first_row + self.chunk.rows;
            let next = Chunk { first_row, rows: 0, bytes: Vec::new() };
            self.full.push_back(std::mem::replace(&mut self.chunk, next));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(pieces: &[&[u8]]) -> Result<Splitter, String> {
        let mut splitter = Splitter::default();
        for piece in pieces {
            splitter.push(piece).map_err(|error| error.to_string())?;
        }
        splitter.end().map_err(|error| error.to_string())?;
        Ok(splitter)
    }

    #[test]
    fn rows_are_found_wherever_the_pieces_end() {
        let file = "\u{feff}a,b\r\n1,\"x\r\ny\"\"\n\"\r\n\r\n2,é\n3,z".as_bytes();
        let whole = split(&[file]).unwrap();
        assert_eq!(whole.header.as_deref(), Some(&b"a,b\r"[..]));
        assert_eq!((whole.full[0].first_row, whole.full[0].rows), (2, 3));
        for at in 0..file.len() {
            let (first, second) = file.split_at(at);
            assert_eq!(split(&[first, second]).unwrap().full, whole.full, "cut at {at}");
        }
    }

    #[test]
    fn chunks_end_with_rows_and_count_them_through() {
        let file = format!("a\n{}", "x\n".repeat(1201));
        let chunks: Vec<_> = split(&[file.as_bytes()]).unwrap().full.into();
        let found: Vec<_> = chunks.iter().map(|chunk| (chunk.first_row, chunk.rows)).collect();
        assert_eq!(found, [(2, 500), (502, 500), (1002, 201)]);
        let wide = format!("a\n{}", format!("{}\n", "x".repeat(100_000)).repeat(7));
        let chunks = split(&[wide.as_bytes()]).unwrap().full;
        assert_eq!(chunks.iter().map(|chunk| chunk.rows).collect::<Vec<_>>(), [3, 3, 1]);
    }

    #[test]
    fn what_cannot_be_rows_is_refused_with_its_row() {
        let error = |file: &[u8]| split(&[file]).err().unwrap();
        assert_eq!(error(b"a\n1\n\"2\n3\n"), "row 3 has a quote that is not closed");
        assert_eq!(error(b"a\n1\n\xff\n"), "row 3 is not UTF-8");
        let long = [b"a\n".to_vec(), vec![b'x'; ROW_MAX + 1]].concat();
        assert_eq!(error(&long), "row 2 must not be longer than 1048576 bytes; is a quote open?");
        assert!(split(&[b"", b"\n\r\n"]).unwrap().header.is_none());
    }
}
