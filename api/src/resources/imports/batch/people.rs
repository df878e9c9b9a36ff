//! People whom a file has twice, and people who are contacts already. The page of a dry run asks about them; what nobody answers
//! makes a contact of its own.

use std::collections::{BTreeSet, HashSet};

use sea_orm::{ColumnTrait, QueryFilter, QuerySelect};
use shared::entities::contacts;
use shared::values::choices::ContactStatus;

use super::{Batch, Line};
use crate::error::AppError;
use crate::fields::problem::Problem;
use crate::records::changed;
use crate::records::importable::{Importable, Look};
use crate::resources::contacts::alike::alike;
use crate::resources::imports::mapping::translator::Same;
use crate::resources::imports::marks::{ALIKE, ARCHIVED, DECIDED, EARLIER, FITS, FOLLOWS, NAMED, TWIN};

impl<R: Importable> Batch<'_, R> {
    /// Makes a record of a new row, or gives the row to the contact that it is, as somebody says.
    pub(super) async fn place(&mut self, mut line: Line<R::Input>) -> Result<(), AppError> {
        let (row, keys) = (line.row, std::mem::take(&mut line.keys));
        let look = R::look(&line.input).filter(|_| self.knows_people);
        let earlier = self.people.earlier(&keys);
        match self.said_contact(row) {
            Some(id) => self.fill(line, id).await?,
            None if self.same(row) == Some(Same::Earlier) => self.follow(line, earlier).await?,
            None => self.create(line).await?,
        }
        // Rows with problems are no longer among them.
        if self.records.contains_key(&row) {
            self.people.keep(row, keys);
            self.mark_person(row, look, earlier);
        }
        Ok(())
    }

    /// Gives a row to the contact that an earlier one has made or filled.
    async fn follow(&mut self, mut line: Line<R::Input>, earlier: Option<i64>) -> Result<(), AppError> {
        if let Some(earlier) = earlier.filter(|_| self.dry_run) {
            // The contact is not there yet. So only the fields of this row are checked.
            changed::<R>(self.tx, &self.context, None, &mut line.input, &mut line.validation).await?;
            if self.is_good(&mut line) {
                self.outcome.updated += 1;
                self.foresee(line.row, earlier, FOLLOWS);
            }
            return Ok(());
        }
        self.write_new().await?;
        let made = match earlier {
            Some(earlier) => self.made_of(earlier, false).await?,
            None => None,
        };
        if let Some(id) = made {
            return self.fill(line, id).await;
        }
        let rule = "must be empty or another word: no earlier row is of the same person";
        line.problems.push(Problem::new(self.reading.heading_of_same(), rule));
        self.is_good(&mut line);
        Ok(())
    }

    /// Marks a good row: what is decided about its person, and what a page asks.
    fn mark_person(&mut self, row: i64, look: Option<Look>, earlier: Option<i64>) {
        let same = self.same(row);
        if let Some(same) = same {
            self.mark(row, same.contact().unwrap_or_default(), DECIDED);
        }
        if let Some(earlier) = earlier {
            self.mark(row, earlier, if same.is_some() { EARLIER } else { TWIN });
        }
        if self.dry_run {
            self.people.looks.extend(look.map(|look| (row, look)));
        }
    }

    /// Marks the contacts that people of rows look like, donors who are archived, and the contacts with the names of donors of whom
    /// rows say too little else.
    pub(super) async fn ask_of_contacts(&mut self, undone: &HashSet<i64>) -> Result<(), AppError> {
        let account = self.context.caller.account;
        let looks = std::mem::take(&mut self.people.looks);
        let (found, _) = alike(self.tx, account, &looks, undone).await?;
        for (row, contact_id) in found {
            self.mark(row, contact_id, if self.same(row).is_some() { DECIDED } else { ALIKE });
        }
        let found = std::mem::take(&mut self.people.found);
        let archived = self.archived(&found).await?;
        for (row, contact_id) in found.into_iter().filter(|(_, id)| archived.contains(id)) {
            self.mark(row, contact_id, ARCHIVED);
        }
        let named = std::mem::take(&mut self.people.named);
        for (row, _) in named.iter().filter(|(_, look)| !look.last.is_empty()) {
            self.mark(*row, 0, NAMED);
        }
        // Where some are not looked through, nobody is the only one of a name.
        let (mut namesakes, is_whole) = alike(self.tx, account, &named, undone).await?;
        namesakes.retain(|_| is_whole);
        let archived = self.archived(&namesakes).await?;
        for (row, contact_id) in namesakes.into_iter().filter(|(_, id)| !archived.contains(id)) {
            self.mark(row, contact_id, FITS);
        }
        Ok(())
    }

    /// Returns which contacts of rows are archived.
    async fn archived(&self, found: &[(i64, i64)]) -> Result<BTreeSet<i64>, AppError> {
        let ids: BTreeSet<i64> = found.iter().map(|(_, contact_id)| *contact_id).collect();
        if ids.is_empty() {
            return Ok(ids);
        }
        let archived = self.context.caller.account.find::<contacts::Entity>();
        let archived = archived.filter(contacts::Column::Id.is_in(ids));
        let archived = archived.filter(contacts::Column::ContactStatus.eq(ContactStatus::Archive));
        let archived = archived.select_only().column(contacts::Column::Id).into_tuple::<i64>();
        Ok(archived.all(self.tx).await?.into_iter().collect())
    }

    /// Marks a row of a dry run about which a page asks or has asked.
    pub(super) fn mark(&mut self, row: i64, id: i64, mark: u8) {
        if self.dry_run && self.knows_people {
            self.outcome.done.push((row, id, mark));
        }
    }

    /// Marks what a row of a dry run would become, where a page shows it.
    pub(super) fn foresee(&mut self, row: i64, id: i64, mark: u8) {
        if self.foresees {
            self.outcome.done.push((row, id, mark));
        }
    }
}
