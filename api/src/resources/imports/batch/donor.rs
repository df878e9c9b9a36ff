//! The donor in the row of a gift: found or made by columns of its own.

use std::borrow::Cow;

use sea_orm::{ModelTrait, Value};
use serde_json::value::RawValue;
use shared::entities::contacts;

use super::{Batch, DONOR, FITS, Line};
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::field::Input;
use crate::fields::json::parse_stored;
use crate::fields::problem::Problem;
use crate::fields::source::{Source, of_json};
use crate::records::importable::Importable;
use crate::records::links::Matched;
use crate::records::{Row, changed};
use crate::resources::contacts::matching::{ContactMatch, unfound};
use crate::resources::imports::mapping::donor::{MATCH, at_column};

impl<R: Importable> Batch<'_, R> {
    /// Reads a new row without problems again, with the donor that its own columns name: found, or made. A dry run only judges
    /// what they say. Returns `None` if the row names no donor, or has problems.
    pub(super) async fn with_donor(
        &mut self,
        line: &mut Line<R::Input>,
    ) -> Result<Option<(Row<R>, R::Plan)>, AppError> {
        let Some(record) = self.records.get(&line.row) else { return Ok(None) };
        let Some(donor) = &record.donor else { return Ok(None) };
        // Without its donor, a gift has no pledge yet.
        line.validation = std::mem::take(&mut line.validation)
            .into_iter()
            .filter(|problem| problem.path != "pledge_id")
            .collect();
        if !record.problems.is_empty() || !line.problems.is_empty() || !line.validation.is_empty() {
            return Ok(None);
        }
        let raw: &RawValue = serde_json::from_str(donor)?;
        let (links, problems) = R::Links::of(vec![(MATCH.into(), Source::Json(Cow::Borrowed(raw)))], true);
        line.validation.extend(problems.into_iter().map(at_column));
        if !line.validation.is_empty() {
            return Ok(None);
        }
        if self.dry_run {
            let fields = parse_stored(donor.as_bytes()).map_err(|error| AppError::Internal(error.into()))?;
            let (sent, _) = ContactMatch::of(of_json(fields), true);
            match unfound(self.tx, &self.context, &sent).await {
                Ok(look) => {
                    let look = look.filter(|_| record.same.is_none());
                    self.looks.extend(look.map(|look| (line.row, look)));
                }
                Err(AppError::Ambiguous(ids)) => {
                    self.outcome.done.extend(ids.iter().map(|id| (line.row, *id, FITS)));
                    line.validation.extend([several(&ids)]);
                }
                Err(error) => return Err(error),
            }
            return Ok(None);
        }
        (line.input, ..) = self.input(&record.fields().collect::<Vec<_>>(), true);
        let (mut problems, mut is_new) = (Problems::default(), false);
        match R::link(self.tx, &self.context, links, &mut line.input, &mut problems).await {
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
}

/// Returns the problem with a donor whom several contacts fit.
fn several(ids: &[i64]) -> Problem {
    let ids = ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    Problem::new(MATCH, format!("fits several contacts ({ids}): merge them, or say which one it is"))
}
