//! The fields that a file of a kind can have, and an empty file with a column for each.

use askama::Template;
use poem::Response;
use poem::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use shared::values::choices::{Choice, ImportKind, Locale};

use crate::error::AppError;
use crate::http::media_type::CSV_WITH_HEADER;
use crate::language::{speak, spoken};
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

/// Returns the fields of a kind, by the headings that mean them.
fn lines<R: Importable>() -> Vec<Line> {
    let line = |target: Target| Line {
        about: about::<R>(&target.field),
        heading: heading::<R>(&target),
        required: target.required,
    };
    // Headings are known in English.
    let targets = speak(Locale::En, targets::of::<R>).into_iter();
    targets.filter(|target| !target.field.ends_with(FULL_NAME)).map(line).collect()
}

/// Says what a field holds. Where its heading is of another language than the page, its label stands before that.
fn about<R: Importable>(field: &str) -> String {
    let about = targets::about::<R>(field);
    match spoken() {
        Locale::En => about,
        _ if about.is_empty() => targets::label_of::<R>(field),
        _ => t!("imports-label-and-about", label = targets::label_of::<R>(field), about = about),
    }
}

/// Returns the heading that means a field: its English label, or where that means another one its name.
fn heading<R: Importable>(target: &Target) -> String {
    let guessed = guess::guess::<R>(std::slice::from_ref(&target.label), &[], Locale::En);
    if guessed == [Some(target.field.clone())] { target.label.clone() } else { target.field.clone() }
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
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    writer.write_record(headings).map_err(|error| AppError::Internal(error.into()))?;
    let file = writer.into_inner().map_err(|error| AppError::Internal(error.to_string().into()))?;
    Ok(Response::builder()
        .header(CONTENT_TYPE, CSV_WITH_HEADER)
        .header(CONTENT_DISPOSITION, format!("attachment; filename=\"{}.csv\"", kind.as_str()))
        .header(CACHE_CONTROL, "no-store")
        .body(file))
}
