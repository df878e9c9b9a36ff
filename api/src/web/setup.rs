//! The first start: the first owner sets the service up, by the link that it has printed.

use askama::Template;
use chrono_tz::TZ_VARIANTS;
use iso_currency::{Currency, IntoEnumIterator};
use shared::values::choices::{Choice, LinkPurpose, Locale};

use super::failure;
use super::flash::Flash;
use super::form::{Field, Form};
use super::regions;
use super::session;
use super::shell::Shell;
use super::visit::{Answer, Visit};
use crate::accounts::{NewAccount, Refusal, links};
use crate::language::{speak, speaking, spoken};
use crate::locale;

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

/// Makes the field for the time zone.
pub(super) fn time_zone(value: &str) -> Field {
    let zones = TZ_VARIANTS.iter().map(|zone| (zone.name().to_owned(), String::new()));
    Field::suggest("timezone", t!("time-zone"), zones).value(value).hint(t!("time-zone-hint")).required()
}

/// Makes the field that says whether the status of a contact follows gifts.
pub(super) fn follows_gifts() -> Field {
    Field::check("status_follows_gifts", t!("gift-makes-donor")).hint(t!("setup-follows-gifts-hint"))
}

/// Makes the form. It offers the language that the browser asks for, and the currency and the time zone of where it says
/// that it is.
fn form(visit: &Visit, token: &str) -> Form {
    let tag = visit.language_tag.as_deref();
    let (offered_currency, offered_zone) = regions::offered(tag);
    // The whole tag counts, because who leaves this choice has chosen it.
    let offered_language = visit.language.or_else(|| tag.and_then(locale::of_tag)).unwrap_or_default();
    Form::new(visit, "/setup", t!("setup-submit"))
        .field(
            Field::select("language", t!("profile-language"), locale::names())
                .value(offered_language.as_str())
                .hint(t!("setup-language-hint")),
        )
        .field(
            Field::text("organisation", t!("setup-organisation"))
                .autocomplete("organization")
                .required()
                .focused(),
        )
        .field(
            Field::suggest("currency", t!("currency"), currencies())
                .value(offered_currency)
                .hint(t!("setup-currency-hint"))
                .required(),
        )
        .field(time_zone(offered_zone))
        .field(follows_gifts().value("1"))
        .field(Field::text("name", t!("form-your-name")).autocomplete("name").required())
        .field(Field::email("email", t!("setup-email")).hint(t!("setup-email-hint")).required())
        .field(Field::new_password("password", t!("password")).required())
        .hidden("token", token)
}

pub(super) async fn show(mut visit: Visit) -> Answer {
    let token = visit.query.text("token").to_owned();
    let (store, now_ms) = (visit.app.store.read(), visit.app.clock.now_ms());
    if !links::is_usable(store, LinkPurpose::Setup, &token, now_ms).await? {
        return Ok(failure::setup_link());
    }
    let form = form(&visit, &token);
    let page = Page { shell: visit.shell(t!("setup-title")).await?, form };
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
    let language = Locale::parse(visit.posted.text("language")).unwrap_or_else(|_| spoken());
    // The letters of the account begin in the language of its owner, who keeps it for pages.
    match speaking(language, links::set_up(&visit.app.store, visit.actor(), &token, new)).await {
        Ok(created) => {
            session::begin(&mut visit, (created.user_id, Some(created.account_id)), None, None).await?;
            let ready = speak(language, || t!("setup-ready"));
            visit.leave(Flash::new(ready), Some(created.user_id))?;
            visit.redirect("/overview")
        }
        Err(Refusal::Invalid(problems)) => {
            let form = form(&visit, &token).refused(&mut visit, problems);
            let page = Page { shell: visit.shell(t!("setup-title")).await?, form };
            visit.refused(&page)
        }
        Err(Refusal::NotFound) => Ok(failure::setup_link()),
        Err(other) => Err(other.into()),
    }
}
