//! The members of the account, and the role of each.

use std::collections::{HashMap, HashSet};

use askama::Template;
use shared::entities::invitations as invitation_rows;
use shared::values::choices::{Choice, MembershipRole};

use crate::accounts::invitations::Mailed;
use crate::accounts::members::{self, Member};
use crate::accounts::{Refusal, invitations, links, users};
use crate::error::AppError;
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::format::moment;
use crate::web::rules::told;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, CurrentAccount, Visit};
use crate::web::{post, session};

const PATH: &str = "/settings/members";
/// The kind of secret that a message shows here once.
const LINK: &str = "link";

#[derive(Template)]
#[template(path = "settings/members.html")]
struct Page {
    shell: Shell,
    /// A new link, to be copied.
    link: Option<String>,
    members: Vec<Row>,
    invitations: Vec<Invitation>,
    links: Vec<PasswordLink>,
    /// The form that invites, for owners.
    invite: Option<Form>,
    /// Whether invitations are mailed.
    is_mailed: bool,
    /// The form with which the visitor leaves; a sandbox is left together with its account.
    leave: Option<Form>,
}

/// A member, with the actions on the membership for an owner.
struct Row {
    name: String,
    email: String,
    role: &'static str,
    since: String,
    is_self: bool,
    actions: Option<Actions>,
}

struct Actions {
    change_role: Form,
    password_link: Option<Form>,
    remove: Option<Form>,
}

/// An open invitation.
struct Invitation {
    email: String,
    role: &'static str,
    until: String,
    inviter: String,
    mail: Option<Mail>,
    make_link: Option<Form>,
    revoke: Option<Form>,
}

/// An open password link that an owner has made.
struct PasswordLink {
    email: String,
    made_by: String,
    until: String,
    revoke: Option<Form>,
}

/// The result of mailing an invitation's link, in a word.
struct Mail {
    word: &'static str,
    is_problem: bool,
}

impl Mail {
    fn of(invitation: &invitation_rows::Model, now_ms: i64) -> Option<Self> {
        let (word, is_problem) = match invitations::mailed(invitation, now_ms)? {
            Mailed::Sent => (t!("members-mailed"), false),
            Mailed::Waiting => (t!("members-being-mailed"), false),
            Mailed::Lost => (t!("members-not-mailed"), true),
        };
        Some(Self { word, is_problem })
    }
}

pub(super) fn label(role: MembershipRole) -> &'static str {
    match role {
        MembershipRole::Owner => t!("members-owner"),
        MembershipRole::Member => t!("members-member"),
    }
}

fn roles() -> [(String, String); 2] {
    [MembershipRole::Member, MembershipRole::Owner].map(|role| (role.to_string(), label(role).to_owned()))
}

fn invite_form(visit: &Visit) -> Form {
    Form::new(visit, "/settings/members/invite", t!("members-make-invitation"))
        .not_done(t!("members-nobody-invited"))
        .field(Field::email("email", t!("members-email-address")).autocomplete("off").required())
        .field(Field::select("role", t!("members-role"), roles()).hint(t!("members-role-hint")))
}

fn actions(
    visit: &Visit,
    account: &CurrentAccount,
    member: &Member,
    resettable: &HashSet<i64>,
) -> Result<Option<Actions>, AppError> {
    if !account.manages_members() {
        return Ok(None);
    }
    let is_self = visit.session()?.user_id == member.user_id;
    let other = match member.role {
        MembershipRole::Owner => MembershipRole::Member,
        MembershipRole::Member => MembershipRole::Owner,
    };
    let submit = match other {
        MembershipRole::Owner => t!("members-make-owner"),
        MembershipRole::Member => t!("members-make-member"),
    };
    let form = |action: &str, submit| Form::new(visit, action, submit).hidden("user_id", member.user_id);
    let may_reset = !is_self && resettable.contains(&member.user_id);
    Ok(Some(Actions {
        change_role: form("/settings/members/role", submit).secondary().hidden("role", other),
        password_link: may_reset
            .then(|| form("/settings/members/password-link", t!("members-make-password-link")).secondary()),
        remove: (!is_self).then(|| form("/settings/members/remove", t!("members-remove")).danger()),
    }))
}

/// The part of the page that a refused form replaces.
#[derive(Default)]
struct Refused {
    invite: Option<Form>,
}

