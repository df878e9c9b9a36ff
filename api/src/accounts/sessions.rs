//! Signed-in browsers. A session is looked up at every request together with the membership of its current account, so it
//! ends at once with that membership or when it is removed.

use sea_orm::{
    ActiveModelTrait, ActiveValue, ColumnTrait, Condition, ConnectionTrait, FromQueryResult, JoinType,
    QueryFilter, QueryOrder, QuerySelect, RelationTrait,
};
use shared::entities::{SystemScope, accounts, memberships, sessions, users};
use shared::times::ms;
use shared::values::choices::MembershipRole;
use shared::{Error, Store};

use super::audit::Actor;
use crate::crypto::tokens::{hash_token, new_token};
use crate::times::{SESSION_IDLE, SESSION_LIFE, SESSION_USE};

/// How many characters of a browser's name are kept.
const AGENT_CHARS: usize = 300;

/// A session with its user and the current account.
#[derive(Clone, Debug, FromQueryResult)]
pub struct SignedIn {
    /// The session.
    pub session_id: i64,
    last_used_at_ms: i64,
    /// When the user has signed in, in milliseconds since the Unix epoch.
    pub signed_in_at_ms: i64,
    /// The user.
    pub user_id: i64,
    /// The user's email address.
    pub email: String,
    /// The user's name, if it is known.
    pub user_name: Option<String>,
    /// The current account, or `None` while the user belongs to no account. The next six are known together with it.
    pub account_id: Option<i64>,
    /// The account's name.
    pub account_name: Option<String>,
    /// The account's currency.
    pub currency: Option<String>,
    /// The account's time zone.
    pub timezone: Option<String>,
    /// Whether a received gift makes a donor of a contact of the account.
    pub status_follows_gifts: Option<bool>,
    /// The user's role in the account.
    pub role: Option<MembershipRole>,
    /// The account whose sandbox the account is, if it is one.
    pub sandbox_of: Option<i64>,
}

/// Returns the condition for sessions that are valid now.
fn valid(now_ms: i64) -> Condition {
    Condition::all()
        .add(sessions::Column::ExpiresAtMs.gt(now_ms))
        .add(sessions::Column::LastUsedAtMs.gt(now_ms - ms(SESSION_IDLE)))
}

/// Finds the session of a token, and notes that it is used. Returns `None` if it is not valid now.
pub async fn find(store: &Store, token: &str, now_ms: i64) -> Result<Option<SignedIn>, Error> {
    let found: Option<SignedIn> = SystemScope
        .find::<sessions::Entity>()
        .filter(sessions::Column::TokenHash.eq(hash_token(token)))
        .filter(valid(now_ms))
        .join(JoinType::InnerJoin, sessions::Relation::User.def())
        .join(JoinType::LeftJoin, sessions::Relation::Membership.def())
        .join(JoinType::LeftJoin, sessions::Relation::Account.def())
        .select_only()
        .column_as(sessions::Column::Id, "session_id")
        .column_as(sessions::Column::CreatedAtMs, "signed_in_at_ms")
        .columns([sessions::Column::LastUsedAtMs, sessions::Column::UserId])
        .column(users::Column::Email)
        .column_as(users::Column::Name, "user_name")
        .columns([memberships::Column::AccountId])
        .column(memberships::Column::Role)
        .column_as(accounts::Column::Name, "account_name")
        .columns([accounts::Column::Currency, accounts::Column::Timezone, accounts::Column::SandboxOf])
        .column(accounts::Column::StatusFollowsGifts)
        .into_model()
        .one(store.read())
        .await?;
    if let Some(session) = &found
        && session.last_used_at_ms <= now_ms - ms(SESSION_USE)
    {
        let used = SystemScope
            .update::<sessions::Entity>()
            .set(sessions::ActiveModel { last_used_at_ms: ActiveValue::Set(now_ms), ..Default::default() })
            .filter(sessions::Column::Id.eq(session.session_id));
        // Do not turn a visitor away because this cannot be written.
        if let Err(error) = used.exec(store.write()).await {
            tracing::debug!(%error, "the use of a session was not noted");
        }
    }
    Ok(found)
}

