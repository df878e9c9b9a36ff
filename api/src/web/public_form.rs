//! The page of a form on a website, for supporters: they open it by its link, without signing in, and it speaks the language of
//! the account's letters. What they send waits until somebody in the account decides what becomes of it.

use askama::Template;
use shared::entities::form_answers;

use super::form::{Field, Form};
use super::logo::picture;
use super::postal::offered_first;
use super::shell::Shell;
use super::visit::{Answer, Visit};
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::spoken::all_countries;
use crate::language::speaking;
use crate::records::money::currency;
use crate::resources::web_forms::{Shown, answers};

/// The path of the page.
pub(super) const PATH: &str = "/forms/:token";
/// The parameter of the page that thanks.
const SENT: &str = "sent";
/// The field that nobody sees.
const TRAP: &str = "leave_empty";

#[derive(Template)]
#[template(path = "public_form.html")]
struct Page {
    shell: Shell,
    organisation: String,
    /// The path of its logo, if it has one.
    logo: Option<String>,
    intro: String,
    /// Where the organisation says how it uses what is sent, if it says so.
    privacy_url: Option<String>,
    state: State,
}

/// What the page has for a supporter.
enum State {
    Asks(Form),
    /// What is read after the form was sent.
    Thanks(String),
    /// The form is closed, or too much waits.
    TakesNothing,
}

/// Returns the path of the form with this token.
pub(super) fn path_of(token: &str) -> String {
    format!("/forms/{token}")
}

/// Finds the form whose token is in the path.
async fn find(visit: &Visit) -> Result<Shown, AppError> {
    Shown::find(&visit.app, visit.path.split('/').nth(2).unwrap_or_default()).await
}

fn form(visit: &Visit, shown: &Shown) -> Form {
    let asks = &shown.form;
    let mut form = Form::new(visit, &path_of(&asks.form_token), t!("public-form-send"))
        .not_done(t!("public-form-not-sent"))
        .trap(TRAP)
        .field(Field::text("contact_fname", t!("label-contact_fname")).autocomplete("given-name"))
        .field(Field::text("contact_lname", t!("label-contact_lname")).autocomplete("family-name").required())
        .field(Field::email("email_address", t!("email")).autocomplete("email").required());
    if asks.asks_phone {
        form = form.field(Field::text("phone_number", t!("contact-phone")).autocomplete("tel"));
    }
    if asks.asks_address {
        let none = [(String::new(), "—".to_owned())];
        let home = offered_first(currency(&shown.currency));
        let countries = none.into_iter().chain(all_countries(home));
        let country = Field::select("address_country", t!("label-address_country"), countries);
        let country = country.value(home.unwrap_or_default());
        let code = Field::text("address_postal_code", t!("label-address_postal_code"));
        form = form
            .field(Field::text("address_street", t!("label-address_street")).autocomplete("address-line1"))
            .field(code.autocomplete("postal-code"))
            .field(Field::text("address_city", t!("label-address_city")).autocomplete("address-level2"))
            .field(Field::text("address_state", t!("label-address_state")).autocomplete("address-level1"))
            .field(country.autocomplete("country"));
    }
    if asks.asks_amount {
        let amount = Field::text("answer_amount", t!("public-form-amount"));
        form = form.field(amount.hint(t!("public-form-amount-hint")));
    }
    if asks.asks_message {
        form = form.field(Field::area("answer_message", t!("public-form-message")));
    }
    if asks.asks_news {
        let news = Field::check("answer_news", t!("public-form-news"));
        form = form.field(news.hint(t!("public-form-news-hint")));
    }
    form
}

/// Makes the page. A form that was not accepted keeps what was typed.
async fn page(visit: &mut Visit, shown: Shown, refused: Option<Problems>) -> Result<Page, AppError> {
    let state = if !visit.query.text(SENT).is_empty() {
        State::Thanks(shown.form.form_thanks.clone())
    } else if answers::takes(&visit.app, &shown.form).await? {
        State::Asks(form(visit, &shown).refused(visit, refused))
    } else {
        State::TakesNothing
    };
    let shell = Shell::new(&shown.form.form_title);
    let shell = Shell { theme: visit.theme, summary: visit.summary.take(), ..shell };
    let logo = shown.has_logo.then(|| format!("{}/logo", path_of(&shown.form.form_token)));
    let intro = shown.form.form_intro.unwrap_or_default();
    let privacy_url = shown.form.privacy_url;
    Ok(Page { shell, organisation: shown.organisation, logo, intro, privacy_url, state })
}

pub(super) async fn show(mut visit: Visit) -> Answer {
    let shown = find(&visit).await?;
    speaking(shown.locale, async {
        let page = page(&mut visit, shown, None).await?;
        visit.page(&page)
    })
    .await
}

pub(super) async fn submit(visit: Visit) -> Answer {
    visit.app.sign_in_limits.answer(visit.context.client)?;
    let shown = find(&visit).await?;
    Box::pin(speaking(shown.locale, take(visit, shown))).await
}

async fn take(mut visit: Visit, shown: Shown) -> Answer {
    let thanks = format!("{}?{SENT}=1", path_of(&shown.form.form_token));
    // Whoever fills in what nobody sees is a program, and learns nothing of it.
    if !visit.posted.text(TRAP).is_empty() {
        return visit.redirect(&thanks);
    }
    let problems = match answers::read(sent(&visit, &shown)) {
        Ok(answer) => {
            if answers::keep(&visit.app, &shown.form, answer).await? {
                return visit.redirect(&thanks);
            }
            None
        }
        Err(problems) => Some(problems),
    };
    let page = page(&mut visit, shown, problems).await?;
    visit.refused(&page)
}

/// Returns what was typed in the fields that the form has.
fn sent(visit: &Visit, shown: &Shown) -> form_answers::Model {
    let asks = &shown.form;
    let text = |name: &str| visit.posted.text(name).to_owned();
    let is_filled = |text: &String| !text.trim().is_empty();
    let asked = |is_asked: bool, name: &str| is_asked.then(|| text(name)).filter(is_filled);
    form_answers::Model {
        form_id: asks.id,
        answer_fname: Some(text("contact_fname")),
        answer_lname: text("contact_lname"),
        answer_email: text("email_address"),
        answer_phone: asked(asks.asks_phone, "phone_number"),
        answer_street: asked(asks.asks_address, "address_street"),
        answer_city: asked(asks.asks_address, "address_city"),
        answer_state: asked(asks.asks_address, "address_state"),
        answer_postal_code: asked(asks.asks_address, "address_postal_code"),
        answer_country: asked(asks.asks_address, "address_country"),
        answer_message: asked(asks.asks_message, "answer_message"),
        answer_amount: asked(asks.asks_amount, "answer_amount"),
        answer_news: asks.asks_news && visit.posted.has("answer_news"),
        sent_at_ms: visit.app.clock.now_ms(),
        ..form_answers::Model::default()
    }
}

/// Shows the logo of the organisation, which a browser keeps for an hour.
pub(super) async fn logo(visit: Visit) -> Answer {
    let shown = find(&visit).await?;
    picture(shown.logo(&visit.app).await?, "private, max-age=3600")
}
