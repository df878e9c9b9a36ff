use super::face::{Face, Run, Weight};
use super::lines::{Breaker, KEPT_MAX, broken};
use super::*;

/// Returns the lines of text of a page.
fn runs(page: &[flow::Mark]) -> Vec<&Run> {
    let runs = page.iter().filter_map(|mark| match mark {
        flow::Mark::Text(_, _, run) => Some(run),
        _ => None,
    });
    runs.collect()
}

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
    let written = write("Letters", &head, None, &letters, || true).unwrap();
    assert!(written.starts_with(b"%PDF-"));
    assert_eq!(written, write("Letters", &head, None, &letters, || true).unwrap());
    let pages = |number, letter| page::pages(&Breaker::default(), &head, (number, letter), None).len();
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
fn a_text_that_was_broken_before_has_the_same_lines() {
    let (breaker, style) = (Breaker::default(), (Weight::Regular, 10.0));
    let shown = |lines: Vec<Run>| lines.into_iter().map(|line| (line.text, line.width)).collect::<Vec<_>>();
    let text = "To be, or not to be that is the question. ".repeat(5);
    let same = |width| {
        assert_eq!(shown(breaker.broken(&text, style, width)), shown(broken(&text, style, width)), "{width}");
    };
    [150.0, 200.0, 150.0].into_iter().for_each(same);
    assert_eq!(breaker.kept.get(), 2 * text.len());
    // Those that are kept go when there is no room for one more.
    breaker.kept.set(KEPT_MAX - text.len());
    same(250.0);
    assert_eq!(breaker.kept.get(), KEPT_MAX);
    same(300.0);
    assert_eq!(breaker.kept.get(), text.len());
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
    let pages = page::pages(&Breaker::default(), &Head::default(), (1, &long), None);
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
        for mark in page::pages(&Breaker::default(), &head, (1, letter), None).iter().flatten() {
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

/// Returns the words of an official receipt as a letter, with these texts in their places, and a list of gifts.
fn receipt(words: &str, places: &[(&str, &str)], list: Table) -> Letter {
    let (body, legal) = words
        .split_once("\n---\n")
        .map_or((words, None), |(body, legal)| (body, Some(legal.trim().to_owned())));
    let (subject, body) = body.split_once('\n').unwrap();
    // One of the two grounds of the German one is taken out.
    let body: Vec<_> = body.lines().filter(|line| !line.starts_with("[… oder")).collect();
    let body = places.iter().fold(body.join("\n"), |body, (place, text)| body.replace(place, text));
    assert!(!body.contains('['), "{body}");
    let mut lists = vec![list];
    let part = |text: &str| match text {
        "{list}" => Part::Table(lists.remove(0)),
        text => Part::Text(text.to_owned()),
    };
    Letter {
        to: ["Maximiliane Mustermann", "Lange Straße 12", "12345 Berlin"].map(str::to_owned).to_vec(),
        date: "28. November 2026".to_owned(),
        subject: subject.to_owned(),
        parts: body.trim().split("\n\n").map(part).collect(),
        enclosed: lists,
        locale: Locale::De,
        signer: ["Erika Beispiel", "Kassenführerin"].map(str::to_owned).to_vec(),
        legal,
    }
}

/// The rule of the Ministry of Finance: a receipt takes no more than one page. Its list follows.
#[test]
fn the_official_receipt_of_germany_is_one_page_and_its_list_another() {
    let usual = "der Jugend- und Altenhilfe und des bürgerschaftlichen Engagements";
    let many = "der Jugend- und Altenhilfe, der Erziehung, der Volks- und Berufsbildung einschließlich der Studentenhilfe, \
                der Hilfe für politisch, rassistisch oder religiös Verfolgte und des bürgerschaftlichen Engagements";
    for purposes in [usual, many] {
        one_page_and_a_list(purposes);
    }
}

fn one_page_and_a_list(purposes: &str) {
    let Part::Table(list) = letter(9).parts.remove(1) else { panic!("it is a table") };
    let places = [
        ("[… entweder] ", ""),
        ("[… begünstigte Zwecke]", purposes),
        ("[… Ort]", "Frankfurt am Main"),
        ("[… Steuernummer]", "045/250/12345"),
        ("[… Datum]", "12. September 2025"),
        ("[… Jahr]", "2024"),
        ("{name}", "Maximilian und Maximiliane Mustermann"),
        ("{address}", "Lange Straße 12, 12345 Berlin"),
        ("{total_in_words}", "zwölftausenddreihundertsechsundvierzig Euro und fünfzig Cent"),
    ];
    let letter = receipt(include_str!("../../locales/de/receipt.txt"), &places, list);
    let pages = page::pages(&Breaker::default(), &Head::default(), (1, &letter), None);
    let [words, list] = &*pages else { panic!("it has {} pages", pages.len()) };
    assert!(runs(words).iter().any(|run| run.text.ends_with("(§ 63 Abs. 5 AO).")));
    assert!(runs(words).iter().all(|run| run.size >= flow::SMALL));
    let title = "Anlage zu „Sammelbestätigung über Geldzuwendungen“ vom 28. November 2026";
    assert_eq!(runs(list)[0].text, title);
    assert!(runs(list).iter().any(|run| run.text == "9 Mar 2026"));
}

#[test]
fn the_official_receipt_of_france_is_one_page_with_its_few_gifts() {
    let Part::Table(list) = letter(2).parts.remove(1) else { panic!("it is a table") };
    let words = include_str!("../../locales/fr/receipt.txt");
    let (_, kind) = words.split_once("[… catégorie").unwrap();
    let (kind, _) = kind.split_once(']').unwrap();
    let kind = format!("[… catégorie{kind}]");
    let places = [
        (kind.as_str(), "Œuvre ou organisme d'intérêt général ayant un caractère social"),
        ("[… numéro]", "W751234567"),
        ("[… objet]", "accueillir les familles sans logement"),
        ("[… 200 ou 978]", "200"),
        ("[… déclaration de don manuel ou autres]", "déclaration de don manuel"),
    ];
    let letter = receipt(words, &places, list);
    assert_eq!(page::pages(&Breaker::default(), &Head::default(), (1, &letter), None).len(), 1);
}

#[test]
fn a_letter_that_is_much_too_long_for_a_page_has_the_usual_size_and_a_short_one_its_list_below() {
    let body = |words| Letter { parts: vec![Part::Text("Thank you. ".repeat(words))], ..Letter::default() };
    for (words, count) in [(20, 1), (2000, 3)] {
        let pages = page::pages(&Breaker::default(), &Head::default(), (1, &body(words)), None);
        assert!(pages.len() >= count, "{words}");
        assert!(runs(&pages[0]).iter().any(|run| run.text.starts_with("Thank") && run.size > 9.9), "{words}");
    }
    let Part::Table(list) = letter(2).parts.remove(1) else { panic!("it is a table") };
    let short = Letter { enclosed: vec![list], ..body(20) };
    let pages = page::pages(&Breaker::default(), &Head::default(), (1, &short), None);
    assert!(pages.len() == 1 && runs(&pages[0]).iter().all(|run| !run.text.contains("Enclosure")));
}

#[test]
fn the_name_stands_once_if_the_address_begins_with_it() {
    let address = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    let twice = Head {
        organisation: "Shelter e. V.".to_owned(),
        address: address(&["SHELTER E. V. ", "Lange Straße 12"]),
        ..Head::default()
    };
    let once = Head { address: address(&["Lange Straße 12"]), ..twice.clone() };
    let texts = |head| {
        let pages = page::pages(&Breaker::default(), head, (1, &letter(1)), None);
        runs(&pages[0]).iter().map(|run| run.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(texts(&twice), texts(&once));
    assert!(texts(&once).contains(&"Shelter e. V. · Lange Straße 12".to_owned()));
}
