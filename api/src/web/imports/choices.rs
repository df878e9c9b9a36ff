//! Words of a file for choices, such as the ways to pay: what each means.

use std::collections::BTreeMap;

use shared::entities::gift_types;
use shared::values::names::name_key;

use super::select::Select;
use crate::fields::spoken::choice as shown;
use crate::records::importable::Importable;
use crate::resources::imports::mapping::samples::Samples;
use crate::resources::imports::mapping::{MappedColumn, Mapping, targets, values};
use crate::web::posted::Posted;

/// How many new words of a column are asked for.
const WORDS_MAX: usize = 30;
/// How many new words of all columns are asked for.
const ALL_WORDS_MAX: usize = 200;
/// The longest word that is asked for, in bytes.
const WORD_MAX: usize = 100;

/// A word that is new here.
pub(super) struct Word {
    /// The name of the hidden field with the word.
    pub(super) text_name: String,
    pub(super) text: String,
    pub(super) select: Select,
}

/// Returns the words of the columns for choices that mean none of them, or that a mapping gives a meaning.
pub(super) fn words<R: Importable>(
    mapping: &Mapping,
    samples: &Samples,
    gift_types: &[gift_types::Model],
) -> Vec<Word> {
    let columns = mapping.columns.iter().enumerate();
    columns
        .flat_map(|(i, column)| of_column::<R>(i, column, samples, gift_types))
        .take(ALL_WORDS_MAX)
        .collect()
}

fn of_column<R: Importable>(
    i: usize,
    column: &MappedColumn,
    samples: &Samples,
    gift_types: &[gift_types::Model],
) -> Vec<Word> {
    let Some(field) = column.field.as_deref() else { return Vec::new() };
    let options: Vec<(String, String)> = if field == "gift_type" {
        gift_types.iter().map(|one| (one.gift_type_name.clone(), shown(&one.gift_type_name))).collect()
    } else {
        let choices = targets::choices_of::<R>(field);
        choices.into_iter().map(|(choice, label)| (choice.to_owned(), label)).collect()
    };
    if options.is_empty() {
        return Vec::new();
    }
    let known: Vec<&str> = options.iter().map(|(option, _)| option.as_str()).collect();
    let is_known = |text: &str| match field {
        "gift_type" => {
            values::gift_type(text).is_some()
                || gift_types.iter().any(|one| one.gift_type_key == name_key(text))
        }
        _ => targets::choices_of::<R>(field)
            .iter()
            .any(|(choice, _)| values::choice(text, &[*choice]).is_some()),
    };
    let is_new = |text: &&str| text.len() <= WORD_MAX && !known.contains(text) && !is_known(text);
    let new = samples.texts(i).into_iter().filter(is_new).take(WORDS_MAX).enumerate();
    let word = |(n, text): (usize, &str)| Word {
        text_name: text_name(i, n),
        text: text.to_owned(),
        select: Select {
            name: meaning_name(i, n),
            label: t!("imports-word", word = text, column = column.heading),
            options: std::iter::once((String::new(), t!("imports-word-means-nothing").to_owned()))
                .chain(options.clone())
                .collect(),
            chosen: column.values.get(text).cloned().unwrap_or_default(),
            hint: String::new(),
        },
    };
    new.map(word).collect()
}

fn text_name(column: usize, n: usize) -> String {
    format!("text-{column}-{n}")
}

fn meaning_name(column: usize, n: usize) -> String {
    format!("word-{column}-{n}")
}

/// Reads the meanings of the words of a column.
pub(super) fn posted(posted: &Posted, column: usize) -> BTreeMap<String, String> {
    let word = |n| (posted.text(&text_name(column, n)), posted.text(&meaning_name(column, n)));
    let words = (0..WORDS_MAX).map(word).filter(|(text, meaning)| !text.is_empty() && !meaning.is_empty());
    words.map(|(text, meaning)| (text.to_owned(), meaning.to_owned())).collect()
}
