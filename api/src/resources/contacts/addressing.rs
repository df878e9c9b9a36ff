//! How letters address a contact who has neither a salutation nor an envelope name of its own.

use std::collections::{BTreeSet, HashMap};

use shared::entities::contacts;
use shared::values::choices::Locale;

use crate::locale::{self, LetterLocales};

/// Fills in a contact's salutation or envelope name, from the texts of its other fields, in the language of a letter to it.
/// Nothing else is filled in.
///
/// A person is greeted by the nickname or the first name, and a couple by both first names; in German, whose letters say
/// *Sie*, by the whole names where there is no nickname. In other languages than English, one with a title is greeted by
/// it. Envelopes have the title, the names and the suffix. Both partners of a couple stand on the envelope, without titles,
/// and share a last name if they have the same. A contact without a first name, such as an organisation, is called by its
/// last name.
pub(super) fn filled(field: &str, text: &dyn Fn(&str) -> String, letters: &LetterLocales) -> String {
    let locale = || letters.of(Some(&*text("contact_language")));
    match field {
        "contact_salutation" => salutation(text, locale()),
        "contact_envelope_name" => envelope_name(text, locale()),
        _ => String::new(),
    }
}

/// Greets people by a name, or by several, if there is one.
fn greeted(name: String, locale: Locale) -> String {
    if name.is_empty() { name } else { locale::text(locale, "dear", &[("name", name.into())]) }
}

fn salutation(text: &dyn Fn(&str) -> String, locale: Locale) -> String {
    let (nickname, first, spouse) =
        (text("contact_nickname"), text("contact_fname"), text("contact_spouse_fname"));
    let called = if nickname.is_empty() { &first } else { &nickname };
    let (title, last) = (text("contact_title"), text("contact_lname"));
    // Only English addresses one who has a title by the first name.
    let is_formal = !locale.is_english() && !title.is_empty() && !last.is_empty() && spouse.is_empty();
    if called.is_empty() || is_formal {
        if called.is_empty() && title.is_empty() && !last.is_empty() {
            return locale::text(locale, "dear-organisation", &[("name", last.into())]);
        }
        return titled(&title, &last, locale);
    }
    if locale == Locale::De && nickname.is_empty() {
        return greeted(whole_names(text, locale), locale);
    }
    greeted(locale::listed(locale, [called.clone(), spouse]), locale)
}

/// Greets one person by the title and the last name.
fn titled(title: &str, last: &str, locale: Locale) -> String {
    let polite = polite(title).filter(|_| !locale.is_english() && !last.is_empty());
    let (id, title) = polite.unwrap_or(("dear", title));
    let name = joined(&[title, last]);
    if name.is_empty() { name } else { locale::text(locale, id, &[("name", name.into())]) }
}

/// Returns the message that greets somebody with a title such as `Herr Dr.`, and the rest of the title. That of a couple,
/// such as `Herr und Frau`, has none.
fn polite(title: &str) -> Option<(&'static str, &str)> {
    let id_of = |word: &str| match &*word.trim_end_matches('.').to_lowercase() {
        "herr" | "herrn" | "mr" | "sr" | "señor" | "m" | "monsieur" | "senhor" => Some("dear-sir"),
        "frau" | "mrs" | "ms" | "sra" | "señora" | "mme" | "madame" | "senhora" => Some("dear-madam"),
        _ => None,
    };
    let (first, rest) = title.split_once(' ').unwrap_or((title, ""));
    let is_one = rest.split_whitespace().all(|word| id_of(word).is_none());
    Some((id_of(first)?, rest.trim())).filter(|_| is_one)
}

fn envelope_name(text: &dyn Fn(&str) -> String, locale: Locale) -> String {
    let (first, last) = (text("contact_fname"), text("contact_lname"));
    if first.is_empty() || text("contact_spouse_fname").is_empty() {
        return joined(&[&text("contact_title"), &first, &last, &text("contact_suffix")]);
    }
    whole_names(text, locale)
}

/// Returns the first and the last name of a person, or those of a couple, who share a last name if they have the same.
fn whole_names(text: &dyn Fn(&str) -> String, locale: Locale) -> String {
    let (first, last) = (text("contact_fname"), text("contact_lname"));
    let (spouse, spouse_last) = (text("contact_spouse_fname"), text("contact_spouse_lname"));
    if spouse.is_empty() {
        return joined(&[&first, &last]);
    }
    if spouse_last.is_empty() || spouse_last.to_lowercase() == last.to_lowercase() {
        joined(&[&locale::listed(locale, [first, spouse]), &last])
    } else {
        locale::listed(locale, [joined(&[&first, &last]), joined(&[&spouse, &spouse_last])])
    }
}

