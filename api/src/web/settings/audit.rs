//! The audit log: actions in the account, by whom and from where.

mod details;

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
        what: words(entry.action, entry.detail.as_deref().unwrap_or_default()),
        detail: entry.detail.map(|detail| details::said(entry.action, &detail)).unwrap_or_default(),
        who: entry.name.or(entry.email).unwrap_or_default(),
        address: entry.address.unwrap_or_default(),
    });
    let kept_days = visit.app.retention.audit.as_secs() / 86_400;
    let entries = entries.collect();
    let page = Page {
        shell: visit.shell(t!("frame-audit-log")).await?,
        entries,
        number: number.min(pages),
        pages,
        kept_days,
    };
    visit.page(&page)
}

/// Returns an action in words. Letters that are taken back have the action of those that are printed.
fn words(action: AuditAction, detail: &str) -> &'static str {
    use AuditAction as A;
    t!(match action {
        A::RecordsExported => "audit-records-exported",
        A::ContactErased => "audit-contact-erased",
        A::SignIn => "audit-sign-in",
        A::SignInFailed => "audit-sign-in-failed",
        A::SignOut => "audit-sign-out",
        A::SessionsEnded => "audit-sessions-ended",
        A::AccountCreated => "audit-account-created",
        A::AccountChanged => "audit-account-changed",
        A::BatchClosed => "audit-batch-closed",
        A::BatchReopened => "audit-batch-reopened",
        A::LetterheadChanged => "audit-letterhead-changed",
        A::LetterTemplateChanged => "audit-letter-template-changed",
        A::FileAdded => "audit-file-added",
        A::FileRemoved => "audit-file-removed",
        A::ContactsKeptApart => "audit-contacts-kept-apart",
        A::ContactsNotKeptApart => "audit-contacts-not-kept-apart",
        A::WebFormRemoved => "audit-web-form-removed",
        A::Imported => "audit-imported",
        A::ImportUndone => "audit-import-undone",
        A::ImportCheckRemoved => "audit-import-check-removed",
        A::LettersPrinted if details::is_taken_back(detail) => "audit-letters-taken-back",
        A::LettersPrinted => "audit-letters-printed",
        A::SandboxCreated => "audit-sandbox-created",
        A::SandboxReset => "audit-sandbox-reset",
        A::UserCreated => "audit-user-created",
        A::ProfileChanged => "audit-profile-changed",
        A::PasswordChanged => "audit-password-changed",
        A::PasswordLinkCreated => "audit-password-link-created",
        A::PasswordLinkRevoked => "audit-password-link-revoked",
        A::SecondFactorOn => "audit-second-factor-on",
        A::SecondFactorOff => "audit-second-factor-off",
        A::RecoveryCodesCreated => "audit-recovery-codes-created",
        A::RecoveryCodeUsed => "audit-recovery-code-used",
        A::MemberInvited => "audit-member-invited",
        A::InvitationRevoked => "audit-invitation-revoked",
        A::MemberJoined => "audit-member-joined",
        A::MemberRoleChanged => "audit-member-role-changed",
        A::MemberRemoved => "audit-member-removed",
        A::MemberLeft => "audit-member-left",
        A::KeyCreated => "audit-key-created",
        A::KeyRefreshed => "audit-key-refreshed",
        A::KeyRevoked => "audit-key-revoked",
        A::WebhookCreated => "audit-webhook-created",
        A::WebhookUpdated => "audit-webhook-updated",
        A::WebhookSecretRotated => "audit-webhook-secret-rotated",
    })
}
