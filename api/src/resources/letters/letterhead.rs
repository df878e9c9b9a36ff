//! What stands on all letters of an account: the organisation, its address, who signs, the small print, and a logo.

use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QuerySelect};
use shared::entities::{AccountScope, letterheads};
use shared::values::choices::{AuditAction, Choice, Locale, PaperSize};

use super::{LEGAL_TEXT, printable};
use crate::accounts::{Actor, audit};
use crate::error::AppError;
use crate::fields::{Problems, types};
use crate::idempotency::in_transaction;
use crate::locale::LetterLocales;
use crate::state::App;
use crate::typeset::{Head, Paper};

/// The countries whose paper is 8.5 by 11 inches, by the codes of their currencies.
const OF_LETTER_PAPER: [&str; 3] = ["CAD", "MXN", "USD"];
/// The most lines of an address: the address of the receiver stands beside them.
const ADDRESS_LINES: usize = 6;

/// The letterhead of an account, with its logo.
#[derive(Clone, Debug)]
pub struct Letterhead {
    /// The stored row, or the one that an account has before anybody fills it in.
    pub model: letterheads::Model,
}

/// A letterhead as somebody typed it. The logo stays if it is `None`.
#[derive(Clone, Debug, Default)]
pub struct Typed<'a> {
    /// The organisation's name.
    pub organisation: &'a str,
    /// The lines of its address.
    pub address: &'a str,
    /// Its number with the tax office.
    pub tax_id: &'a str,
    /// The small print.
    pub legal_text: &'a str,
    /// Who signs.
    pub signer_name: &'a str,
    /// As what.
    pub signer_title: &'a str,
    /// The size of the paper.
    pub paper: &'a str,
    /// The address to which answers to letters go that are mailed.
    pub reply_to: &'a str,
    /// The language of the letters.
    pub locale: &'a str,
    /// The other languages, in which letters go to donors whose own they are.
    pub donor_locales: Vec<&'a str>,
    /// The new logo, or `Some(None)` to have none.
    pub logo: Option<Option<Vec<u8>>>,
}

impl Letterhead {
    /// Reads the letterhead of an account. `name` and `currency` are the account's, for one that nobody has filled in:
    /// of a row that was stored with the account, only the language counts.
    pub async fn read(
        connection: &impl ConnectionTrait,
        account: AccountScope,
        (name, currency): (&str, &str),
    ) -> Result<Self, AppError> {
        let stored = account.find::<letterheads::Entity>().one(connection).await?;
        let letter_locale = stored.as_ref().map(|stored| stored.letter_locale).unwrap_or_default();
        let stored = stored.filter(|stored| stored.updated_at_ms > 0);
        let is_american = letter_locale == Locale::EnUs || OF_LETTER_PAPER.contains(&currency);
        let paper = if is_american { PaperSize::Letter } else { PaperSize::A4 };
        let blank = || letterheads::Model {
            id: 0,
            account_id: account.account_id(),
            organisation: name.to_owned(),
            organisation_address: None,
            tax_id: None,
            legal_text: None,
            signer_name: None,
            signer_title: None,
            paper,
            logo: None,
            updated_at_ms: 0,
            reply_to: None,
            letter_locale,
            donor_locales: String::new(),
        };
        Ok(Self { model: stored.unwrap_or_else(blank) })
    }

    /// Returns it as it is set on letters.
    pub fn head(&self) -> Head {
        let one = &self.model;
        Head {
            organisation: one.organisation.clone(),
            address: one
                .organisation_address
                .iter()
                .flat_map(|text| text.lines())
                .map(str::to_owned)
                .collect(),
            tax_id: one.tax_id.clone(),
            signer: [&one.signer_name, &one.signer_title].into_iter().flatten().cloned().collect(),
            legal: one.legal_text.clone(),
            paper: match one.paper {
                PaperSize::A4 => Paper::A4,
                PaperSize::Letter => Paper::Letter,
            },
        }
    }

    /// Returns the same letterhead, with all letters in one language.
    #[must_use]
    pub fn in_locale(mut self, locale: Locale) -> Self {
        self.model.letter_locale = locale;
        self.model.donor_locales.clear();
        self
    }

    /// Returns the languages in which letters go to donors whose own they are.
    pub fn donor_locales(&self) -> impl Iterator<Item = Locale> {
        donor_locales(&self.model)
    }

    /// Returns the language of a letter to a donor with this tag of a language.
    pub fn locale_for(&self, tag: Option<&str>) -> Locale {
        LetterLocales::new(self.model.letter_locale, self.donor_locales()).of(tag)
    }

    /// Says whether anything but the name is filled in.
    pub fn is_filled_in(&self) -> bool {
        self.model.id != 0
    }
}

/// Returns the languages in which letters go to donors whose own they are, as a stored row has them.
pub fn donor_locales(model: &letterheads::Model) -> impl Iterator<Item = Locale> {
    listed(&model.donor_locales)
}

