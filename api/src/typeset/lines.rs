//! Text in lines of a width.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use super::face::{Run, Weight};

/// The most bytes of the texts that are kept. Their glyphs take some sixty times as much.
pub(super) const KEPT_MAX: usize = 200_000;

/// Texts in lines, by their text, for each weight, size and width.
type Known = HashMap<(Weight, u32, u32), HashMap<String, Vec<Run>>>;

/// Breaks texts into lines, and keeps those that it has broken. The letters of a run have most of their words in common, and
/// one that is a little too long for a page is set in several sizes.
#[derive(Default)]
pub(super) struct Breaker {
    known: RefCell<Known>,
    /// How many bytes of texts are kept.
    pub(super) kept: Cell<usize>,
}

impl Breaker {
    /// Breaks a text into lines no wider than `width`, as [`broken`] does.
    pub(super) fn broken(&self, text: &str, (weight, size): (Weight, f32), width: f32) -> Vec<Run> {
        let style = (weight, size.to_bits(), width.to_bits());
        let mut known = self.known.borrow_mut();
        if let Some(lines) = known.get(&style).and_then(|texts| texts.get(text)) {
            return lines.clone();
        }
        let lines = broken(text, (weight, size), width);
        if self.kept.get() + text.len() > KEPT_MAX {
            known.clear();
            self.kept.set(0);
        }
        self.kept.set(self.kept.get() + text.len());
        known.entry(style).or_default().insert(text.to_owned(), lines.clone());
        lines
    }
}

/// Breaks a text into lines no wider than `width`. A line break stays, and a word that is too wide is cut.
pub(super) fn broken(text: &str, (weight, size): (Weight, f32), width: f32) -> Vec<Run> {
    let space = Run::new(" ", weight, size).width;
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let (mut line, mut used) = (String::new(), 0.0);
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            for (part, wide) in parts(word, (weight, size), width) {
                if !line.is_empty() && used + space + wide > width {
                    lines.push(Run::new(&line, weight, size));
                    (line, used) = (String::new(), 0.0);
                }
                if !line.is_empty() {
                    line.push(' ');
                    used += space;
                }
                line.push_str(&part);
                used += wide;
            }
        }
        lines.push(Run::new(&line, weight, size));
    }
    lines
}

/// Cuts a word into parts that fit into a line, each with its width. Most words are one part.
fn parts(word: &str, (weight, size): (Weight, f32), width: f32) -> Vec<(String, f32)> {
    let whole = Run::new(word, weight, size).width;
    if whole <= width {
        return vec![(word.to_owned(), whole)];
    }
    let mut parts = vec![(String::new(), 0.0)];
    for letter in word.chars() {
        let wide = Run::new(letter.encode_utf8(&mut [0; 4]), weight, size).width;
        match parts.last_mut() {
            Some((part, used)) if part.is_empty() || *used + wide <= width => {
                part.push(letter);
                *used += wide;
            }
            _ => parts.push((letter.to_string(), wide)),
        }
    }
    parts
}
