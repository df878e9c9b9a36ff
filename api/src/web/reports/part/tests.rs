use shared::values::choices::Locale;

use super::*;
use crate::language::speak;

#[test]
fn a_file_has_the_figures_of_the_table_and_no_formulas() {
    let sheet = Sheet {
        currency: Currency::USD,
        columns: vec![
            Column::text("Fund"),
            Column::number("Gifts"),
            Column::money("Given"),
            Column::number("Share"),
        ],
        rows: vec![
            Row::new(vec![
                Cell::Text("=1+1, \"x\"".to_owned(), None),
                Cell::Count(1234),
                Cell::Money(-123_450, None),
                Cell::Percent(Some(-5)),
            ]),
            Row::total(vec![
                Cell::Text("é".to_owned(), None),
                Cell::Nothing,
                Cell::Money(0, None),
                Cell::Percent(None),
            ]),
        ],
    };
    let file = sheet.file().unwrap();
    let expected =
        "\u{feff}Fund,Gifts,Given (USD),Share\r\n\"'=1+1, \"\"x\"\"\",1234,-1234.50,-0.5\r\né,,0.00,\r\n";
    assert_eq!(std::str::from_utf8(&file).unwrap(), expected);
    let german = speak(Locale::De, || sheet.file().unwrap());
    let expected =
        "\u{feff}Fund;Gifts;Given (USD);Share\r\n\"'=1+1, \"\"x\"\"\";1234;-1234,50;-0,5\r\né;;0,00;\r\n";
    assert_eq!(std::str::from_utf8(&german).unwrap(), expected);
    let shown: Vec<_> = sheet.cells(&sheet.rows[0]).map(|(.., text)| text).collect();
    assert_eq!(shown, ["=1+1, \"x\"", "1,234", "−$1,234.50", "−0.5\u{a0}%"]);
}