async fn page(visit: &mut Visit, refused: Refused) -> Result<Page, AppError> {
    let account = visit.account()?;
    let zone = visit.caller()?.timezone;
    let own_id = visit.session()?.user_id;
    let resettable = links::resettable(visit.app.store.read(), account.scope).await?;
    let mut rows = Vec::new();
    for member in members::list(visit.app.store.read(), account.scope).await? {
        rows.push(Row {
            actions: actions(visit, &account, &member, &resettable)?,
            name: member.name.unwrap_or_else(|| member.email.clone()),
            email: member.email,
            role: label(member.role),
            since: moment(member.created_at_ms, zone),
            is_self: member.user_id == own_id,
        });
    }
    let (invitations, links) = open(visit, &account).await?;
    let invite = account.manages_members().then(|| refused.invite.unwrap_or_else(|| invite_form(visit)));
    let leave = Form::new(visit, "/settings/members/leave", t!("members-leave")).danger();
    let leave = Some(leave).filter(|_| !account.is_sandbox);
    let shell = visit.shell(t!("frame-members")).await?;
    let link = shell.flash.as_ref().and_then(|flash| flash.secret(LINK)).map(str::to_owned);
    let is_mailed = visit.app.mail.is_on();
    Ok(Page { shell, link, members: rows, invitations, links, invite, is_mailed, leave })
}

/// Returns the open invitations of the account, and the open password links of its owners.
async fn open(
    visit: &Visit,
    account: &CurrentAccount,
) -> Result<(Vec<Invitation>, Vec<PasswordLink>), AppError> {
    let (zone, now_ms, store) = (visit.caller()?.timezone, visit.app.clock.now_ms(), visit.app.store.read());
    let invitations = invitations::list(store, account.scope, now_ms).await?;
    let links = links::list(store, account.scope, now_ms).await?;
    let inviters = invitations.iter().filter_map(|invitation| invitation.invited_by);
    let names: HashMap<i64, String> =
        users::names(store, inviters.chain(links.iter().map(|link| link.made_by))).await?;
    let name = |user_id: i64| names.get(&user_id).cloned().unwrap_or_default();
    let form = |action, submit, field, id| {
        account.manages_members().then(|| Form::new(visit, action, submit).secondary().hidden(field, id))
    };
    let invitations = invitations.into_iter().map(|invitation| {
        let mail = Mail::of(&invitation, now_ms);
        let is_problem = mail.as_ref().is_some_and(|mail| mail.is_problem);
        let form = |action, submit| form(action, submit, "invitation", invitation.id);
        Invitation {
            make_link: form("/settings/members/invitation-link", t!("members-show-link"))
                .filter(|_| is_problem),
            revoke: form("/settings/members/revoke", t!("members-take-back")),
            mail,
            role: label(invitation.role),
            until: moment(invitation.expires_at_ms, zone),
            inviter: invitation.invited_by.map_or_else(|| t!("members-operator").to_owned(), name),
            email: invitation.email,
        }
    });
    let invitations = invitations.collect();
    let links = links.into_iter().map(|link| PasswordLink {
        made_by: name(link.made_by),
        until: moment(link.expires_at_ms, zone),
        revoke: form("/settings/members/password-link/revoke", t!("members-take-back"), "link", link.id),
        email: link.email,
    });
    Ok((invitations, links.collect()))
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let page = page(&mut visit, Refused::default()).await?;
    visit.page(&page)
}

pub(in crate::web) async fn invite(mut visit: Visit) -> Answer {
    let (scope, actor) = (visit.account()?.scope, visit.actor());
    let has_mail = visit.app.mail.is_on();
    let is_mailed = has_mail && {
        let user_id = visit.session()?.user_id;
        visit.app.sign_in_limits.invitation(scope.account_id(), user_id).is_ok()
    };
    let invited = match MembershipRole::parse(visit.posted.text("role")) {
        Ok(role) => {
            let email = visit.posted.text("email");
            invitations::invite(&visit.app.store, actor, scope, (email, role), is_mailed).await
        }
        Err(rule) => Err(Refusal::rule("role", &rule)),
    };
    match invited {
        Ok(invited) if is_mailed && post::invitation(&visit, &invited).await? => {
            let text = t!("members-invitation-mailed", email = invited.email);
            visit.redirect_with(PATH, Flash::new(text))
        }
        Ok(invited) => {
            let why = has_mail.then(|| t!("members-too-many-mailed"));
            show_invitation_link(visit, &invited.token, why)
        }
        Err(refusal) => {
            let invite = Some(invite_form(&visit).refused(&mut visit, refusal.problems()?));
            let page = page(&mut visit, Refused { invite }).await?;
            visit.refused(&page)
        }
    }
}

