//! What pages call fields, choices and kinds, in the language of whoever reads them. The document, the API and files call them
//! as [`crate::fields::labels`] does, in English.

use chrono::{Datelike, NaiveDate};

use super::field::{Control, Entry};
pub(crate) use super::labels::capitalised;
use super::parameters::Parameter;
use super::{countries, labels};
use crate::language::{known, spoken};

/// Returns the label of a field.
pub(crate) fn label(entry: &Entry) -> String {
    of_field(entry.name, &labels::label(entry))
}

/// Returns the hint about a field.
pub(crate) fn hint(entry: &Entry) -> String {
    let english = labels::hint(entry);
    if english.is_empty() { english } else { translated("hint", entry.name, &english).unwrap_or(english) }
}

/// Returns the label of a field or a parameter with this name.
pub(crate) fn of_name(name: &str) -> String {
    let english = labels::of_name(name);
    known_as("label", name, &english).map(str::to_owned).or_else(|| known_choice(name)).unwrap_or(english)
}

/// Returns the label of a field that is called so in English.
pub(crate) fn of_field(name: &str, english: &str) -> String {
    translated("label", name, english).unwrap_or_else(|| english.to_owned())
}

/// Returns the label of a parameter.
pub(crate) fn of_parameter(parameter: &Parameter) -> String {
    // The state of an address, which is a text, and that of a pledge have one name.
    let of_choices = match parameter.control {
        Control::Choice(_) => known(&format!("label-{}-of-choices", parameter.name)),
        _ => None,
    };
    of_choices.map_or_else(|| of_name(parameter.name), str::to_owned)
}

/// Returns a choice, or the name of a gift type.
pub(crate) fn choice(text: &str) -> String {
    known_choice(text).unwrap_or_else(|| labels::choice(text))
}

/// Returns how often a pledge is for a gift, to stand after its amount.
pub(crate) fn frequency(frequency: &str) -> String {
    let words = known(&format!("pledge-frequency-{frequency}"));
    words.map_or_else(|| frequency.replace('_', " "), str::to_owned)
}

/// Returns the name of a type of gifts. Those that every account has at first are in the language of the page; others have the
/// account's own names.
pub(crate) fn gift_type(name: &str) -> String {
    if labels::GIFT_TYPES.contains(&name) { choice(name) } else { labels::choice(name) }
}

/// Returns the name of a country, or its code if no country has it.
pub(crate) fn country(code: &str) -> String {
    countries::name(code, spoken()).unwrap_or(code).to_owned()
}

/// The languages of contacts that have names, each with the id of its name.
const LANGUAGES: [(&str, &str); 20] = [
    ("ar", "edit-language-ar"),
    ("zh", "edit-language-zh"),
    ("nl", "edit-language-nl"),
    ("en", "edit-language-en"),
    ("fr", "edit-language-fr"),
    ("de", "edit-language-de"),
    ("el", "edit-language-el"),
    ("hi", "edit-language-hi"),
    ("it", "edit-language-it"),
    ("ja", "edit-language-ja"),
    ("ko", "edit-language-ko"),
    ("pl", "edit-language-pl"),
    ("pt", "edit-language-pt"),
    ("ru", "edit-language-ru"),
    ("es", "edit-language-es"),
    ("sv", "edit-language-sv"),
    ("tl", "edit-language-tl"),
    ("tr", "edit-language-tr"),
    ("uk", "edit-language-uk"),
    ("vi", "edit-language-vi"),
];

/// Returns the tags and the names of the languages that forms offer, sorted by name, and the one that is `chosen`.
pub(crate) fn all_languages(chosen: &str) -> Vec<(String, String)> {
    let mut all = LANGUAGES.map(|(tag, name)| (tag.to_owned(), t!(name).to_owned())).to_vec();
    all.sort_by_cached_key(|(_, name)| countries::folded(name));
    if !chosen.is_empty() && all.iter().all(|(tag, _)| tag != chosen) {
        all.push((chosen.to_owned(), language(chosen)));
    }
    all
}

/// Returns the name of a language, with the country or the script that its tag names, or the tag of one without a name.
pub(crate) fn language(tag: &str) -> String {
    let (own, rest) = tag.split_once('-').unwrap_or((tag, ""));
    match LANGUAGES.iter().find(|(one, _)| one.eq_ignore_ascii_case(own)) {
        Some((_, name)) if rest.is_empty() => t!(*name).to_owned(),
        Some((_, name)) => format!("{} ({})", t!(*name), country(rest)),
        None => tag.to_owned(),
    }
}

/// Returns a day of every year, such as `5 June`.
pub(crate) fn yearly_day(day: NaiveDate) -> String {
    t!("day-of-year", day = day.day(), month = month(day.month()))
}

/// Returns the name of a month, such as `June` for 6.
pub(crate) fn month(month: u32) -> &'static str {
    known(&format!("month-{month}")).unwrap_or_default()
}

/// Returns the code and the name of every country, in their order. Whoever chooses one is offered the `first` before the others.
pub(crate) fn all_countries(first: Option<&str>) -> Vec<(String, String)> {
    let is_first = |country: &&(&str, &str)| Some(country.0) == first;
    let (mut all, others): (Vec<_>, Vec<_>) = countries::all(spoken()).iter().partition(is_first);
    all.extend(others);
    all.into_iter().map(|(code, name)| ((*code).to_owned(), (*name).to_owned())).collect()
}

/// Returns whether a field or a parameter has a label with this name.
pub(crate) fn has_label(name: &str) -> bool {
    known(&format!("label-{name}")).is_some()
}

