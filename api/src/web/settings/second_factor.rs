//! The user's second factor: turning it on and off, and recovery codes.

use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono_tz::Tz;
use qrcode::QrCode;
use qrcode::render::svg;

use crate::accounts::second_factor::{self, Enrolment};
use crate::error::AppError;
use crate::fields::Problems;
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::format::moment;
use crate::web::letters::Notice;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};
use crate::web::{post, session};

const PATH: &str = "/settings/profile/second-factor";
/// The kind of secret that a message shows here once.
const CODES: &str = "recovery codes";
/// The field that brings a new secret back.
const ENROLMENT: &str = "enrolment";
/// The least width of the QR code, in pixels.
const QR_WIDTH: u32 = 200;

#[derive(Template)]
#[template(path = "settings/second_factor.html")]
struct Page {
    shell: Shell,
    /// Recovery codes that were just made, one a line.
    codes: Option<String>,
    state: State,
}

enum State {
    /// It is off. The secret can be taken from the image of a QR code, or by hand.
    Off { qr: String, secret: String, turn_on: Form },
    /// It is on.
    On { since: String, codes_left: u64, make_codes: Form, turn_off: Form },
}

fn password() -> Field {
    Field::password("password", t!("your-password")).required()
}

fn code() -> Field {
    let field = Field::text("code", t!("second-factor-code")).autocomplete("one-time-code").required();
    field.hint(t!("second-factor-code-hint"))
}

fn turn_on_form(visit: &Visit, enrolment: &Enrolment) -> Result<Form, AppError> {
    let user_id = visit.session()?.user_id;
    let code = Field::text("code", t!("second-factor-code")).autocomplete("one-time-code").required();
    Ok(Form::new(visit, PATH, t!("second-factor-turn-on"))
        .field(code.hint(t!("second-factor-new-code-hint")))
        .field(password())
        .hidden(ENROLMENT, enrolment.seal(&visit.app.secrets_key, user_id)?))
}

fn make_codes_form(visit: &Visit) -> Form {
    Form::new(visit, "/settings/profile/second-factor/codes", t!("second-factor-make-codes"))
        .secondary()
        .field(code())
        .field(password())
}

fn turn_off_form(visit: &Visit) -> Form {
    Form::new(visit, "/settings/profile/second-factor/off", t!("second-factor-turn-off"))
        .danger()
        .field(code())
        .field(password())
}

/// Returns the password and the code that were sent.
fn typed(visit: &Visit) -> (&str, &str) {
    (visit.posted.text("password"), visit.posted.text("code"))
}

/// The part of the page that a refused form replaces.
#[derive(Default)]
struct Refused {
    /// The same secret again, with its form.
    turn_on: Option<(Enrolment, Problems)>,
    make_codes: Option<Form>,
    turn_off: Option<Form>,
}

async fn page(visit: &mut Visit, refused: Refused) -> Result<Page, AppError> {
    let session = visit.session()?.clone();
    let zone = session.timezone.as_deref().and_then(|zone| zone.parse().ok()).unwrap_or(Tz::UTC);
    let state = match second_factor::of_user(visit.app.store.read(), session.user_id).await? {
        Some(on) => State::On {
            since: moment(on.since_ms, zone),
            codes_left: on.codes_left,
            make_codes: refused.make_codes.unwrap_or_else(|| make_codes_form(visit)),
            turn_off: refused.turn_off.unwrap_or_else(|| turn_off_form(visit)),
        },
        None => {
            let (enrolment, problems) = match refused.turn_on {
                Some((enrolment, problems)) => (enrolment, Some(problems)),
                None => (Enrolment::new()?, None),
            };
            State::Off {
                qr: qr(&enrolment.secret.uri(&session.email))?,
                secret: enrolment.secret.in_groups(),
                turn_on: turn_on_form(visit, &enrolment)?.refused(visit, problems),
            }
        }
    };
    let shell = visit.shell(t!("second-factor")).await?;
    let codes = shell.flash.as_ref().and_then(|flash| flash.secret(CODES)).map(str::to_owned);
    Ok(Page { shell, codes, state })
}

