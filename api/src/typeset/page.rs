//! A letter on its pages: what stands where.

use shared::values::choices::Locale;

use super::face::{Run, Weight};
use super::flow::{LEADING, LEFT, Mark, Pages, SMALL, TEXT};
use super::lines::Breaker;
use super::paper::MM;
use super::table;
use super::{Head, Letter, Part};
use crate::locale::text;

const TINY: f32 = 6.5;
const CLOSE_LEADING: f32 = 1.3;
/// Where things stand, from the top.
const FOOT: f32 = 13.0 * MM;
const HEAD_TOP: f32 = 16.0 * MM;
const HEAD_WIDTH: f32 = 70.0 * MM;
const SENDER: f32 = 51.0 * MM;
/// The first line of the address. The windows of No. 10 envelopes begin at 52 mm, and those of DIN lang end at 90 mm.
const ADDRESS: f32 = 57.0 * MM;
const ADDRESS_WIDTH: f32 = 80.0 * MM;
const DATE: f32 = 98.0 * MM;
const SUBJECT: f32 = 108.0 * MM;
/// The most width and height of a logo.
const LOGO: (f32, f32) = (60.0 * MM, 24.0 * MM);
/// The room for a signature.
const SIGNATURE: f32 = 15.0 * MM;
/// The sizes of the text of letters that are a little too long for a page. Smaller ones are hard to read.
const SMALLER: [f32; 3] = [8.5, 9.0, 9.5];

/// Sets a letter. `logo` is the width and height of the logo, in any unit.
pub(super) fn pages(
    breaker: &Breaker,
    head: &Head,
    (number, letter): (i64, &Letter),
    logo: Option<(f32, f32)>,
) -> Vec<Vec<Mark>> {
    let of_size = |size| words(breaker, head, (number, letter), logo, size);
    let mut pages = of_size(TEXT);
    // The official receipt of Germany may take one page only, and other letters save paper.
    // Most of two pages have no size that is small enough, so the smallest is tried first.
    if pages.filled.len() == 2 {
        let fitting = SMALLER.into_iter().map(of_size).take_while(|one| one.filled.len() == 1);
        pages = fitting.last().unwrap_or(pages);
    }
    enclose(&mut pages, letter);
    feet(&mut pages, head, letter.locale);
    pages.filled
}

/// Sets a letter down to its small print, with its text in a size.
fn words<'a>(
    breaker: &'a Breaker,
    head: &Head,
    (number, letter): (i64, &Letter),
    logo: Option<(f32, f32)>,
    size: f32,
) -> Pages<'a> {
    let mut pages = Pages::new(head.paper.size(), breaker);
    organisation(&mut pages, head, logo);
    address(&mut pages, head, letter);
    let width = pages.width();
    pages.y = DATE;
    let number = text(letter.locale, "number", &[("number", number.to_string().into())]);
    let number = Run::new(&number, Weight::Regular, SMALL);
    pages.put(|y| Mark::Text(LEFT, y, Run::new(&letter.date, Weight::Regular, TEXT)));
    pages.put(|y| Mark::Text(LEFT + width - number.width, y, number));
    pages.y = SUBJECT - TEXT * LEADING;
    pages.paragraph(&letter.subject, (Weight::Bold, TEXT), LEADING);
    let (last, others) =
        letter.parts.split_last().map_or((None, &[][..]), |(last, others)| (Some(last), others));
    for part in others {
        set(&mut pages, part, size);
    }
    if let Some(last) = last {
        keep_end_together(&mut pages, (letter.signer(head), letter.legal(head)), last, size);
        set(&mut pages, last, size);
    }
    if !letter.signer(head).is_empty() {
        pages.skip(SIGNATURE);
        for line in letter.signer(head) {
            pages.paragraph(line, (Weight::Regular, size), LEADING);
        }
    }
    if let Some(legal) = letter.legal(head) {
        pages.skip(SMALL * LEADING);
        pages.paragraph(legal, (Weight::Regular, SMALL), LEADING);
    }
    pages
}

/// Sets the tables after the signature: below it if all of them fit there, and else on pages of their own, which say to
/// which letter they belong.
fn enclose(pages: &mut Pages<'_>, letter: &Letter) {
    let set_all = |pages: &mut Pages<'_>| {
        for one in &letter.enclosed {
            pages.skip(TEXT * LEADING);
            table::set(pages, one);
        }
    };
    let mut trial = Pages { y: pages.y, ..Pages::new(pages.size, pages.breaker) };
    set_all(&mut trial);
    if trial.filled.len() > 1 {
        pages.begin();
        let title = text(
            letter.locale,
            "enclosed-to",
            &[("subject", letter.subject.as_str().into()), ("date", letter.date.as_str().into())],
        );
        pages.paragraph(&title, (Weight::Bold, TEXT), LEADING);
    }
    set_all(pages);
}

