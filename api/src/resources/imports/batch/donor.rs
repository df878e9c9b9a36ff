//! The donor in the row of a gift: found or made by columns of its own.

use std::borrow::Cow;

use sea_orm::{ModelTrait, Value};
use serde_json::value::RawValue;
use shared::entities::contacts;

use super::{Batch, Line};
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::field::Input;
use crate::fields::json::parse_stored;
use crate::fields::problem::Problem;
use crate::fields::source::{Source, of_json};
use crate::records::importable::Importable;
use crate::records::links::Matched;
use crate::records::{Row, changed};
use crate::resources::contacts::matching::{ContactMatch, Fit, fit};
use crate::resources::imports::mapping::donor::{MATCH, at_column};
use crate::resources::imports::mapping::translator::Same;
use crate::resources::imports::marks::{BELONGS, DECIDED, DONOR, FITS, FOLLOWS};

impl<R: Importable> Batch<'_, R> {
    /// Reads a new row without problems again, with the donor that its own columns name: found, or made. A dry run only judges
    /// what they say. Returns `None` if the row names no donor, or has problems.
    pub(super) async fn with_donor(
        &mut self,
        line: &mut Line<R::Input>,
    ) -> Result<Option<(Row<R>, R::Plan)>, AppError> {
        let Some(record) = self.records.get(&line.row) else { return Ok(None) };
        let Some(donor) = record.donor.clone() else {
            if let Some(donor) = record.unasked.clone().filter(|_| self.dry_run) {
                self.look_for_others(line.row, &donor).await?;
            }
            return Ok(None);
        };
        // Without its donor, a gift has no pledge yet.
        line.validation = std::mem::take(&mut line.validation)
            .into_iter()
            .filter(|problem| problem.path != "pledge_id")
            .collect();
        if !record.problems.is_empty() || !line.problems.is_empty() || !line.validation.is_empty() {
            return Ok(None);
        }
        let raw: &RawValue = serde_json::from_str(&donor)?;
        let (links, problems) = R::Links::of(vec![(MATCH.into(), Source::Json(Cow::Borrowed(raw)))], true);
        line.validation.extend(problems.into_iter().map(at_column));
        if !line.validation.is_empty() {
            return Ok(None);
        }
        // Somebody who is new is not one of those who are archived.
        self.context.passes_archived = record.same == Some(Same::New);
        if self.dry_run {
            let found = self.fit_of(&donor).await;
            self.context.passes_archived = false;
            line.validation.extend(self.expect_donor(line.row, found)?);
            return Ok(None);
        }
        (line.input, ..) = self.input(&record.fields().collect::<Vec<_>>(), (true, None));
        let (mut problems, mut is_new) = (Problems::default(), false);
        let linked = R::link(self.tx, &self.context, links, &mut line.input, &mut problems).await;
        self.context.passes_archived = false;
        match linked {
            Ok(matched) => is_new = matched == Some(Matched::Made),
            Err(AppError::Ambiguous(ids)) => problems.extend([several(&ids)]),
            Err(error) => return Err(error),
        }
        line.validation.extend(problems.into_iter().map(at_column));
        if !line.validation.is_empty() {
            return Ok(None);
        }
        // The donor may be new.
        self.context.links.forget::<contacts::Entity>();
        let new = changed::<R>(self.tx, &self.context, None, &mut line.input, &mut line.validation).await?;
        let column = R::BELONGS.filter(|_| is_new).map(|belongs| belongs.column);
        if let Some(Value::BigInt(Some(donor))) = column.map(|column| new.0.get(column)) {
            self.outcome.done.push((line.row, donor, DONOR));
        }
        Ok(Some(new))
    }

    /// Looks for the donor of a row, and makes none.
    async fn fit_of(&self, donor: &str) -> Result<Fit, AppError> {
        let fields = parse_stored(donor.as_bytes()).map_err(|error| AppError::Internal(error.into()))?;
        let (sent, _) = ContactMatch::of(of_json(fields), true);
        fit(self.tx, &self.context, &sent).await
    }

    /// Marks whom a dry run has found as the donor of a row. Returns the problem if several contacts fit.
    fn expect_donor(&mut self, row: i64, found: Result<Fit, AppError>) -> Result<Option<Problem>, AppError> {
        match found {
            Ok(Fit::Known(id)) => self.foresee(row, id, BELONGS),
            Ok(Fit::Found(id)) => {
                self.foresee(row, id, BELONGS);
                self.people.found.push((row, id));
            }
            Ok(Fit::Nobody(look)) => {
                let first = look.as_ref().map_or(row, |look| self.people.first_with_donor(row, look));
                if first == row {
                    self.foresee(row, 0, BELONGS);
                } else {
                    self.foresee(row, first, FOLLOWS);
                }
                self.people.looks.extend(look.map(|look| (row, look)));
            }
            Err(AppError::Ambiguous(ids)) => {
                self.outcome.done.extend(ids.iter().map(|id| (row, *id, FITS)));
                return Ok(Some(several(&ids)));
            }
            Err(error) => return Err(error),
        }
        Ok(None)
    }

    /// Marks the contacts whom the columns of a row would fit of which somebody says whose it is.
    async fn look_for_others(&mut self, row: i64, donor: &str) -> Result<(), AppError> {
        match self.fit_of(donor).await {
            Ok(Fit::Known(id) | Fit::Found(id)) => self.mark(row, id, DECIDED),
            Ok(Fit::Nobody(look)) => self.people.looks.extend(look.map(|look| (row, look))),
            Err(AppError::Ambiguous(ids)) => ids.into_iter().for_each(|id| self.mark(row, id, DECIDED)),
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// Returns the problem with a donor whom several contacts fit.
fn several(ids: &[i64]) -> Problem {
    let ids = ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    Problem::new(MATCH, format!("fits several contacts ({ids}): merge them, or say which one it is"))
}
