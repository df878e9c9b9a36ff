//! The context of one request: the caller, the time, and the records that the request's own records link to.

use std::sync::Arc;

use chrono::NaiveDate;
use sea_orm::QuerySelect;
use shared::Transaction;
use shared::entities::Tenant;
use shared::events::include::Included;

use super::included::Includes;
use super::links::PreloadedLinks;
use super::names::Names;
use crate::auth::Caller;
use crate::error::AppError;
use crate::fields::Problems;
use crate::locale::LetterLocales;
use crate::state::App;

/// A field that names another record.
pub struct Link<'a> {
    /// The field's name.
    pub field: &'a str,
    /// What it has.
    pub id: Option<i64>,
    /// The kind of the other record, in words.
    pub kind: &'a str,
}

/// The caller and the time of one request.
#[derive(Clone)]
pub struct Context {
    /// The application.
    pub app: App,
    /// The caller.
    pub caller: Caller,
    /// The moment of the request, in milliseconds since the Unix epoch.
    pub now_ms: i64,
    /// The day of the request in the account's time zone.
    pub today: NaiveDate,
    /// Linked records that were read in advance.
    pub links: PreloadedLinks,
    /// How funds and campaigns are spelled.
    pub names: Names,
    /// What records show of others.
    pub included: Arc<Included>,
    /// Whether what contacts have given counts by household.
    pub by_household: bool,
    /// Whether the contact of a record is looked for among those alone that are not archived.
    pub passes_archived: bool,
    /// Whether the name alone is enough to make the contact of a record.
    pub takes_name_alone: bool,
    /// The contact whom the `contact_match` of a record fits, where it has been looked for already.
    pub matched: Option<i64>,
    /// The languages in which people are addressed: that of the account's letters in files for people, or else English.
    pub letters: LetterLocales,
}

impl Context {
    /// Makes the context of a request that arrives now.
    pub fn new(app: &App, caller: Caller) -> Self {
        let (now_ms, today) = (app.clock.now_ms(), app.clock.today(caller.timezone));
        let (links, names) = (PreloadedLinks::default(), Names::default());
        let (by_household, passes_archived, takes_name_alone) = (false, false, false);
        let included = Arc::default();
        let (app, letters, matched) = (app.clone(), LetterLocales::default(), None);
        Self {
            app,
            caller,
            now_ms,
            today,
            links,
            names,
            included,
            by_household,
            passes_archived,
            takes_name_alone,
            matched,
            letters,
        }
    }

    /// Returns the context of a request that asks for what to show of others.
    #[must_use]
    pub fn including<K>(self, includes: Includes<K>) -> Self {
        Self { included: includes.included, ..self }
    }

    /// Returns the context of a request that counts what contacts have given by household, or not.
    #[must_use]
    pub fn counting(self, by_household: bool) -> Self {
        Self { by_household, ..self }
    }

    /// Returns the context for changing a row of this version. Its time is later than that of the row's last change,
    /// even if the clocks of several processes differ, because receivers tell by the time which event of a record is
    /// the newest.
    #[must_use]
    pub fn after(mut self, version: i64) -> Self {
        self.now_ms = self.now_ms.max(version + 1);
        self
    }

    /// Returns the account's record with this id. Locks it, so that it cannot change before the transaction ends.
    pub async fn find_link<E: Tenant>(
        &self,
        tx: &Transaction,
        id: i64,
    ) -> Result<Option<E::Model>, AppError> {
        match self.links.get::<E>(id) {
            Some(known) => Ok(known.cloned()),
            None => Ok(self.caller.account.find_id::<E>(id).lock_shared().one(tx).await?),
        }
    }

    /// Adds a problem if the field of a link has an id and the account has no record with that id.
    pub async fn check_link<E: Tenant>(
        &self,
        tx: &Transaction,
        problems: &mut Problems,
        link: Link<'_>,
    ) -> Result<(), AppError> {
        let Some(id) = link.id else { return Ok(()) };
        let exists = match self.links.get::<E>(id) {
            Some(known) => known.is_some(),
            None => {
                let select = self.caller.account.find_id::<E>(id).select_only().column(E::ID);
                select.into_tuple::<i64>().one(tx).await?.is_some()
            }
        };
        if !exists {
            problems.add_unknown_id(link.field, link.kind);
        }
        Ok(())
    }
}
