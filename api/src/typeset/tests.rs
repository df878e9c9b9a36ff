use super::face::{Face, Run, Weight};
use super::lines::broken;
use super::*;

fn letter(rows: usize) -> Letter {
    let row = |i: usize| vec![format!("{} Mar 2026", i + 1), "Roof".to_owned(), format!("${i}.00")];
    let table = Table {
        heading: "Gifts".to_owned(),
        columns: vec![("Date".to_owned(), 30), ("Fund".to_owned(), 40), ("Amount".to_owned(), 30)],
        has_amounts: true,
        rows: (0..rows).map(row).collect(),
        totals: vec![("Total".to_owned(), "$1.00".to_owned())],
    };
    Letter {
        to: vec!["Zoë Łukasz Ωμέγα".to_owned(), "1 Main Street".to_owned()],
        parts: vec![Part::Text("Dear Zoë,".to_owned()), Part::Table(table), Part::Text("Thanks,".to_owned())],
        ..Letter::default()
    }
}

#[test]
fn the_same_letters_make_the_same_file_and_each_begins_a_page() {
    let head = Head { organisation: "Shelter".to_owned(), ..Head::default() };
    let letters = [(1, letter(2)), (2, letter(100))];
    let written = write("Letters", &head, None, &letters).unwrap();
    assert!(written.starts_with(b"%PDF-"));
    assert_eq!(written, write("Letters", &head, None, &letters).unwrap());
    let pages = |number, letter| page::pages(&head, number, letter, None).len();
    assert_eq!(pages(1, &letters[0].1), 1);
    assert!(pages(2, &letters[1].1) > 2);
}

#[test]
fn lines_are_no_wider_than_the_page_and_lose_nothing() {
    let text = format!("To be, or not to be {} that is\nthe question", "x".repeat(300));
    let lines = broken(&text, (Weight::Regular, 10.0), 150.0);
    assert!(lines.iter().all(|line| line.width <= 150.5), "{lines:?}");
    let read: String = lines.iter().flat_map(|line| line.text.chars()).filter(|c| *c != ' ').collect();
    assert_eq!(read, text.replace([' ', '\n'], ""));
    assert_eq!(lines.last().unwrap().text, "the question");
}

#[test]
fn figures_are_of_one_width_and_both_weights_are_there() {
    for weight in [Weight::Regular, Weight::Bold] {
        assert!(Face::of(weight).is_some());
        let widths = ["0", "1", "8"].map(|figure| Run::new(figure, weight, 10.0).width);
        assert!(widths.iter().all(|width| (width - widths[0]).abs() < 0.01 && *width > 1.0), "{widths:?}");
    }
}

#[test]
fn a_letter_names_what_the_typeface_lacks() {
    assert_eq!(letter(1).lacking(), None);
    let mut chinese = letter(1);
    chinese.to[0].push('陈');
    assert_eq!(chinese.lacking(), Some('陈'));
    assert_eq!(lacking("Ünïcødé ‘quotes’ – €, £ and ₴\u{a0}12"), None);
}

#[test]
fn a_logo_is_bounded_before_it_is_unpacked() {
    let icon = include_bytes!("../web/assets/icon-192.png").to_vec();
    assert_eq!(check_logo(&icon), Ok(()));
    for bytes in [&b""[..], b"GIF89a", b"<svg/>", b"%PDF-1.7"] {
        assert_eq!(check_logo(bytes), Err("must be a PNG or a JPEG"));
    }
    assert_eq!(check_logo(&vec![0; LOGO_BYTES_MAX + 1]), Err("must have at most 200 kB"));
    // The head says how large the picture is.
    let mut large = icon.clone();
    large[16..20].copy_from_slice(&100_000_u32.to_be_bytes());
    assert_eq!(check_logo(&large), Err("must have at most 2,000 pixels on each side"));
    let damaged = "is damaged, or of a kind that cannot be printed";
    assert_eq!(check_logo(&icon[..icon.len() / 2]), Err(damaged));
}

#[test]
fn a_row_taller_than_a_page_goes_on_below_the_heads_and_loses_nothing() {
    let mut long = letter(1);
    let Part::Table(table) = &mut long.parts[1] else { panic!("it is a table") };
    table.rows[0][1] = (0..1500).map(|i| format!("w{i}")).collect::<Vec<_>>().join(" ");
    let (_, height) = Paper::A4.size();
    let pages = page::pages(&Head::default(), 1, &long, None);
    assert!(pages.len() > 2);
    let mut read = String::new();
    for page in &pages {
        for mark in page {
            let flow::Mark::Text(_, y, line) = mark else { continue };
            assert!(*y < height, "{} is below the page", line.text);
            read.push_str(&line.text);
            read.push(' ');
        }
    }
    for word in 0..1500 {
        assert!(read.contains(&format!("w{word} ")), "{word}");
    }
    assert!(read.matches("Fund").count() >= pages.len() - 1);
}

#[test]
fn a_long_line_is_set_in_little_time_and_glyphs_have_their_texts() {
    let run = Run::new("officé", Weight::Regular, 10.0);
    let text: String = run.glyphs.iter().map(|glyph| &run.text[glyph.text_range.clone()]).collect();
    assert_eq!(text, "officé");
}

#[test]
fn a_letter_ends_with_what_it_says_itself_or_with_what_the_head_says() {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let (signer, legal) = (texts(&["Ida Roth", "Vorständin"]), Some("Kleingedrucktes".to_owned()));
    let head = Head { signer, legal, ..Head::default() };
    let (signer, legal) = (texts(&["Ida Roth", "Chair"]), Some("Small print".to_owned()));
    let own = Letter { signer, legal, ..letter(1) };
    let last = |letter: &Letter| {
        let mut lines = Vec::new();
        for mark in page::pages(&head, 1, letter, None).iter().flatten() {
            if let flow::Mark::Text(_, _, line) = mark {
                lines.push(line.text.clone());
            }
        }
        lines.split_off(lines.len() - 3)
    };
    assert_eq!(last(&letter(1)), ["Ida Roth", "Vorständin", "Kleingedrucktes"]);
    assert_eq!(last(&own), ["Ida Roth", "Chair", "Small print"]);
    // A letter of an earlier version says nothing of its end.
    let stored = serde_json::to_string(&letter(1)).unwrap();
    assert!(!stored.contains("signer") && !stored.contains("legal"), "{stored}");
    assert_eq!(serde_json::from_str::<Letter>(&stored).unwrap(), letter(1));
}
