//! Tables: rows that break between pages, below heads that are repeated.

use super::Table;
use super::face::{Run, Weight};
use super::flow::{LEFT, Mark, Pages, SMALL, TEXT};
use super::lines::Breaker;

const SIZE: f32 = 9.0;
const LINE: f32 = SIZE * 1.3;
/// The room above and below the text of a row.
const PAD: f32 = 2.2;
/// The room between columns.
const GAP: f32 = 8.0;
const THIN: f32 = 0.35;
const THICK: f32 = 0.8;

/// Where a column is, from the left end of the table, and how wide.
struct Column {
    left: f32,
    width: f32,
    is_right: bool,
}

/// Sets a table with its heading and its totals.
pub(super) fn set(pages: &mut Pages<'_>, table: &Table) {
    let columns = columns(table, pages.width());
    let heads: Vec<_> = table.columns.iter().map(|(head, _)| head.clone()).collect();
    let heads = cells(pages.breaker, &heads, &columns, (Weight::Bold, SMALL));
    let first_height = 3.0 * (LINE + 2.0 * PAD) + TEXT * 2.0;
    pages.make_room(first_height);
    if !table.heading.is_empty() {
        pages.skip(TEXT);
        pages.put(|y| Mark::Text(LEFT, y, Run::new(&table.heading, Weight::Bold, TEXT)));
        pages.skip(TEXT * 0.6);
    }
    row(pages, &columns, &heads, THICK);
    for texts in &table.rows {
        let mut texts = cells(pages.breaker, texts, &columns, (Weight::Regular, SIZE));
        // What is taller than a page goes on below the heads of the next one.
        let room = pages.text_height() - height(&heads);
        loop {
            let rest = rest(&mut texts, room);
            if pages.make_room(height(&texts)) {
                row(pages, &columns, &heads, THICK);
            }
            row(pages, &columns, &texts, THIN);
            match rest {
                Some(rest) => texts = rest,
                None => break,
            }
        }
    }
    for (what, amount) in &table.totals {
        if pages.make_room(LINE + 2.0 * PAD) {
            row(pages, &columns, &heads, THICK);
        }
        total(pages, what, amount);
    }
}

/// Divides the width.
fn columns(table: &Table, width: f32) -> Vec<Column> {
    let all: f32 = table.columns.iter().map(|(_, part)| f32::from(*part)).sum();
    let last = table.columns.len().saturating_sub(1);
    let mut left = 0.0;
    let column = |(i, (_, part)): (usize, &(String, u8))| {
        let own = f32::from(*part) / all.max(1.0) * width;
        let column = Column { left, width: own, is_right: table.has_amounts && i == last };
        left += own;
        column
    };
    table.columns.iter().enumerate().map(column).collect()
}

fn cells(breaker: &Breaker, texts: &[String], columns: &[Column], style: (Weight, f32)) -> Vec<Vec<Run>> {
    let cell = |(text, column): (&String, &Column)| {
        let gap = if column.is_right { 0.0 } else { GAP };
        breaker.broken(text, style, column.width - gap)
    };
    texts.iter().zip(columns).map(cell).collect()
}

/// Returns the height of a row: that of the cell with the most lines.
fn height(cells: &[Vec<Run>]) -> f32 {
    let most = cells.iter().map(|lines| lines.iter().map(|_| LINE).sum::<f32>());
    most.fold(LINE, f32::max) + 2.0 * PAD
}

/// Takes from a row what does not fit into this height. Returns it, if there is any.
fn rest(cells: &mut [Vec<Run>], room: f32) -> Option<Vec<Vec<Run>>> {
    let mut fitting = 1;
    let mut used = 2.0 * LINE + 2.0 * PAD;
    while used <= room {
        fitting += 1;
        used += LINE;
    }
    let rest: Vec<_> = cells.iter_mut().map(|lines| lines.split_off(fitting.min(lines.len()))).collect();
    rest.iter().any(|lines| !lines.is_empty()).then_some(rest)
}

/// Sets a row, and a line below it.
fn row(pages: &mut Pages<'_>, columns: &[Column], cells: &[Vec<Run>], thick: f32) {
    for (lines, column) in cells.iter().zip(columns) {
        let mut down = PAD + SIZE;
        for line in lines {
            let left = if column.is_right { column.left + column.width - line.width } else { column.left };
            pages.put(|y| Mark::Text(LEFT + left, y + down, line.clone()));
            down += LINE;
        }
    }
    pages.skip(height(cells));
    let width = pages.width();
    pages.put(|y| Mark::Rule(LEFT, y, width, thick));
}

/// Sets a total, on the right.
fn total(pages: &mut Pages<'_>, what: &str, amount: &str) {
    let width = pages.width();
    let amount = Run::new(amount, Weight::Bold, SIZE);
    pages.put(|y| Mark::Text(LEFT, y + PAD + SIZE, Run::new(what, Weight::Bold, SIZE)));
    pages.put(|y| Mark::Text(LEFT + width - amount.width, y + PAD + SIZE, amount));
    pages.skip(LINE + 2.0 * PAD);
}
