//! Values that have rules of their own: choices, ids, moments and traces.

pub mod choices;
pub mod clock;
pub mod ids;
pub mod names;
pub mod trace;
