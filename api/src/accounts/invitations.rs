//! Invitations to join an account. Anybody with the link may accept it: a new user with a name and a new password, an
//! existing user with the current password.

use sea_orm::{
    ActiveValue, ColumnTrait, Condition, ConnectionTrait, FromQueryResult, JoinType, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, RelationTrait,
};
use shared::entities::{AccountScope, SystemScope, accounts, invitations, users};
use shared::times::ms;
use shared::values::choices::{AuditAction, MailStatus, MembershipRole};
use shared::{Error, Store, Transaction};

use super::audit::{self, Actor};
use super::refusal::{Refusal, check};
use super::users::NewUser;
use super::{members, outstanding, passwords, proving, sandboxes, texts};
use crate::crypto::tokens::{hash_token, new_token};
use crate::fields::Problems;
use crate::times::LETTER_LOST_AFTER;

/// How long an invitation is open.
const LIFE_MS: i64 = 7 * 24 * 3_600_000;
/// The most open invitations of an account.
const OPEN_MAX: u64 = 100;

/// An open invitation, as somebody with its link sees it.
#[derive(Clone, Debug, FromQueryResult)]
pub struct Invitation {
    /// Its id.
    pub id: i64,
    /// The account to join.
    pub account_id: i64,
    /// That account's name.
    pub account_name: String,
    /// The email address that it invites.
    pub email: String,
    /// The role of the new member.
    pub role: MembershipRole,
    /// The email address of the inviter.
    pub inviter: Option<String>,
}

/// A new invitation, with the token of its link, which is nowhere else.
#[derive(Clone)]
pub struct Invited {
    /// Its id.
    pub id: i64,
    /// The email address that it invites.
    pub email: String,
    /// The token of its link.
    pub token: String,
}

/// Invites somebody to an account. The invitation replaces an open one for the same address. `is_mailed` says that its
/// link is about to be mailed.
///
/// # Errors
/// The broken rules: the address must be one, and must not be a member's; the account must be no sandbox.
pub async fn invite(
    store: &Store,
    actor: Actor,
    account: AccountScope,
    (email, role): (&str, MembershipRole),
    is_mailed: bool,
) -> Result<Invited, Refusal> {
    let mut problems = Problems::default();
    let email = texts::email("email", email, &mut problems);
    check(problems)?;
    let email_key = email.to_lowercase();
    let tx = store.begin();
    account.lock(&tx).await?;
    members::expect_owner(&tx, actor, account).await?;
    sandboxes::expect_none(&tx, account).await?;
    if members::list(&tx, account).await?.iter().any(|member| member.email.to_lowercase() == email_key) {
        return Err(Refusal::rule("email", "is a member's already"));
    }
    let earlier = account.delete::<invitations::Entity>();
    let same = invitations::Column::EmailKey.eq(email_key.clone());
    earlier.filter(same).filter(invitations::Column::AcceptedAtMs.is_null()).exec(&tx).await?;
    if account.find::<invitations::Entity>().filter(open(actor.now_ms)).count(&tx).await? >= OPEN_MAX {
        return Err(Refusal::rule("invitations", &format!("are at most {OPEN_MAX} at a time in an account")));
    }
    let token = new_token()?;
    let invitation = invitations::Model {
        id: 0,
        account_id: account.account_id(),
        email: email.clone(),
        email_key,
        role,
        token_hash: hash_token(&token),
        invited_by: actor.user_id,
        created_at_ms: actor.now_ms,
        expires_at_ms: actor.now_ms + LIFE_MS,
        accepted_at_ms: None,
        mail_status: is_mailed.then_some(MailStatus::Queued),
    };
    let id = account.insert::<invitations::Entity>(&tx, invitation).await?.id;
    let detail = format!("{email} as {role}");
    audit::record(&tx, actor, Some(account), AuditAction::MemberInvited, Some(&detail)).await?;
    tx.commit().await?;
    Ok(Invited { id, email, token })
}

/// Notes the result of mailing an invitation's link, unless the invitation has another link by now.
pub async fn note_mail(
    store: &Store,
    account: AccountScope,
    (id, token): (i64, &str),
    status: Option<MailStatus>,
) -> Result<(), Error> {
    let change = invitations::ActiveModel { mail_status: ActiveValue::Set(status), ..Default::default() };
    let same = invitations::Column::TokenHash.eq(hash_token(token));
    let own = account.update::<invitations::Entity>().set(change).filter(invitations::Column::Id.eq(id));
    own.filter(same).exec(store.write()).await?;
    Ok(())
}

/// Returns whether an invitation still has this link.
pub async fn has_link(store: &Store, account: AccountScope, (id, token): (i64, &str)) -> Result<bool, Error> {
    let own = account.find::<invitations::Entity>().filter(invitations::Column::Id.eq(id));
    let own = own.filter(invitations::Column::TokenHash.eq(hash_token(token)));
    Ok(own.count(store.read()).await? > 0)
}

