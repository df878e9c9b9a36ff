//! The first start: the first owner sets the service up, by the link that it has printed.

use askama::Template;
use chrono_tz::TZ_VARIANTS;
use iso_currency::{Currency, IntoEnumIterator};
use shared::values::choices::LinkPurpose;

use super::flash::Flash;
use super::form::{Field, Form};
use super::session;
use super::shell::Shell;
use super::visit::{Answer, Visit};
use crate::accounts::{NewAccount, Refusal, links};
use crate::error::AppError;

#[derive(Template)]
#[template(path = "setup.html")]
struct Page {
    shell: Shell,
    form: Form,
}

/// Returns the currencies that an account can have: the code and the name of each.
pub(super) fn currencies() -> impl Iterator<Item = (String, String)> {
    let currencies = Currency::iter().filter(|currency| currency.exponent().is_some());
    currencies.map(|currency| (currency.code().to_owned(), currency.name().to_owned()))
}

/// Returns the names of the time zones.
pub(super) fn time_zones() -> impl Iterator<Item = (String, String)> {
    TZ_VARIANTS.iter().map(|zone| (zone.name().to_owned(), String::new()))
}

/// Makes the field that says whether the status of a contact follows gifts.
pub(super) fn follows_gifts() -> Field {
    Field::check("status_follows_gifts", "A gift makes a donor of a contact")
        .hint("A contact, prospect or lapsed donor who gives becomes a donor by itself.")
}

fn form(visit: &Visit, token: &str) -> Form {
    Form::new(visit, "/setup", "Set up")
        .field(
            Field::text("organisation", "Name of your organisation")
                .autocomplete("organization")
                .required()
                .focused(),
        )
        .field(
            Field::suggest("currency", "Currency", currencies())
                .value("USD")
                .hint("Its code, such as USD or EUR. It can change until the first gift.")
                .required(),
        )
        .field(
            Field::suggest("timezone", "Time zone", time_zones())
                .value("UTC")
                .hint("Where your days begin, such as Europe/Lisbon.")
                .required(),
        )
        .field(follows_gifts().value("1"))
        .field(Field::text("name", "Your name").autocomplete("name").required())
        .field(Field::email("email", "Your email address").hint("You sign in with it.").required())
        .field(Field::new_password("password", "Password").required())
        .hidden("token", token)
}

pub(super) async fn show(mut visit: Visit) -> Answer {
    let token = visit.query.text("token").to_owned();
    let (store, now_ms) = (visit.app.store.read(), visit.app.clock.now_ms());
    if !links::is_usable(store, LinkPurpose::Setup, &token, now_ms).await? {
        return Err(AppError::NotFound);
    }
    let form = form(&visit, &token);
    let page = Page { shell: visit.shell("Welcome to Almoner").await?, form };
    visit.page(&page)
}

pub(super) async fn submit(mut visit: Visit) -> Answer {
    let text = |name: &str| visit.posted.text(name).to_owned();
    let token = text("token");
    let new = NewAccount {
        organisation: text("organisation"),
        name: text("name"),
        email: text("email"),
        password: text("password"),
        currency: text("currency"),
        timezone: text("timezone"),
        status_follows_gifts: text("status_follows_gifts") == "1",
    };
    match links::set_up(&visit.app.store, visit.actor(), &token, new).await {
        Ok(created) => {
            session::begin(&mut visit, (created.user_id, Some(created.account_id)), None, None).await?;
            visit.leave(Flash::new("Your account is ready."), Some(created.user_id))?;
            visit.redirect("/overview")
        }
        Err(Refusal::Invalid(problems)) => {
            let form = form(&visit, &token).refused(&mut visit, problems);
            let page = Page { shell: visit.shell("Welcome to Almoner").await?, form };
            visit.refused(&page)
        }
        Err(other) => Err(other.into()),
    }
}