/// Makes a salutation and the name on envelopes for people who live together. One alone is addressed by the contact's own.
pub(in crate::resources) fn joint_names(
    people: &[&contacts::Model],
    locale: Locale,
) -> (Option<String>, Option<String>) {
    let texts: Vec<_> = people.iter().map(|person| names(person)).collect();
    let made = match (people, &texts[..]) {
        ([person], [texts]) => {
            let text = |field: &str| texts.get(field).copied().unwrap_or_default().to_owned();
            let own = |own: &Option<String>, made: String| own.clone().unwrap_or(made);
            (
                own(&own_salutation(person, locale), salutation(&text, locale)),
                own(&person.contact_envelope_name, envelope_name(&text, locale)),
            )
        }
        _ => several(&texts, locale),
    };
    let unless_empty = |text: String| Some(text).filter(|text| !text.is_empty());
    (unless_empty(made.0), unless_empty(made.1))
}

/// Returns the salutation and the name on envelopes of a contact who is addressed alone, with the spouse that it names.
pub(crate) fn own_names(person: &contacts::Model, locale: Locale) -> [Option<String>; 2] {
    let mut texts = names(person);
    let spouse = [
        ("contact_spouse_fname", &person.contact_spouse_fname),
        ("contact_spouse_lname", &person.contact_spouse_lname),
    ];
    texts.extend(spouse.into_iter().filter_map(|(field, text)| Some((field, text.as_deref()?))));
    let text = |field: &str| texts.get(field).copied().unwrap_or_default().to_owned();
    let made = [salutation(&text, locale), envelope_name(&text, locale)];
    let [salutation, envelope_name] = made.map(|made| Some(made).filter(|made| !made.is_empty()));
    [own_salutation(person, locale).or(salutation), person.contact_envelope_name.clone().or(envelope_name)]
}

/// Returns the salutation that a contact has of its own, unless it is an English one in a letter of another language.
fn own_salutation(person: &contacts::Model, locale: Locale) -> Option<String> {
    let is_english = |own: &String| own.to_lowercase().starts_with("dear ");
    person.contact_salutation.clone().filter(|own| locale.is_english() || !is_english(own))
}

/// The texts of the fields that make a name.
type Names<'a> = HashMap<&'static str, &'a str>;

fn names(person: &contacts::Model) -> Names<'_> {
    let fields = [
        ("contact_title", &person.contact_title),
        ("contact_fname", &person.contact_fname),
        ("contact_lname", &person.contact_lname),
        ("contact_suffix", &person.contact_suffix),
        ("contact_nickname", &person.contact_nickname),
    ];
    fields.into_iter().filter_map(|(field, text)| Some((field, text.as_deref()?))).collect()
}

/// Addresses several people together. Those of one last name share it on envelopes.
fn several(people: &[Names<'_>], locale: Locale) -> (String, String) {
    let text = |person: &Names<'_>, field: &str| person.get(field).copied().unwrap_or_default().to_owned();
    let called = |person: &Names<'_>| {
        let called = [text(person, "contact_nickname"), text(person, "contact_fname")];
        let called = called.into_iter().find(|name| !name.is_empty());
        called.unwrap_or_else(|| joined(&[&text(person, "contact_title"), &text(person, "contact_lname")]))
    };
    let last_names: BTreeSet<_> =
        people.iter().map(|one| text(one, "contact_lname").to_lowercase()).collect();
    let has_first_name = |person: &Names<'_>| !text(person, "contact_fname").is_empty();
    let envelope = match people.first() {
        Some(first) if last_names.len() == 1 && people.iter().all(has_first_name) => {
            let all = locale::listed(locale, people.iter().map(|person| text(person, "contact_fname")));
            joined(&[&all, &text(first, "contact_lname")])
        }
        _ => {
            let whole = |person| joined(&[&text(person, "contact_fname"), &text(person, "contact_lname")]);
            locale::listed(locale, people.iter().map(whole))
        }
    };
    let greeted_as = if locale == Locale::De && people.iter().all(has_first_name) {
        envelope.clone()
    } else {
        locale::listed(locale, people.iter().map(called))
    };
    (greeted(greeted_as, locale), envelope)
}

