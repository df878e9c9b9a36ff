//! The rows of a sheet, as they become text.

use crate::resources::imports::splitter::ROW_MAX;

/// How many columns a sheet may have.
pub(super) const COLUMNS_MAX: usize = 1000;
/// How many rows without a cell may stand in a sheet, one after the other.
const GAP_MAX: usize = 1000;
/// The most text that comes out of a sheet, in bytes, with the commas between its cells.
const TEXT_MAX: usize = 100 * 1024 * 1024;
/// A piece of text is sent when it has this many bytes.
const PIECE: usize = 64 * 1024;

/// Takes a piece of text. Returns whether more is wanted.
pub(super) type Send<'a> = dyn Fn(Vec<u8>) -> bool + 'a;

/// Collects the cells of a sheet as rows of CSV. A row of the sheet without cells is a row too, so that the numbers of
/// rows are those that people see.
pub(super) struct Sheet<'a> {
    send: &'a Send<'a>,
    writer: csv::Writer<Vec<u8>>,
    /// The index of the row that is being collected.
    at: usize,
    cells: Vec<String>,
    bytes: usize,
    /// How many bytes of text may still come out.
    left: usize,
    has_any: bool,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(send: &'a Send<'a>) -> Self {
        let writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        Self { send, writer, at: 0, cells: Vec::new(), bytes: 0, left: TEXT_MAX, has_any: false }
    }

    /// Returns whether there was a cell with a text.
    pub(super) fn has_any(&self) -> bool {
        self.has_any
    }

    /// Adds a cell. Rows and columns are counted from 0, and rows come in their order.
    ///
    /// # Errors
    /// The rule that the sheet breaks.
    pub(super) fn add(&mut self, row: usize, column: usize, text: String) -> Result<(), String> {
        if text.trim().is_empty() {
            return Ok(());
        }
        if column >= COLUMNS_MAX {
            return Err(format!("row {} must not have more than {COLUMNS_MAX} columns", row + 1));
        }
        self.go_to(row)?;
        self.bytes += text.len();
        if self.bytes > ROW_MAX {
            return Err(format!("row {} must not be longer than {ROW_MAX} bytes", row + 1));
        }
        self.has_any = true;
        if self.cells.len() <= column {
            self.cells.resize(column + 1, String::new());
        }
        if let Some(cell) = self.cells.get_mut(column) {
            *cell = text;
        }
        Ok(())
    }

    /// Ends the row that is being collected and those without cells before this one.
    fn go_to(&mut self, row: usize) -> Result<(), String> {
        if row < self.at {
            return Err("its rows are not in order".to_owned());
        }
        if row > self.at + GAP_MAX {
            return Err(format!(
                "row {} comes after more than {GAP_MAX} rows without cells: delete them, or what stands below",
                row + 1
            ));
        }
        while self.at < row {
            self.end_row()?;
        }
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), String> {
        let mut cells = std::mem::take(&mut self.cells);
        if cells.is_empty() {
            // Written in quotes, and so a row.
            cells.push(String::new());
        }
        self.writer.write_record(&cells).map_err(|error| error.to_string())?;
        self.at += 1;
        self.bytes = 0;
        if self.writer.get_ref().len() >= PIECE {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), String> {
        let next = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        let full = std::mem::replace(&mut self.writer, next);
        let text = full.into_inner().map_err(|error| error.to_string())?;
        self.left = self.left.checked_sub(text.len()).ok_or("its sheet has too much text")?;
        if (self.send)(text) { Ok(()) } else { Err("nobody waits for it".to_owned()) }
    }

    /// Ends the sheet.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub(super) fn end(mut self) -> Result<(), String> {
        if !self.cells.is_empty() {
            self.end_row()?;
        }
        self.flush()
    }
}

/// Writes a number as people see it in a sheet: with at most 15 digits.
pub(super) fn number(value: f64) -> String {
    let rounded: f64 = format!("{value:.14e}").parse().unwrap_or(value);
    // `-0` is `0`.
    format!("{}", rounded + 0.0)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn rows_keep_their_numbers_and_gaps_have_an_end() {
        let text = RefCell::new(Vec::new());
        let send = |piece: Vec<u8>| {
            text.borrow_mut().extend(piece);
            true
        };
        let mut sheet = Sheet::new(&send);
        assert!(!sheet.has_any());
        for (row, column, cell) in [(0, 1, "b"), (3, 0, "x,y"), (3, 2, " ")] {
            sheet.add(row, column, cell.to_owned()).unwrap();
        }
        assert!(sheet.has_any());
        assert!(sheet.add(1004, 0, "z".to_owned()).unwrap_err().starts_with("row 1005 comes after"));
        assert!(sheet.add(4, 1000, "z".to_owned()).is_err());
        assert!(sheet.add(2, 0, "z".to_owned()).is_err());
        sheet.end().unwrap();
        assert_eq!(String::from_utf8(text.into_inner()).unwrap(), ",b\n\"\"\n\"\"\n\"x,y\"\n");
    }

    #[test]
    fn numbers_are_what_people_see() {
        for (value, shown) in
            [(1250.0, "1250"), (0.1 + 0.2, "0.3"), (-12.5, "-12.5"), (-0.0, "0"), (1e15, "1000000000000000")]
        {
            assert_eq!(number(value), shown);
        }
    }
}
