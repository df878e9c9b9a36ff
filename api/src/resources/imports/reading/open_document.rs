//! Workbooks of `OpenDocument` (`.ods`): the first table with cells, read as it is unpacked (`OpenDocument` 1.3, part 3,
//! section 9). What is repeated is written out only as far as a sheet may go.

use std::io::{BufReader, Cursor};

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;

use super::sheet::{COLUMNS_MAX, Send, Sheet, number};
use crate::resources::imports::splitter::ROW_MAX;

/// How often a row or a cell with a text may be repeated.
const REPEATED_MAX: usize = 1000;

/// Reads the first table with cells, and sends its rows as text.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read(archive: &mut ZipArchive<Cursor<&[u8]>>, send: &Send<'_>) -> Result<(), String> {
    let content = archive.by_name("content.xml").map_err(|error| error.to_string())?;
    let mut reader = Reader::from_reader(BufReader::new(content));
    reader.config_mut().check_end_names = false;
    let mut table = Table { sheet: Sheet::new(send), row: 0, cells: Vec::new(), rows: 1 };
    let mut cell: Option<Cell> = None;
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer).map_err(|error| error.to_string())? {
            Event::Start(start) if is_cell(&start) => cell = Some(Cell::of(&start)),
            Event::Empty(start) if is_cell(&start) => table.add(Cell::of(&start))?,
            Event::End(end)
                if matches!(end.name().as_ref(), "table:table-cell" | "table:covered-table-cell") =>
            {
                if let Some(cell) = cell.take() {
                    table.add(cell)?;
                }
            }
            Event::Start(start) if start.name().as_ref() == "table:table-row" => {
                table.rows = count(&start, "table:number-rows-repeated");
            }
            Event::Empty(start) if start.name().as_ref() == "table:table-row" => {
                table.rows = count(&start, "table:number-rows-repeated");
                table.end_row()?;
            }
            Event::End(end) if end.name().as_ref() == "table:table-row" => table.end_row()?,
            Event::End(end) if end.name().as_ref() == "table:table" => {
                if table.sheet.has_any() {
                    break;
                }
                table.row = 0;
            }
            Event::Eof => break,
            event => {
                if let Some(cell) = &mut cell {
                    cell.read(&event);
                    if cell.shown.len() > ROW_MAX {
                        return Err(format!("row {} must not be longer than {ROW_MAX} bytes", table.row + 1));
                    }
                }
            }
        }
    }
    if table.sheet.has_any() { table.sheet.end() } else { Ok(()) }
}

fn is_cell(start: &BytesStart<'_>) -> bool {
    matches!(start.name().as_ref(), "table:table-cell" | "table:covered-table-cell")
}

/// The table that is being read.
struct Table<'a> {
    sheet: Sheet<'a>,
    /// The index of the row that is being read.
    row: usize,
    /// The cells of the row.
    cells: Vec<Cell>,
    /// How often the row is there.
    rows: usize,
}

impl Table<'_> {
    fn add(&mut self, cell: Cell) -> Result<(), String> {
        if self.cells.len() >= COLUMNS_MAX {
            return Err(format!("row {} must not have more than {COLUMNS_MAX} cells", self.row + 1));
        }
        self.cells.push(cell);
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), String> {
        let cells: Vec<(usize, String)> =
            std::mem::take(&mut self.cells).into_iter().map(Cell::text).collect();
        let is_blank = cells.iter().all(|(_, text)| text.trim().is_empty());
        if !is_blank {
            if self.rows > REPEATED_MAX {
                return Err(format!("row {} is repeated more than {REPEATED_MAX} times", self.row + 1));
            }
            for row in self.row..self.row + self.rows {
                let mut column = 0_usize;
                for (times, text) in &cells {
                    // Of a cell that fills the rest of its row, the sheet refuses what goes too far.
                    let filled = if text.trim().is_empty() { 0 } else { *times };
                    for column in column..column.saturating_add(filled) {
                        self.sheet.add(row, column, text.clone())?;
                    }
                    column = column.saturating_add(*times);
                }
            }
        }
        self.row = self.row.saturating_add(self.rows);
        self.rows = 1;
        Ok(())
    }
}

/// A cell that is being read.
struct Cell {
    /// How often it is there, side by side.
    times: usize,
    /// What its attributes say of its value.
    value: Option<String>,
    /// The paragraphs that people see.
    shown: String,
    paragraphs: usize,
    /// Whether a note is being read, which is no part of the text.
    in_note: bool,
}

impl Cell {
    fn of(start: &BytesStart<'_>) -> Self {
        let value = match attribute(start, "office:value-type").as_deref() {
            Some("float" | "currency" | "percentage") => {
                attribute(start, "office:value").map(|text| text.parse().map_or(text, number))
            }
            Some("date") => attribute(start, "office:date-value")
                .map(|text| text.strip_suffix("T00:00:00").unwrap_or(&text).replace('T', " ")),
            Some("boolean") => {
                attribute(start, "office:boolean-value").map(|text| u8::from(text == "true").to_string())
            }
            Some("string") => attribute(start, "office:string-value"),
            _ => None,
        };
        let times = count(start, "table:number-columns-repeated");
        Self { times, value, shown: String::new(), paragraphs: 0, in_note: false }
    }

    fn read(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(start) if start.name().as_ref() == "office:annotation" => self.in_note = true,
            Event::End(end) if end.name().as_ref() == "office:annotation" => self.in_note = false,
            _ if self.in_note => {}
            Event::Start(start) if start.name().as_ref() == "text:p" => {
                if self.paragraphs > 0 {
                    self.shown.push('\n');
                }
                self.paragraphs += 1;
            }
            Event::Empty(start) => match start.name().as_ref() {
                "text:s" => self.shown.push_str(&" ".repeat(count(start, "text:c").min(REPEATED_MAX))),
                "text:tab" => self.shown.push('\t'),
                "text:line-break" => self.shown.push('\n'),
                _ => {}
            },
            Event::Text(text) => self.shown.push_str(text),
            Event::CData(text) => self.shown.push_str(text),
            Event::GeneralRef(name) => {
                let name = format!("&{};", &**name);
                self.shown.push_str(&unescape(&name).unwrap_or_default());
            }
            _ => {}
        }
    }

    /// Returns how often the cell is there, and its text.
    fn text(self) -> (usize, String) {
        (self.times, self.value.unwrap_or(self.shown))
    }
}

fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = start.try_get_attribute(name).ok()??;
    Some(
        unescape(&attribute.value).map_or_else(|_| attribute.value.to_string(), std::borrow::Cow::into_owned),
    )
}

/// Reads how often something is repeated.
fn count(start: &BytesStart<'_>, name: &str) -> usize {
    attribute(start, name).and_then(|text| text.parse().ok()).unwrap_or(1).max(1)
}
