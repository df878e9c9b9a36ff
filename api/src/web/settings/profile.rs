//! The user's own settings: name, password, sessions, the language of pages, and for this browser their look.

use askama::Template;
use chrono_tz::Tz;
use shared::values::choices::{AuditAction, Choice, Locale};

use crate::accounts::sessions::{self, Ending};
use crate::accounts::{audit, second_factor, users};
use crate::error::AppError;
use crate::locale;
use crate::web::cookies::Cookie;
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::format::moment;
use crate::web::letters::Notice;
use crate::web::shell::{Shell, Theme};
use crate::web::user_agent;
use crate::web::visit::{Answer, Visit};
use crate::web::{known_browser, post, session};

const PATH: &str = "/settings/profile";

#[derive(Template)]
#[template(path = "settings/profile.html")]
struct Page {
    shell: Shell,
    email: String,
    name: Form,
    password: Form,
    /// The day since which the second factor is on.
    second_factor: Option<String>,
    theme: Form,
    language: Form,
    sessions: Vec<Session>,
    end_others: Option<Form>,
}

/// A signed-in browser of the user.
struct Session {
    browser: String,
    address: String,
    since: String,
    last_used: String,
    /// The form that ends it, unless it is this one.
    end: Option<Form>,
}

fn name_form(visit: &Visit, name: &str) -> Form {
    let field = Field::text("name", t!("name")).autocomplete("name").value(name).required();
    Form::new(visit, PATH, t!("save")).secondary().field(field)
}

fn password_form(visit: &Visit) -> Form {
    Form::new(visit, "/settings/profile/password", t!("profile-change-password"))
        .secondary()
        .field(Field::password("current_password", t!("profile-current-password")).required())
        .field(Field::new_password("new_password", t!("new-password")).required())
        .field(Field::check("end_keys", t!("profile-end-keys")).hint(t!("profile-end-keys-hint")))
}

/// Makes the form that chooses between light and dark pages.
fn theme_form(visit: &Visit) -> Form {
    let themes = [
        ("system", t!("profile-theme-system")),
        ("light", t!("profile-theme-light")),
        ("dark", t!("profile-theme-dark")),
    ];
    let themes = themes.map(|(name, label)| (name.to_owned(), label.to_owned()));
    Form::new(visit, "/settings/profile/theme", t!("save"))
        .secondary()
        .field(Field::select("theme", t!("profile-theme"), themes).value(visit.theme.name()))
}

/// Makes the form that chooses the language of pages.
fn language_form(visit: &Visit) -> Form {
    let asked = [(String::new(), t!("profile-language-of-browser").to_owned())];
    let chosen = visit.language.map(|one| one.to_string()).unwrap_or_default();
    let languages = asked.into_iter().chain(locale::names());
    let languages = Field::select("language", t!("profile-language"), languages);
    Form::new(visit, "/settings/profile/language", t!("save")).secondary().field(languages.value(chosen))
}

/// The part of the page that a refused form replaces.
#[derive(Default)]
struct Refused {
    name: Option<Form>,
    password: Option<Form>,
}

async fn page(visit: &mut Visit, refused: Refused) -> Result<Page, AppError> {
    let session = visit.session()?.clone();
    let zone = session.timezone.as_deref().and_then(|zone| zone.parse().ok()).unwrap_or(Tz::UTC);
    let own = sessions::list(visit.app.store.read(), session.user_id, visit.app.clock.now_ms()).await?;
    let second_factor = second_factor::of_user(visit.app.store.read(), session.user_id).await?;
    let others = Form::new(visit, "/settings/profile/sessions/end-others", t!("profile-end-others"));
    let end_others = (own.len() > 1).then(|| others.secondary());
    let own = own.into_iter().map(|one| Session {
        browser: user_agent::name(one.user_agent.as_deref()),
        address: one.address.unwrap_or_default(),
        since: moment(one.created_at_ms, zone),
        last_used: moment(one.last_used_at_ms, zone),
        end: (one.id != session.session_id).then(|| {
            let form = Form::new(visit, "/settings/profile/sessions/end", t!("frame-sign-out"));
            form.secondary().hidden("session", one.id)
        }),
    });
    let sessions = own.collect();
    let name = session.user_name.unwrap_or_default();
    Ok(Page {
        name: refused.name.unwrap_or_else(|| name_form(visit, &name)),
        password: refused.password.unwrap_or_else(|| password_form(visit)),
        second_factor: second_factor.map(|on| moment(on.since_ms, zone)),
        theme: theme_form(visit),
        language: language_form(visit),
        email: session.email,
        sessions,
        end_others,
        shell: visit.shell(t!("frame-profile")).await?,
    })
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let page = page(&mut visit, Refused::default()).await?;
    visit.page(&page)
}