/// The result of mailing an invitation's link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mailed {
    /// The mail server has taken it.
    Sent,
    /// It waits for the mail server.
    Waiting,
    /// It is lost.
    Lost,
}

/// Returns the result of mailing an invitation's link, or `None` if the link was shown instead.
pub fn mailed(invitation: &invitations::Model, now_ms: i64) -> Option<Mailed> {
    Some(match invitation.mail_status? {
        MailStatus::Sent => Mailed::Sent,
        MailStatus::Queued if now_ms < invitation.created_at_ms + ms(LETTER_LOST_AFTER) => Mailed::Waiting,
        // It is tried again, but an owner need not wait for that: with another link, the letter is no longer sent.
        MailStatus::Queued | MailStatus::Failed => Mailed::Lost,
    })
}

/// Gives an open invitation another link, which an owner then sends. The earlier link stops, and the invitation now
/// belongs to this owner, who has its link. Returns the link's token.
///
/// # Errors
/// [`Refusal::NotFound`] if the invitation is not open (any more). A broken rule if its letter was sent and there is
/// mail (`has_mail`): only somebody who reads the mail of the address may have that link.
pub async fn new_link(
    store: &Store,
    actor: Actor,
    account: AccountScope,
    id: i64,
    has_mail: bool,
) -> Result<String, Refusal> {
    let tx = store.begin();
    account.lock(&tx).await?;
    members::expect_owner(&tx, actor, account).await?;
    let invitation = account.find_id::<invitations::Entity>(id).filter(open(actor.now_ms));
    let mut invitation = invitation.lock_exclusive().one(&tx).await?.ok_or(Refusal::NotFound)?;
    if has_mail && matches!(mailed(&invitation, actor.now_ms), Some(Mailed::Sent | Mailed::Waiting)) {
        return Err(Refusal::rule("invitation", "is mailed: its link is in the letter"));
    }
    let token = new_token()?;
    invitation.token_hash = hash_token(&token);
    invitation.mail_status = None;
    invitation.invited_by = actor.user_id;
    let detail = format!("{} as {}", invitation.email, invitation.role);
    account.replace::<invitations::Entity>(&tx, invitation).await?;
    audit::record(&tx, actor, Some(account), AuditAction::MemberInvited, Some(&detail)).await?;
    tx.commit().await?;
    Ok(token)
}

fn open(now_ms: i64) -> Condition {
    Condition::all()
        .add(invitations::Column::AcceptedAtMs.is_null())
        .add(invitations::Column::ExpiresAtMs.gt(now_ms))
}

/// Returns the open invitations of an account, in the order in which they were made.
pub async fn list(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    now_ms: i64,
) -> Result<Vec<invitations::Model>, Error> {
    let open = account.find::<invitations::Entity>().filter(open(now_ms));
    Ok(open.order_by_asc(invitations::Column::Id).all(connection).await?)
}

/// Takes an open invitation back.
pub async fn revoke(store: &Store, actor: Actor, account: AccountScope, id: i64) -> Result<(), Refusal> {
    let tx = store.begin();
    account.lock(&tx).await?;
    members::expect_owner(&tx, actor, account).await?;
    let invitation = account.find_id::<invitations::Entity>(id).filter(open(actor.now_ms));
    let invitation = invitation.lock_exclusive().one(&tx).await?.ok_or(Refusal::NotFound)?;
    let own = invitations::Column::Id.eq(id);
    account.delete::<invitations::Entity>().filter(own).exec(&tx).await?;
    let email = Some(invitation.email.as_str());
    audit::record(&tx, actor, Some(account), AuditAction::InvitationRevoked, email).await?;
    tx.commit().await?;
    Ok(())
}

/// Returns the open invitation of a link.
///
/// # Errors
/// [`Refusal::NotFound`] if it is not open (any more).
pub async fn find(
    connection: &impl ConnectionTrait,
    token: &str,
    now_ms: i64,
) -> Result<Invitation, Refusal> {
    let invitation = SystemScope
        .find::<invitations::Entity>()
        .filter(invitations::Column::TokenHash.eq(hash_token(token)))
        .filter(open(now_ms))
        .join(JoinType::InnerJoin, invitations::Relation::Account.def())
        .join(JoinType::LeftJoin, invitations::Relation::Inviter.def())
        .select_only()
        .columns([
            invitations::Column::Id,
            invitations::Column::AccountId,
            invitations::Column::Email,
            invitations::Column::Role,
        ])
        .column_as(accounts::Column::Name, "account_name")
        .column_as(users::Column::Email, "inviter");
    invitation.into_model().one(connection).await?.ok_or(Refusal::NotFound)
}

