//! Values that have rules of their own: money, choices, ids, moments and traces.

pub mod choices;
pub mod clock;
pub mod ids;
pub mod money;
pub mod names;
pub mod trace;