pub(in crate::web) async fn rename(mut visit: Visit) -> Answer {
    let user_id = visit.session()?.user_id;
    let renamed = users::rename(&visit.app.store, visit.actor(), user_id, visit.posted.text("name")).await;
    match renamed {
        Ok(()) => visit.redirect_with(PATH, Flash::new(t!("profile-name-saved"))),
        Err(refusal) => {
            let name = Some(name_form(&visit, "").refused(&mut visit, refusal.problems()?));
            let page = page(&mut visit, Refused { name, ..Refused::default() }).await?;
            visit.refused(&page)
        }
    }
}

pub(in crate::web) async fn change_password(mut visit: Visit) -> Answer {
    let session = visit.session()?.clone();
    // Somebody who finds a signed-in browser must not be able to try passwords either.
    visit.app.sign_in_limits.signed_in(session.session_id)?;
    let user = (session.user_id, session.session_id);
    let typed = (visit.posted.text("current_password"), visit.posted.text("new_password"));
    let ends_keys = visit.posted.has("end_keys");
    match users::change_password(&visit.app.store, visit.actor(), user, typed, ends_keys).await {
        Ok(()) => {
            session::renew(&mut visit).await?;
            known_browser::remember(&mut visit, session.user_id).await?;
            post::notice(&visit, session.user_id, Notice::Password { keys_go_on: !ends_keys });
            let text = if ends_keys {
                t!("profile-password-changed-keys-ended")
            } else {
                t!("profile-password-changed")
            };
            visit.redirect_with(PATH, Flash::new(text))
        }
        Err(refusal) => {
            let password = Some(password_form(&visit).refused(&mut visit, refusal.problems()?));
            let page = page(&mut visit, Refused { password, ..Refused::default() }).await?;
            visit.refused(&page)
        }
    }
}

pub(in crate::web) async fn choose_theme(mut visit: Visit) -> Answer {
    let theme = Theme::named(visit.posted.text("theme"));
    visit.set(Cookie::Theme, theme.name());
    visit.redirect(PATH)
}

/// Keeps the language that was chosen, in this browser and for the user. Any other value leaves it to the browser.
pub(in crate::web) async fn choose_language(mut visit: Visit) -> Answer {
    let chosen = Locale::parse(visit.posted.text("language")).ok();
    users::choose_locale(visit.app.store.write(), visit.session()?.user_id, chosen).await?;
    match chosen {
        Some(locale) => visit.set(Cookie::Language, locale.as_str()),
        None => visit.remove(Cookie::Language),
    }
    visit.redirect(PATH)
}

pub(in crate::web) async fn end_session(mut visit: Visit) -> Answer {
    let id = visit.posted.id("session").ok_or(AppError::NotFound)?;
    end(&visit, Ending::One(id)).await?;
    visit.redirect_with(PATH, Flash::new(t!("profile-session-ended")))
}

pub(in crate::web) async fn end_other_sessions(mut visit: Visit) -> Answer {
    end(&visit, Ending::AllBut(visit.session()?.session_id)).await?;
    visit.redirect_with(PATH, Flash::new(t!("profile-others-ended")))
}

async fn end(visit: &Visit, which: Ending) -> Result<(), AppError> {
    let user_id = visit.session()?.user_id;
    let tx = visit.app.store.begin();
    if sessions::end(&tx, user_id, which).await? > 0 {
        audit::record_everywhere(&tx, visit.actor(), user_id, AuditAction::SessionsEnded, None).await?;
    }
    Ok(tx.commit().await?)
}
