//! The ways in which letters go out, in a form and in words.

use crate::error::AppError;
use crate::resources::letters::Way;
use crate::web::form::Field;
use crate::web::visit::Visit;

const EMAIL: &str = "email";
const HAND: &str = "hand";
/// The id of what is said if letters would be more than an account may mail within a day.
pub(super) const TOO_MANY_MAILS: &str = "letters-too-many-mails";

/// Returns the way as a form sends it.
pub(super) fn value(way: Way) -> &'static str {
    match way {
        Way::Post => "",
        Way::Email => EMAIL,
        Way::Hand => HAND,
    }
}

/// Returns the way that a form sent.
///
/// # Errors
/// [`AppError::Invalid`] if letters cannot go out in that way from here.
pub(super) fn way(visit: &Visit, text: &str) -> Result<Way, AppError> {
    match text {
        "" => Ok(Way::Post),
        HAND => Ok(Way::Hand),
        EMAIL if mails(visit)? => Ok(Way::Email),
        EMAIL => {
            Err(AppError::invalid("way", "must not be email, because no letter goes by email from here"))
        }
        _ => Err(AppError::invalid("way", "must be one of those in the form")),
    }
}

/// Says whether letters go by email: there must be a mail server, and a sandbox writes to nobody.
pub(super) fn mails(visit: &Visit) -> Result<bool, AppError> {
    Ok(visit.app.mail.is_on() && !visit.account()?.is_sandbox)
}

/// Makes the field for the way.
pub(super) fn field(visit: &Visit) -> Result<Field, AppError> {
    let mails = mails(visit)?;
    let all = [
        (Way::Post, t!("letters-by-post")),
        (Way::Email, t!("letters-by-email")),
        (Way::Hand, t!("letters-by-hand")),
    ];
    let all = all.into_iter().filter(|(way, _)| mails || *way != Way::Email);
    let all = all.map(|(way, label)| (value(way).to_owned(), label.to_owned()));
    Ok(Field::select("way", t!("letters-way"), all))
}
