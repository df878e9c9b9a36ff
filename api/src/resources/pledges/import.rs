//! Imports pledges. A file names contacts by their external ids.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::ExprTrait;
use shared::Transaction;
use shared::entities::{AccountScope, contacts, gifts, pledges};
use shared::values::choices::{GiftStatus, NameKind, PledgeStatus};

use super::{Pledge, PledgeInput};
use crate::error::AppError;
use crate::fields::Patch;
use crate::records::importable::{CONTACT, Importable, LookupColumn, has};
use crate::records::links::PreloadedLinks;
use crate::records::{Context, Unique};

impl Importable for Pledge {
    const EXTERNAL_ID: Unique<Self> = Unique {
        column: pledges::Column::PledgeExternalId,
        field: "pledge_external_id",
        of: |pledge| pledge.pledge_external_id.as_deref(),
    };
    const ABOUT_IMPORT: &'static str = "\
        As for contacts, with `pledge_external_id` to tell which pledge a row changes. `contact_external_id` names the\n\
        contact of a pledge instead of its id; where both are given, the name decides.";
    const TAKEN_BACK: Option<fn() -> PledgeInput> = Some(|| PledgeInput {
        pledge_status: Patch::Value(PledgeStatus::Cancelled),
        pledge_external_id: Patch::Null,
        ..PledgeInput::default()
    });
    const NAMED: &'static [LookupColumn] = &[CONTACT];

    async fn is_needed(tx: &Transaction, account: AccountScope, id: i64) -> Result<bool, AppError> {
        use gifts::Column as G;
        has::<gifts::Entity>(tx, account, G::PledgeId.eq(id).and(G::GiftStatus.ne(GiftStatus::Void))).await
    }

    async fn links(
        tx: &Transaction,
        context: &Context,
        inputs: &[&PledgeInput],
    ) -> Result<PreloadedLinks, AppError> {
        let mut links = PreloadedLinks::default();
        let contact_ids = inputs.iter().filter_map(|input| input.contact_id.value().copied());
        links.read::<contacts::Entity>(tx, context.caller.account, contact_ids).await?;
        let funds = inputs.iter().filter_map(|input| input.pledge_fund.value());
        let funds: Vec<_> = funds.map(|fund| (NameKind::Fund, fund.as_str())).collect();
        context.names.read(tx, context.caller.account, &funds).await?;
        Ok(links)
    }
}
