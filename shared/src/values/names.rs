//! The forms in which texts are compared.

use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Returns a text in the form in which a letter with an accent is one character (Unicode's NFC). Texts that
/// come in get it, so equal texts have equal bytes.
pub fn composed(text: String) -> String {
    if text.is_ascii() || is_nfc(&text) { text } else { text.nfc().collect() }
}

/// Returns the name of a tag, gift type, fund or campaign in the form that ignores case.
pub fn name_key(name: &str) -> String {
    composed(name.to_lowercase())
}

/// Returns whether a character is an accent or another mark without which a letter is still read: below or above it, or
/// a vowel point. Vowel signs and what tells one consonant from another stay.
fn is_accent(letter: char) -> bool {
    matches!(canonical_combining_class(letter), 1 | 10..=36 | 200..=240)
}

/// Returns a text without case and without accents: `Łódź` as `lodz`.
pub fn folded(text: &str) -> String {
    // An acute accent that stands alone would come apart into a space and an accent.
    let text = text.replace('\u{b4}', "'");
    let letters = text.nfkd().filter(|letter| !is_accent(*letter));
    // Some letters are equal only as capitals, and others only as small ones.
    let letters = letters.flat_map(char::to_uppercase).flat_map(char::to_lowercase);
    let mut folded = String::with_capacity(text.len());
    for letter in letters {
        match letter {
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            'đ' | 'ð' => folded.push('d'),
            'ħ' => folded.push('h'),
            'ŧ' => folded.push('t'),
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'þ' => folded.push_str("th"),
            other => folded.push(other),
        }
    }
    folded
}
