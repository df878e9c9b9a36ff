//! The texts of pages stand in the catalogues of `api/locales`, in every language.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::{code, files, root, sources};

/// Words that a template may have of its own, because they are the same in every language.
const NAMES: [&str; 1] = ["Almoner"];

/// The attributes whose values people read or hear.
const READ: [&str; 6] = ["alt", "aria-label", "aria-description", "data-label", "placeholder", "title"];

/// Returns the messages of a file, each with its whole text, and the beginnings of ids that the code puts together.
fn messages(path: &Path) -> (BTreeMap<String, String>, Vec<String>) {
    let text = fs::read_to_string(path).unwrap();
    let (mut messages, mut computed) = (BTreeMap::<String, String>::new(), Vec::new());
    let mut last = String::new();
    for line in text.lines() {
        if let Some(start) = line.strip_prefix("# computed: ") {
            computed.push(start.trim().to_owned());
        } else if line.starts_with(char::is_alphabetic) {
            let (id, value) = line.split_once(" =").unwrap_or_else(|| panic!("{}: {line}", path.display()));
            id.clone_into(&mut last);
            let before = messages.insert(id.to_owned(), value.to_owned());
            assert!(before.is_none(), "{}: {id} is there twice", path.display());
        } else if let Some(message) = messages.get_mut(&last).filter(|_| !line.starts_with('#')) {
            message.push('\n');
            message.push_str(line);
        }
    }
    (messages, computed)
}

/// Returns the names that a text fills in.
fn variables(text: &str) -> BTreeSet<String> {
    let names = text.split('$').skip(1);
    names
        .map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap().to_owned())
        .collect()
}

/// Returns the marks of HTML in a text.
fn marks(text: &str) -> BTreeSet<String> {
    let starts = text.split('<').skip(1).filter_map(|rest| Some(rest.split_once('>')?.0.to_owned()));
    starts.collect()
}

/// Returns the messages of all files of a language, and the beginnings of ids that the code puts together.
fn catalogue(language: &str) -> (BTreeMap<String, String>, Vec<String>) {
    let folder = root().join("api/locales").join(language).join("pages");
    let (mut all, mut computed) = (BTreeMap::new(), Vec::new());
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (messages, starts) = messages(&entry.path());
        computed.extend(starts);
        for (id, text) in messages {
            assert!(all.insert(id.clone(), text).is_none(), "{language}: {id} is in two files");
        }
    }
    (all, computed)
}

/// Returns the templates of the web application, by their paths.
fn templates() -> BTreeMap<String, String> {
    files(vec![root().join("api/src/web")], "html")
}

#[test]
fn no_style_depends_on_words_of_a_language() {
    for (path, style) in files(vec![root().join("api/src/web")], "css") {
        for attribute in READ {
            let asked = format!("[{attribute}=");
            assert!(
                !style.contains(&asked),
                "{path} has {asked}…], which is another text in other languages"
            );
        }
    }
}

/// Returns a text without what stands between two marks. Nothing is left open in a template that compiles.
fn without(text: &str, open: &str, close: &str) -> String {
    let mut parts = text.split(open);
    let mut left = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        left.push(' ');
        left.push_str(part.split_once(close).map_or("", |(_, rest)| rest));
    }
    left
}

fn has_words(text: &str) -> bool {
    let text = NAMES.iter().fold(text.to_owned(), |text, name| text.replace(name, ""));
    let words = text.split(|c: char| !c.is_alphabetic() && c != '&' && c != ';');
    // What begins with & and ends with ; is a sign of HTML.
    words.map(|word| word.split('&').next().unwrap_or_default()).any(|word| word.chars().count() > 1)
}

#[test]
fn every_language_has_every_text_with_the_same_values_and_marks() {
    let (english, _) = catalogue("en");
    assert!(english.len() > 500, "{}", english.len());
    for language in ["de", "es", "fr", "pt"] {
        let (own, _) = catalogue(language);
        let missing: Vec<_> = english.keys().filter(|id| !own.contains_key(*id)).collect();
        let unknown: Vec<_> = own.keys().filter(|id| !english.contains_key(*id)).collect();
        assert_eq!((missing, unknown), (vec![], vec![]), "{language}");
        for (id, text) in &english {
            assert_eq!(variables(&own[id]), variables(text), "{language}: {id}");
            assert_eq!(marks(&own[id]), marks(text), "{language}: {id}");
        }
    }
}

#[test]
fn american_english_has_only_texts_that_differ_from_english() {
    let (english, _) = catalogue("en");
    let (american, _) = catalogue("en-US");
    for (id, text) in &american {
        assert_eq!(variables(&english[id]), variables(text), "{id}");
        assert_ne!(&english[id], text, "{id}");
    }
}

#[test]
fn a_fund_has_one_word_in_french() {
    let (french, _) = catalogue("fr");
    let is_other = |text: &&String| text.replace("collecte de fonds", "").to_lowercase().contains("fonds");
    let other: Vec<_> = french.values().filter(is_other).collect();
    assert!(other.is_empty(), "say *affectation*, as letters do: {other:?}");
}

#[test]
fn every_text_of_a_template_is_in_the_catalogues() {
    let mut wrong = Vec::new();
    for (name, template) in templates() {
        let bare = without(&without(&without(&template, "{#", "#}"), "{%", "%}"), "{{", "}}");
        let mut text = bare.split('<');
        let mut found: Vec<&str> = text.next().into_iter().collect();
        for part in text {
            let (mark, after) = part.split_once('>').unwrap_or((part, ""));
            found.push(after);
            for attribute in READ {
                found.extend(
                    mark.split(&format!(" {attribute}=\"")).skip(1).filter_map(|rest| rest.split('"').next()),
                );
            }
        }
        wrong.extend(
            found.into_iter().filter(|text| has_words(text)).map(|text| format!("{name}: {}", text.trim())),
        );
    }
    assert!(wrong.is_empty(), "move these texts into api/locales:\n{}", wrong.join("\n"));
}

