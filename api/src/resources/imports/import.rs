//! An import, as responses and events show it.

use shared::entities::imports;
use shared::values::choices::{ImportKind, ImportStatus};

use crate::fields::Payload;
use crate::fields::types::{Count, Flag, Id, Moment, Nullable, OneOf, Text};
use crate::object;

object! {
    /// A file whose rows become records.
    Import {
        /// Identifier
        id: Id;
        /// What the rows become
        import_kind: OneOf<ImportKind>;
        /// How far it has come: receiving, while the file arrives; queued, while an earlier import of the account goes on;
        /// running; finished, when every row is done, those with problems too; or failed
        import_status: OneOf<ImportStatus>;
        /// Why it has failed
        import_error: Nullable<Text<1000>>;
        /// 1: the rows are only judged, and nothing is written
        dry_run: Flag;
        /// How many rows the file has besides its header; null while it arrives
        row_count: Nullable<Count>;
        /// How many of them are done
        processed_count: Count;
        /// How many became new records; in a dry run, would
        created_count: Count;
        /// How many changed records; in a dry run, would; in an undo, how many records are taken back
        updated_count: Count;
        /// How many had problems, and changed nothing
        failed_count: Count;
        /// How many had nothing to import: blank ones, and in a file with a mapping those of totals, and those of gifts that are
        /// there already if it leaves them out; in an undo, further rows of a record
        skipped_count: Count;
        /// How many problems there are, ignored columns included
        problem_count: Count;
        /// The import that this one takes back, if it is an undo
        undoes_import_id: Nullable<Id>;
        /// When the import was asked for
        created_at: Moment;
        /// When it ended
        finished_at: Nullable<Moment>;
    }
}

impl Payload for Import {
    const KIND: &'static str = "imports";
}

impl From<imports::Model> for Import {
    fn from(row: imports::Model) -> Self {
        let imports::Model {
            id,
            account_id: _,
            import_kind,
            import_status,
            import_dry_run,
            import_header: _,
            import_error,
            row_count,
            processed_count,
            created_count,
            updated_count,
            failed_count,
            problem_count,
            created_at_ms,
            active_at_ms: _,
            finished_at_ms,
            import_file_name: _,
            import_keeps_file: _,
            import_mapping: _,
            import_header_row: _,
            import_format: _,
            import_awaits_columns: _,
            skipped_count,
            import_file_hash: _,
            import_undoes_id,
            import_undone_row: _,
        } = row;
        Self {
            id,
            import_kind,
            import_status,
            import_error,
            dry_run: import_dry_run,
            row_count: Some(row_count).filter(|_| import_status != ImportStatus::Receiving),
            processed_count,
            created_count,
            updated_count,
            failed_count,
            skipped_count,
            problem_count,
            undoes_import_id: import_undoes_id,
            created_at: created_at_ms,
            finished_at: finished_at_ms,
        }
    }
}
