//! The account's settings: its name.

use askama::Template;

use crate::accounts;
use crate::error::AppError;
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/settings/account";

#[derive(Template)]
#[template(path = "settings/account.html")]
struct Page {
    shell: Shell,
    name: String,
    id: i64,
    currency: String,
    timezone: String,
    /// The form that changes it, for owners.
    form: Option<Form>,
}

fn form(visit: &Visit, name: &str) -> Form {
    let field = Field::text("organisation", "Name").autocomplete("organization").value(name).required();
    Form::new(visit, PATH, "Save").field(field)
}

async fn page(visit: &mut Visit, refused: Option<Form>) -> Result<Page, AppError> {
    let (account, caller) = (visit.account()?, visit.caller()?);
    let form = account.is_owner().then(|| refused.unwrap_or_else(|| form(visit, &account.name)));
    Ok(Page {
        shell: visit.shell("Account").await?,
        id: account.scope.account_id(),
        name: account.name,
        currency: format!("{} ({})", caller.currency.name(), caller.currency.code()),
        timezone: caller.timezone.name().to_owned(),
        form,
    })
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let page = page(&mut visit, None).await?;
    visit.page(&page)
}

pub(in crate::web) async fn rename(mut visit: Visit) -> Answer {
    let (scope, actor) = (visit.account()?.scope, visit.actor());
    match accounts::rename(&visit.app.store, actor, scope, visit.posted.text("organisation")).await {
        Ok(()) => visit.redirect_with(PATH, Flash::new("The account's name is saved.")),
        Err(refusal) => {
            let form = form(&visit, "").refused(&mut visit, refusal.problems()?);
            let page = page(&mut visit, Some(form)).await?;
            visit.refused(&page)
        }
    }
}
