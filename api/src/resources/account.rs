//! The account that a key opens, its members, and the key's user. Also the words in use on the account's records, so that
//! a client can offer them instead of inventing others.

use poem_openapi::OpenApi;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, ConnectionTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait};
use shared::entities::{SystemScope, contact_tags, memberships, tags, users};
use shared::values::choices::MembershipRole;

use super::sandboxes;
use super::tag::DocumentTag;
use crate::accounts::{Settings, members, settings};
use crate::auth::{Caller, Owner};
use crate::error::AppError;
use crate::fields::types::{Count, CurrencyCode, Flag, Id, Nullable, OneOf, Text};
use crate::fields::{Patch, Payload};
use crate::http::{Index, Operation, Read, Reply, Update};
use crate::idempotency::run_idempotent;
use crate::rest::JsonBody;
use crate::state::App;
use crate::{body, object};

object! {
    /// The account that the key opens, and the user whose key it is.
    Account {
        /// Identifier, as `account_id` of events has it
        account_id: Id;
        /// 1: it is a sandbox, to try things out in
        account_sandbox: Flag;
        /// Name of the organisation
        account_name: Text<200>;
        /// The currency of its summaries, and of gifts and pledges that name none, ISO 4217
        currency: CurrencyCode;
        /// The time zone in which its days begin, as in Europe/Lisbon
        timezone: Text<100>;
        /// 1: a received gift makes a donor of a contact, prospect or lapsed donor
        account_status_follows_gifts: Flag;
        /// 1: gifts and pledges are only for the active funds of its list
        account_funds_closed: Flag;
        /// 1: gifts are only of the active campaigns of its list
        account_campaigns_closed: Flag;
        /// The user's id, as `actor` of events has it
        user_id: Id;
        /// The user's name
        user_name: Nullable<Text<200>>;
        /// The user's email address
        user_email: Text<320>;
        /// What the user may do in the account
        user_role: OneOf<MembershipRole>;
    }
}

body! {
    /// The body that changes the account's settings.
    AccountInput as "AccountCreate" or "AccountUpdate" {
        /// Name of the organisation
        account_name: Text<100> { required, example: "Helping Hands" };
        /// The currency of its summaries, and of gifts and pledges that name none, ISO 4217. It stays while a gift or a pledge has
        /// another one
        currency: CurrencyCode { required, example: "EUR" };
        /// The time zone in which its days begin, from the IANA database
        timezone: Text<100> { required, example: "Europe/Lisbon" };
        /// 1: a received gift makes a donor of a contact, prospect or lapsed donor
        account_status_follows_gifts: Flag { example: 1 };
        /// 1: gifts and pledges are only for the active funds of its list, so a name that is not there is refused
        account_funds_closed: Flag { example: 0 };
        /// 1: gifts are only of the active campaigns of its list
        account_campaigns_closed: Flag { example: 0 };
    }
    read_only [account_id account_sandbox user_id user_name user_email user_role]
}

object! {
    /// A member of the account.
    Member {
        /// The user's id, as `task_assignee_id` of tasks and `actor` of events have it
        user_id: Id;
        /// The user's name
        user_name: Nullable<Text<200>>;
        /// The user's email address
        user_email: Text<320>;
        /// What the user may do in the account
        user_role: OneOf<MembershipRole>;
    }
}

object! {
    /// A tag of contacts.
    TagInUse {
        /// The tag, as it was written first
        tag_name: Text<100>;
        /// How many contacts have it, archived ones included
        contact_count: Count;
    }
}

impl Payload for Account {
    const KIND: &'static str = "account";
}

impl Payload for Member {
    const KIND: &'static str = "members";
}

impl Payload for TagInUse {
    const KIND: &'static str = "tags";
}

/// The operation that empties a sandbox.
struct Reset;

impl Operation for Reset {
    const NAME: &'static str = "reset";
}

/// The operations on the caller's account.
pub struct Accounts(pub App);

#[OpenApi(tag = "DocumentTag::Account")]
impl Accounts {
    /// Look up the account of the key
    #[oai(path = "/account", method = "get", operation_id = "readAccount")]
    async fn read(&self, caller: Caller) -> Result<Reply<Account, Read>, AppError> {
        let (version, account) = of_caller(self.0.store.read(), caller).await?;
        Reply::tagged(&account, version)
    }

