//! The audit log: actions in the account, by whom and from where.

use askama::Template;
use shared::values::choices::AuditAction;

use crate::accounts::audit;
use crate::web::format::moment;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const PAGE_SIZE: u64 = 50;

#[derive(Template)]
#[template(path = "settings/audit.html")]
struct Page {
    shell: Shell,
    entries: Vec<Entry>,
    number: u64,
    pages: u64,
    kept_days: u64,
}

struct Entry {
    at: String,
    what: &'static str,
    detail: String,
    who: String,
    address: String,
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let (account, zone) = (visit.account()?, visit.caller()?.timezone);
    let number = visit.query.text("page").parse().unwrap_or(1_u64).max(1);
    let (entries, pages) = audit::page(visit.app.store.read(), account.scope, number, PAGE_SIZE).await?;
    let entries = entries.into_iter().map(|entry| Entry {
        at: moment(entry.at_ms, zone),
        what: words(entry.action),
        detail: entry.detail.unwrap_or_default(),
        who: entry.name.or(entry.email).unwrap_or_default(),
        address: entry.address.unwrap_or_default(),
    });
    let kept_days = visit.app.retention.audit.as_secs() / 86_400;
    let entries = entries.collect();
    let page =
        Page { shell: visit.shell("Audit log").await?, entries, number: number.min(pages), pages, kept_days };
    visit.page(&page)
}

/// Returns an action in words.
fn words(action: AuditAction) -> &'static str {
    use AuditAction as A;
    match action {
        A::RecordsExported => "Records exported",
        A::ContactErased => "Contact erased",
        A::SignIn => "Signed in",
        A::SignInFailed => "Sign-in failed",
        A::SignOut => "Signed out",
        A::SessionsEnded => "Ended other sessions",
        A::AccountCreated => "Account created",
        A::AccountChanged => "Account changed",
        A::BatchClosed => "Batch of gifts closed",
        A::BatchReopened => "Batch of gifts reopened",
        A::LetterheadChanged => "Letterhead changed",
        A::LetterTemplateChanged => "Words of letters changed",
        A::FileAdded => "File added",
        A::FileRemoved => "File removed",
        A::LettersPrinted => "Letters printed",
        A::SandboxCreated => "Sandbox made",
        A::SandboxReset => "Sandbox emptied and filled anew",
        A::UserCreated => "User created",
        A::ProfileChanged => "Changed the own name",
        A::PasswordChanged => "Password changed",
        A::PasswordLinkCreated => "Password link made",
        A::PasswordLinkRevoked => "Took a password link back",
        A::SecondFactorOn => "Second factor turned on",
        A::SecondFactorOff => "Second factor turned off",
        A::RecoveryCodesCreated => "New recovery codes made",
        A::RecoveryCodeUsed => "Recovery code used",
        A::MemberInvited => "Invited a member",
        A::InvitationRevoked => "Took an invitation back",
        A::MemberJoined => "Joined the account",
        A::MemberRoleChanged => "Changed a role",
        A::MemberRemoved => "Removed a member",
        A::MemberLeft => "Left the account",
        A::KeyCreated => "API key made",
        A::KeyRefreshed => "API key refreshed",
        A::KeyRevoked => "API key removed",
        A::WebhookCreated => "Webhook registered",
        A::WebhookUpdated => "Webhook changed",
        A::WebhookSecretRotated => "Webhook secret rotated",
    }
}
