//! What the pages know of a kind of records beyond the declaration of its fields.

use sea_orm::Select;

use super::section::Section;
use super::table::{Cell, Column};
use super::typed::{self, Typed};
use crate::error::AppError;
use crate::fields::field::Input;
use crate::records::list::ListResource;
use crate::records::{Context, Row};
use crate::web::visit::Visit;

/// What must be known of a record.
pub(in crate::web) struct Notice {
    pub(in crate::web) text: &'static str,
    /// The record that it is about: what it is called, and where it is.
    pub(in crate::web) link: Option<(String, String)>,
}

/// What looks like a slip.
pub(in crate::web) struct Doubt {
    pub(in crate::web) text: String,
    /// The record that it is about: what it is called, and where it is.
    pub(in crate::web) link: Option<(String, String)>,
}

/// A kind of records with pages.
pub(in crate::web) trait Kind: ListResource {
    /// The path of its list.
    const PATH: &'static str;
    /// The title of its list.
    const TITLE: &'static str;
    /// What one and several of them are called.
    const WORDS: (&'static str, &'static str);
    /// What a list says that has none.
    const EMPTY: &'static str;
    /// The order of its list, unless another is asked for.
    const SORT: &'static str;
    /// What is often looked at: what it is called, and the filters.
    const VIEWS: &'static [(&'static str, &'static str)];
    /// Where its list leads besides: what the links are called, and their paths.
    const SHORTCUTS: &'static [(&'static str, &'static str)] = &[];
    /// The columns of its list.
    const COLUMNS: &'static [Column];
    /// The groups of its fields. A field that is in none of them stands in a last one.
    const GROUPS: &'static [(&'static str, &'static [&'static str])];

    /// Returns a record's id.
    fn record_id(&self) -> i64;

    /// Returns what a record is called.
    fn title(&self) -> String;

    /// Returns the values of a record that can be changed.
    fn values(&self) -> Result<Typed, AppError> {
        typed::of_json(Self::Input::FIELDS, &serde_json::to_string(self)?)
    }

    /// Returns the row whose values a form for a new record shows at first.
    fn first_values(context: &Context) -> Row<Self> {
        Self::blank(context)
    }

    /// Returns what must be known of a record before the rest of its page is read.
    fn notice(&self, _context: &Context) -> impl Future<Output = Result<Option<Notice>, AppError>> + Send {
        async { Ok(None) }
    }

    /// Returns what looks like a slip in values that are about to be saved, so that the form asks before it saves them.
    /// `change` is the id of a stored record, with those values that change.
    fn doubts(
        _context: &Context,
        _values: &Typed,
        _change: Option<(i64, &Typed)>,
    ) -> impl Future<Output = Result<Vec<Doubt>, AppError>> + Send {
        async { Ok(Vec::new()) }
    }

    /// Returns what is computed of a record: what it is, and its value.
    fn figures(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Returns where a record's page leads: what the link is called, and its path.
    fn links(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Makes the rows of a table, one for each record.
    fn rows(
        visit: &Visit,
        context: &Context,
        records: &[Self],
    ) -> impl Future<Output = Result<Vec<Vec<Cell>>, AppError>> + Send;

    /// Returns the totals of a list.
    fn totals(
        _context: &Context,
        _select: Select<Self::Entity>,
    ) -> impl Future<Output = Result<Vec<String>, AppError>> + Send {
        async { Ok(Vec::new()) }
    }

    /// Makes the sections with the records that belong to one.
    fn sections(
        &self,
        _visit: &Visit,
        _context: &Context,
    ) -> impl Future<Output = Result<Vec<Section>, AppError>> + Send {
        async { Ok(Vec::new()) }
    }
}