fn listed(locales: &str) -> impl Iterator<Item = Locale> {
    locales.split(',').filter_map(|locale| locale.parse().ok())
}

/// Reads the languages in which an account writes letters.
pub async fn locales(
    connection: &impl ConnectionTrait,
    account: AccountScope,
) -> Result<LetterLocales, AppError> {
    use letterheads::Column as C;
    let stored = account.find::<letterheads::Entity>().select_only();
    let stored = stored.columns([C::LetterLocale, C::DonorLocales]).into_tuple();
    let stored: Option<(Locale, String)> = stored.one(connection).await?;
    let locales = stored.map(|(own, of_donors)| LetterLocales::new(own, listed(&of_donors)));
    Ok(locales.unwrap_or_default())
}

/// Returns when the letterhead of an account was changed last, if it has a logo.
pub async fn logo_at(
    connection: &impl ConnectionTrait,
    account: AccountScope,
) -> Result<Option<i64>, AppError> {
    use letterheads::Column as C;
    let at = account.find::<letterheads::Entity>().filter(C::Logo.is_not_null());
    Ok(at.select_only().column(C::UpdatedAtMs).into_tuple().one(connection).await?)
}

/// Reads the logo of an account, if it has one.
pub async fn logo(
    connection: &impl ConnectionTrait,
    account: AccountScope,
) -> Result<Option<Vec<u8>>, AppError> {
    let logo = account.find::<letterheads::Entity>().select_only().column(letterheads::Column::Logo);
    let logo: Option<Option<Vec<u8>>> = logo.into_tuple().one(connection).await?;
    Ok(logo.flatten())
}

/// Reads the languages that somebody chose: that of the letters, and the others with commas between them. A form of an earlier
/// version does not say them.
fn typed_locales(typed: &Typed<'_>, problems: &mut Problems) -> Option<(Locale, String)> {
    let own = Some(typed.locale).filter(|own| !own.is_empty())?;
    let own = Locale::parse(own).map_err(|rule| problems.add("letter_locale", rule));
    let others: Result<Vec<_>, _> = typed.donor_locales.iter().map(|other| Locale::parse(other)).collect();
    let others = others.map_err(|rule| problems.add("donor_locales", rule));
    let (own, others) = own.ok().zip(others.ok())?;
    let others = others.iter().filter(|other| **other != own).map(Locale::to_string);
    Some((own, others.collect::<Vec<_>>().join(",")))
}

/// Saves the letterhead of an account, in place of the one before.
///
/// # Errors
/// [`AppError::Invalid`] with all problems. The logo must be [checked](crate::typeset::check_logo).
pub async fn save(app: &App, actor: Actor, account: AccountScope, typed: Typed<'_>) -> Result<(), AppError> {
    let mut problems = Problems::default();
    let organisation = printable(("organisation", typed.organisation), (100, 1), &mut problems);
    if organisation.is_none() && !problems.has("organisation") {
        problems.add("organisation", "is required");
    }
    let paper = PaperSize::ALL.iter().copied().find(|paper| paper.as_str() == typed.paper);
    if paper.is_none() {
        problems.add("paper", "must be one of a4, letter");
    }
    let locales = typed_locales(&typed, &mut problems);
    let reply_to = Some(typed.reply_to.trim()).filter(|text| !text.is_empty());
    let reply_to =
        reply_to.and_then(|text| types::email(text).map_err(|rule| problems.add("reply_to", rule)).ok());
    let mut text = |field, text, bounds| printable((field, text), bounds, &mut problems);
    let model = letterheads::Model {
        id: 0,
        account_id: account.account_id(),
        organisation: organisation.unwrap_or_default(),
        organisation_address: text("organisation_address", typed.address, (300, ADDRESS_LINES)),
        tax_id: text("tax_id", typed.tax_id, (50, 1)),
        legal_text: text("legal_text", typed.legal_text, LEGAL_TEXT),
        signer_name: text("signer_name", typed.signer_name, (100, 1)),
        signer_title: text("signer_title", typed.signer_title, (100, 1)),
        paper: paper.unwrap_or_default(),
        logo: None,
        updated_at_ms: actor.now_ms,
        reply_to,
        letter_locale: Locale::default(),
        donor_locales: String::new(),
    };
    problems.check()?;
    in_transaction(app, async |tx| {
        account.lock(tx).await?;
        let stored = account.find::<letterheads::Entity>().one(tx).await?;
        let before = stored.as_ref().map(|stored| (stored.letter_locale, stored.donor_locales.clone()));
        let (letter_locale, donor_locales) = locales.or(before).unwrap_or_default();
        let logo = typed.logo.unwrap_or_else(|| stored.and_then(|stored| stored.logo));
        account.delete::<letterheads::Entity>().exec(tx).await?;
        let row = letterheads::Model { logo, letter_locale, donor_locales, ..model };
        account.insert::<letterheads::Entity>(tx, row).await?;
        audit::record(tx, actor, Some(account), AuditAction::LetterheadChanged, None).await?;
        Ok(())
    })
    .await
}