fn joined(parts: &[&str]) -> String {
    parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_couples_and_organisations_are_addressed_by_their_names() {
        for (fields, salutation, envelope) in [
            (&[("title", "Ms"), ("fname", "Olga"), ("lname", "Moreau")][..], "Dear Olga", "Ms Olga Moreau"),
            (
                &[("fname", "John"), ("lname", "Smith"), ("spouse_fname", "Mary")],
                "Dear John and Mary",
                "John and Mary Smith",
            ),
            (
                &[("fname", "John"), ("lname", "Smith"), ("spouse_fname", "Mary"), ("spouse_lname", "Jones")],
                "Dear John and Mary",
                "John Smith and Mary Jones",
            ),
            (
                &[("fname", "Robert"), ("nickname", "Bob"), ("lname", "Lee"), ("suffix", "Jr")],
                "Dear Bob",
                "Robert Lee Jr",
            ),
            (&[("lname", "Harbor Bank")], "Dear Harbor Bank", "Harbor Bank"),
            (&[("title", "Mr"), ("lname", "Lee")], "Dear Mr Lee", "Mr Lee"),
            (&[], "", ""),
        ] {
            let text = |name: &str| {
                let bare = name.strip_prefix("contact_").unwrap();
                fields.iter().find(|(one, _)| *one == bare).map_or("", |(_, text)| text).to_owned()
            };
            let both = ["contact_salutation", "contact_envelope_name"]
                .map(|field| filled(field, &text, &LetterLocales::default()));
            assert_eq!(both, [salutation, envelope]);
            assert_eq!(filled("contact_notes", &text, &LetterLocales::default()), "");
        }
    }

    #[test]
    fn people_who_live_together_are_addressed_together() {
        let person = |first: &str, last: &str| contacts::Model {
            contact_fname: Some(first.to_owned()).filter(|name| !name.is_empty()),
            contact_lname: Some(last.to_owned()),
            ..contacts::Model::default()
        };
        let robert = contacts::Model { contact_nickname: Some("Bob".to_owned()), ..person("Robert", "Lee") };
        let formal =
            contacts::Model { contact_salutation: Some("Dear Ms Lee".to_owned()), ..person("Ann", "Lee") };
        for (people, salutation, envelope) in [
            (
                vec![person("Ada", "King"), person("William", "king")],
                "Dear Ada and William",
                "Ada and William King",
            ),
            (
                vec![person("Ada", "Lovelace"), person("William", "King"), person("Mary", "King")],
                "Dear Ada, William and Mary",
                "Ada Lovelace, William King and Mary King",
            ),
            (vec![robert.clone(), person("Ann", "Lee")], "Dear Bob and Ann", "Robert and Ann Lee"),
            (vec![person("", "Lee"), person("Ann", "Lee")], "Dear Lee and Ann", "Lee and Ann Lee"),
            (vec![robert], "Dear Bob", "Robert Lee"),
            (vec![formal], "Dear Ms Lee", "Ann Lee"),
        ] {
            let people: Vec<_> = people.iter().collect();
            assert_eq!(
                joint_names(&people, Locale::En),
                (Some(salutation.to_owned()), Some(envelope.to_owned()))
            );
        }
        assert_eq!(joint_names(&[], Locale::En), (None, None));
        let title = |title: &str| Some(title.to_owned());
        let formal = contacts::Model { contact_title: title("Dr."), ..person("Quinn", "Okafor") };
        let english = contacts::Model { contact_salutation: title("Dear Ann"), ..person("Ann", "Lee") };
        let bank = person("", "Harbor Bank");
        let titled = |own: &str| contacts::Model { contact_title: title(own), ..person("Mo", "Öz") };
        let robert = contacts::Model { contact_nickname: title("Bob"), ..person("Robert", "Lee") };
        for (one, locale, salutation) in [
            (&formal, Locale::En, "Dear Quinn"),
            (&formal, Locale::De, "Guten Tag Dr. Okafor"),
            (&titled("Herr"), Locale::De, "Sehr geehrter Herr Öz"),
            (&titled("Frau Dr."), Locale::De, "Sehr geehrte Frau Dr. Öz"),
            (&titled("Herr und Frau"), Locale::De, "Guten Tag Herr und Frau Öz"),
            (&titled("Mr."), Locale::En, "Dear Mo"),
            (&titled("Sra."), Locale::Es, "Estimada señora Öz"),
            (&titled("M."), Locale::Fr, "Cher Monsieur Öz"),
            (&titled("Sr."), Locale::Pt, "Exmo. Senhor Öz"),
            (&robert, Locale::De, "Guten Tag Bob"),
            (&english, Locale::De, "Guten Tag Ann Lee"),
            (&english, Locale::En, "Dear Ann"),
            (&titled("Mr."), Locale::EnUs, "Dear Mo"),
            (&english, Locale::Fr, "Bonjour Ann"),
            (&bank, Locale::En, "Dear Harbor Bank"),
            (&bank, Locale::De, "Sehr geehrte Damen und Herren"),
        ] {
            assert_eq!(own_names(one, locale)[0].as_deref(), Some(salutation));
            assert_eq!(joint_names(&[one], locale).0.as_deref(), Some(salutation));
        }
        let couple = [person("Ada", "King"), person("William", "King")];
        let couple = joint_names(&couple.each_ref(), Locale::De);
        assert_eq!(
            couple,
            (Some("Guten Tag Ada und William King".to_owned()), Some("Ada und William King".to_owned()))
        );
    }
}