/// Accepts an invitation for a user who has given the password and has the invited address. Returns the account.
pub async fn accept(
    store: &Store,
    actor: Actor,
    token: &str,
    (user_id, email): (i64, &str),
) -> Result<i64, Refusal> {
    let tx = store.begin();
    // The session may be on another account, and nothing of that one is changed here.
    tx.confine(find(&tx, token, actor.now_ms).await?.account_id).await?;
    let invitation = take(&tx, token, actor.now_ms).await?;
    if invitation.email_key != email.to_lowercase() {
        return Err(Refusal::rule("invitation", "is for somebody else"));
    }
    join(&tx, actor, user_id, &invitation).await?;
    if is_proof(&invitation) {
        proving::prove(&tx, user_id, actor.now_ms).await?;
    }
    tx.commit().await?;
    Ok(invitation.account_id)
}

/// Returns whether somebody with the link of an invitation reads the mail of its address: only the letter has the link.
fn is_proof(invitation: &invitations::Model) -> bool {
    invitation.mail_status.is_some()
}

/// Checks the fields of somebody who accepts an invitation without being signed in. The rules are the same whether or
/// not the address is a user's.
///
/// # Errors
/// The broken rules.
pub fn check_typed(name: &str, password: &str) -> Result<(), Refusal> {
    let mut problems = Problems::default();
    texts::required("name", name, &mut problems);
    passwords::check("password", password, &mut problems);
    check(problems)
}

/// Checks the password that somebody new chooses who accepts an invitation.
///
/// # Errors
/// The broken rule.
pub fn check_new(invitation: &Invitation, name: &str, password: &str) -> Result<(), Refusal> {
    let mut problems = Problems::default();
    let known = [name, &*invitation.email, &*invitation.account_name].join(" ");
    passwords::check_new("password", password, &known, &mut problems);
    check(problems)
}

/// Accepts an invitation for somebody new, with a name and a password. Returns the user and the account.
///
/// # Errors
/// The broken rules. The address must not be a user's.
pub async fn accept_as_new(
    store: &Store,
    actor: Actor,
    token: &str,
    (name, password): (&str, &str),
) -> Result<(i64, i64), Refusal> {
    // Look first, so that nobody without a link can make the service hash passwords.
    let invitation = find(store.read(), token, actor.now_ms).await?;
    check_typed(name, password)?;
    check_new(&invitation, name, password)?;
    let name = texts::required("name", name, &mut Problems::default());
    let hash = passwords::hash(password.to_owned()).await?;
    let tx = store.begin();
    let invitation = take(&tx, token, actor.now_ms).await?;
    let is_proven = is_proof(&invitation);
    let user =
        NewUser { email: invitation.email.clone(), name: Some(name), password_hash: Some(hash), is_proven };
    let user_id = user.insert(&tx, actor).await?;
    join(&tx, actor.as_user(user_id), user_id, &invitation).await?;
    tx.commit().await?;
    Ok((user_id, invitation.account_id))
}

/// Locks the account of an invitation, and uses the invitation up. Only one of several that try at the same time succeeds.
async fn take(tx: &Transaction, token: &str, now_ms: i64) -> Result<invitations::Model, Refusal> {
    let account = AccountScope::new(find(tx, token, now_ms).await?.account_id);
    account.lock(tx).await?;
    let of = account
        .find::<invitations::Entity>()
        .filter(invitations::Column::TokenHash.eq(hash_token(token)))
        .filter(open(now_ms));
    let mut invitation = of.lock_exclusive().one(tx).await?.ok_or(Refusal::NotFound)?;
    invitation.accepted_at_ms = Some(now_ms);
    Ok(account.replace::<invitations::Entity>(tx, invitation).await?)
}

/// Makes a user a member, as an invitation says. [`take`] has locked the account.
async fn join(
    tx: &Transaction,
    actor: Actor,
    user_id: i64,
    invitation: &invitations::Model,
) -> Result<(), Refusal> {
    let account = AccountScope::new(invitation.account_id);
    outstanding::lock_user(tx, user_id).await?;
    match members::expect(tx, account, user_id).await {
        Ok(_) => {
            return Err(Refusal::rule("invitation", "is for a member: you belong to the account already"));
        }
        Err(Refusal::NotFound) => {}
        Err(error) => return Err(error),
    }
    members::add(tx, actor, account, (user_id, invitation.role)).await?;
    let email = Some(invitation.email.as_str());
    audit::record(tx, actor, Some(account), AuditAction::MemberJoined, email).await?;
    Ok(())
}

/// Removes the invitations that were accepted or have expired. Returns how many it removed.
pub async fn remove_expired(store: &Store, now_ms: i64) -> Result<u64, Error> {
    let removal = SystemScope.delete::<invitations::Entity>().filter(open(now_ms).not());
    Ok(removal.exec(store.write()).await?.rows_affected)
}
