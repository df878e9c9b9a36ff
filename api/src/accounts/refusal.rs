//! The reasons why an action on an account or a user was not done.

use crate::error::AppError;
use crate::fields::Problems;

/// The reason why nothing was done.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// Fields that break rules.
    #[error("fields break rules")]
    Invalid(Problems),
    /// There is no such thing, or it is another account's.
    #[error("not found")]
    NotFound,
    /// The service failed.
    #[error(transparent)]
    Failed(#[from] shared::Error),
}

impl Refusal {
    /// Makes the refusal for one broken rule.
    pub fn rule(field: &str, rule: &str) -> Self {
        let mut problems = Problems::default();
        problems.add(field, rule);
        Self::Invalid(problems)
    }

    /// Returns the broken rules, or the error if the typed values are not its cause.
    pub fn problems(self) -> Result<Problems, AppError> {
        match self {
            Self::Invalid(problems) => Ok(problems),
            other => Err(other.into()),
        }
    }
}

/// Fails if any rule is broken.
pub(super) fn check(problems: Problems) -> Result<(), Refusal> {
    if problems.is_empty() { Ok(()) } else { Err(Refusal::Invalid(problems)) }
}

impl From<sea_orm::DbErr> for Refusal {
    fn from(error: sea_orm::DbErr) -> Self {
        Self::Failed(error.into())
    }
}

impl From<Refusal> for AppError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Invalid(problems) => Self::Invalid(problems),
            Refusal::NotFound => Self::NotFound,
            Refusal::Failed(error) => error.into(),
        }
    }
}

/// For commands: the text says which rules are broken.
impl From<Refusal> for shared::Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Failed(error) => error,
            other => Self::Config(AppError::from(other).to_string()),
        }
    }
}
