//! The words of a kind of letters, with a sample of a real donor.

use std::collections::HashSet;

use askama::Template;
use shared::values::choices::{Choice, LetterKind, Locale};

use super::letterhead::{kind_name, path_in, path_of, path_of_receipt};
use crate::error::AppError;
use crate::resources::letters::files::{file_turn, pdf};
use crate::resources::letters::letterhead::Letterhead;
use crate::resources::letters::templates::{self, MergeField, Template as Text, Typed, Words};
use crate::typeset::{Letter, Part};
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::printed;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};
use crate::{language, locale};

#[derive(Template)]
#[template(path = "settings/letter_words.html")]
struct Page {
    shell: Shell,
    form: Option<Form>,
    reset: Option<Form>,
    words: Text,
    fields: Vec<MergeField>,
    sample: Option<Letter>,
    pdf: String,
    /// The page that begins with the words of a receipt, if the language has official ones.
    receipt: Option<String>,
    /// Whether this is that page.
    is_receipt: bool,
    /// The languages that letters have, if they have several: each with its name, the page of its words, and whether it is this one.
    locales: Vec<(Locale, &'static str, String, bool)>,
    locale: Locale,
}

/// Returns the kind of letters in the path.
fn kind(visit: &Visit) -> Result<LetterKind, AppError> {
    let name = visit.path.split('/').nth(3).unwrap_or_default();
    LetterKind::ALL.iter().copied().find(|kind| kind.as_str() == name).ok_or(AppError::NotFound)
}

async fn letterhead(visit: &Visit) -> Result<Letterhead, AppError> {
    let (account, caller) = (visit.account()?, visit.caller()?);
    let names = (&*account.name, caller.currency.code());
    Letterhead::read(visit.app.store.read(), account.scope, names).await
}

/// Returns the language whose words are asked for: by default, that of the letters.
fn locale_of(asked: &str, head: &Letterhead) -> Result<Locale, AppError> {
    match asked {
        "" => Ok(head.model.letter_locale.language()),
        asked => Locale::parse(asked).map(Locale::language).map_err(|_| AppError::NotFound),
    }
}

/// Returns what a field of a kind of letters becomes, in words. Some mean something else in each kind.
fn meaning(kind: LetterKind, (name, english): MergeField) -> &'static str {
    let known = |of: &str| language::known(&format!("letter-words-field-{of}{name}").replace('_', "-"));
    known(&format!("{kind}-")).or_else(|| known("")).unwrap_or(english)
}

/// Reads the words that the page shows: those of the account, or those of a receipt if they are asked for, which it says.
async fn words_of(visit: &Visit, (kind, locale): (LetterKind, Locale)) -> Result<(Text, bool), AppError> {
    if let Some(receipt) = templates::receipt_of(kind, locale).filter(|_| visit.query.text("receipt") == "1")
    {
        return Ok((receipt, true));
    }
    let words = Words::read(visit.app.store.read(), visit.account()?.scope, kind).await?;
    Ok((words.of(locale), false))
}

/// Makes the form of these words.
fn form(visit: &Visit, (kind, locale): (LetterKind, Locale), words: &Text) -> Form {
    Form::new(visit, &path_of(kind), t!("save"))
        .hidden("locale", locale)
        .field(Field::text("subject", t!("letter-words-subject")).value(words.subject.clone()).required())
        .field(
            Field::area("body", t!("letter-words-body"))
                .value(words.body.clone())
                .hint(t!("letter-words-body-hint"))
                .required(),
        )
        .field(
            Field::text("signer_title", t!("letterhead-signer-title"))
                .value(words.signer_title.clone().unwrap_or_default())
                .hint(t!("letter-words-signer-title-hint")),
        )
        .field(
            Field::area("legal_text", t!("letterhead-legal-text"))
                .value(words.legal_text.clone().unwrap_or_default())
                .hint(t!("letter-words-legal-text-hint")),
        )
}