pub(in crate::web) async fn make_invitation_link(visit: Visit) -> Answer {
    let id = visit.posted.id("invitation").ok_or(AppError::NotFound)?;
    let (scope, actor) = (visit.account()?.scope, visit.actor());
    let has_mail = visit.app.mail.is_on();
    match invitations::new_link(&visit.app.store, actor, scope, id, has_mail).await {
        Ok(token) => show_invitation_link(visit, &token, None),
        Err(refusal) => refuse(visit, refusal),
    }
}

/// Shows an invitation's link, with the reason why it is not mailed, if there is one to tell.
fn show_invitation_link(mut visit: Visit, token: &str, why: Option<&str>) -> Answer {
    let link = visit.link(&format!("/invitation?token={token}"));
    let sentences = why.into_iter().chain([t!("members-send-invitation-link")]);
    let text = sentences.collect::<Vec<_>>().join(" ");
    visit.redirect_with(PATH, Flash::new(text).with_secret(LINK, link))
}

pub(in crate::web) async fn revoke(mut visit: Visit) -> Answer {
    let id = visit.posted.id("invitation").ok_or(AppError::NotFound)?;
    invitations::revoke(&visit.app.store, visit.actor(), visit.account()?.scope, id).await?;
    visit.redirect_with(PATH, Flash::new(t!("members-invitation-taken-back")))
}

pub(in crate::web) async fn change_role(mut visit: Visit) -> Answer {
    let (scope, actor) = (visit.account()?.scope, visit.actor());
    let user_id = visit.posted.id("user_id").ok_or(AppError::NotFound)?;
    let role =
        MembershipRole::parse(visit.posted.text("role")).map_err(|rule| AppError::invalid("role", rule))?;
    let session = visit.session()?.clone();
    let changed =
        members::change_role(&visit.app.store, actor, scope, (user_id, role), session.session_id).await;
    if let Err(refusal) = changed {
        return refuse(visit, refusal);
    }
    if user_id == session.user_id {
        session::renew(&mut visit).await?;
    }
    visit.redirect_with(PATH, Flash::new(t!("members-role-changed")))
}

pub(in crate::web) async fn remove(mut visit: Visit) -> Answer {
    let (scope, actor) = (visit.account()?.scope, visit.actor());
    let user_id = visit.posted.id("user_id").ok_or(AppError::NotFound)?;
    if user_id == visit.session()?.user_id {
        return leave(visit).await;
    }
    match members::remove(&visit.app.store, actor, scope, user_id).await {
        Ok(()) => visit.redirect_with(PATH, Flash::new(t!("members-removed"))),
        Err(refusal) => refuse(visit, refusal),
    }
}

pub(in crate::web) async fn make_password_link(mut visit: Visit) -> Answer {
    let (scope, actor) = (visit.account()?.scope, visit.actor());
    let user_id = visit.posted.id("user_id").ok_or(AppError::NotFound)?;
    let token = links::new_password_for_member(&visit.app.store, actor, scope, user_id).await?;
    let link = visit.link(&format!("/password?token={token}"));
    visit.redirect_with(PATH, Flash::new(t!("members-send-password-link")).with_secret(LINK, link))
}

pub(in crate::web) async fn revoke_password_link(mut visit: Visit) -> Answer {
    let id = visit.posted.id("link").ok_or(AppError::NotFound)?;
    links::revoke(&visit.app.store, visit.actor(), visit.account()?.scope, id).await?;
    visit.redirect_with(PATH, Flash::new(t!("members-password-link-taken-back")))
}

pub(in crate::web) async fn leave(mut visit: Visit) -> Answer {
    let (account, actor) = (visit.account()?, visit.actor());
    let user_id = visit.session()?.user_id;
    match members::remove(&visit.app.store, actor, account.scope, user_id).await {
        Ok(()) => {
            // The session has ended with the membership.
            visit.leave(Flash::new(t!("members-left", account = account.name)), None)?;
            visit.redirect("/sign-in")
        }
        Err(refusal) => refuse(visit, refusal),
    }
}

/// Goes back to the page, with the refusal as its message. For forms that are only a button.
fn refuse(mut visit: Visit, refusal: Refusal) -> Answer {
    let problems = refusal.problems()?;
    visit.redirect_with(PATH, Flash::problem(t!("not-done", problems = told(&problems.to_string()))))
}
