//! Text in lines of a width.

use super::face::{Run, Weight};

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
