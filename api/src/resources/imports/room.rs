//! How many imports an account can have at once.

use crate::error::AppError;

/// How many imports of an account may be unfinished.
pub const UNFINISHED_MAX: u64 = 10;

/// Returns the error for an account with too many unfinished imports.
pub fn too_many() -> AppError {
    AppError::Busy(format!("{UNFINISHED_MAX} imports of this account have not ended; try again when one has"))
}
