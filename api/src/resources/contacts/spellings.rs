//! The spellings of names with umlauts: `Müller` is also written `Mueller`. The stored texts have each as it was
//! written, with `muller` for `Müller`, so whoever looks for one looks for the other, too.

use shared::values::names::name_key;

/// How many letters a spelling has that nobody has typed. Fewer are found in many texts, and by no index.
const LETTERS_MIN: usize = 3;

/// Returns the spellings of a word in the form in which it is looked for: first as it was typed, then with all umlauts
/// written with an `e`, and with none.
pub(crate) fn spellings(word: &str, form: impl Fn(&str) -> String) -> Vec<String> {
    let typed = form(word);
    let others = [form(&written_out(word)), contracted(&typed)];
    let mut spellings = vec![typed];
    for other in others {
        if other.chars().count() >= LETTERS_MIN && !spellings.contains(&other) {
            spellings.push(other);
        }
    }
    spellings
}

/// Returns a text with an `e` instead of each umlaut's dots.
pub(crate) fn written_out(text: &str) -> String {
    name_key(text).replace('ä', "ae").replace(['ö', 'ø'], "oe").replace('ü', "ue")
}

/// Returns a folded text without the `e` of `ae`, `oe` and `ue`, where these may stand for an umlaut. They do not behind a
/// vowel or a `q`, nor where a word ends, or ends with an `l`: `Bauer`, `Joe` and `Samuel` stay.
pub(super) fn contracted(text: &str) -> String {
    let mut contracted = String::with_capacity(text.len());
    let (mut before, mut letters) = (' ', text.chars());
    while let Some(letter) = letters.next() {
        contracted.push(letter);
        let is_alone = !matches!(before, 'a' | 'e' | 'i' | 'o' | 'u' | 'q');
        let may_be = is_alone && matches!(letter, 'a' | 'o' | 'u');
        let behind = letters.as_str().strip_prefix('e');
        let behind = behind.map(|rest| rest.strip_prefix('l').unwrap_or(rest));
        let goes_on = behind.is_some_and(|rest| rest.starts_with(char::is_alphabetic));
        before = if may_be && goes_on { letters.next().unwrap_or(letter) } else { letter };
    }
    contracted
}

#[cfg(test)]
mod tests {
    use shared::values::names::folded;

    use super::*;

    #[test]
    fn a_word_has_the_spellings_of_its_umlauts() {
        for (word, expected) in [
            ("Mueller", &["mueller", "muller"][..]),
            ("MÜLLER", &["muller", "mueller"]),
            ("Mu\u{308}ller", &["muller", "mueller"]),
            ("muller", &["muller"]),
            ("Muell", &["muell", "mull"]),
            ("Oeztuerk", &["oeztuerk", "ozturk"]),
            ("Koeln", &["koeln", "koln"]),
            ("Neumueller", &["neumueller", "neumuller"]),
            ("Baeuerle", &["baeuerle", "bauerle"]),
            ("Böckmuehl", &["bockmuehl", "boeckmuehl", "bockmuhl"]),
            ("Søren", &["soren", "soeren"]),
            ("Weiß", &["weiss"]),
            ("Öz", &["oz", "oez"]),
        ] {
            assert_eq!(spellings(word, folded), expected, "{word}");
        }
    }

    #[test]
    fn other_words_have_one() {
        for word in ["joe", "sue", "samuel", "joel", "michael", "manuel", "bauer", "queck", "aer", "100%"] {
            assert_eq!(spellings(word, folded), [word]);
        }
        assert_eq!(spellings("ü", folded), ["u"], "two letters are in many texts");
    }

    #[test]
    fn names_have_one_spelling_in_common() {
        for names in [["Jürgen Müller", "Juergen Mueller"], ["Öztürk", "OEZTUERK"], ["Bäuerle", "baeuerle"]]
        {
            let [one, other] = names.map(|name| contracted(&folded(name)));
            assert_eq!(one, other);
        }
    }
}
