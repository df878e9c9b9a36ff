//! The page for a user who belongs to no account, or whose session is on none.

use askama::Template;

use super::shell::Shell;
use super::visit::{Answer, Visit};

#[derive(Template)]
#[template(path = "no_account.html")]
struct Page {
    shell: Shell,
}

pub(super) async fn show(mut visit: Visit) -> Answer {
    if visit.account().is_ok() {
        return visit.redirect("/overview");
    }
    let page = Page { shell: visit.shell(t!("no-account-title")).await? };
    visit.page(&page)
}
