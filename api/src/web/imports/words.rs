//! States of imports as people read them.

use shared::entities::imports;
use shared::values::choices::{ImportKind, ImportStatus};

use super::PATH;
use crate::resources::imports::kept;
use crate::resources::kinds::of_kind;
use crate::web::flash::Flash;
use crate::web::form::Form;
use crate::web::records::kind::Kind;
use crate::web::rules::told;
use crate::web::visit::Visit;

/// The name of a state, and how it looks.
pub(super) struct Tag {
    pub(super) text: &'static str,
    pub(super) class: &'static str,
}

/// Returns the name of the records that the rows become.
pub(super) fn of_kind(kind: ImportKind) -> &'static str {
    of_kind!(kind, R => t!(R::TITLE))
}

/// Returns the state of an import. One that is undone, or is being undone, has no other.
pub(super) fn of_status(import: &imports::Model, is_undone: bool) -> Tag {
    if is_undone {
        return Tag { text: t!("imports-undone"), class: "tag" };
    }
    if import.import_awaits_columns {
        return Tag { text: t!("imports-columns-to-choose"), class: "tag warn" };
    }
    if import.import_undoes_id.is_some() {
        return match import.import_status {
            ImportStatus::Finished => Tag { text: t!("done"), class: "tag" },
            ImportStatus::Failed => Tag { text: t!("imports-status-failed"), class: "tag bad" },
            _ => Tag { text: t!("imports-undoing"), class: "tag warn" },
        };
    }
    let (text, class) = match (import.import_status, import.import_dry_run) {
        (ImportStatus::Receiving, _) => (t!("imports-arriving"), "tag warn"),
        (ImportStatus::Queued, _) => (t!("imports-waiting"), "tag warn"),
        (ImportStatus::Running, true) => (t!("imports-checking"), "tag warn"),
        (ImportStatus::Running, false) => (t!("imports-importing"), "tag warn"),
        (ImportStatus::Finished, true) => (t!("imports-checked"), "tag"),
        (ImportStatus::Finished, false) => (t!("imports-imported"), "tag good"),
        (ImportStatus::Failed, _) => (t!("imports-status-failed"), "tag bad"),
    };
    Tag { text, class }
}

/// Returns the name of an import's file, as its owner knows it.
pub(super) fn file_of(import: &imports::Model) -> String {
    let file = import.import_file_name.as_deref().unwrap_or_else(|| t!("imports-sent-file"));
    if import.import_undoes_id.is_some() { t!("imports-undo-of", file = file) } else { file.to_owned() }
}

/// Returns how a file differs from the usual one. The names of other encodings are the same everywhere.
pub(super) fn format_of(format: &str) -> String {
    let part = |part: &str| match part {
        "semicolons" => t!("imports-semicolons").to_owned(),
        "tabs" => t!("imports-tabs").to_owned(),
        "vertical bars" => t!("imports-vertical-bars").to_owned(),
        "windows-1252" => t!("imports-windows-1252").to_owned(),
        "workbook" => t!("imports-workbook").to_owned(),
        part => match part.strip_prefix("headings in row ") {
            Some(row) => t!("imports-headings-in-row", row = row),
            None => part.to_owned(),
        },
    };
    format.split(", ").map(part).collect::<Vec<_>>().join(", ")
}

/// Returns the button that removes the check of a file, once it has ended.
pub(super) fn remove_form(visit: &Visit, import: &imports::Model) -> Option<Form> {
    let action = format!("{PATH}/{}/remove", import.id);
    let form = || Form::new(visit, &action, t!("remove")).danger().folded(t!("imports-remove"), "");
    kept::may_remove(import).then(form)
}

/// Returns the message that something was not done, and why.
pub(super) fn not_done(rule: &str) -> Flash {
    Flash::problem(t!("imports-not-done", rule = told(rule)))
}
