//! Code that all resources share. A resource itself declares only its fields, its rules and the related records that it
//! loads.

pub mod bulk;
mod context;
pub mod days;
pub mod events;
pub mod importable;
pub mod included;
pub mod links;
pub mod list;
pub mod money;
pub mod names;
pub mod preconditions;
pub mod removed;
mod resource;
pub mod service;

pub use context::{Context, Link};
pub use resource::{Belonging, Change, Resource, Row, Unique, load_and_end, one, read_snapshot};
pub use service::{changed, insert_all, name_holder, name_taken_field, replace};