/// Returns a QR code as an image in a `data:` address.
fn qr(text: &str) -> Result<String, AppError> {
    let code = QrCode::new(text).map_err(|error| AppError::Internal(error.into()))?;
    let image = code.render::<svg::Color>().min_dimensions(QR_WIDTH, QR_WIDTH).build();
    Ok(format!("data:image/svg+xml;base64,{}", STANDARD.encode(image)))
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let page = page(&mut visit, Refused::default()).await?;
    visit.page(&page)
}

pub(in crate::web) async fn turn_on(mut visit: Visit) -> Answer {
    let session = visit.session()?.clone();
    // Somebody who finds a signed-in browser must not be able to try passwords either.
    visit.app.sign_in_limits.signed_in(session.session_id)?;
    let (app, actor, user) = (visit.app.clone(), visit.actor(), (session.user_id, session.session_id));
    let brought = Enrolment::open(&app.secrets_key, session.user_id, visit.posted.text(ENROLMENT));
    let enrolment = match brought {
        Some(enrolment) => enrolment,
        None => Enrolment::new()?,
    };
    let turned_on =
        second_factor::turn_on(&app.store, &app.secrets_key, actor, user, &enrolment, typed(&visit)).await;
    match turned_on {
        Ok(codes) => {
            post::notice(&visit, session.user_id, Notice::SecondFactorOn);
            show_codes(visit, t!("second-factor-turned-on"), &codes).await
        }
        Err(refusal) => {
            let turn_on = Some((enrolment, refusal.problems()?));
            let page = page(&mut visit, Refused { turn_on, ..Refused::default() }).await?;
            visit.refused(&page)
        }
    }
}

pub(in crate::web) async fn make_codes(mut visit: Visit) -> Answer {
    let session = visit.session()?.clone();
    visit.app.sign_in_limits.signed_in_code(session.session_id)?;
    let (app, actor, typed) = (visit.app.clone(), visit.actor(), typed(&visit));
    let codes =
        second_factor::new_recovery_codes(&app.store, &app.secrets_key, actor, session.user_id, typed).await;
    match codes {
        Ok(codes) => {
            post::notice(&visit, session.user_id, Notice::RecoveryCodes);
            show_codes(visit, t!("second-factor-codes-made"), &codes).await
        }
        Err(refusal) => {
            let form = make_codes_form(&visit).refused(&mut visit, refusal.problems()?);
            let page = page(&mut visit, Refused { make_codes: Some(form), ..Refused::default() }).await?;
            visit.refused(&page)
        }
    }
}

pub(in crate::web) async fn turn_off(mut visit: Visit) -> Answer {
    let session = visit.session()?.clone();
    visit.app.sign_in_limits.signed_in_code(session.session_id)?;
    let (app, actor, user) = (visit.app.clone(), visit.actor(), (session.user_id, session.session_id));
    match second_factor::turn_off(&app.store, &app.secrets_key, actor, user, typed(&visit)).await {
        Ok(()) => {
            session::renew(&mut visit).await?;
            post::notice(&visit, session.user_id, Notice::SecondFactorOff);
            visit.redirect_with("/settings/profile", Flash::new(t!("second-factor-turned-off")))
        }
        Err(refusal) => {
            let form = turn_off_form(&visit).refused(&mut visit, refusal.problems()?);
            let page = page(&mut visit, Refused { turn_off: Some(form), ..Refused::default() }).await?;
            visit.refused(&page)
        }
    }
}

/// Shows new recovery codes once, with a new token for the session.
async fn show_codes(mut visit: Visit, text: &str, codes: &[String]) -> Answer {
    session::renew(&mut visit).await?;
    visit.redirect_with(PATH, Flash::new(text).with_secret(CODES, codes.join("\n")))
}
