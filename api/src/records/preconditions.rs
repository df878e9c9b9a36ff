//! The conditions of a change.

use crate::error::AppError;

/// The conditions of a change: what must hold for the record before it is changed.
#[derive(Clone, Debug, Default)]
pub struct Preconditions {
    /// Versions: the record must have one of them.
    pub if_match: Option<Versions>,
    /// Versions: the record must have none of them.
    pub if_none_match: Option<Versions>,
}

/// Versions of a record.
#[derive(Clone, Debug)]
pub enum Versions {
    /// Any.
    Any,
    /// These.
    These(Vec<i64>),
}

impl Preconditions {
    /// Makes the condition that a record is still of a version.
    pub fn of_version(version: i64) -> Self {
        Self { if_match: Some(Versions::These(vec![version])), if_none_match: None }
    }

    /// Checks the conditions of a change whose record there is not, and fails with 412 if it must exist.
    pub fn check_missing(&self) -> Result<(), AppError> {
        match self.if_match {
            Some(_) => Err(AppError::PreconditionFailed("If-Match: there is no such record")),
            None => Ok(()),
        }
    }

    /// Checks the conditions against the record's version, and fails with 412 if one does not hold. The record must be
    /// locked, so that its version cannot change before the write.
    pub fn check(&self, version: i64) -> Result<(), AppError> {
        if self.if_match.as_ref().is_some_and(|versions| !versions.include(version)) {
            return Err(AppError::PreconditionFailed("If-Match: the record has changed since it was read"));
        }
        if self.if_none_match.as_ref().is_some_and(|versions| versions.include(version)) {
            return Err(AppError::PreconditionFailed("If-None-Match: there is such a record"));
        }
        Ok(())
    }
}

impl Versions {
    fn include(&self, version: i64) -> bool {
        match self {
            Self::Any => true,
            Self::These(versions) => versions.contains(&version),
        }
    }
}
