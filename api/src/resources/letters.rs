//! Printed letters: what stands on all of them, their words, and the runs in which they were printed.
//!
//! A run keeps the text of each of its letters, and the letterhead as it was, so that its file can be made again. It is
//! written in one transaction with the marks on the gifts that it thanks for: a kill leaves all of it or nothing. Letters
//! that go by email are [mailed](mailing) afterwards, each with its own PDF.

pub mod about;
pub mod files;
pub mod kept;
pub mod letterhead;
pub mod mailing;
pub mod needed;
pub mod reminded;
pub mod runs;
pub mod stated;
pub mod taken_back;
pub mod templates;

use crate::fields::Problems;
use crate::fields::types::clean;
use crate::typeset::lacking;

/// After how many letters others get the processor.
pub const PAUSE_EVERY: usize = 50;
/// How many ids one query names.
const IDS_MAX: usize = 5000;
/// The most characters and lines of the small print.
const LEGAL_TEXT: (usize, usize) = (1000, 10);

/// The way in which letters go out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// They are printed, and go to postal addresses.
    #[default]
    Post,
    /// Each goes to an email address, with its PDF.
    Email,
    /// They are printed for those who cannot be reached by post.
    Hand,
}

/// Returns a text that somebody typed for a letter, or nothing if it is empty. Adds a problem if it is too long, has more
/// lines than it may have, or has a letter that cannot be printed.
fn printable(
    (field, text): (&str, &str),
    (chars, lines): (usize, usize),
    problems: &mut Problems,
) -> Option<String> {
    let text = match clean(text.to_owned()) {
        Ok(text) => text?,
        Err(rule) => {
            problems.add(field, rule);
            return None;
        }
    };
    if text.chars().count() > chars {
        problems.add(field, format_args!("must not be longer than {chars} characters"));
    } else if text.contains('\t') {
        problems.add(field, "must not have tabs");
    } else if lines == 1 && text.contains('\n') {
        problems.add(field, "must be a single line");
    } else if text.lines().count() > lines {
        problems.add(field, format_args!("must not have more than {lines} lines"));
    } else if let Some(letter) = lacking(&text) {
        problems.add(field, format_args!("has {letter}, which the typeface of letters lacks"));
    }
    Some(text)
}
