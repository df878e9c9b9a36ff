//! The account's settings: its name, currency, time zone and rules, and its sandbox.

use askama::Template;
use shared::entities::accounts;

use crate::accounts::{Settings, change as change_settings, members, sessions, settings};
use crate::error::AppError;
use crate::resources::sandboxes;
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::rules::told;
use crate::web::session;
use crate::web::setup::{currencies, follows_gifts, time_zone};
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/settings/account";
const CREATE: &str = "/settings/account/sandbox";
const RESET: &str = "/settings/account/reset";

#[derive(Template)]
#[template(path = "settings/account.html")]
struct Page {
    shell: Shell,
    name: String,
    id: i64,
    currency: String,
    timezone: String,
    /// The rules: what each says, and whether it holds.
    rules: [(&'static str, bool); 3],
    /// The form that changes it, for owners.
    form: Option<Form>,
    sandbox: Sandbox,
}

/// The sandbox, as the page of an account shows it.
enum Sandbox {
    /// The account is one: how to empty it, and the name of its account with how to go there.
    Is { reset: Form, leave: Box<(String, Form)> },
    /// The account has one: how to go there.
    Has(Form),
    /// The account has none: how an owner makes it.
    None(Option<Form>),
}

async fn sandbox(visit: &Visit) -> Result<Sandbox, AppError> {
    let (account, session) = (visit.account()?, visit.session()?);
    let own = members::accounts_of(visit.app.store.read(), session.user_id).await?;
    let switch = |account_id: i64, submit| {
        Form::new(visit, "/account/switch", submit).secondary().hidden("account_id", account_id)
    };
    let id = account.scope.account_id();
    if let Some(of) = session.sandbox_of {
        let name = own.into_iter().find(|one| one.account_id == of).map(|one| one.name).unwrap_or_default();
        return Ok(Sandbox::Is {
            reset: Form::new(visit, RESET, t!("account-sandbox-empty"))
                .danger()
                .not_done(t!("account-sandbox-not-emptied")),
            leave: Box::new((name, switch(of, t!("account-sandbox-leave")))),
        });
    }
    Ok(match own.iter().find(|one| one.sandbox_of == Some(id)) {
        Some(sandbox) => Sandbox::Has(switch(sandbox.account_id, t!("account-sandbox-enter"))),
        None => {
            let create = || Form::new(visit, CREATE, t!("account-sandbox-make")).secondary();
            Sandbox::None(account.is_owner().then(create))
        }
    })
}

/// Makes the fields of the rules of an account.
fn rules(account: &accounts::Model) -> [Field; 3] {
    let value = |is_set: bool| if is_set { "1" } else { "0" };
    [
        follows_gifts().value(value(account.status_follows_gifts)),
        Field::check("funds_closed", t!("account-funds-closed"))
            .hint(t!("account-funds-closed-hint"))
            .value(value(account.funds_closed)),
        Field::check("campaigns_closed", t!("account-campaigns-closed"))
            .hint(t!("account-campaigns-closed-hint"))
            .value(value(account.campaigns_closed)),
    ]
}

fn form(visit: &Visit, account: &accounts::Model, name: &str) -> Result<Form, AppError> {
    let caller = visit.caller()?;
    let name = Field::text("account_name", t!("name")).autocomplete("organization").value(name).required();
    let form = Form::new(visit, PATH, t!("save"))
        .field(name)
        .field(
            Field::suggest("currency", t!("currency"), currencies())
                .value(caller.currency.code())
                .hint(t!("account-currency-hint"))
                .required(),
        )
        .field(time_zone(caller.timezone.name()));
    Ok(rules(account).into_iter().fold(form, Form::field))
}

async fn page(visit: &mut Visit, refused: Option<Form>) -> Result<Page, AppError> {
    let (account, caller) = (visit.account()?, visit.caller()?);
    let settings = settings::read(visit.app.store.read(), account.scope).await?;
    let form = match (account.is_owner(), refused) {
        (true, None) => Some(form(visit, &settings, &account.name)?),
        (_, refused) => refused,
    };
    let sandbox = sandbox(visit).await?;
    Ok(Page {
        shell: visit.shell(t!("frame-account")).await?,
        id: account.scope.account_id(),
        name: account.name,
        currency: format!("{} ({})", caller.currency.name(), caller.currency.code()),
        timezone: caller.timezone.name().to_owned(),
        rules: [
            (t!("gift-makes-donor"), settings.status_follows_gifts),
            (t!("account-funds-closed"), settings.funds_closed),
            (t!("account-campaigns-closed"), settings.campaigns_closed),
        ],
        form,
        sandbox,
    })
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let page = page(&mut visit, None).await?;
    visit.page(&page)
}

pub(in crate::web) async fn change(mut visit: Visit) -> Answer {
    let (scope, actor) = (visit.account()?.scope, visit.actor());
    let is_ticked = |name: &str| visit.posted.text(name) == "1";
    let settings = Settings {
        name: Some(visit.posted.text("account_name")),
        currency: Some(visit.posted.text("currency")),
        timezone: Some(visit.posted.text("timezone")),
        status_follows_gifts: Some(is_ticked("status_follows_gifts")),
        funds_closed: Some(is_ticked("funds_closed")),
        campaigns_closed: Some(is_ticked("campaigns_closed")),
    };
    match change_settings(&visit.app.store, actor, scope, settings).await {
        Ok(()) => visit.redirect_with(PATH, Flash::new(t!("account-saved"))),
        Err(refusal) => {
            let stored = settings::read(visit.app.store.read(), scope).await?;
            let form = form(&visit, &stored, "")?.refused(&mut visit, refusal.problems()?);
            let page = page(&mut visit, Some(form)).await?;
            visit.refused(&page)
        }
    }
}

pub(in crate::web) async fn create_sandbox(mut visit: Visit) -> Answer {
    let account = visit.account()?.scope;
    match sandboxes::create(&visit.app, visit.actor(), account).await {
        Ok(sandbox) => {
            let session_id = visit.session()?.session_id;
            sessions::switch(visit.app.store.write(), session_id, Some(sandbox.account_id())).await?;
            session::renew(&mut visit).await?;
            visit.redirect_with("/overview", Flash::new(t!("account-sandbox-entered")))
        }
        Err(AppError::Invalid(problems)) => {
            let text = t!("not-done", problems = told(&problems.to_string()));
            visit.redirect_with(PATH, Flash::problem(text))
        }
        Err(other) => Err(other),
    }
}

pub(in crate::web) async fn reset(mut visit: Visit) -> Answer {
    match sandboxes::reset(&visit.app, visit.caller()?).await {
        Ok(()) => visit.redirect_with(PATH, Flash::new(t!("account-sandbox-emptied"))),
        Err(AppError::Busy(reason)) => {
            visit.redirect_with(PATH, Flash::problem(t!("account-not-done-because", reason = told(&reason))))
        }
        Err(AppError::Forbidden) => visit.redirect_with(PATH, Flash::problem(t!("account-is-no-sandbox"))),
        Err(other) => Err(other),
    }
}
