//! The records of the demo account of an empty database, and of every sandbox.

mod deposits;
mod dice;
mod ids;
mod purposes;
mod records;
mod words;

pub use records::fill;
