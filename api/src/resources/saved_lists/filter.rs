//! The filters of saved lists: under the rules of the list of their kind, which reads them.

use serde_json::{Map, Value};
use shared::values::choices::ImportKind;
use url::form_urlencoded::Serializer;

use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::field::Input;
use crate::fields::json::shown;
use crate::fields::parameters::Asked;
use crate::fields::problem::Problem;
use crate::http::csv::{Accept, Audience, Format};
use crate::records::included::in_files;
use crate::records::list::{ListResource, Paging};
use crate::resources::kinds::of_kind;

/// The most bytes of the filters as a query. The longest query that a list takes is twice as long.
const QUERY_MAX: usize = 4 * 1024;
/// The parameters of lists that say nothing of what is listed.
const NOT_SAVED: [&str; 3] = ["limit", "cursor", "updated_since"];

/// Returns the filters of a saved list as the names and values of a query.
pub fn pairs(filter: &str) -> Vec<(String, String)> {
    let filter: Map<String, Value> = serde_json::from_str(filter).unwrap_or_default();
    filter.into_iter().filter_map(|(name, value)| Some((name, text_of(&value)?))).collect()
}

/// Returns the JSON object of the names and values of a query.
pub fn object<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let pairs = pairs.into_iter().map(|(name, value)| (name.to_owned(), Value::from(value)));
    Value::Object(pairs.collect()).to_string()
}

/// Returns the text of a parameter's value, if it is one.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        Value::Array(values) if !values.iter().any(Value::is_array) => {
            Some(values.iter().map(text_of).collect::<Option<Vec<_>>>()?.join(","))
        }
        Value::Array(_) | Value::Object(_) | Value::Null => None,
    }
}

/// Checks the filters of a list of a kind, and returns them with a text for each. Adds the rules that they break, as the list
/// words them when it reads them. A rule that needs the database, or about two of them, is told when the list is opened.
pub(super) fn checked(kind: ImportKind, filter: &str, problems: &mut Problems) -> Result<String, AppError> {
    let sent: Map<String, Value> = serde_json::from_str(filter)?;
    let mut wrong = Problems::default();
    for (name, _) in sent.iter().filter(|(_, value)| text_of(value).is_none()) {
        wrong.add(&shown(name), "must be a text, a number, or a list of them");
    }
    let pairs = pairs(filter);
    if Serializer::new(String::new()).extend_pairs(&pairs).finish().len() > QUERY_MAX {
        problems.add("list_filter", format_args!("must not be longer than {QUERY_MAX} bytes as a query"));
        return Ok(filter.to_owned());
    }
    let read = of_kind!(kind, R => read::<R>(pairs, &mut wrong));
    problems.extend(wrong.into_iter().map(|problem| {
        let path = format!("list_filter.{}", problem.path);
        Problem { path, ..problem }
    }));
    Ok(read)
}

fn read<R: ListResource>(pairs: Vec<(String, String)>, wrong: &mut Problems) -> String {
    let (not_saved, pairs): (Vec<_>, Vec<_>) =
        pairs.into_iter().partition(|(name, _)| NOT_SAVED.contains(&name.as_str()));
    let names: Vec<_> = pairs.iter().map(|(name, _)| name.clone()).collect();
    let Asked { problems, sent, .. } = Asked::<(Paging<R>, R::Filters)>::of(pairs);
    wrong.extend(problems);
    let is_unknown = |name: &&String| !sent.pairs().any(|(known, _)| known == name.as_str());
    let not_saved = not_saved.iter().map(|(name, _)| name);
    for name in names.iter().filter(is_unknown).chain(not_saved) {
        wrong.add(&shown(name), format_args!("is neither a filter of {} nor sort", R::KIND));
    }
    object(sent.pairs())
}

/// Returns the headings that a file for people of a kind has.
pub fn headings(kind: ImportKind) -> Vec<String> {
    of_kind!(kind, R => headings_of::<R>())
}

/// Returns the headings of the columns of a kind's file for people.
pub fn headings_of<R: ListResource>() -> Vec<String> {
    file_of::<R>().headings()
}

/// Returns the headings that a file for people of a kind has, each with what the language of the page calls it.
pub fn spoken_headings(kind: ImportKind) -> Vec<(String, String)> {
    of_kind!(kind, R => spoken_headings_of::<R>())
}

/// Returns the headings of the columns of a kind's file for people, each with what the language of the page calls it.
pub fn spoken_headings_of<R: ListResource>() -> Vec<(String, String)> {
    let file = file_of::<R>();
    file.headings().into_iter().zip(file.spoken_headings()).collect()
}

fn file_of<R: ListResource>() -> Format {
    let file = Accept::CSV.format::<R>().for_whom::<R>(Some(Audience::Excel), R::Input::FIELDS);
    file.showing(&in_files::<R>())
}

/// Adds a problem for headings that the file of a kind does not have.
pub(super) fn check_columns(kind: ImportKind, columns: &[String], problems: &mut Problems) {
    let known = headings(kind);
    for (i, column) in columns.iter().enumerate().filter(|(_, column)| !known.contains(column)) {
        let rule = format!("must be a heading of the file of {kind} for people, and not {}", shown(column));
        problems.add(&format!("list_columns[{i}]"), rule);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::kinds::KINDS;

    #[test]
    fn no_heading_has_a_comma_which_separates_them_in_a_query() {
        for kind in KINDS {
            let headings = headings(kind.import);
            assert!(
                headings.len() > 5 && !headings.iter().any(|heading| heading.contains(',')),
                "{headings:?}"
            );
        }
    }

    #[test]
    fn values_are_texts_in_a_query() {
        let filter = r#"{"a":"x","b":[1,"y",true],"c":1.50,"d":{},"e":[[1]],"f":null}"#;
        let expected = [("a", "x"), ("b", "1,y,true"), ("c", "1.5")];
        assert_eq!(pairs(filter), expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(object([("b", "2"), ("a", "1")]), r#"{"a":"1","b":"2"}"#);
    }
}
