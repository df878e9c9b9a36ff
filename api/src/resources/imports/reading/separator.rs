//! The separator of a text's columns, and the row with their headings. Both show where the known headings are.

/// The separators, the usual one first.
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// In how many rows the headings are looked for.
const ROWS: usize = 10;
/// How many bytes are looked at.
pub(in super::super) const LOOKED_AT: usize = 64 * 1024;

/// How many headings of a row are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) struct Known {
    /// How many mean a field, by their words.
    pub(in super::super) fields: usize,
    /// How many are the names of fields.
    pub(in super::super) names: usize,
}

/// Tells how many headings of a row are known.
pub(in super::super) type Knows = fn(&[String]) -> Known;

/// Where the columns of a text are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Columns {
    /// The separator.
    pub(in super::super) separator: u8,
    /// How many rows stand above the headings.
    pub(in super::super) above: usize,
}

/// Finds the columns of a text by its beginning. Returns `None` if more of the text is needed.
pub(in super::super) fn find(beginning: &[u8], is_all: bool, knows: Knows) -> Option<Columns> {
    let usual = Columns { separator: b',', above: 0 };
    let rows = rows(beginning, usual.separator, is_all);
    if rows.first().is_some_and(|row| knows(row).names > 0) {
        return Some(usual);
    }
    if !is_all && beginning.len() < LOOKED_AT {
        return None;
    }
    let mut best = (Known::default(), 0, usual);
    for separator in SEPARATORS {
        let rows = self::rows(beginning, separator, true);
        let width = usual_width(&rows);
        let known = rows.iter().map(|row| knows(row)).enumerate();
        let known = known.max_by_key(|(at, known)| (*known, std::cmp::Reverse(*at)));
        let (at, known) = known.unwrap_or_default();
        let above = if known.fields > 0 { at } else { first_full(&rows) };
        if (known, width) > (best.0, best.1) {
            best = (known, width, Columns { separator, above });
        }
    }
    Some(best.2)
}

/// Returns the first rows of a text, without the last one if that may go on.
fn rows(text: &[u8], separator: u8, is_all: bool) -> Vec<Vec<String>> {
    let mut reader =
        csv::ReaderBuilder::new().delimiter(separator).has_headers(false).flexible(true).from_reader(text);
    let (mut record, mut rows) = (csv::ByteRecord::new(), Vec::new());
    while rows.len() < ROWS && reader.read_byte_record(&mut record).unwrap_or(false) {
        let goes_on = usize::try_from(reader.position().byte()).is_ok_and(|end| end >= text.len());
        if goes_on && !is_all {
            break;
        }
        rows.push(record.iter().map(|cell| String::from_utf8_lossy(cell).trim().to_owned()).collect());
    }
    rows
}

/// Returns how many columns most rows have. Rows of one cell do not count: every text has those.
fn usual_width(rows: &[Vec<String>]) -> usize {
    let count = |width: usize| rows.iter().filter(|row| row.len() == width).count();
    let widths = rows.iter().map(Vec::len).filter(|width| *width > 1);
    widths.max_by_key(|width| (count(*width), *width)).unwrap_or(1)
}

/// Returns the first row with several filled cells: the headings of a table whose words mean nothing here, below its title.
fn first_full(rows: &[Vec<String>]) -> usize {
    let filled = |row: &Vec<String>| row.iter().filter(|cell| !cell.is_empty()).count();
    rows.iter().position(|row| filled(row) > 1).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knows(row: &[String]) -> Known {
        let count = |known: &[&str]| row.iter().filter(|cell| known.contains(&cell.as_str())).count();
        Known { fields: count(&["Last", "Zip", "last"]), names: count(&["last"]) }
    }

    #[test]
    fn the_headings_are_found_with_their_separator() {
        for (text, separator, above) in [
            ("last,x\na;b,c;d\n", b',', 0),
            ("Last;Zip\na,b,c;d\n", b';', 0),
            ("Last\tZip\n1\t2\n", b'\t', 0),
            ("Last|Zip\n1|2\n", b'|', 0),
            ("Donors of 2026\n\nLast,Zip\na,1\n", b',', 1),
            ("Our friends;;\nName;;Address\nFirst;Last;Zip\na;b;1\n", b';', 2),
            ("a;b\n1;2\n", b';', 0),
            ("Vorname,Ort\nAda,London\nLi,Rom,note\n", b',', 0),
            ("A list\nx;y;z\n1;2;3\n", b';', 1),
            ("", b',', 0),
        ] {
            assert_eq!(find(text.as_bytes(), true, knows), Some(Columns { separator, above }), "{text}");
        }
        assert_eq!(find(b"Last;Zip\n", false, knows), None, "more may follow");
        assert_eq!(find(b"las", false, knows), None);
        assert!(find(b"last,x\nmore", false, knows).is_some(), "names of fields are clear at once");
    }
}
