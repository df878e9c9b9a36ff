//! The columns of a file, as a kind of records declares them.

/// The columns of a kind of records that are not simply one for each member.
#[derive(Debug)]
pub struct Export {
    /// The members that are objects or lists of objects. An import reads the same columns.
    pub members: &'static [MemberColumns],
    /// Columns for what the records link to. They come after those of the members.
    pub linked: &'static [&'static str],
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
    /// Of which objects.
    pub items: Items,
}

/// The objects of which a column has a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Items {
    /// The only one, or the first of a list.
    First,
    /// All but the first, separated by semicolons.
    Others,
    /// All, separated by semicolons.
    All,
}
