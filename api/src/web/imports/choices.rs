//! Words of a file for choices, such as the ways to pay: what each means.

use std::collections::BTreeMap;

use shared::entities::gift_types;
use shared::values::names::name_key;

use super::select::Select;
use crate::fields::spoken::choice as shown;
use crate::records::importable::Importable;
use crate::resources::contacts::search;
use crate::resources::imports::mapping::samples::Samples;
use crate::resources::imports::mapping::{MappedColumn, Mapping, targets, values};
use crate::web::posted::Posted;

/// How many new words of a column are asked for.
const WORDS_MAX: usize = 30;
/// How many new words of all columns are asked for.
const ALL_WORDS_MAX: usize = 200;
/// The longest word that is asked for, in bytes.
const WORD_MAX: usize = 100;

/// A word of a file for a choice.
pub(super) struct Word {
    /// The name of the hidden field with the word.
    pub(super) text_name: String,
    pub(super) text: String,
    pub(super) select: Select,
}

/// Which words of a file a form has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// Those that are new here, or that a mapping gives a meaning.
    New,
    /// Ways to pay that are read as a type of gifts with another name.
    Read,
}

/// Returns such words of the columns for choices.
pub(super) fn words<R: Importable>(
    which: Which,
    mapping: &Mapping,
    samples: &Samples,
    gift_types: &[gift_types::Model],
) -> Vec<Word> {
    let columns = mapping.columns.iter().enumerate();
    columns
        .flat_map(|column| of_column::<R>(which, column, samples, gift_types))
        .take(ALL_WORDS_MAX)
        .collect()
}

/// Returns the choices of a field, each with its label.
fn options_of<R: Importable>(field: &str, gift_types: &[gift_types::Model]) -> Vec<(String, String)> {
    if field == "gift_type" {
        let name = |one: &gift_types::Model| (one.gift_type_name.clone(), shown(&one.gift_type_name));
        return gift_types.iter().map(name).collect();
    }
    let choices = targets::choices_of::<R>(field);
    choices.into_iter().map(|(choice, label)| (choice.to_owned(), label)).collect()
}

/// Returns the name of the type of gifts as which a word with another name is read.
fn read_as<'a>(text: &str, gift_types: &'a [gift_types::Model]) -> Option<&'a str> {
    let keys: Vec<String> = gift_types.iter().map(|one| one.gift_type_key.clone()).collect();
    let key = values::gift_type_in(text, &keys)?;
    let read = gift_types.iter().find(|one| one.gift_type_key == key)?;
    Some(read.gift_type_name.as_str())
}

fn of_column<R: Importable>(
    which: Which,
    (i, column): (usize, &MappedColumn),
    samples: &Samples,
    gift_types: &[gift_types::Model],
) -> Vec<Word> {
    let Some(field) = column.field.as_deref() else { return Vec::new() };
    let options = options_of::<R>(field, gift_types);
    if options.is_empty() {
        return Vec::new();
    }
    let read = |text: &str| read_as(text, gift_types).filter(|_| field == "gift_type");
    let is_label = |text: &str, name: &str| search::plain(&shown(name)) == search::plain(text);
    let is_known = |text: &str| match field {
        "gift_type" => {
            read(text).is_some() || gift_types.iter().any(|one| one.gift_type_key == name_key(text))
        }
        _ => targets::choices_of::<R>(field)
            .iter()
            .any(|(choice, _)| values::choice(text, &[*choice]).is_some()),
    };
    let is_wanted = |text: &&str| {
        text.len() <= WORD_MAX
            && match which {
                Which::New => !is_known(text),
                Which::Read => read(text).is_some_and(|name| !is_label(text, name)),
            }
    };
    // A word that is read already means something in any case.
    let nothing = Some((String::new(), t!("imports-word-means-nothing").to_owned()));
    let nothing = nothing.filter(|_| which == Which::New);
    let is_option = |name: &&String| options.iter().any(|(option, _)| option == *name);
    let chosen = |text: &str| {
        let own = column.values.get(text).filter(is_option).map(String::as_str);
        own.or_else(|| read(text)).unwrap_or_default().to_owned()
    };
    let word = |(n, text): (usize, &str)| Word {
        text_name: name_of(which, "text", (i, n)),
        text: text.to_owned(),
        select: Select {
            name: name_of(which, "word", (i, n)),
            label: t!("imports-word", word = text, column = column.heading),
            options: nothing.clone().into_iter().chain(options.clone()).collect(),
            chosen: chosen(text),
            hint: String::new(),
        },
    };
    samples.texts(i).into_iter().filter(is_wanted).take(WORDS_MAX).enumerate().map(word).collect()
}

/// Returns the name of a field of a form, by its part, and the places of its column and its word.
fn name_of(which: Which, part: &str, (column, n): (usize, usize)) -> String {
    let form = if which == Which::New { "" } else { "read-" };
    format!("{form}{part}-{column}-{n}")
}

/// Reads the meanings of the words of a column, as far as its field can have them: it may be another one than when the page asked.
pub(super) fn posted<R: Importable>(
    posted: &Posted,
    (i, field): (usize, &str),
    gift_types: &[gift_types::Model],
) -> BTreeMap<String, String> {
    let options = options_of::<R>(field, gift_types);
    let word = |(which, n): (Which, usize)| {
        let text = |part: &str| posted.text(&name_of(which, part, (i, n)));
        (text("text").to_owned(), text("word").to_owned())
    };
    let all = [Which::New, Which::Read].into_iter().flat_map(|which| (0..WORDS_MAX).map(move |n| (which, n)));
    let words = all.map(word).filter(|(text, _)| !text.is_empty());
    words.filter(|(_, meaning)| options.iter().any(|(option, _)| option == meaning)).collect()
}
