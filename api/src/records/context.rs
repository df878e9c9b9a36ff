//! One request's view of who is calling and when, and the records that the account's records may link to.

use chrono::NaiveDate;
use sea_orm::QuerySelect;
use shared::Transaction;
use shared::entities::Tenant;

use super::links::Links;
use crate::auth::Caller;
use crate::http::{AppError, ValidationErrors};
use crate::state::App;

/// One request's view of who and when.
#[derive(Clone)]
pub struct Context {
    /// The application.
    pub app: App,
    /// Who is calling.
    pub caller: Caller,
    /// The moment of the request, in milliseconds since the Unix epoch.
    pub now_ms: i64,
    /// The day of the request in the account's time zone.
    pub today: NaiveDate,
    /// Linked records that have been read beforehand.
    pub links: Links,
}

impl Context {
    /// The context of a request that comes now.
    pub fn new(app: &App, caller: Caller) -> Self {
        let (now_ms, today) = (app.clock.now_ms(), app.clock.today(caller.timezone));
        Self { app: app.clone(), caller, now_ms, today, links: Links::default() }
    }

    /// The context of a change of a row of this version. The moments of one record's changes follow each other whatever the clocks of
    /// several processes say, because receivers tell by them which event is the newest.
    #[must_use]
    pub fn after(mut self, version: i64) -> Self {
        self.now_ms = self.now_ms.max(version + 1);
        self
    }

    /// The account's record with an id. It is locked, so that it stays as it is until the transaction's end.
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

    /// Adds a problem unless the account has a row with the id that a field names.
    pub async fn check_link<E: Tenant>(
        &self,
        tx: &Transaction,
        problems: &mut ValidationErrors,
        (field, id, kind): (&str, Option<i64>, &str),
    ) -> Result<(), AppError> {
        let Some(id) = id else { return Ok(()) };
        let exists = match self.links.get::<E>(id) {
            Some(known) => known.is_some(),
            None => {
                let select = self.caller.account.find_id::<E>(id).select_only().column(E::ID);
                select.into_tuple::<i64>().one(tx).await?.is_some()
            }
        };
        if !exists {
            problems.add(field, format_args!("must be the id of a {kind} of this account"));
        }
        Ok(())
    }
}
