//! Rows whose records are there already, as where a file has a few rows more than one that was imported before. Each record that is
//! there stands for one row: a second row that is the same is a new record.

use std::collections::{HashMap, HashSet};

use sea_orm::QueryOrder;
use shared::entities::{import_rows, imports};

use super::{Batch, KEYS_MAX, Line};
use crate::error::AppError;
use crate::records::importable::{Importable, Twin};
use crate::resources::contacts::matching::Fit;
use crate::resources::imports::mapping::translator::Same;
use crate::resources::imports::marks::{AGAIN, Done, MADE, THERE};
use crate::resources::imports::preview::marked;
use crate::resources::imports::there;

/// Returns the text by which a later part of the file knows that a record stands for an earlier row. It is longer than any external
/// id, so that it is never one.
pub(super) fn taken(id: i64) -> String {
    format!("{id:>101}")
}

impl<R: Importable> Batch<'_, R> {
    /// Finds the records that are there already for rows of a part, but for those that this import has made or changes, and those
    /// that stand for earlier rows. A row with an external id is never one of them, because the id alone tells which record it is.
    pub(super) async fn read_there(
        &mut self,
        import: &imports::Model,
        lines: &[Line<R::Input>],
    ) -> Result<(), AppError> {
        let Some(twin) = R::TWIN else { return Ok(()) };
        if !there::are_left_out(import)? {
            return Ok(());
        }
        let is_new = |line: &&Line<R::Input>| {
            let is_read = line.problems.is_empty() && line.validation.is_empty();
            let record = self.records.get(&line.row).filter(|record| record.problems.is_empty());
            line.external_id.is_none() && is_read && record.is_some()
        };
        let new: Vec<_> = lines.iter().filter(is_new).collect();
        let (mut inputs, mut wanted) = (Vec::new(), Vec::new());
        for line in new {
            let Some(mut own) = twin(&self.context, &line.input) else { continue };
            own.contact_id = self.contact_of(line.row, own.contact_id).await?;
            if let Some(contact_id) = own.contact_id {
                inputs.push((contact_id, &line.input));
                wanted.push((line.row, own));
            }
        }
        let found = R::there(self.tx, &self.context, &inputs).await?;
        let found = self.not_taken(import, found).await?;
        let key = |twin: &Twin| (twin.contact_id, twin.key.clone());
        let mut by_key: HashMap<_, Vec<(i64, Twin)>> = HashMap::new();
        for (id, stored) in found {
            by_key.entry(key(&stored)).or_default().push((id, stored));
        }
        // Rows with the very numbers of a record come before those where one of the two has none.
        for is_exact in [true, false] {
            for (row, own) in &wanted {
                let is_it = |stored: &Twin| own == stored || !is_exact && own.fits(stored);
                if let Some(stored) = by_key.get_mut(&key(own)).filter(|_| !self.there.contains_key(row))
                    && let Some(at) = stored.iter().position(|(_, stored)| is_it(stored))
                {
                    self.there.insert(*row, stored.remove(at));
                }
            }
        }
        wanted.retain(|(row, _)| !self.there.contains_key(row));
        self.spare = wanted;
        self.again = there::all_the_same(self.tx, import).await?;
        Ok(())
    }

    /// Returns those of these records that can stand for a row. Those that rows of this part change stand for these rows, in
    /// later parts, too.
    async fn not_taken(
        &mut self,
        import: &imports::Model,
        mut found: Vec<(i64, Twin)>,
    ) -> Result<Vec<(i64, Twin)>, AppError> {
        let changed: HashSet<i64> = self.stored.values().map(R::id).collect();
        found.retain(|(id, _)| !changed.contains(id));
        let texts: Vec<_> = found.iter().map(|(id, _)| id).chain(&changed).map(|id| taken(*id)).collect();
        let mut before = HashSet::new();
        for texts in texts.chunks(KEYS_MAX) {
            before.extend(self.seen_before(texts.to_vec()).await?);
        }
        found.retain(|(id, _)| !before.contains(&taken(*id)));
        self.taken.extend(changed.into_iter().filter(|id| !before.contains(&taken(*id))));
        if !self.dry_run && !found.is_empty() {
            // The ids of new records rise.
            let first = marked(import, &[MADE]).order_by_asc(import_rows::Column::LastRow);
            if let Some(part) = first.one(self.tx).await? {
                let done: Vec<Done> = serde_json::from_str(&part.row_records)?;
                let made = done.iter().filter(|(.., mark)| *mark == MADE).map(|(_, id, _)| *id).min();
                found.retain(|(id, _)| made.is_none_or(|made| *id < made));
            }
        }
        Ok(found)
    }

    /// Leaves out a new row whose record is there already, unless somebody wants it all the same. Returns whether it does. The record
    /// of a row with problems stands for a later row instead, if one is the same.
    pub(super) fn leaves_out(&mut self, line: &Line<R::Input>) -> bool {
        let Some((id, stored)) = self.there.remove(&line.row) else { return false };
        if !line.problems.is_empty() || !line.validation.is_empty() {
            let mut later = self.spare.iter();
            if let Some(at) = later.position(|(row, own)| *row > line.row && own.fits(&stored)) {
                let (row, _) = self.spare.remove(at);
                self.there.insert(row, (id, stored));
            }
            return false;
        }
        self.taken.push(id);
        let is_wanted = self.again.contains(&line.row);
        if is_wanted {
            self.foresee(line.row, id, AGAIN);
        } else {
            self.outcome.skipped += 1;
            if self.foresees || !self.dry_run {
                self.outcome.done.push((line.row, id, THERE));
            }
        }
        !is_wanted
    }

    /// Returns the contact who is there, to whom the record of a row would belong: the donor that its columns name, or else its
    /// `own`.
    async fn contact_of(&mut self, row: i64, own: Option<i64>) -> Result<Option<i64>, AppError> {
        let Some(record) = self.records.get(&row) else { return Ok(None) };
        let Some(donor) = record.donor.clone() else { return Ok(own) };
        self.context.passes_archived = record.same == Some(Same::New);
        let found = self.fit_of(&donor).await;
        self.context.passes_archived = false;
        let fit = match found {
            Ok(fit) => fit,
            Err(AppError::Ambiguous(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let contact_id = match &fit {
            Fit::Known(id) | Fit::Found(id) => Some(*id),
            Fit::Nobody(_) => None,
        };
        self.fits.insert(row, fit);
        Ok(contact_id)
    }
}
