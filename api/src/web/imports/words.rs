//! States of imports as people read them.

use shared::entities::imports;
use shared::values::choices::{ImportKind, ImportStatus};

use crate::resources::kinds::of_kind;
use crate::web::records::kind::Kind;

/// The name of a state, and how it looks.
pub(super) struct Tag {
    pub(super) text: &'static str,
    pub(super) class: &'static str,
}

/// Returns the name of the records that the rows become.
pub(super) fn of_kind(kind: ImportKind) -> &'static str {
    of_kind!(kind, R => R::TITLE)
}

/// Returns the state of an import. One that is undone, or is being undone, has no other.
pub(super) fn of_status(import: &imports::Model, is_undone: bool) -> Tag {
    if is_undone {
        return Tag { text: "Undone", class: "tag" };
    }
    if import.import_awaits_columns {
        return Tag { text: "Columns to choose", class: "tag warn" };
    }
    if import.import_undoes_id.is_some() {
        return match import.import_status {
            ImportStatus::Finished => Tag { text: "Done", class: "tag" },
            ImportStatus::Failed => Tag { text: "Failed", class: "tag bad" },
            _ => Tag { text: "Undoing", class: "tag warn" },
        };
    }
    let (text, class) = match (import.import_status, import.import_dry_run) {
        (ImportStatus::Receiving, _) => ("Arriving", "tag warn"),
        (ImportStatus::Queued, _) => ("Waiting", "tag warn"),
        (ImportStatus::Running, true) => ("Checking", "tag warn"),
        (ImportStatus::Running, false) => ("Importing", "tag warn"),
        (ImportStatus::Finished, true) => ("Checked", "tag"),
        (ImportStatus::Finished, false) => ("Imported", "tag good"),
        (ImportStatus::Failed, _) => ("Failed", "tag bad"),
    };
    Tag { text, class }
}

/// Returns the name of an import's file, as its owner knows it.
pub(super) fn file_of(import: &imports::Model) -> String {
    let file = import.import_file_name.as_deref().unwrap_or("A file sent through the API");
    if import.import_undoes_id.is_some() { format!("Undo of {file}") } else { file.to_owned() }
}
