//! Tables of records: their columns, and the cells of their rows.

use std::borrow::Cow;

use crate::web::form::Form;

/// A column.
#[derive(Clone, Copy)]
pub(in crate::web) struct Column {
    /// The id of the text above it.
    pub(in crate::web) label: &'static str,
    /// The order of the list that it shows, if there is one.
    pub(in crate::web) order: Option<&'static str>,
    /// The id of the name of what its cells show, if that is the opposite of the order's values.
    pub(in crate::web) opposite: Option<&'static str>,
    /// The classes of its cells.
    pub(in crate::web) class: &'static str,
    /// The English heading of the column of the file for Excel that it shows.
    pub(in crate::web) heading: Option<&'static str>,
    /// Whether a list leaves it out where no record has anything in it.
    pub(in crate::web) is_optional: bool,
    /// The field that it repeats. A list of records with the same value in that field can leave it out.
    pub(in crate::web) field: Option<&'static str>,
}

impl Column {
    /// Makes a column of texts, below the text with this id.
    pub(in crate::web) const fn new(label: &'static str) -> Self {
        Self { label, order: None, opposite: None, class: "", heading: None, is_optional: false, field: None }
    }

    /// Says by which order the list is sorted by this column.
    pub(in crate::web) const fn order(self, order: &'static str) -> Self {
        Self { order: Some(order), ..self }
    }

    /// Says that its cells show the opposite of the order's values, and what that is called.
    pub(in crate::web) const fn opposite(self, label: &'static str) -> Self {
        Self { opposite: Some(label), ..self }
    }

    /// Sets the classes of its cells: `date`, `number`, `amount`, `phone`, `url`, `email` or `action`.
    pub(in crate::web) const fn class(self, class: &'static str) -> Self {
        Self { class, ..self }
    }

    /// Says which column of the file for Excel it shows, by the English heading.
    pub(in crate::web) const fn heading(self, heading: &'static str) -> Self {
        Self { heading: Some(heading), ..self }
    }

    /// Says that a list leaves it out where no record has anything in it.
    pub(in crate::web) const fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }

    /// Says which field it repeats.
    pub(in crate::web) const fn field(self, field: &'static str) -> Self {
        Self { field: Some(field), ..self }
    }
}

/// A cell.
#[derive(Default)]
pub(in crate::web) struct Cell {
    /// Its text.
    pub(in crate::web) text: String,
    /// The address that it links to.
    pub(in crate::web) href: Option<String>,
    /// A word beside it, and whether that warns.
    pub(in crate::web) tag: Option<(String, bool)>,
    /// A button.
    pub(in crate::web) form: Option<Form>,
    /// The id of the record, if its row can be ticked.
    pub(in crate::web) tick: Option<i64>,
    /// Whether it is ticked when the page opens.
    pub(in crate::web) is_ticked: bool,
}

impl Cell {
    /// Makes a cell with a text.
    pub(in crate::web) fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Makes a cell with a link.
    pub(in crate::web) fn link(text: impl Into<String>, href: String) -> Self {
        Self { text: text.into(), href: Some(href), ..Self::default() }
    }

    /// Makes a cell with a button.
    pub(in crate::web) fn form(form: Form) -> Self {
        Self { form: Some(form), ..Self::default() }
    }

    /// Adds a word beside it.
    pub(in crate::web) fn tag(self, text: impl Into<String>, warns: bool) -> Self {
        Self { tag: Some((text.into(), warns)), ..self }
    }

    pub(in crate::web) fn is_empty(&self) -> bool {
        self.text.is_empty() && self.tag.is_none() && self.form.is_none()
    }
}

/// The head of a column.
pub(in crate::web) struct Head {
    pub(in crate::web) column: Column,
    /// The text above it.
    pub(in crate::web) label: Cow<'static, str>,
    /// The address of its link, which sorts by it, and how the table is sorted by it now.
    pub(in crate::web) sort: Option<(String, &'static str)>,
}

impl Head {
    /// Makes the head of a column, with the link that sorts by it.
    pub(in crate::web) fn new(column: &Column, sort: Option<(String, &'static str)>) -> Self {
        Self { column: *column, label: t!(column.label).into(), sort }
    }
}

/// A table.
pub(in crate::web) struct Table {
    pub(in crate::web) heads: Vec<Head>,
    pub(in crate::web) rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Makes a table that cannot be sorted.
    pub(in crate::web) fn new(columns: &[Column], rows: Vec<Vec<Cell>>) -> Self {
        let heads = columns.iter().map(|column| Head::new(column, None)).collect();
        Self { heads, rows }
    }

    /// Leaves out the columns that repeat one of these fields.
    pub(in crate::web) fn without(self, fields: &[&str]) -> Self {
        self.retain(|table, at| table.heads[at].column.field.is_none_or(|field| !fields.contains(&field)))
    }

    /// Leaves out the optional columns in which no row has anything.
    pub(in crate::web) fn without_empty(self) -> Self {
        self.retain(|table, at| {
            !table.heads[at].column.is_optional || table.rows.iter().any(|row| !row[at].is_empty())
        })
    }

    /// Keeps the columns at the places of which this is true.
    fn retain(mut self, keeps: impl Fn(&Self, usize) -> bool) -> Self {
        for at in (0..self.heads.len()).rev() {
            if !keeps(&self, at) {
                self.heads.remove(at);
                for row in &mut self.rows {
                    row.remove(at);
                }
            }
        }
        self
    }

    /// Returns the cells of a row, each with the head of its column.
    pub(in crate::web) fn cells<'a>(&'a self, row: &'a [Cell]) -> impl Iterator<Item = (&'a Head, &'a Cell)> {
        self.heads.iter().zip(row)
    }
}
