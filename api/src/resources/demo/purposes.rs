//! The demo's funds and campaigns.

use std::collections::BTreeMap;

use shared::entities::{campaigns, funds, gifts};
use shared::values::choices::{GiftStatus, NameKind};
use shared::{Error, Transaction};

use super::ids::demo_ids;
use crate::giving::keep_names;
use crate::records::Context;
use crate::records::names::{new_campaign, new_fund};

/// What the goals of campaigns are multiples of, in minor units.
const GOAL_STEP: i64 = 100_000;

/// Makes the funds, and the campaigns of the gifts: each has a goal that its gifts nearly reach.
pub(super) async fn insert<const N: usize>(
    tx: &Transaction,
    context: &Context,
    funds: [&str; N],
    gifts: &[gifts::Model],
) -> Result<(), Error> {
    let account = context.caller.account;
    let fund = |(name, id): (&str, String)| funds::Model {
        fund_external_id: Some(id),
        ..new_fund(context.now_ms, name.to_owned())
    };
    let funds = funds.into_iter().zip(demo_ids()).map(fund).collect();
    let funds = account.insert_all::<funds::Entity>(tx, funds).await?;
    let mut received = BTreeMap::<&str, i64>::new();
    for gift in gifts.iter().filter(|gift| gift.gift_status == GiftStatus::Received) {
        if let Some(campaign) = &gift.gift_campaign {
            *received.entry(campaign).or_default() += gift.gift_amount_minor;
        }
    }
    let campaign = |((name, minor), id): ((&str, i64), String)| campaigns::Model {
        // The next round sum of a thousand.
        campaign_goal_minor: Some((minor / GOAL_STEP + 1) * GOAL_STEP),
        campaign_external_id: Some(id),
        ..new_campaign(&context.caller, context.now_ms, name.to_owned())
    };
    let campaigns = received.into_iter().zip(demo_ids()).map(campaign).collect();
    let campaigns = account.insert_all::<campaigns::Entity>(tx, campaigns).await?;
    let funds = funds.iter().map(|fund| (NameKind::Fund, &*fund.fund_name));
    let campaigns = campaigns.iter().map(|campaign| (NameKind::Campaign, &*campaign.campaign_name));
    keep_names(tx, account, &funds.chain(campaigns).collect::<Vec<_>>()).await
}