    /// Change the settings of the account
    ///
    /// Takes an owner's key. Changes only the fields that are sent, and answers with the whole account. The audit log tells
    /// what was changed. The currency stays while a gift or a pledge has another one than the new one: 422.
    #[oai(path = "/account", method = "put", operation_id = "updateAccount")]
    async fn update(
        &self,
        owner: Owner,
        body: JsonBody<AccountInput, Update>,
    ) -> Result<Reply<Account, Update>, AppError> {
        let Owner(caller) = owner;
        let JsonBody { input, problems, ignored, preconditions, idempotency_key, .. } = body;
        // The answer names the user.
        let key = idempotency_key.and(&caller.user_id.unwrap_or_default().to_be_bytes());
        run_idempotent(&self.0, caller.account, key, async |tx| {
            let stored = settings::lock(tx, caller.account).await?;
            preconditions.check(settings::version(&stored))?;
            let changes = Settings {
                name: input.account_name.value().map(String::as_str),
                currency: input.currency.value().map(String::as_str),
                timezone: input.timezone.value().map(String::as_str),
                status_follows_gifts: flag(&input.account_status_follows_gifts),
                funds_closed: flag(&input.account_funds_closed),
                campaigns_closed: flag(&input.account_campaigns_closed),
            };
            let actor = caller.actor(self.0.clock.now_ms());
            settings::change_locked(tx, actor, &stored, changes, problems).await?;
            let (version, account) = of_caller(tx, caller).await?;
            Ok(Reply::tagged(&account, version)?.ignoring(&ignored))
        })
        .await
    }

    /// Empty the sandbox and fill it anew
    ///
    /// Of a sandbox alone, which an owner makes in the web application: its records are removed, and those of the demo come
    /// back, with the external ids `demo-1`, `demo-2` and so on. Its keys and webhooks stay. Its event log begins anew, so a
    /// copy does, too: cursors from before are refused. Another account is never emptied: 403.
    #[oai(path = "/account/reset", method = "post", operation_id = "resetAccount")]
    async fn reset(&self, caller: Caller) -> Result<Reply<Account, Reset>, AppError> {
        sandboxes::reset(&self.0, caller).await?;
        Reply::of(&of_caller(self.0.store.read(), caller).await?.1)
    }

    /// List the members of the account
    ///
    /// In the order in which they joined.
    #[oai(path = "/members", method = "get", operation_id = "listMembers")]
    async fn members(&self, caller: Caller) -> Result<Reply<Member, Index>, AppError> {
        let members = members::list(self.0.store.read(), caller.account).await?;
        let member = |member: members::Member| Member {
            user_id: member.user_id,
            user_name: member.name,
            user_email: member.email,
            user_role: member.role,
        };
        Reply::list(&members.into_iter().map(member).collect::<Vec<_>>())
    }

    /// List the tags in use
    ///
    /// In order of their names. A tag that no contact has any more is not listed.
    #[oai(path = "/tags", method = "get", operation_id = "listTags")]
    async fn tags(&self, caller: Caller) -> Result<Reply<TagInUse, Index>, AppError> {
        let counts = caller
            .account
            .find::<tags::Entity>()
            .join(JoinType::InnerJoin, contact_tags::Relation::Tags.def().rev())
            .select_only()
            .column(tags::Column::TagName)
            .expr(Expr::col((contact_tags::Entity, contact_tags::Column::ContactId)).count())
            .group_by(tags::Column::TagName)
            .group_by(tags::Column::TagKey)
            .order_by_asc(tags::Column::TagKey);
        let counts: Vec<(String, i64)> = counts.into_tuple().all(self.0.store.read()).await?;
        let tags = counts.into_iter().map(|(tag_name, contact_count)| TagInUse { tag_name, contact_count });
        Reply::list(&tags.collect::<Vec<_>>())
    }
}

/// Returns what a flag of a body is to be, if it was sent.
fn flag(sent: &Patch<bool>) -> Option<bool> {
    match sent {
        Patch::Absent => None,
        Patch::Null => Some(false),
        Patch::Value(flag) => Some(*flag),
    }
}

/// Reads the caller's account, and the version of its settings.
async fn of_caller(connection: &impl ConnectionTrait, caller: Caller) -> Result<(i64, Account), AppError> {
    let account_id = caller.account.account_id();
    let account = settings::read(connection, caller.account).await?;
    let user_id = caller.user_id.ok_or(AppError::NotFound)?;
    let membership = caller.account.find::<memberships::Entity>();
    let membership = membership.filter(memberships::Column::UserId.eq(user_id));
    let membership = membership.one(connection).await?.ok_or(AppError::NotFound)?;
    let user = SystemScope.find::<users::Entity>().filter(users::Column::Id.eq(user_id));
    let user = user.one(connection).await?.ok_or(AppError::NotFound)?;
    let version = settings::version(&account);
    let account = Account {
        account_id,
        account_sandbox: account.sandbox_of.is_some(),
        account_name: account.name,
        currency: account.currency,
        timezone: account.timezone,
        account_status_follows_gifts: account.status_follows_gifts,
        account_funds_closed: account.funds_closed,
        account_campaigns_closed: account.campaigns_closed,
        user_id,
        user_name: user.name,
        user_email: user.email,
        user_role: membership.role,
    };
    Ok((version, account))
}
