//! The forms in which texts are compared.

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
