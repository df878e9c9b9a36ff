//! The values typed into a form whose session had ended, carried through the sign-in.
//!
//! The service stores none of them: the pages of the sign-in have them in a hidden field, which only the service can
//! read or make. They are for the user and the account that the form was given to, and for a short time. After the
//! sign-in the form shows them again, and saves nothing before the user says so.

use askama::Template;
use serde::{Deserialize, Serialize};
use shared::Error;
use shared::crypto::secrets::SecretsKey;
use shared::times::ms;

use super::csrf::{self, Owner};
use super::form::Form;
use super::posted::{FormLimits, Posted, value_of};
use super::shell::Shell;
use super::visit::{Answer, Visit};
use crate::accounts::sessions::SignedIn;
use crate::times::KEPT_FORM_LIFE;

/// The name of the hidden field.
pub(crate) const FIELD: &str = "kept";
/// The forms that carry the field through the sign-in.
pub(crate) const CARRIED_BY: [&str; 2] = ["/sign-in", "/sign-in/second-step"];
/// How large a form is kept at most, in bytes. In the sign-in it is a third longer, and has to fit into
/// [`FormLimits::CARRYING`].
const BYTES_MAX: usize = 44 * 1024;

const CONTEXT: &str = "what was typed before a sign-in";

/// The id of the message on the page that shows the form again.
pub(crate) const SHOWN: &str = "kept-form-shown";

/// The values typed into a form.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct KeptForm {
    /// The user and the account of the form.
    pub(crate) owner: Owner,
    /// The path that the form is sent to.
    pub(crate) path: String,
    fields: Vec<(String, String)>,
    at_ms: i64,
}

impl KeptForm {
    /// Takes the values of a form. Returns `None` if the service gave the form to nobody who was signed in, or if it is
    /// too large.
    pub(crate) fn of(key: &SecretsKey, path: &str, posted: &Posted, now_ms: i64) -> Option<Self> {
        let owner = csrf::owner(key, posted.text(csrf::FIELD))?;
        let is_kept = |name: &str| name != csrf::FIELD && name != FIELD && !name.contains("password");
        let fields = posted.pairs().filter(|(name, _)| is_kept(name));
        let fields: Vec<_> = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let kept = Self { owner, path: path.to_owned(), fields, at_ms: now_ms };
        (!kept.fields.is_empty() && kept.json().len() <= BYTES_MAX).then_some(kept)
    }

    /// Takes the values from the body of a form, as [`Self::of`] does. It keeps no field before it knows whose form it
    /// is.
    pub(crate) fn of_body(key: &SecretsKey, path: &str, encoded: &[u8], now_ms: i64) -> Option<Self> {
        let limits = FormLimits::CARRYING;
        csrf::owner(key, &value_of(encoded, csrf::FIELD, limits))?;
        Self::of(key, path, &Posted::parse_form(encoded, limits).ok()?, now_ms)
    }

    fn json(&self) -> Vec<u8> {
        // Texts and numbers always serialise.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Returns it as the value of the field.
    pub(crate) fn seal(&self, key: &SecretsKey) -> Result<String, Error> {
        key.token(CONTEXT, &self.json())
    }

    /// Returns the content of a field, if its time is not over.
    pub(crate) fn open(key: &SecretsKey, sealed: &str, now_ms: i64) -> Option<Self> {
        let kept: Self = serde_json::from_slice(&key.open_token(CONTEXT, sealed).ok()?).ok()?;
        (kept.at_ms > now_ms - ms(KEPT_FORM_LIFE)).then_some(kept)
    }

    /// Returns the values if they were typed by this user, on this account, into a form that goes to this path.
    pub(crate) fn typed(self, session: &SignedIn, path: &str) -> Option<Posted> {
        let is_own = self.owner == Owner::of(session) && self.path == path;
        is_own.then(|| Posted::of(self.fields))
    }
}

#[derive(Template)]
#[template(path = "kept_form.html")]
struct Page {
    shell: Shell,
    form: Form,
}

/// Asks the browser of a user who has just signed in to bring the typed values to the form. A script does it at once.
pub(crate) async fn go_on(mut visit: Visit, kept: &KeptForm, sealed: &str) -> Answer {
    let form = Form::new(&visit, &kept.path, t!("kept-form-submit")).hidden(FIELD, sealed);
    let page = Page { shell: visit.shell(t!("kept-form-title")).await?, form };
    visit.page(&page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_kept_for_its_time_if_it_was_given_to_somebody() {
        let key = SecretsKey::generate().unwrap();
        let owner = Owner { user_id: 1, account_id: Some(2) };
        let token = csrf::token_of(&key, "cookie", owner).unwrap();
        let of = |token: &str, text: &str| {
            let fields = [("csrf", token), ("contact_lname", text), ("new_password", "secret")];
            let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
            KeptForm::of(&key, "/contacts", &Posted::of(fields.into()), 1000)
        };
        let kept = of(&token, "King").unwrap();
        assert_eq!(kept.fields, [("contact_lname".to_owned(), "King".to_owned())]);
        let sealed = kept.seal(&key).unwrap();
        assert!(
            KeptForm::open(&key, &sealed, 1000 + ms(KEPT_FORM_LIFE) - 1)
                .is_some_and(|kept| kept.owner == owner)
        );
        assert!(KeptForm::open(&key, &sealed, 1000 + ms(KEPT_FORM_LIFE)).is_none());
        assert!(KeptForm::open(&SecretsKey::generate().unwrap(), &sealed, 1000).is_none());
        assert!(KeptForm::open(&key, &sealed[1..], 1000).is_none());
        assert!(of(&csrf::token(&key, "cookie").unwrap(), "King").is_none(), "a form of nobody");
        assert!(of(&token, &"x".repeat(BYTES_MAX)).is_none());
    }
}
