//! Merges of funds, and of campaigns: two that are the same become one, which the gifts and pledges of both are for.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::Transaction;
use shared::entities::{Purpose, Tenant};
use shared::values::choices::Choice as _;

use super::kinds::{Campaign, Fund, Listed};
use super::merges::MergeInto;
use super::operations::KindTag;
use super::purposes;
use crate::auth::Caller;
use crate::body;
use crate::error::AppError;
use crate::events::revision::note_quiet_change;
use crate::fields::Problems;
use crate::fields::types::Id;
use crate::http::Reply;
use crate::http::query::PathId;
use crate::idempotency::run_idempotent;
use crate::records::preconditions::Preconditions;
use crate::records::{Context, Resource, one};
use crate::rest::JsonBody;
use crate::state::App;

body! {
    /// The body that merges a fund or a campaign into another one.
    PurposeMergeInput as "PurposeMergeCreate" or "PurposeMergeCreate" {
        /// The one whose gifts and pledges move, and which is removed
        from_id: Id { required, label: "The other one", no_hint, example: 2 };
    }
}

type MergeBody = JsonBody<PurposeMergeInput, MergeInto>;

/// The operation that merges funds.
pub struct FundMerges(pub App);

#[OpenApi(tag = "KindTag::<Fund>::TAG")]
impl FundMerges {
    /// Merge another fund into this one
    ///
    /// Its gifts and pledges are for this fund then, without events of it, and the other fund is removed.
    #[oai(path = "/funds/:id/merge", method = "post", operation_id = "mergeFund")]
    async fn merge(
        &self,
        caller: Caller,
        id: Path<PathId>,
        body: MergeBody,
    ) -> Result<Reply<Fund, MergeInto>, AppError> {
        answer::<Fund>(&self.0, caller, id.id(), body).await
    }
}

/// The operation that merges campaigns.
pub struct CampaignMerges(pub App);

#[OpenApi(tag = "KindTag::<Campaign>::TAG")]
impl CampaignMerges {
    /// Merge another campaign into this one
    ///
    /// Its gifts are of this campaign then, without events of it, and the other campaign is removed.
    #[oai(path = "/campaigns/:id/merge", method = "post", operation_id = "mergeCampaign")]
    async fn merge(
        &self,
        caller: Caller,
        id: Path<PathId>,
        body: MergeBody,
    ) -> Result<Reply<Campaign, MergeInto>, AppError> {
        answer::<Campaign>(&self.0, caller, id.id(), body).await
    }
}

async fn answer<R: Listed + Resource<Entity: Purpose>>(
    app: &App,
    caller: Caller,
    id: i64,
    body: MergeBody,
) -> Result<Reply<R, MergeInto>, AppError> {
    let JsonBody { input, problems, ignored, preconditions, idempotency_key, .. } = body;
    let context = Context::new(app, caller);
    run_idempotent(app, caller.account, idempotency_key, async |tx| {
        let from_id = input.from_id.value().copied();
        let (version, record) = merge::<R>(tx, &context, (id, &preconditions), from_id, problems).await?;
        Ok(Reply::tagged(&record, version)?.ignoring(&ignored))
    })
    .await
}

/// Merges another fund or campaign into the one with this id, and removes the other one. Returns the one that stays, and its
/// version.
///
/// # Errors
/// [`AppError::NotFound`], [`AppError::PreconditionFailed`], and [`AppError::Invalid`] with all problems.
pub async fn merge<R: Resource<Entity: Purpose>>(
    tx: &Transaction,
    context: &Context,
    (id, version): (i64, &Preconditions),
    from_id: Option<i64>,
    mut problems: Problems,
) -> Result<(i64, R), AppError> {
    let account = context.caller.account;
    // Locked in the order of their ids, so that two merges cannot deadlock.
    let both =
        account.find::<R::Entity>().filter(R::Entity::ID.is_in([Some(id), from_id].into_iter().flatten()));
    let both = both.order_by_asc(R::Entity::ID).lock_exclusive().all(tx).await?;
    let find = |id: i64| both.iter().find(|row| R::id(row) == id);
    let into = find(id).ok_or(AppError::NotFound)?;
    version.check(R::version(into))?;
    // A missing id is a problem already.
    let from = from_id.and_then(|from_id| {
        let from = find(from_id);
        match from {
            None => problems.add_unknown_id("from_id", R::Entity::KIND.as_str()),
            Some(_) if from_id == id => {
                problems.add("from_id", format_args!("must be the id of another {}", R::Entity::KIND));
            }
            Some(_) => {}
        }
        from
    });
    problems.check()?;
    let from = from.ok_or(AppError::NotFound)?;
    let names = [R::Entity::name(from), R::Entity::name(into)];
    purposes::rename(tx, context, R::Entity::KIND, names).await?;
    account.delete::<R::Entity>().filter(R::Entity::ID.eq(R::id(from))).exec(tx).await?;
    note_quiet_change(tx, account).await?;
    Ok((R::version(into), one(R::load(tx, context, vec![into.clone()]).await?)?))
}
