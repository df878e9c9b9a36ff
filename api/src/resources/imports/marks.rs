//! What the rows of an import have become, and what those of a dry run would become.

/// A row: its number, the id of a record or the number of another row, and what that is to the row: one of the marks
/// below.
pub(super) type Done = (i64, i64, u8);

/// A record that a row has changed.
pub(super) const CHANGED: u8 = 0;
/// A record that a row has made.
pub(super) const MADE: u8 = 1;
/// A contact that a row of a gift has made.
pub(super) const DONOR: u8 = 2;
/// The record that is there already, so that a row is left out; of dry runs, too.
pub(super) const THERE: u8 = 12;

// Those below are of dry runs.

/// A contact that a new row, or its donor, looks like. Nobody has said whether it is the same.
pub(super) const ALIKE: u8 = 3;
/// One of the contacts that the donor of a row may be, who fits several, or of whom the row says the name alone: the row fails.
pub(super) const FITS: u8 = 4;
/// A row that fails because it says the name of its donor alone, who can be somebody new. The id is 0.
pub(super) const NAMED: u8 = 14;
/// A contact that a row may be, or 0. Somebody has said which one it is.
pub(super) const DECIDED: u8 = 5;
/// An earlier row whose person a row may be. Nobody has said whether it is the same.
pub(super) const TWIN: u8 = 6;
/// An earlier row whose person a row may be. Somebody has said whether it is the same.
pub(super) const EARLIER: u8 = 7;
/// An archived contact who is the donor of a row, as its columns say.
pub(super) const ARCHIVED: u8 = 8;

// Those below say what the rows would become.

/// A record that a row would change, or 0 for that of an earlier row.
pub(super) const CHANGES: u8 = 9;
/// The contact to whom the new record of a row would belong, or 0 for a new one.
pub(super) const BELONGS: u8 = 10;
/// An earlier row to whose contact a row, or its record, would belong.
pub(super) const FOLLOWS: u8 = 11;
/// The record that is there already, like that of a row which somebody wants all the same.
pub(super) const AGAIN: u8 = 13;
