//! Splits a file into rows while it arrives, and collects the rows in chunks.

use std::collections::VecDeque;

use crate::error::AppError;

/// The longest row, in bytes.
pub const ROW_MAX: usize = 1024 * 1024;
/// A chunk ends when it has this many rows or [`CHUNK_BYTES`], whichever comes first. The rows of a chunk are imported
/// in one transaction.
const CHUNK_ROWS: i64 = 500;
const CHUNK_BYTES: usize = 256 * 1024;

/// Whole rows of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Chunk {
    /// The number of the chunk's first row. The header is row 1.
    pub(super) first_row: i64,
    /// The number of rows.
    pub(super) rows: i64,
    /// The text of the rows.
    pub(super) bytes: Vec<u8>,
}

/// A splitter of arriving bytes into rows. Line breaks in quotes do not end a row.
pub(super) struct Splitter {
    reader: csv_core::Reader,
    /// The first bytes of the file, until there are enough of them to see whether the file begins with a byte order
    /// mark.
    begun: Option<Vec<u8>>,
    /// The header row, once it is complete.
    pub(super) header: Option<Vec<u8>>,
    /// Chunks that are ready to be stored.
    pub(super) full: VecDeque<Chunk>,
    /// The chunk that is being filled.
    chunk: Chunk,
    /// The beginning of the row that follows.
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
    /// Takes the next piece of the file.
    pub(super) fn push(&mut self, piece: &[u8]) -> Result<(), AppError> {
        const MARK: &[u8] = "\u{feff}".as_bytes();
        let Some(mut begun) = self.begun.take() else { return self.read(piece) };
        // A byte order mark may be split over several pieces.
        begun.extend_from_slice(piece);
        if MARK.starts_with(&begun) && begun.len() < MARK.len() {
            self.begun = Some(begun);
            return Ok(());
        }
        self.read(begun.strip_prefix(MARK).unwrap_or(&begun))
    }

    fn read(&mut self, mut bytes: &[u8]) -> Result<(), AppError> {
        // Only the ends of rows matter here. The cells are read later.
        let (mut cells, mut ends) = ([0; 4096], [0; 256]);
        while !bytes.is_empty() {
            let (result, read, ..) = self.reader.read_record(bytes, &mut cells, &mut ends);
            let (taken, rest) = bytes.split_at(read);
            self.row.extend_from_slice(taken);
            bytes = rest;
            if self.row.len() > ROW_MAX {
                let row = self.number();
                return Err(AppError::invalid(
                    "",
                    format_args!("row {row} must not be longer than {ROW_MAX} bytes; is a quote open?"),
                ));
            }
            if matches!(result, csv_core::ReadRecordResult::Record) {
                self.end_row()?;
            }
        }
        Ok(())
    }

    /// Ends the file. Fails if a quote is open.
    pub(super) fn end(&mut self) -> Result<(), AppError> {
        if let Some(begun) = self.begun.take() {
            self.read(&begun)?;
        }
        // Add a line break, which ends the last row unless a quote is open.
        self.read(b"\n")?;
        if self.row.iter().any(|byte| !matches!(byte, b'\r' | b'\n')) {
            let problem = format!("row {} has a quote that is not closed", self.number());
            return Err(AppError::invalid("", problem));
        }
        self.end_chunk();
        Ok(())
    }

    /// Returns the number of the row that is arriving.
    fn number(&self) -> i64 {
        if self.header.is_none() { 1 } else { self.chunk.first_row + self.chunk.rows }
    }

    fn end_row(&mut self) -> Result<(), AppError> {
        if std::str::from_utf8(&self.row).is_err() {
            return Err(AppError::invalid("", format_args!("row {} is not UTF-8", self.number())));
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

/// Returns how many rows the first half of a chunk has, and where it ends. Returns `None` for a single row.
pub(super) fn middle(text: &[u8]) -> Option<(i64, usize)> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text);
    let (mut record, mut starts) = (csv::ByteRecord::new(), Vec::new());
    loop {
        let start = reader.position().byte();
        if !reader.read_byte_record(&mut record).ok()? {
            break;
        }
        starts.push(usize::try_from(start).ok()?);
    }
    let half = starts.len() / 2;
    Some((i64::try_from(half).ok()?, *starts.get(half).filter(|_| half > 0)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chunk_is_halved_between_rows() {
        assert_eq!(middle(b"a\n"), None);
        assert_eq!(middle(b"a,1\nb,2\n"), Some((1, 4)));
        assert_eq!(middle(b"\"a\n\",1\nb,2\nc,3\n"), Some((1, 7)));
    }

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
