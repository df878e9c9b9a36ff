//! The funds and campaigns that forms and filters offer.

use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{Purpose, campaigns, funds};
use shared::values::choices::NameKind;
use tokio::try_join;

use crate::accounts::settings;
use crate::error::AppError;
use crate::records::Context;

/// How many funds or campaigns a field offers.
pub(in crate::web) const OFFERED_MAX: u64 = 1000;

/// The names of an account's active funds and campaigns, and whether it takes no others.
#[derive(Default)]
pub(in crate::web) struct Purposes {
    funds: (Vec<String>, bool),
    campaigns: (Vec<String>, bool),
}

impl Purposes {
    /// Reads the names.
    pub(in crate::web) async fn load(context: &Context) -> Result<Self, AppError> {
        let (store, account) = (context.app.store.read(), context.caller.account);
        let settings = async { Ok(settings::read(store, account).await?) };
        let (funds, campaigns) = (active::<funds::Entity>(context), active::<campaigns::Entity>(context));
        let (settings, funds, campaigns) = try_join!(settings, funds, campaigns)?;
        Ok(Self { funds: (funds, settings.funds_closed), campaigns: (campaigns, settings.campaigns_closed) })
    }

    /// Returns the names for the field or filter with this name, and whether it takes no others.
    pub(in crate::web) fn of(&self, field: &str) -> Option<&(Vec<String>, bool)> {
        kind_of(field).map(|kind| match kind {
            NameKind::Fund => &self.funds,
            NameKind::Campaign => &self.campaigns,
        })
    }
}

/// Returns whether a field or a filter names a fund or a campaign.
pub(in crate::web) fn kind_of(field: &str) -> Option<NameKind> {
    match field.rsplit('_').next() {
        Some("fund") => Some(NameKind::Fund),
        Some("campaign") => Some(NameKind::Campaign),
        _ => None,
    }
}

/// Returns the names of an account's active funds or campaigns, in their order.
async fn active<P: Purpose>(context: &Context) -> Result<Vec<String>, AppError> {
    let active = context.caller.account.find::<P>().filter(P::ACTIVE.eq(true)).order_by_asc(P::KEY);
    let active = active.select_only().column(P::NAME).limit(OFFERED_MAX).into_tuple();
    Ok(active.all(context.app.store.read()).await?)
}