/// Sets a part of the text, whose words have this size.
fn set(pages: &mut Pages<'_>, part: &Part, size: f32) {
    pages.skip(size * LEADING * 0.6);
    match part {
        Part::Text(text) => pages.paragraph(text, (Weight::Regular, size), LEADING),
        Part::Table(one) => {
            pages.skip(size * LEADING * 0.4);
            table::set(pages, one);
        }
    }
}

/// Begins a page if the last paragraph, the signature and the small print do not fit on this one together: a signature
/// alone on a page looks lost. What is too long for that is broken like everything else.
fn keep_end_together(
    pages: &mut Pages<'_>,
    (signer, legal): (&[String], Option<&str>),
    last: &Part,
    size: f32,
) {
    let Part::Text(text) = last else { return };
    let (width, breaker) = (pages.width(), pages.breaker);
    let height = |text: &str, size: f32| {
        let lines = breaker.broken(text, (Weight::Regular, size), width);
        lines.iter().map(|line| line.size * LEADING).sum::<f32>()
    };
    let lines: f32 = signer.iter().map(|line| height(line, size)).sum();
    let signature = if signer.is_empty() { 0.0 } else { SIGNATURE + lines };
    let legal = legal.map_or(0.0, |legal| height(legal, SMALL) + SMALL * LEADING);
    let end = height(text, size) + size * LEADING + signature + legal;
    if end < pages.size.1 / 2.0 {
        pages.make_room(end);
    }
}

/// Sets the logo on the left, and the organisation's name and address on the right.
fn organisation(pages: &mut Pages<'_>, head: &Head, logo: Option<(f32, f32)>) {
    if let Some((width, height)) = logo {
        let scale = (LOGO.0 / width).min(LOGO.1 / height);
        pages.put(|_| Mark::Logo(LEFT, HEAD_TOP - 4.0 * MM, (width * scale, height * scale)));
    }
    let left = LEFT + pages.width() - HEAD_WIDTH;
    pages.y = HEAD_TOP;
    let breaker = pages.breaker;
    let name = breaker.broken(&head.organisation, (Weight::Bold, TEXT), HEAD_WIDTH);
    let address = head.address().iter();
    let address = address.flat_map(|line| breaker.broken(line, (Weight::Regular, SMALL), HEAD_WIDTH));
    for line in name.into_iter().chain(address) {
        let right = left + HEAD_WIDTH - line.width;
        let height = line.size * CLOSE_LEADING;
        pages.put(|y| Mark::Text(right, y, line));
        pages.skip(height);
    }
}

/// Sets the address of the letter, and above it that of the sender, for envelopes with windows.
fn address(pages: &mut Pages<'_>, head: &Head, letter: &Letter) {
    pages.y = SENDER;
    let sender: Vec<_> =
        std::iter::once(&head.organisation).chain(head.address()).map(String::as_str).collect();
    let sender = Run::new(&sender.join(" · "), Weight::Regular, TINY);
    if !head.address().is_empty() && sender.width <= ADDRESS_WIDTH {
        pages.put(|y| Mark::Text(LEFT, y, sender));
    }
    pages.y = ADDRESS;
    let breaker = pages.breaker;
    let lines = letter.to.iter();
    let lines = lines.flat_map(|line| breaker.broken(line, (Weight::Regular, TEXT), ADDRESS_WIDTH));
    for line in lines {
        pages.put(|y| Mark::Text(LEFT, y, line));
        pages.skip(TEXT * CLOSE_LEADING);
    }
}

/// Sets the foot of each page: the tax id, and the number of the page if there are several.
fn feet(pages: &mut Pages<'_>, head: &Head, locale: Locale) {
    let (count, width, y) = (pages.filled.len(), pages.width(), pages.size.1 - FOOT);
    let breaker = pages.breaker;
    for (i, page) in pages.filled.iter_mut().enumerate() {
        if let Some(tax_id) = &head.tax_id {
            let tax_id = text(locale, "tax-id", &[("id", tax_id.as_str().into())]);
            let line = format!("{} · {tax_id}", head.organisation);
            let lines = breaker.broken(&line, (Weight::Regular, SMALL), width - 20.0 * MM);
            if let Some(line) = lines.into_iter().next() {
                page.push(Mark::Text(LEFT, y, line));
            }
        }
        if count > 1 {
            let number = text(locale, "page-of", &[("page", (i + 1).into()), ("count", count.into())]);
            let number = Run::new(&number, Weight::Regular, SMALL);
            page.push(Mark::Text(LEFT + width - number.width, y, number));
        }
    }
}
