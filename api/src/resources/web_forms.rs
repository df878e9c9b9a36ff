//! Forms on the website of an account. A supporter opens one by its link, without signing in, and what is sent waits as an
//! [answer](answers) until somebody in the account decides what becomes of it: nobody outside makes or changes a contact.

use std::sync::Arc;

use sea_orm::{ColumnTrait, PaginatorTrait, QueryFilter, QuerySelect};
use shared::database::row_security::{confined, within};
use shared::entities::{AccountScope, SystemScope, accounts, form_answers, letterheads, web_forms};
use shared::values::choices::{AuditAction, Locale};
use tokio::try_join;

use super::letters::letterhead;
use crate::accounts::audit::{self, Actor};
use crate::crypto::tokens::new_token;
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::field::InputField;
use crate::fields::parameters::read_text;
use crate::fields::problem::MISSING;
use crate::fields::types::{HttpsUrl, Text};
use crate::idempotency::in_transaction;
use crate::state::App;

pub mod answers;
pub mod senders;

/// The most forms of an account.
const FORMS_MAX: u64 = 50;

/// What a form can ask for beside the name and the email address.
pub const ASKS: [&str; 5] = ["phone", "address", "amount", "message", "news"];

/// A form as an owner typed it.
#[derive(Clone, Debug, Default)]
pub struct Typed<'a> {
    /// The heading of its page.
    pub title: &'a str,
    /// What stands above the fields.
    pub intro: &'a str,
    /// What a supporter reads after sending it.
    pub thanks: &'a str,
    /// Where the organisation says how it uses what is sent, or nothing.
    pub privacy_url: &'a str,
    /// The name of the tag that its people get, or nothing.
    pub tag: &'a str,
    /// Which of [`ASKS`] it asks for.
    pub asks: Vec<&'a str>,
    /// Whether it takes answers.
    pub is_open: bool,
}

impl Typed<'_> {
    /// Returns the row of the form, and adds the rules that it breaks.
    fn row(&self, problems: &mut Problems) -> web_forms::Model {
        let title = optional::<Text<100>>("form_title", self.title, problems);
        let thanks = optional::<Text<1000>>("form_thanks", self.thanks, problems);
        for (field, text) in [("form_title", &title), ("form_thanks", &thanks)] {
            if text.is_none() && !problems.has(field) {
                problems.add(field, MISSING);
            }
        }
        let asks = |what: &str| self.asks.contains(&what);
        web_forms::Model {
            form_title: title.unwrap_or_default(),
            form_intro: optional::<Text<1000>>("form_intro", self.intro, problems),
            form_thanks: thanks.unwrap_or_default(),
            form_tag: optional::<Text<50>>("form_tag", self.tag, problems),
            asks_phone: asks("phone"),
            asks_address: asks("address"),
            asks_message: asks("message"),
            asks_amount: asks("amount"),
            asks_news: asks("news"),
            form_open: self.is_open,
            privacy_url: optional::<HttpsUrl>("privacy_url", self.privacy_url, problems),
            ..web_forms::Model::default()
        }
    }
}

/// Reads a text that may be empty, and adds the rule that it breaks.
fn optional<F: InputField<Value = String>>(
    field: &str,
    text: &str,
    problems: &mut Problems,
) -> Option<String> {
    if text.trim().is_empty() {
        return None;
    }
    read_text::<F>(field, text).map_err(|rule| problems.add(field, rule)).ok()
}

/// Saves a new form of an account, or the one with this id. The link of a form stays the same. Returns the id.
///
/// # Errors
/// [`AppError::Invalid`] with all problems, and [`AppError::NotFound`] if the account has no such form.
pub async fn save(
    app: &App,
    account: AccountScope,
    id: Option<i64>,
    typed: &Typed<'_>,
) -> Result<i64, AppError> {
    let mut problems = Problems::default();
    let row = typed.row(&mut problems);
    problems.check()?;
    let (form_token, created_at_ms) = (new_token()?, app.clock.now_ms());
    in_transaction(app, async |tx| {
        account.lock(tx).await?;
        let Some(id) = id else {
            if account.find::<web_forms::Entity>().count(tx).await? >= FORMS_MAX {
                let rule = format!("are at most {FORMS_MAX} in an account: remove one that is not used");
                return Err(AppError::invalid("forms", rule));
            }
            let row = web_forms::Model { form_token, created_at_ms, ..row };
            return Ok(account.insert::<web_forms::Entity>(tx, row).await?.id);
        };
        let stored = account.find_id::<web_forms::Entity>(id).one(tx).await?.ok_or(AppError::NotFound)?;
        let (form_token, created_at_ms) = (stored.form_token, stored.created_at_ms);
        let account_id = account.account_id();
        let row = web_forms::Model { id, account_id, form_token, created_at_ms, ..row };
        account.replace::<web_forms::Entity>(tx, row).await?;
        Ok(id)
    })
    .await
}

