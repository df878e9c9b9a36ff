//! The common shape of the tables of what is given for: funds and campaigns.

use super::{Tenant, campaigns, funds};
use crate::values::choices::NameKind;

/// A table of funds or campaigns. An account has each name once, without regard to case.
pub trait Purpose: Tenant {
    /// Whether they are funds or campaigns.
    const KIND: NameKind;
    /// The name.
    const NAME: Self::Column;
    /// The name in the form that ignores case.
    const KEY: Self::Column;
    /// Whether new gifts are offered it.
    const ACTIVE: Self::Column;

    /// Returns the name of a row.
    fn name(row: &Self::Model) -> &str;
}

impl Purpose for funds::Entity {
    const KIND: NameKind = NameKind::Fund;
    const NAME: funds::Column = funds::Column::FundName;
    const KEY: funds::Column = funds::Column::FundKey;
    const ACTIVE: funds::Column = funds::Column::FundActive;

    fn name(row: &funds::Model) -> &str {
        &row.fund_name
    }
}

impl Purpose for campaigns::Entity {
    const KIND: NameKind = NameKind::Campaign;
    const NAME: campaigns::Column = campaigns::Column::CampaignName;
    const KEY: campaigns::Column = campaigns::Column::CampaignKey;
    const ACTIVE: campaigns::Column = campaigns::Column::CampaignActive;

    fn name(row: &campaigns::Model) -> &str {
        &row.campaign_name
    }
}
