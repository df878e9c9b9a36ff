//! Words of files in every language of the service: which fields headings mean, and which values cells mean. All languages
//! are tried, whoever imports the file, and no word means two things in one place.

pub(super) mod contacts;
pub(super) mod gifts;
pub(super) mod pledges;
pub(super) mod values;

use shared::values::choices::Locale;

use crate::resources::contacts::search;

/// Words for one thing, as [`plain`] writes them, with spaces between them.
pub(super) struct Words {
    /// The field or the value that they mean.
    pub(super) means: &'static str,
    pub(super) en: &'static str,
    pub(super) de: &'static str,
    pub(super) es: &'static str,
    pub(super) fr: &'static str,
    pub(super) pt: &'static str,
}

impl Words {
    /// Returns the words of all languages.
    pub(super) fn all(&self) -> impl Iterator<Item = &'static str> {
        let languages = [self.en, self.de, self.es, self.fr, self.pt];
        languages.into_iter().flat_map(|words| words.split(' ')).filter(|word| !word.is_empty())
    }

    /// Returns whether a text is one of the words of English, or of this language. It must be as [`plain`] writes it.
    pub(super) fn is_in(&self, locale: Locale, plain: &str) -> bool {
        let own = match locale {
            Locale::En | Locale::EnUs => self.en,
            Locale::De => self.de,
            Locale::Es => self.es,
            Locale::Fr => self.fr,
            Locale::Pt => self.pt,
        };
        [self.en, own].iter().any(|words| words.split(' ').any(|word| word == plain))
    }

    /// Returns whether a text is one of the words. It must be as [`plain`] writes it.
    pub(super) fn has(&self, plain: &str) -> bool {
        self.all().any(|word| word == plain)
    }
}

/// Returns what a text means by a table, if it is one of its words. It must be as [`plain`] writes it.
pub(super) fn meaning(table: &[Words], plain: &str) -> Option<&'static str> {
    table.iter().find(|words| words.has(plain)).map(|words| words.means)
}

/// Returns a text with nothing but its letters and digits, without case and accents. `Check #` is `checknumber`, and
/// `Straße` is `strasse`.
pub(super) fn plain(text: &str) -> String {
    let text = text.replace(['#', '№'], "number").replace('&', "and");
    search::plain(&text).chars().filter(|character| character.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::fields::field::Control;
    use crate::resources::kinds::KINDS;

    /// Asserts that words are written as they are compared, and that none means two things.
    fn check<'a>(tables: impl IntoIterator<Item = &'a Words>) {
        let mut known = HashMap::new();
        for words in tables {
            for word in words.all() {
                assert_eq!(plain(word), word, "{}", words.means);
                let before = known.insert(word, words.means);
                let is_clear = before.is_none_or(|before| before == words.means);
                assert!(is_clear, "{word}: {before:?}, {}", words.means);
            }
        }
    }

    #[test]
    fn no_word_means_two_things() {
        check(contacts::TABLE);
        let is_of_donor = |words: &&Words| gifts::DONOR.iter().any(|(_, field)| *field == words.means);
        check(gifts::TABLE.iter().chain(contacts::TABLE.iter().filter(is_of_donor)));
        check(pledges::TABLE);
        check(values::GIFT_TYPES.iter().chain([&values::DIRECT_DEBIT]));
        check(values::CONTACT_TYPES);
        for entry in KINDS.iter().flat_map(|kind| kind.fields) {
            if let Control::Choice(choices) = entry.control {
                let choices = choices();
                check(values::CHOICES.iter().filter(|words| choices.contains(&words.means)));
            }
        }
    }

    #[test]
    fn letters_and_digits_are_what_counts() {
        for (text, written) in [
            ("Check #", "checknumber"),
            ("E-Mail", "email"),
            ("STRASSE", "strasse"),
            ("Straße", "strasse"),
            ("Número de teléfono", "numerodetelefono"),
            ("Complément d’adresse", "complementdadresse"),
            ("Nº de cheque", "nodecheque"),
            (" ", ""),
        ] {
            assert_eq!(plain(text), written, "{text}");
        }
    }
}
