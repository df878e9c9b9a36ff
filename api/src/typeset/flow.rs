//! Pages as they are filled, from the top to the bottom.

use super::face::{Run, Weight};
use super::lines::Breaker;
use super::paper::MM;

/// The sizes of text, and the distance from line to line as a part of the size.
pub(super) const TEXT: f32 = 10.0;
pub(super) const SMALL: f32 = 8.0;
pub(super) const LEADING: f32 = 1.45;

/// The margins.
pub(super) const LEFT: f32 = 25.0 * MM;
const RIGHT: f32 = 25.0 * MM;
const TOP: f32 = 25.0 * MM;
const BOTTOM: f32 = 22.0 * MM;

/// Something that stands on a page, at its place from the left and from the top.
pub(super) enum Mark {
    /// A line of text, by the left end of its base line.
    Text(f32, f32, Run),
    /// A line from the left to the right, and how thick it is.
    Rule(f32, f32, f32, f32),
    /// The logo, and its width and height.
    Logo(f32, f32, (f32, f32)),
}

/// The pages of a letter, as they are filled.
pub(super) struct Pages<'a> {
    pub(super) breaker: &'a Breaker,
    pub(super) filled: Vec<Vec<Mark>>,
    pub(super) size: (f32, f32),
    /// How far the last page is filled.
    pub(super) y: f32,
}

impl<'a> Pages<'a> {
    /// Begins with an empty page of a width and a height.
    pub(super) fn new(size: (f32, f32), breaker: &'a Breaker) -> Self {
        Self { breaker, filled: vec![Vec::new()], size, y: 0.0 }
    }

    /// Returns the width of the text.
    pub(super) fn width(&self) -> f32 {
        self.size.0 - LEFT - RIGHT
    }

    /// Returns the height of the text of a page that has nothing else.
    pub(super) fn text_height(&self) -> f32 {
        self.size.1 - TOP - BOTTOM
    }

    /// Begins a page.
    pub(super) fn begin(&mut self) {
        self.filled.push(Vec::new());
        self.y = TOP;
    }

    /// Begins a page if this one has less room than this. Returns whether it did.
    pub(super) fn make_room(&mut self, height: f32) -> bool {
        let is_full = self.y + height > self.size.1 - BOTTOM;
        if is_full {
            self.begin();
        }
        is_full
    }

    /// Leaves some height empty.
    pub(super) fn skip(&mut self, height: f32) {
        self.y += height;
    }

    /// Puts something on the page, at this height above where the next one begins.
    pub(super) fn put(&mut self, mark: impl FnOnce(f32) -> Mark) {
        let mark = mark(self.y);
        if let Some(page) = self.filled.last_mut() {
            page.push(mark);
        }
    }

    /// Sets lines one below the other, over as many pages as it takes. No page begins or ends with a single line of a
    /// paragraph.
    fn lines(&mut self, lines: Vec<Run>, leading: f32) {
        let count = lines.len();
        for (i, line) in lines.into_iter().enumerate() {
            let height = line.size * leading;
            let is_before_orphan = count > 1 && (i == 0 || i + 2 == count);
            self.make_room(if is_before_orphan { 2.0 * height } else { height });
            self.skip(height);
            self.put(|y| Mark::Text(LEFT, y, line));
        }
    }

    /// Sets a paragraph.
    pub(super) fn paragraph(&mut self, text: &str, (weight, size): (Weight, f32), leading: f32) {
        let lines = self.breaker.broken(text, (weight, size), self.width());
        self.lines(lines, leading);
    }
}
