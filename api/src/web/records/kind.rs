//! Facts about a kind of records that pages need beyond the declaration of its fields.

use chrono::NaiveDate;
use sea_orm::Select;
use shared::values::choices::NameKind;

use super::section::Section;
use super::table::{Cell, Column};
use super::typed::{self, Typed};
use crate::error::AppError;
use crate::fields::field::Input;
use crate::records::list::ListResource;
use crate::records::{Context, Row};
use crate::web::form::Form;
use crate::web::visit::Visit;

/// An important fact about a record.
pub(in crate::web) struct Notice {
    pub(in crate::web) text: String,
    /// The related record: its name and its address.
    pub(in crate::web) link: Option<(String, String)>,
}

/// A value that looks like a slip.
pub(in crate::web) struct Doubt {
    pub(in crate::web) text: String,
    /// The related record: its name and its address.
    pub(in crate::web) link: Option<(String, String)>,
}

/// The fund and the campaign that a list is filtered by, or nothing.
pub(in crate::web) type Purposes<'a> = [(NameKind, &'a str); 2];

/// Returns the fund and the campaign that a list of gifts is filtered by, or nothing. `text` returns the value of a filter.
pub(super) fn purposes<'a>(text: impl Fn(&str) -> &'a str) -> Purposes<'a> {
    [(NameKind::Fund, "fund"), (NameKind::Campaign, "campaign")].map(|(kind, name)| (kind, text(name)))
}

/// A kind of records with pages.
pub(in crate::web) trait Kind: ListResource {
    /// The path of its list.
    const PATH: &'static str;
    /// The id of the title of its list.
    const TITLE: &'static str;
    /// The ids of the words for one of them, within a sentence, and of the message that counts them.
    const WORDS: (&'static str, &'static str);
    /// The id of the text of a list without records.
    const EMPTY: &'static str;
    /// The order of its list, unless another is asked for.
    const SORT: &'static str;
    /// Lists that people often open: the id of the name and the filters of each.
    const VIEWS: &'static [(&'static str, &'static str)];
    /// A filter that a list has unless one of the others is asked for: its name, its value, and their names.
    const UNLESS_ASKED: Option<(&'static str, &'static str, &'static [&'static str])> = None;
    /// Whether filters of its list say what its orders by value count. Then the column of an order shows these values.
    const COUNTS_AS_FILTERED: bool = false;
    /// Further links of its list: the id of the label and the path of each.
    const SHORTCUTS: &'static [(&'static str, &'static str)] = &[];
    /// The fields that a link to the form of a new record can fill in.
    const FILLED_IN: &'static [&'static str] = &[];
    /// The fields that no page shows, because another one says the same.
    const SAID_BY_OTHERS: &'static [&'static str] = &[];
    /// The fields that a link to the form of a stored record can fill in.
    const FILLED_IN_CHANGES: &'static [&'static str] = &[];
    /// The fields that only the form of a stored record has, because they say something of the change.
    const OF_CHANGES: &'static [&'static str] = &[];
    /// The path of the page for records that are ticked in the list, if there is one.
    const TICKED: Option<&'static str> = None;
    /// The columns of its list.
    const COLUMNS: &'static [Column];
    /// The groups of its fields, each with the id of its heading: `group-`, and the id of the group in a page. A field that is
    /// in none of them stands in a last one.
    const GROUPS: &'static [(&'static str, &'static [&'static str])];

    /// Returns lists that answer questions of the day: the question and the query of each.
    fn questions(_today: NaiveDate) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Returns a record's id.
    fn record_id(&self) -> i64;

    /// Returns the title of a record.
    fn title(&self) -> String;

    /// Returns a word that warns beside the title of its page.
    fn mark(&self) -> Option<String> {
        None
    }

    /// Returns the values of a record that can be changed.
    fn values(&self) -> Result<Typed, AppError> {
        typed::of_json(Self::Input::FIELDS, &serde_json::to_string(self)?)
    }

    /// Returns the values that its page shows.
    fn shown(&self) -> Result<Typed, AppError> {
        self.values()
    }

    /// Returns what the history tells of a record besides its fields: the label of each and its text. `data` is the record
    /// in an event.
    fn told(_data: &str) -> Result<Vec<(&'static str, String)>, AppError> {
        Ok(Vec::new())
    }

    /// Returns the filters of those of a contact's records that the contact's page lists, if they can belong to a contact
    /// and are not in the timeline.
    fn of_contact(_contact_id: i64) -> Option<Self::Filters> {
        None
    }

    /// Returns the row whose values a form for a new record shows at first.
    fn first_values(context: &Context) -> Row<Self> {
        Self::blank(context)
    }

    /// Returns an important fact about a record, before the rest of its page is read.
    fn notice(&self, _context: &Context) -> impl Future<Output = Result<Option<Notice>, AppError>> + Send {
        async { Ok(None) }
    }

    /// Returns doubts about values that look like slips, so that the form asks before it saves them. `change` is the id
    /// of a stored record, with those values that change.
    fn doubts(
        _context: &Context,
        _values: &Typed,
        _change: Option<(i64, &Typed)>,
    ) -> impl Future<Output = Result<Vec<Doubt>, AppError>> + Send {
        async { Ok(Vec::new()) }
    }

    /// Returns the computed figures of a record: the label and the value of each.
    fn figures(&self, _context: &Context) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Returns the button of a record's page, for what is done with it most often.
    fn button(&self, _visit: &Visit) -> Option<Form> {
        None
    }

    /// Returns the links of a record's page: the label and the path of each.
    fn links(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Makes the rows of a table, one for each record.
    fn rows(
        visit: &Visit,
        context: &Context,
        records: &[Self],
    ) -> impl Future<Output = Result<Vec<Vec<Cell>>, AppError>> + Send;

    /// Returns the totals of a list. Of gifts that are split, those for these purposes count.
    fn totals(
        _context: &Context,
        _select: Select<Self::Entity>,
        _purposes: Purposes<'_>,
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