/// Returns the uses of a macro in a text: the id, and the names of the values.
fn uses<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = (String, BTreeSet<String>)> + use<'a> {
    let is_use = |(at, _): &(usize, &str)| !text[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    text.match_indices(name).filter(is_use).filter_map(move |(at, _)| {
        let rest = text[at + name.len()..].trim_start().strip_prefix('"')?;
        let (id, rest) = rest.split_once('"')?;
        let (mut depth, mut in_text, mut plain) = (1, false, String::new());
        let mut chars = rest.chars();
        while let Some(char) = chars.next().filter(|_| depth > 0) {
            match char {
                '\\' if in_text => drop(chars.next()),
                '"' => in_text = !in_text,
                _ if in_text => {}
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                _ if depth == 1 => plain.push(char),
                _ => {}
            }
        }
        let names = plain.split(',').filter_map(|part| {
            let (name, value) = part.split_once('=')?;
            let is_name = !value.starts_with(['=', '>']) && !name.trim().is_empty();
            is_name.then(|| name.trim().to_owned())
        });
        Some((id.to_owned(), names.collect()))
    })
}

/// Returns the beginnings of the ids that a text puts together to look them up.
fn beginnings(text: &str) -> impl Iterator<Item = &str> {
    let calls = ["known(&format!(\"", "filled(&format!(\""];
    let rest = calls.into_iter().flat_map(move |call| text.split(call).skip(1));
    rest.filter_map(|rest| rest.split(['{', '"']).next()).filter(|beginning| !beginning.is_empty())
}

#[test]
fn every_text_that_pages_use_is_there_with_its_values_and_no_other_is() {
    let (english, computed) = catalogue("en");
    let mut texts = sources();
    texts.retain(|name, _| name.starts_with("api/src/") && name != "api/src/language.rs");
    for source in texts.values_mut() {
        *source = code(source);
    }
    texts.extend(templates());
    let mut wrong = Vec::new();
    for (name, text) in &texts {
        for (id, names) in uses(text, "t!(").chain(uses(text, "h!(")) {
            match english.get(&id) {
                None => wrong.push(format!("{name}: {id} is in no catalogue")),
                Some(text) if variables(text) != names => {
                    wrong.push(format!("{name}: {id} has {:?}, and gets {names:?}", variables(text)));
                }
                Some(_) => {}
            }
        }
        let is_known = |beginning: &&str| english.keys().any(|id| id.starts_with(*beginning));
        let unknown = beginnings(text).filter(|beginning| !is_known(beginning));
        wrong.extend(unknown.map(|beginning| format!("{name}: {beginning}… is in no catalogue")));
    }
    let quoted: BTreeSet<&str> = texts.values().flat_map(|text| text.split('"')).collect();
    let is_used =
        |id: &&String| quoted.contains(id.as_str()) || computed.iter().any(|start| id.starts_with(start));
    wrong.extend(english.keys().filter(|id| !is_used(id)).map(|id| format!("no page uses {id}")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The files of the web application that have words with a capital letter which are no texts of pages.
const HAVE_WORDS: [(&str, &str); 9] = [
    ("api/src/web/assets.rs", "the name of the service"),
    ("api/src/web/records/contact_page/log.rs", "subjects of tasks, which are stored"),
    ("api/src/web/records/died.rs", "the subject of a task, which is stored"),
    ("api/src/web/records/quick.rs", "a rule, which is worded where it is shown"),
    ("api/src/web/regions.rs", "time zones, by the names of the database"),
    ("api/src/web/rules.rs", "rules, by which their texts are found"),
    ("api/src/web/start.rs", "an answer for programs"),
    ("api/src/web/upload.rs", "an error that no browser causes"),
    ("api/src/web/user_agent.rs", "the names of browsers and systems"),
];

/// Returns code without the texts of `.heading("…")`.
fn without_headings(code: &str) -> String {
    let mut parts = code.split(".heading(\"");
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.split_once('"').map_or(part, |(_, rest)| rest));
    std::iter::once(first).chain(rest).collect()
}

#[test]
fn every_text_in_the_code_of_pages_is_in_the_catalogues() {
    let mut wrong = Vec::new();
    let is_of_pages = |name: &str| name.starts_with("api/src/web/") && !name.ends_with("/tests.rs");
    for (name, source) in sources().iter().filter(|(name, _)| is_of_pages(name)) {
        // A column of a list names the column of the file in the words that `columns=` takes.
        let code = without_headings(&code(source)).replace("\\\"", "'").replace("'\"'", "");
        let texts = code.split('"').skip(1).step_by(2);
        let is_word = |text: &&str| {
            let mut letters = text.chars();
            letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase)
        };
        let found: Vec<_> = texts.filter(is_word).collect();
        let may = HAVE_WORDS.iter().any(|(file, _)| file == name);
        assert!(!may || !found.is_empty(), "{name} has no such words any more");
        wrong.extend(found.into_iter().filter(|_| !may).map(|text| format!("{name}: {text}")));
    }
    assert!(wrong.is_empty(), "move these texts into api/locales:\n{}", wrong.join("\n"));
}