/// Returns the heading of a column of a file for people that is called so in English. `field` is the field that it shows.
pub(crate) fn heading(field: &str, english: &str) -> String {
    let own = (!spoken().is_english()).then(|| known_heading(field, english)).flatten();
    own.unwrap_or_else(|| english.to_owned())
}

/// Returns a heading as the catalogue has it: by its words, or as the label of its field. One such as `Address: City` is made of
/// both.
pub(crate) fn known_heading(field: &str, english: &str) -> Option<String> {
    if let Some(label) = english.strip_suffix(" (number)") {
        let label = known_heading(field, label)?;
        return Some(t!("heading-number-of", label = label));
    }
    if let Some((whole, part)) = english.split_once(": ") {
        let (whole, part) = (known_heading("", whole)?, known_heading(field, part)?);
        return Some(t!("heading-part-of", whole = whole, part = part));
    }
    let own = known(&format!("heading-{}", slug(english)));
    own.or_else(|| known_as("label", field, english)).map(str::to_owned)
}

/// Returns a choice in another language than English, if the catalogue has it.
pub(crate) fn known_choice(text: &str) -> Option<String> {
    let is_other = !spoken().is_english();
    is_other.then(|| known(&format!("choice-{text}"))).flatten().map(str::to_owned)
}

/// Returns what another language than English says for a name.
fn translated(what: &str, name: &str, english: &str) -> Option<String> {
    if spoken().is_english() {
        return None;
    }
    known_as(what, name, english).map(str::to_owned)
}

/// Returns what the catalogue says for a name. Where several fields of a name have different texts, the id has the English one,
/// too.
fn known_as(what: &str, name: &str, english: &str) -> Option<&'static str> {
    let own = known(&format!("{what}-{name}-{}", slug(english)));
    own.or_else(|| known(&format!("{what}-{name}")))
}

/// Writes a text as the ids of messages have it: `Part of the name` is `part-of-the-name`.
pub(crate) fn slug(text: &str) -> String {
    let words = text.split(|char: char| !char.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use shared::values::choices::{Choice, Locale};

    use super::*;
    use crate::fields::field::Input;
    use crate::language::speak;
    use crate::resources::kinds::KINDS;
    use crate::resources::merges::MergeInput;

    /// Returns the fields of all kinds, and those within them.
    fn entries() -> Vec<&'static Entry> {
        let mut entries: Vec<_> = KINDS.iter().flat_map(|kind| kind.fields).collect();
        entries.extend(MergeInput::FIELDS.iter().filter(|entry| entry.name == "from_id"));
        let mut at = 0;
        while let Some(entry) = entries.get(at) {
            if let Control::List(within) | Control::Object(within) = entry.control {
                entries.extend(within);
            }
            at += 1;
        }
        entries
    }

    /// Returns what a catalogue says for a name.
    fn of(locale: Locale, what: &str, name: &str, english: &str) -> Option<&'static str> {
        speak(locale, || known_as(what, name, english))
    }

    #[test]
    fn every_language_has_the_labels_and_hints_of_every_field() {
        for entry in entries() {
            let (english, hinted) = (labels::label(entry), labels::hint(entry));
            assert_eq!((label(entry), hint(entry)), (english.clone(), hinted.clone()));
            assert_eq!(of(Locale::En, "label", entry.name, &english), Some(english.as_str()));
            // No page shows the hints of the others.
            let has_hint = !hinted.is_empty()
                && entry.name != "id"
                && !matches!(entry.control, Control::List(_) | Control::Object(_));
            if has_hint {
                assert_eq!(of(Locale::En, "hint", entry.name, &hinted), Some(hinted.as_str()));
            }
            for locale in Locale::ALL {
                assert!(of(*locale, "label", entry.name, &english).is_some(), "{locale}: {}", entry.name);
                let hint = of(*locale, "hint", entry.name, &hinted);
                assert!(!has_hint || hint.is_some(), "{locale}: {}", entry.name);
            }
        }
    }

    #[test]
    fn every_language_has_every_choice_and_every_kind() {
        for entry in entries() {
            let Control::Choice(texts) = entry.control else { continue };
            for text in texts() {
                assert_eq!(choice(text), labels::choice(text));
                let own = |locale| speak(locale, || known(&format!("choice-{text}")));
                assert_eq!(own(Locale::En), Some(labels::choice(text).as_str()));
                assert!(Locale::ALL.iter().all(|locale| own(*locale).is_some()), "{text}");
            }
        }
        for kind in KINDS {
            assert_eq!(known(&format!("kind-{}", kind.path)), Some(labels::spaced(kind.tag).as_str()));
            for locale in Locale::ALL {
                let own = speak(*locale, || known(&format!("kind-{}", kind.path)));
                assert!(own.is_some(), "{locale}: {}", kind.path);
            }
        }
    }

    #[test]
    fn fields_of_one_name_have_labels_of_their_own() {
        let label_of = |kind: &str| {
            let kind = KINDS.iter().find(|one| one.path == kind).unwrap();
            let entry = kind.fields.iter().find(|entry| entry.name == "contact_id").unwrap();
            (label(entry), hint(entry))
        };
        let (gifts, tasks) = speak(Locale::De, || (label_of("gifts"), label_of("tasks")));
        assert_eq!((gifts.0.as_str(), tasks.0.as_str()), ("Spender", "Kontakt"));
        assert_ne!(gifts.1, tasks.1);
        let state = |control| of_parameter(&Parameter { name: "state", control });
        let (of_pledge, of_address) =
            speak(Locale::De, || (state(Control::Choice(Vec::new)), state(Control::Text(100))));
        assert_ne!(of_pledge, of_address);
        assert_eq!(state(Control::Choice(Vec::new)), "State");
    }
}