/// Removes a form and what waits of it, at most as many answers as its owner has seen and wants to discard. Returns how many it
/// discarded, or `None` if more waits, and the form stays. The audit log tells it, because the answers are gone.
///
/// # Errors
/// [`AppError::NotFound`] if the account has no such form.
pub async fn remove(
    app: &App,
    actor: Actor,
    account: AccountScope,
    (id, discards): (i64, u64),
) -> Result<Option<u64>, AppError> {
    use form_answers::Column as A;
    in_transaction(app, async |tx| {
        account.lock(tx).await?;
        let form = account.find_id::<web_forms::Entity>(id).one(tx).await?.ok_or(AppError::NotFound)?;
        let count = account.find::<form_answers::Entity>().filter(A::FormId.eq(id)).count(tx).await?;
        if count > discards {
            return Ok(None);
        }
        account.delete::<form_answers::Entity>().filter(A::FormId.eq(id)).exec(tx).await?;
        account.delete::<web_forms::Entity>().filter(web_forms::Column::Id.eq(id)).exec(tx).await?;
        let detail = format!("{}, answers discarded: {count}", form.form_title);
        audit::record(tx, actor, Some(account), AuditAction::WebFormRemoved, Some(&detail)).await?;
        Ok(Some(count))
    })
    .await
}

/// A form as supporters see it.
pub struct Shown {
    /// The form.
    pub form: web_forms::Model,
    /// The name of the organisation that asks.
    pub organisation: String,
    /// The language in which it asks: that of its letters.
    pub locale: Locale,
    /// The currency of the account, which says what country it may be in.
    pub currency: String,
    /// Whether it has a logo.
    pub has_logo: bool,
}

impl Shown {
    /// Finds the form with this token, of whatever account.
    ///
    /// # Errors
    /// [`AppError::NotFound`] if there is none.
    pub async fn find(app: &App, token: &str) -> Result<Self, AppError> {
        use {accounts::Column as A, letterheads::Column as L, web_forms::Column as F};
        let reader = app.store.read();
        let form = SystemScope.find::<web_forms::Entity>().filter(F::FormToken.eq(token));
        // The form tells the account. Whoever asks may be signed in, and at work for another one.
        let form = within(Arc::default(), form.one(reader)).await?.ok_or(AppError::NotFound)?;
        let account = AccountScope::new(form.account_id);
        confined(form.account_id, async {
            let own = SystemScope.find::<accounts::Entity>().filter(A::Id.eq(form.account_id)).select_only();
            let own = own.columns([A::Name, A::Currency]).into_tuple::<(String, String)>();
            // The logo may be large.
            let head = account.find::<letterheads::Entity>().select_only();
            let head = head.columns([L::Organisation, L::LetterLocale, L::UpdatedAtMs]);
            let head = head.into_tuple::<(String, Locale, i64)>();
            let own = async { Ok(own.one(reader).await?) };
            let head = async { Ok(head.one(reader).await?) };
            let (own, head, logo) = try_join!(own, head, letterhead::logo_at(reader, account))?;
            let (name, currency) = own.ok_or(AppError::NotFound)?;
            let locale = head.as_ref().map(|(_, locale, _)| *locale).unwrap_or_default();
            // Of a letterhead that nobody has filled in yet, only the language counts.
            let organisation = head.filter(|(.., at_ms)| *at_ms > 0).map_or(name, |(own, ..)| own);
            Ok(Self { form, organisation, locale, currency, has_logo: logo.is_some() })
        })
        .await
    }

    /// Reads the logo of the organisation, if it has one.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn logo(&self, app: &App) -> Result<Option<Vec<u8>>, AppError> {
        let account_id = self.form.account_id;
        confined(account_id, letterhead::logo(app.store.read(), AccountScope::new(account_id))).await
    }
}
