//! Imports pledges. A file names contacts by their external ids.

use std::collections::HashMap;

use shared::Transaction;
use shared::entities::{AccountScope, contacts, pledges};

use super::{Pledge, PledgeInput};
use crate::http::AppError;
use crate::records::Context;
use crate::records::importable::{CONTACT, Importable, LookupColumn, ids_by};
use crate::records::links::PreloadedLinks;

impl Importable for Pledge {
    const EXTERNAL_ID: &'static str = "pledge_external_id";
    const NAMED: &'static [LookupColumn] = &[CONTACT];

    fn external_id() -> pledges::Column {
        pledges::Column::PledgeExternalId
    }

    fn external_id_of(row: &pledges::Model) -> Option<&str> {
        row.pledge_external_id.as_deref()
    }

    async fn resolve(
        tx: &Transaction,
        account: AccountScope,
        _: &LookupColumn,
        keys: Vec<String>,
    ) -> Result<HashMap<String, i64>, AppError> {
        ids_by::<contacts::Entity>(tx, account, contacts::Column::ContactExternalId, keys).await
    }

    async fn links(
        tx: &Transaction,
        context: &Context,
        inputs: &[&PledgeInput],
    ) -> Result<PreloadedLinks, AppError> {
        let mut links = PreloadedLinks::default();
        let contact_ids = inputs.iter().filter_map(|input| input.contact_id.value().copied());
        links.read::<contacts::Entity>(tx, context.caller.account, contact_ids).await?;
        Ok(links)
    }
}
