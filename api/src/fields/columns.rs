//! The columns of a file, as a kind of records declares them.

use crate::locale::LetterLocales;

/// The columns of a kind of records that are not simply one for each member.
#[derive(Debug)]
pub struct Export {
    /// The members that are objects or lists of objects. An import reads the same columns.
    pub members: &'static [MemberColumns],
    /// Columns for linked records. They come after those of the members.
    pub linked: &'static [&'static str],
    /// How a file for people differs.
    pub people: ForPeople,
}

/// How a file for people differs from one for programs.
#[derive(Debug)]
pub struct ForPeople {
    /// The members that are objects or lists of objects, with the headings of their columns.
    pub members: &'static [MemberColumns],
    /// The headings of the columns for linked records, in the same order.
    pub linked: &'static [&'static str],
    /// Further columns for linked records, which files for programs do not have, and their headings.
    pub further: &'static [(&'static str, &'static str)],
    /// Fills in a field that is empty: from its name, the texts of the other fields of its object, and the languages of the
    /// account's letters.
    pub filled: Filled,
}

/// Fills in a field that is empty.
pub type Filled = fn(&str, &dyn Fn(&str) -> String, &LetterLocales) -> String;

impl ForPeople {
    /// The columns of members that are not objects, which nothing fills in.
    pub const PLAIN: Self = Self { members: &[], linked: &[], further: &[], filled: |_, _, _| String::new() };
}

/// The columns of a member that is an object, or a list of objects.
#[derive(Debug)]
pub struct MemberColumns {
    /// The member.
    pub member: &'static str,
    /// The field that marks one of the objects, which then comes first.
    pub primary: Option<&'static str>,
    /// Its columns.
    pub columns: &'static [ItemColumn],
}

/// A column for a field of objects.
#[derive(Debug)]
pub struct ItemColumn {
    /// The column's name.
    pub column: &'static str,
    /// The field.
    pub field: &'static str,
    /// The objects whose field the column has.
    pub items: Items,
}

/// The objects whose field a column has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Items {
    /// The only one, or the first of a list.
    First,
    /// All but the first, separated by semicolons.
    Others,
    /// All, separated by semicolons.
    All,
}

/// The columns of what a contact has given, which come last.
pub const GIVING: MemberColumns = MemberColumns {
    member: "giving",
    primary: None,
    columns: &[
        giving("giving_currency", "currency"),
        giving("giving_total", "total"),
        giving("giving_count", "count"),
        giving("giving_first_date", "first_date"),
        giving("giving_last_date", "last_date"),
        giving("giving_largest", "largest"),
        giving("giving_this_year", "this_year"),
        giving("giving_last_year", "last_year"),
        giving("giving_soft_credit_total", "soft_credit_total"),
        giving("giving_soft_credit_count", "soft_credit_count"),
    ],
};

/// The same columns in a file for people.
pub const GIVING_FOR_PEOPLE: MemberColumns = MemberColumns {
    columns: &[
        giving("Giving currency", "currency"),
        giving("Total given", "total"),
        giving("Number of gifts", "count"),
        giving("First gift", "first_date"),
        giving("Last gift", "last_date"),
        giving("Largest gift", "largest"),
        giving("Given this year", "this_year"),
        giving("Given last year", "last_year"),
        giving("Soft credits", "soft_credit_total"),
        giving("Number of soft credits", "soft_credit_count"),
    ],
    ..GIVING
};

const fn giving(column: &'static str, field: &'static str) -> ItemColumn {
    ItemColumn { column, field, items: Items::First }
}