/// Starts a session of a user on an account that the user belongs to. Returns its token.
pub async fn start(
    connection: &impl ConnectionTrait,
    actor: Actor,
    (user_id, account_id): (i64, Option<i64>),
    user_agent: Option<&str>,
) -> Result<String, Error> {
    let token = new_token()?;
    let session = sessions::ActiveModel {
        id: ActiveValue::NotSet,
        token_hash: ActiveValue::Set(hash_token(&token)),
        user_id: ActiveValue::Set(user_id),
        account_id: ActiveValue::Set(account_id),
        created_at_ms: ActiveValue::Set(actor.now_ms),
        last_used_at_ms: ActiveValue::Set(actor.now_ms),
        expires_at_ms: ActiveValue::Set(actor.now_ms + ms(SESSION_LIFE)),
        user_agent: ActiveValue::Set(user_agent.map(|agent| agent.chars().take(AGENT_CHARS).collect())),
        address: ActiveValue::Set(actor.address.map(|address| address.to_string())),
    };
    session.insert(connection).await?;
    Ok(token)
}

/// Gives a session a new token, and returns it. The old one stops at once.
pub async fn rotate(connection: &impl ConnectionTrait, session_id: i64) -> Result<String, Error> {
    let token = new_token()?;
    let change =
        sessions::ActiveModel { token_hash: ActiveValue::Set(hash_token(&token)), ..Default::default() };
    let of = SystemScope.update::<sessions::Entity>().set(change);
    of.filter(sessions::Column::Id.eq(session_id)).exec(connection).await?;
    Ok(token)
}

/// Makes an account the current one of a session. The user must belong to it.
pub async fn switch(
    connection: &impl ConnectionTrait,
    session_id: i64,
    account_id: Option<i64>,
) -> Result<(), Error> {
    let change = sessions::ActiveModel { account_id: ActiveValue::Set(account_id), ..Default::default() };
    let of = SystemScope.update::<sessions::Entity>().set(change);
    of.filter(sessions::Column::Id.eq(session_id)).exec(connection).await?;
    Ok(())
}

/// Returns a user's valid sessions, the one that was used last first.
pub async fn list(
    connection: &impl ConnectionTrait,
    user_id: i64,
    now_ms: i64,
) -> Result<Vec<sessions::Model>, Error> {
    let own = SystemScope.find::<sessions::Entity>().filter(sessions::Column::UserId.eq(user_id));
    let own = own.filter(valid(now_ms)).order_by_desc(sessions::Column::LastUsedAtMs);
    Ok(own.order_by_desc(sessions::Column::Id).all(connection).await?)
}

/// The sessions of a user that end.
#[derive(Clone, Copy, Debug)]
pub enum Ending {
    /// This one.
    One(i64),
    /// All but this one.
    AllBut(i64),
    /// All of them.
    All,
}

/// Ends sessions of a user. Returns how many ended.
pub async fn end(connection: &impl ConnectionTrait, user_id: i64, which: Ending) -> Result<u64, Error> {
    let own = SystemScope.delete::<sessions::Entity>().filter(sessions::Column::UserId.eq(user_id));
    let own = match which {
        Ending::One(id) => own.filter(sessions::Column::Id.eq(id)),
        Ending::AllBut(id) => own.filter(sessions::Column::Id.ne(id)),
        Ending::All => own,
    };
    Ok(own.exec(connection).await?.rows_affected)
}

/// Removes the sessions that have expired. Returns how many it removed.
pub async fn remove_expired(store: &Store, now_ms: i64) -> Result<u64, Error> {
    let removal = SystemScope.delete::<sessions::Entity>().filter(valid(now_ms).not());
    Ok(removal.exec(store.write()).await?.rows_affected)
}
