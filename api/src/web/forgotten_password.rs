//! What somebody can do who has forgotten the password.

use askama::Template;

use super::shell::Shell;
use super::visit::{Answer, Visit};

#[derive(Template)]
#[template(path = "forgotten_password.html")]
struct Page {
    shell: Shell,
}

pub(super) async fn show(mut visit: Visit) -> Answer {
    let page = Page { shell: visit.shell("Forgotten password").await? };
    visit.page(&page)
}
