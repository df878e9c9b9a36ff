//! The fields that a file of a kind can have, and an empty file with a column for each.

use askama::Template;
use poem::Response;
use poem::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use shared::values::choices::{Choice, ImportKind, Locale};

use crate::error::AppError;
use crate::http::media_type::CSV_WITH_HEADER;
use crate::language::{speak, spoken};
use crate::locale::column_separator;
use crate::records::importable::Importable;
use crate::resources::imports::mapping::guess;
use crate::resources::imports::mapping::targets::{self, FULL_NAME, Target};
use crate::resources::kinds::of_kind;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

#[derive(Template)]
#[template(path = "imports/fields.html")]
struct Page {
    shell: Shell,
    /// The kind, as paths have it.
    path: &'static str,
    fields: Vec<Line>,
}

/// A field of the kind.
struct Line {
    heading: String,
    about: String,
    required: bool,
}

/// Returns the kind in the path of the page: `/imports/fields/{kind}`.
fn kind(visit: &Visit) -> Result<ImportKind, AppError> {
    ImportKind::parse(visit.path.split('/').nth(3).unwrap_or_default()).map_err(|_| AppError::NotFound)
}

/// Returns the fields of a kind, by the headings that mean them: their labels, or where these mean something else the English
/// ones, or their names.
fn lines<R: Importable>() -> Vec<Line> {
    let is_shown = |target: &Target| !target.field.ends_with(FULL_NAME);
    let targets: Vec<_> = targets::of::<R>().into_iter().filter(is_shown).collect();
    let english = speak(Locale::En, targets::of::<R>).into_iter().filter(is_shown).map(|target| target.label);
    let names = targets.iter().map(|target| target.field.clone());
    let mut headings: Vec<_> = targets.iter().map(|target| target.label.clone()).collect();
    for others in [english.collect::<Vec<_>>(), names.collect()] {
        let guessed = guess::guess::<R>(&headings, &[], spoken());
        for (i, other) in others.into_iter().enumerate() {
            if guessed[i].as_ref() != Some(&targets[i].field) {
                headings[i] = other;
            }
        }
    }
    let line = |(target, heading): (&Target, String)| Line {
        about: about::<R>(target, &heading),
        heading,
        required: target.required,
    };
    targets.iter().zip(headings).map(line).collect()
}

/// Says what a field holds. Where its heading is another than its label, the label stands before that.
fn about<R: Importable>(target: &Target, heading: &str) -> String {
    let about = targets::about::<R>(&target.field);
    match spoken() {
        _ if heading == target.label => about,
        one if one.is_english() => about,
        _ if about.is_empty() => target.label.clone(),
        _ => t!("imports-label-and-about", label = target.label.clone(), about = about),
    }
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let kind = kind(&visit)?;
    let fields = of_kind!(kind, R => lines::<R>());
    let shell = visit.shell(t!("imports-fields")).await?;
    visit.page(&Page { shell, path: kind.as_str(), fields })
}

pub(in crate::web) async fn template(visit: Visit) -> Answer {
    let kind = kind(&visit)?;
    let headings = of_kind!(kind, R => lines::<R>()).into_iter().map(|line| line.heading);
    let mut writer = csv::WriterBuilder::new()
        .delimiter(column_separator(spoken()))
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    writer.write_record(headings).map_err(|error| AppError::Internal(error.into()))?;
    let file = writer.into_inner().map_err(|error| AppError::Internal(error.to_string().into()))?;
    Ok(Response::builder()
        .header(CONTENT_TYPE, CSV_WITH_HEADER)
        .header(CONTENT_DISPOSITION, format!("attachment; filename=\"{}.csv\"", kind.as_str()))
        .header(CACHE_CONTROL, "no-store")
        .body(file))
}
