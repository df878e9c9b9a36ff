//! Splits a file into rows while it arrives, and collects the rows in chunks: as UTF-8 with commas, whatever the file has.

use std::collections::VecDeque;

use super::reading::encoding::ToUtf8;
use super::reading::separator::{self, Columns, Knows};
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
    text: ToUtf8,
    /// Tells how many headings of a row are known.
    knows: Knows,
    /// The beginning of the text, until it shows where the columns are.
    beginning: Option<Vec<u8>>,
    columns: Columns,
    /// How many rows above the headings are still to come.
    above: usize,
    /// The headings, once their row is complete.
    pub(super) header: Option<Vec<String>>,
    /// Chunks that are ready to be stored.
    pub(super) full: VecDeque<Chunk>,
    /// The chunk that is being filled.
    chunk: Chunk,
    /// The beginning of the row that follows.
    row: Vec<u8>,
}

impl Splitter {
    pub(super) fn new(knows: Knows) -> Self {
        Self {
            reader: csv_core::Reader::new(),
            text: ToUtf8::default(),
            knows,
            beginning: Some(Vec::new()),
            columns: Columns { separator: b',', above: 0 },
            above: 0,
            header: None,
            full: VecDeque::new(),
            chunk: Chunk { first_row: 2, rows: 0, bytes: Vec::new() },
            row: Vec::new(),
        }
    }

    /// Returns the number of the row with the headings.
    pub(super) fn header_row(&self) -> i64 {
        i64::try_from(self.columns.above).unwrap_or(i64::MAX - 1) + 1
    }

    /// Returns how the file differs from the usual one: the name of its encoding, and of its separator.
    pub(super) fn differs(&self) -> Option<String> {
        let separator = match self.columns.separator {
            b';' => Some("semicolons"),
            b'\t' => Some("tabs"),
            b'|' => Some("vertical bars"),
            _ => None,
        };
        let both: Vec<_> = self.text.name().into_iter().chain(separator).collect();
        (!both.is_empty()).then(|| both.join(", "))
    }

    /// Takes the next piece of the file.
    pub(super) fn push(&mut self, piece: &[u8]) -> Result<(), AppError> {
        let text = self.text.push(piece);
        self.look(&text, false)
    }

    /// Looks for the columns, and then reads.
    fn look(&mut self, text: &[u8], is_all: bool) -> Result<(), AppError> {
        let Some(mut beginning) = self.beginning.take() else { return self.read(text) };
        beginning.extend_from_slice(text);
        match separator::find(&beginning, is_all, self.knows) {
            None => {
                self.beginning = Some(beginning);
                Ok(())
            }
            Some(columns) => {
                self.reader = csv_core::ReaderBuilder::new().delimiter(columns.separator).build();
                (self.columns, self.above) = (columns, columns.above);
                self.chunk.first_row = self.header_row() + 1;
                self.read(&beginning)
            }
        }
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
        let text = self.text.end();
        self.look(&text, true)?;
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
        match self.header {
            Some(_) => self.chunk.first_row + self.chunk.rows,
            None => self.header_row() - i64::try_from(self.above).unwrap_or_default(),
        }
    }

    fn end_row(&mut self) -> Result<(), AppError> {
        if std::str::from_utf8(&self.row).is_err() {
            return Err(AppError::invalid("", format_args!("row {} is not UTF-8", self.number())));
        }
        if self.above > 0 {
            self.above -= 1;
            self.row.clear();
            return Ok(());
        }
        if self.header.is_none() {
            self.header = Some(cells(&std::mem::take(&mut self.row), self.columns.separator)?);
            return Ok(());
        }
        match self.columns.separator {
            b',' => self.chunk.bytes.append(&mut self.row),
            separator => {
                let cells = cells(&std::mem::take(&mut self.row), separator)?;
                self.chunk.bytes.extend(with_commas(&cells)?);
            }
        }
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

/// Reads the cells of a row.
fn cells(row: &[u8], separator: u8) -> Result<Vec<String>, AppError> {
    let mut reader =
        csv::ReaderBuilder::new().delimiter(separator).has_headers(false).flexible(true).from_reader(row);
    let record = reader.records().next().transpose().map_err(|error| AppError::Internal(error.into()))?;
    Ok(record.iter().flatten().map(str::to_owned).collect())
}

/// Writes the cells of a row with commas between them.
fn with_commas(cells: &[String]) -> Result<Vec<u8>, AppError> {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    writer.write_record(cells).map_err(|error| AppError::Internal(error.into()))?;
    writer.into_inner().map_err(|error| AppError::Internal(error.to_string().into()))
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

    fn knows(row: &[String]) -> separator::Known {
        let count = |known: &[&str]| row.iter().filter(|cell| known.contains(&cell.as_str())).count();
        separator::Known { fields: count(&["Last", "a"]), names: count(&["a"]) }
    }

    fn split(pieces: &[&[u8]]) -> Result<Splitter, String> {
        let mut splitter = Splitter::new(knows);
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
        assert_eq!(whole.header, Some(vec!["a".to_owned(), "b".to_owned()]));
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
    fn every_file_comes_out_as_the_usual_one() {
        let windows =
            encoding_rs::WINDOWS_1252.encode("Our friends\n\nLast;Town\nZoë;\"a;b\"\nNúñez;\"x, y\"\n").0;
        for size in [1, 7, 1000] {
            let pieces: Vec<_> = windows.chunks(size).collect();
            let splitter = split(&pieces).unwrap();
            assert_eq!(splitter.header, Some(vec!["Last".to_owned(), "Town".to_owned()]));
            assert_eq!((splitter.header_row(), splitter.full[0].first_row), (2, 3));
            assert_eq!(splitter.full[0].bytes, "Zoë,a;b\nNúñez,\"x, y\"\n".as_bytes());
            assert_eq!(splitter.differs().as_deref(), Some("windows-1252, semicolons"));
        }
        assert_eq!(split(&[b"a,b\n1,2\n"]).unwrap().differs(), None);
    }

    #[test]
    fn what_cannot_be_rows_is_refused_with_its_row() {
        let error = |file: &[u8]| split(&[file]).err().unwrap();
        assert_eq!(error(b"a\n1\n\"2\n3\n"), "row 3 has a quote that is not closed");
        assert_eq!(error(b"a\n\xc3\xa9\n\xff\n"), "row 3 is not UTF-8");
        let long = [b"a\n".to_vec(), vec![b'x'; ROW_MAX + 1]].concat();
        assert_eq!(error(&long), "row 2 must not be longer than 1048576 bytes; is a quote open?");
        assert!(split(&[b"", b"\n\r\n"]).unwrap().header.is_none());
    }
}