async fn page(visit: &mut Visit, locale: Locale, refused: Option<Form>) -> Result<Page, AppError> {
    let (kind, account) = (kind(visit)?, visit.account()?);
    let (words, is_receipt) = words_of(visit, (kind, locale)).await?;
    let head = letterhead(visit).await?;
    let used = head.donor_locales().chain([head.model.letter_locale, locale]).map(Locale::language);
    let used: HashSet<_> = used.collect();
    let link = |one: &Locale| (*one, locale::name(*one), path_in(kind, *one), *one == locale);
    let locales = Locale::ALL.iter().filter(|one| used.len() > 1 && used.contains(*one)).map(link).collect();
    let sample = sample_of(visit, head, (kind, locale), &words).await?;
    let is_own = !is_receipt && words != templates::default_of(kind, locale);
    let reset = || {
        let path = format!("{}/reset", path_of(kind));
        let form = Form::new(visit, &path, t!("letter-words-reset"));
        form.secondary().hidden("locale", locale)
    };
    let reset = (is_own && account.is_owner()).then(reset);
    let receipt = path_of_receipt(visit, (kind, locale))?.filter(|_| !is_receipt);
    let asked = if is_receipt { "&receipt=1" } else { "" };
    let pdf = format!("{}/sample?locale={locale}{asked}", path_of(kind));
    let form = match (account.is_owner(), refused) {
        (true, None) => Some(form(visit, (kind, locale), &words)),
        (_, refused) => refused,
    };
    Ok(Page {
        shell: visit.shell(kind_name(kind)).await?,
        form,
        reset,
        words,
        fields: templates::fields_of(kind).into_iter().map(|field| (field.0, meaning(kind, field))).collect(),
        sample,
        pdf,
        receipt,
        is_receipt,
        locales,
        locale,
    })
}

/// Composes a letter with these words for a donor of the account, in their language.
async fn sample_of(
    visit: &Visit,
    head: Letterhead,
    (kind, locale): (LetterKind, Locale),
    words: &Text,
) -> Result<Option<Letter>, AppError> {
    // The account may write the days of this language as in one country.
    let own = head.locale_for(Some(locale.as_str()));
    let head = head.in_locale(if own.language() == locale { own } else { locale });
    printed::sample::letter(&visit.records()?, &head, (kind, &Words::only(words))).await
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let locale = locale_of(visit.query.text("locale"), &letterhead(&visit).await?)?;
    let page = page(&mut visit, locale, None).await?;
    visit.page(&page)
}

pub(in crate::web) async fn change(mut visit: Visit) -> Answer {
    let (kind, scope, actor) = (kind(&visit)?, visit.account()?.scope, visit.actor());
    let locale = locale_of(visit.posted.text("locale"), &letterhead(&visit).await?)?;
    let typed = Typed {
        subject: visit.posted.text("subject"),
        body: visit.posted.text("body"),
        signer_title: visit.posted.text("signer_title"),
        legal_text: visit.posted.text("legal_text"),
    };
    let checked = templates::checked(kind, typed);
    match checked {
        Ok(words) => {
            templates::save(&visit.app, actor, scope, (kind, locale), Some(words)).await?;
            visit.redirect_with(&path_in(kind, locale), Flash::new(t!("letter-words-saved")))
        }
        Err(AppError::Invalid(problems)) => {
            let form = form(&visit, (kind, locale), &Text::default()).refused(&mut visit, problems);
            let page = page(&mut visit, locale, Some(form)).await?;
            visit.refused(&page)
        }
        Err(error) => Err(error),
    }
}

pub(in crate::web) async fn reset(mut visit: Visit) -> Answer {
    let (kind, scope, actor) = (kind(&visit)?, visit.account()?.scope, visit.actor());
    let locale = locale_of(visit.posted.text("locale"), &letterhead(&visit).await?)?;
    templates::save(&visit.app, actor, scope, (kind, locale), None).await?;
    let done = Flash::new(t!("letter-words-reset-done"));
    visit.redirect_with(&path_in(kind, locale), done)
}

pub(in crate::web) async fn sample(visit: Visit) -> Answer {
    let (kind, account) = (kind(&visit)?, visit.account()?.scope);
    let turn = file_turn(&visit.app, account).await?;
    let head = letterhead(&visit).await?;
    let locale = locale_of(visit.query.text("locale"), &head)?;
    let (words, _) = words_of(&visit, (kind, locale)).await?;
    let sample = sample_of(&visit, head.clone(), (kind, locale), &words).await?;
    let sample = sample.ok_or(AppError::NotFound)?;
    let title = t!("letter-words-sample-title", kind = kind_name(kind));
    let pdf = pdf(turn, title, head.head(), (head.model.logo.clone(), vec![(1, sample)])).await?;
    Ok(printed::file(t!("letter-words-sample-file"), pdf))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::speak;

    #[test]
    fn every_field_has_its_meaning_in_every_language() {
        for kind in LetterKind::ALL {
            for field in templates::fields_of(*kind) {
                let meant = |locale: &Locale| speak(*locale, || meaning(*kind, field));
                assert_eq!(meant(&Locale::En), field.1);
                for locale in Locale::ALL.iter().filter(|locale| !locale.is_english()) {
                    assert_ne!(meant(locale), field.1, "{locale}");
                }
            }
        }
    }
}
