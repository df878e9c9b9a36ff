//! Workbooks: `.xlsx` and `.ods`. The first sheet with cells is read. A formula is what it last came to, and a merged cell is
//! its first one. A file that unpacks to more than it may is refused before anything of it is read.

use std::io::{Cursor, Read, copy, sink};

use calamine::{DataRef, ExcelDateTime, Reader, SheetType, SheetVisible, Xlsx};
use zip::ZipArchive;

use super::open_document;
use super::sheet::{Send, Sheet, number};

/// How many files a workbook may have inside.
const PARTS_MAX: usize = 2000;
/// How many bytes its parts may unpack to.
const UNPACKED_MAX: u64 = 64 * 1024 * 1024;
/// How many bytes of a part are looked at.
const HEAD: u64 = 64 * 1024;

/// Reads a workbook, and sends its rows as text.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read(file: &[u8], send: &Send<'_>) -> Result<(), String> {
    let mut archive =
        ZipArchive::new(Cursor::new(file)).map_err(|error| format!("the workbook is damaged: {error}"))?;
    check_size(&mut archive)?;
    let has = |name: &str| archive.index_for_name(name).is_some();
    let (is_xlsx, is_ods) = (has("xl/workbook.xml"), has("content.xml"));
    let read = if is_xlsx {
        read_xlsx(file, send)
    } else if is_ods {
        open_document::read(&mut archive, send)
    } else {
        return Err("the file is a ZIP file and no workbook: send one CSV, .xlsx or .ods file".to_owned());
    };
    read.map_err(|rule| format!("the workbook cannot be read: {rule}"))
}

/// Checks how much the parts of a workbook unpack to. What they say of themselves is not believed.
fn check_size(archive: &mut ZipArchive<Cursor<&[u8]>>) -> Result<(), String> {
    if archive.len() > PARTS_MAX {
        return Err(format!("a workbook must not have more than {PARTS_MAX} parts"));
    }
    let mut left = UNPACKED_MAX;
    for at in 0..archive.len() {
        let damaged = |error: &dyn std::fmt::Display| format!("the workbook is damaged: {error}");
        let part = archive.by_index(at).map_err(|error| damaged(&error))?;
        let has_texts = part
            .name()
            .is_ok_and(|name| name.to_lowercase().replace('\\', "/").ends_with("sharedstrings.xml"));
        // Any part may be named as a sheet, so all of them count.
        let (mut part, mut head) = (part.take(left + 1), Vec::new());
        part.by_ref().take(HEAD).read_to_end(&mut head).map_err(|error| damaged(&error))?;
        let rest = copy(&mut part, &mut sink()).map_err(|error| damaged(&error))?;
        let unpacked = rest + head.len() as u64;
        if has_texts && declared_texts(&head) > unpacked {
            return Err("the workbook is damaged: it says that it has more texts than bytes".to_owned());
        }
        left = left.checked_sub(unpacked).ok_or_else(|| {
            let most = UNPACKED_MAX / (1024 * 1024);
            format!("a workbook must not unpack to more than {most} MiB: save it as CSV")
        })?;
    }
    Ok(())
}

/// Returns how many texts the beginning of a table of texts says that it has. The reader of workbooks reserves room for them
/// before it reads any.
fn declared_texts(head: &[u8]) -> u64 {
    let head = String::from_utf8_lossy(head).replace('\0', "");
    let said = head.split("uniqueCount").skip(1).filter_map(|rest| {
        let digits = rest.trim_start_matches([' ', '\t', '\r', '\n', '=', '"', '\'']);
        let end = digits.find(|character: char| !character.is_ascii_digit()).unwrap_or(digits.len());
        // What is beyond 64 bits is too much in any case.
        digits.get(..end).map(|digits| digits.parse().unwrap_or(if digits.is_empty() { 0 } else { u64::MAX }))
    });
    said.max().unwrap_or(0)
}

fn read_xlsx(file: &[u8], send: &Send<'_>) -> Result<(), String> {
    let mut book = Xlsx::new(Cursor::new(file)).map_err(|error| error.to_string())?;
    let sheets = book.sheets_metadata().iter();
    let sheets =
        sheets.filter(|sheet| sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible);
    let names: Vec<String> = sheets.map(|sheet| sheet.name.clone()).collect();
    for name in names {
        let mut sheet = Sheet::new(send);
        let mut cells = book.worksheet_cells_reader(&name).map_err(|error| error.to_string())?;
        while let Some(cell) = cells.next_cell().map_err(|error| error.to_string())? {
            let (row, column) = cell.get_position();
            let text = text(cell.get_value());
            sheet.add(
                usize::try_from(row).unwrap_or(usize::MAX),
                usize::try_from(column).unwrap_or(usize::MAX),
                text,
            )?;
        }
        if sheet.has_any() {
            return sheet.end();
        }
    }
    Ok(())
}

fn text(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Int(value) => value.to_string(),
        DataRef::Float(value) => number(*value),
        DataRef::String(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(value) => u8::from(*value).to_string(),
        DataRef::DateTime(moment) => day_and_time(moment),
        DataRef::DateTimeIso(text) => text.strip_suffix("T00:00:00").unwrap_or(text).replace('T', " "),
        DataRef::Error(_) | DataRef::Empty => String::new(),
    }
}

/// Writes a day of a sheet as ISO 8601 does, with the time of day if it has one.
fn day_and_time(moment: &ExcelDateTime) -> String {
    if !moment.is_datetime() {
        return number(moment.as_f64());
    }
    let (year, month, day, hour, minute, second, _) = moment.to_ymd_hms_milli();
    if moment.as_f64() < 1.0 {
        return format!("{hour:02}:{minute:02}");
    }
    let date = format!("{year:04}-{month:02}-{day:02}");
    match (hour, minute, second) {
        (0, 0, 0) => date,
        _ => format!("{date} {hour:02}:{minute:02}:{second:02}"),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn refused(parts: &[(&str, &[u8])]) -> String {
        let mut file = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in parts {
            file.start_file(*name, SimpleFileOptions::default()).unwrap();
            file.write_all(content).unwrap();
        }
        let file = file.finish().unwrap().into_inner();
        read(&file, &|_| true).unwrap_err()
    }

    #[test]
    fn what_a_workbook_says_of_its_texts_is_not_believed() {
        for said in ["uniqueCount=\"1000000000000\"", "count=\"1\" uniqueCount = '99999999999999999999999'"] {
            let texts = format!("<sst {said}></sst>");
            let parts =
                [("xl/workbook.xml", &b"<workbook/>"[..]), ("xl\\SharedStrings.XML", texts.as_bytes())];
            assert!(refused(&parts).contains("more texts than bytes"), "{said}");
        }
        assert_eq!(declared_texts(b"<sst count=\"9\" uniqueCount=\"3\">"), 3);
        assert_eq!(declared_texts(b"<sst>"), 0);
    }

    #[test]
    fn parts_of_any_name_count_towards_what_is_unpacked() {
        let large = vec![b' '; usize::try_from(UNPACKED_MAX).unwrap() + 1];
        let parts = [("xl/workbook.xml", &b"<workbook/>"[..]), ("xl/worksheets/sheet1.bin", &large)];
        assert!(refused(&parts).contains("must not unpack to more than 64 MiB"));
    }
}
