//! The fields of records: how they are declared, read, written to responses, and described in the document. Nothing
//! here knows a request, a database or an account.
//!
//! A field has a type, which is a marker without values of its own ([`types`]). [`record!`](crate::record) declares the
//! fields of a kind of records once, and [`query!`](crate::query) the parameters of its list. A value is read from a
//! [`source::Source`]: the JSON of a body, or a text of a form, a cell or a parameter. A broken rule is a
//! [`problem::Problem`].

pub mod columns;
pub mod countries;
pub mod field;
pub mod json;
pub mod labels;
pub mod members;
pub mod parameters;
pub mod problem;
pub mod record;
pub mod schema;
pub mod source;
pub(crate) mod spoken;
pub mod types;

pub use field::{Input, Patch};
pub use problem::{Problem, Problems};
pub use schema::Payload;
