//! The donor in the row of a gift: found or made by columns of its own.

use std::borrow::Cow;

use sea_orm::{ModelTrait, Value};
use serde_json::value::RawValue;
use shared::entities::contacts;

use super::keys::key_of_new;
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
use crate::resources::imports::mapping::translator::{CONTACT_ID, Same};
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
        if !record.problems.is_empty() || !line.problems.is_empty() || !line.validation.is_empty() {
            return Ok(None);
        }
        let raw: &RawValue = serde_json::from_str(&donor)?;
        let (links, problems) = R::Links::of(vec![(MATCH.into(), Source::Json(Cow::Borrowed(raw)))], true);
        line.validation.extend(problems.into_iter().map(at_column));
        if !line.validation.is_empty() {
            return Ok(None);
        }
        // Rows that somebody says to be of one new donor, and that say no more of them, share the contact that the first one makes.
        let key = key_of_new(record);
        let earlier = key.as_ref().and_then(|key| self.people.earlier(std::slice::from_ref(key)));
        // Somebody who is new is not one of those who are archived.
        self.context.passes_archived = record.same == Some(Same::New);
        if self.dry_run {
            let found = match self.fits.remove(&line.row) {
                Some(fit) => Ok(fit),
                None => self.fit_of(&donor).await,
            };
            self.context.passes_archived = false;
            line.validation.extend(self.expect_donor((line.row, earlier), found)?);
            if line.validation.is_empty() {
                self.people.keep(line.row, key.into_iter().collect());
            }
            return Ok(None);
        }
        let made = match earlier {
            Some(earlier) => self.made_of(earlier, true).await?.map(|id| id.to_string()),
            None => None,
        };
        let mut cells: Vec<&str> = record.fields().collect();
        let place = self.reading.header.iter().position(|field| field == CONTACT_ID);
        if let Some((cell, id)) = place.and_then(|place| cells.get_mut(place)).zip(made.as_deref()) {
            *cell = id;
        }
        (line.input, ..) = self.input(&cells, (true, None));
        let (mut problems, mut is_new) = (Problems::default(), false);
        if made.is_none() {
            // Somebody who was found is locked since. Whom earlier rows have made is found now.
            self.context.matched = match self.fits.remove(&line.row) {
                Some(Fit::Known(id) | Fit::Found(id)) => Some(id),
                _ => None,
            };
            self.context.takes_name_alone = self.context.passes_archived;
            match R::link(self.tx, &self.context, links, &mut line.input, &mut problems).await {
                Ok(matched) => is_new = matched == Some(Matched::Made),
                Err(AppError::Ambiguous(ids)) => problems.extend([several(&ids)]),
                Err(error) => return Err(error),
            }
            self.context.matched = None;
            self.context.takes_name_alone = false;
        }
        self.context.passes_archived = false;
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
            self.people.keep(line.row, key.into_iter().collect());
        }
        Ok(Some(new))
    }

    /// Forgets what is wrong with the pledge of a gift whose donor is to be found: without the donor, it has no pledge yet.
    pub(super) fn await_donor(&self, line: &mut Line<R::Input>) {
        if self.records.get(&line.row).is_some_and(|record| record.donor.is_some()) {
            let problems = std::mem::take(&mut line.validation).into_iter();
            line.validation = problems.filter(|problem| problem.path != "pledge_id").collect();
        }
    }

    /// Looks for the donor of a row, and makes none.
    pub(super) async fn fit_of(&self, donor: &str) -> Result<Fit, AppError> {
        let fields = parse_stored(donor.as_bytes()).map_err(|error| AppError::Internal(error.into()))?;
        let (sent, _) = ContactMatch::of(of_json(fields), true);
        fit(self.tx, &self.context, &sent).await
    }

    /// Marks whom a dry run has found as the donor of a row, or the earlier row that makes the donor. Returns the problem if several
    /// contacts fit.
    fn expect_donor(
        &mut self,
        (row, earlier): (i64, Option<i64>),
        found: Result<Fit, AppError>,
    ) -> Result<Option<Problem>, AppError> {
        match found {
            Ok(Fit::Known(id)) => self.foresee(row, id, BELONGS),
            Ok(Fit::Found(id)) => {
                self.foresee(row, id, BELONGS);
                self.people.found.push((row, id));
            }
            Ok(Fit::Nobody(look)) => {
                let by_look = look.as_ref().map_or(row, |look| self.people.first_with_donor(row, look));
                let first = earlier.unwrap_or(by_look);
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
