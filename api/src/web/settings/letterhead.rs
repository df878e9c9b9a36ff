//! The letterhead of printed letters: the organisation, its address, who signs, the small print, and the logo.

use askama::Template;
use shared::entities::letterheads;
use shared::values::choices::{Choice, LetterKind, Locale};
use tokio::task::spawn_blocking;

use crate::error::AppError;
use crate::fields::Problems;
use crate::locale;
use crate::resources::letters::letterhead::{Letterhead, Typed, donor_locales, save};
use crate::resources::letters::templates;
use crate::typeset::{LOGO_BYTES_MAX, check_logo};
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::shell::Shell;
use crate::web::upload::Upload;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/settings/letters";

#[derive(Template)]
#[template(path = "settings/letterhead.html")]
struct Page {
    shell: Shell,
    /// The form that changes it, for owners.
    form: Option<Form>,
    facts: Vec<(&'static str, String)>,
    /// The kinds of letters: the name of each, and the page of its words.
    kinds: Vec<(&'static str, String)>,
    /// The page that begins with the words of an official receipt, if there are some.
    receipt: Option<String>,
}

/// Returns the name of a kind of letters.
pub(super) fn kind_name(kind: LetterKind) -> &'static str {
    match kind {
        LetterKind::ThankYou => t!("thank-yous-title"),
        LetterKind::YearEndStatement => t!("letterhead-statements"),
        LetterKind::PledgeReminder => t!("reminders-title"),
    }
}

/// Returns the path of the words of a kind of letters.
pub(super) fn path_of(kind: LetterKind) -> String {
    format!("{PATH}/{kind}")
}

/// Returns the path of the words of a kind of letters in a language.
pub(super) fn path_in(kind: LetterKind, locale: Locale) -> String {
    format!("{}?locale={locale}", path_of(kind))
}

/// Returns the page that begins with the words of an official receipt, for owners, if there are some.
pub(in crate::web) fn path_of_receipt(
    visit: &Visit,
    (kind, locale): (LetterKind, Locale),
) -> Result<Option<String>, AppError> {
    let locale = locale.language();
    let has_receipt = templates::receipt_of(kind, locale).is_some() && visit.account()?.is_owner();
    Ok(has_receipt.then(|| format!("{}&receipt=1", path_in(kind, locale))))
}

async fn stored(visit: &Visit) -> Result<letterheads::Model, AppError> {
    let (account, caller) = (visit.account()?, visit.caller()?);
    let names = (&*account.name, caller.currency.code());
    Ok(Letterhead::read(visit.app.store.read(), account.scope, names).await?.model)
}

fn form(visit: &Visit, stored: &letterheads::Model) -> Form {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let papers = [("a4", "A4"), ("letter", t!("letterhead-paper-us"))];
    let papers = papers.map(|(value, shown)| (value.to_owned(), shown.to_owned()));
    let form = Form::new(visit, PATH, t!("save"))
        .field(
            Field::text("organisation", t!("letterhead-organisation"))
                .value(stored.organisation.clone())
                .required(),
        )
        .field(
            Field::area("organisation_address", t!("letterhead-address"))
                .value(text(&stored.organisation_address))
                .hint(t!("letterhead-address-hint")),
        )
        .field(
            Field::text("tax_id", t!("letterhead-tax-id"))
                .value(text(&stored.tax_id))
                .hint(t!("letterhead-tax-id-hint")),
        )
        .field(Field::text("signer_name", t!("letterhead-signer")).value(text(&stored.signer_name)))
        .field(Field::text("signer_title", t!("letterhead-signer-title")).value(text(&stored.signer_title)))
        .field(
            Field::area("legal_text", t!("letterhead-legal-text"))
                .value(text(&stored.legal_text))
                .hint(t!("letterhead-legal-text-hint")),
        )
        .field(Field::select("paper", t!("letterhead-paper"), papers).value(stored.paper.as_str()))
        .field(
            Field::select("letter_locale", t!("letterhead-locale"), locale::names())
                .value(stored.letter_locale.as_str()),
        )
        .field(
            Field::checks(
                "donor_locales",
                t!("letterhead-donor-locales"),
                locale::names().filter(|(code, _)| code != stored.letter_locale.as_str()),
                stored.donor_locales.split(',').map(str::to_owned),
            )
            .hint(t!("letterhead-donor-locales-hint")),
        )
        .field(
            Field::email("reply_to", t!("letterhead-reply-to"))
                .autocomplete("email")
                .value(text(&stored.reply_to))
                .hint(t!("letterhead-reply-to-hint")),
        );
    let form = match &stored.logo {
        Some(_) => form.field(Field::check("remove_logo", t!("letterhead-remove-logo"))),
        None => form,
    };
    let logo = if stored.logo.is_some() { t!("letterhead-another-logo") } else { t!("letterhead-logo") };
    form.field(Field::file("logo", logo).accept("image/png,image/jpeg").hint(t!("letterhead-logo-hint")))
}

/// Returns what the letterhead says, for those who cannot change it.
fn facts(stored: &letterheads::Model) -> Vec<(&'static str, String)> {
    let also: Vec<_> = donor_locales(stored).map(locale::name).collect();
    let own = [
        (t!("letterhead-organisation"), Some(stored.organisation.clone())),
        (
            t!("letterhead-address"),
            stored.organisation_address.clone().map(|lines| lines.replace('\n', ", ")),
        ),
        (t!("letterhead-tax-id"), stored.tax_id.clone()),
        (t!("letterhead-signer"), stored.signer_name.clone()),
        (t!("letterhead-signer-title"), stored.signer_title.clone()),
        (t!("letterhead-legal-text"), stored.legal_text.clone()),
        (t!("letterhead-reply-to"), stored.reply_to.clone()),
        (t!("letterhead-locale"), Some(locale::name(stored.letter_locale).to_owned())),
        (t!("letterhead-donor-locales"), Some(also.join(", ")).filter(|also| !also.is_empty())),
    ];
    own.into_iter().filter_map(|(label, text)| Some((label, text?))).collect()
}

async fn page(visit: &mut Visit, refused: Option<Form>) -> Result<Page, AppError> {
    let stored = stored(visit).await?;
    let form = match (visit.account()?.is_owner(), refused) {
        (true, None) => Some(form(visit, &stored)),
        (_, refused) => refused,
    };
    let kinds = LetterKind::ALL.iter().map(|kind| (kind_name(*kind), path_of(*kind)));
    let (facts, kinds) = (facts(&stored), kinds.collect());
    let receipt = path_of_receipt(visit, (LetterKind::YearEndStatement, stored.letter_locale))?;
    Ok(Page { shell: visit.shell(t!("frame-letterhead")).await?, form, facts, kinds, receipt })
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let page = page(&mut visit, None).await?;
    visit.page(&page)
}

/// Reads a logo, if one was chosen, and checks it.
async fn logo(upload: Option<Upload>, problems: &mut Problems) -> Result<Option<Vec<u8>>, AppError> {
    let Some(upload) = upload else { return Ok(None) };
    let is_chosen = !upload.file_name.is_empty();
    let bytes = upload.up_to(LOGO_BYTES_MAX).await?;
    if !is_chosen && bytes.is_empty() {
        return Ok(None);
    }
    let checked = spawn_blocking(move || check_logo(&bytes).map(|()| bytes)).await;
    match checked.map_err(|error| AppError::Internal(error.into()))? {
        Ok(bytes) => return Ok(Some(bytes)),
        Err(rule) => problems.add("logo", rule),
    }
    Ok(None)
}

pub(in crate::web) async fn change(mut visit: Visit) -> Answer {
    let (scope, actor, sent) = (visit.account()?.scope, visit.actor(), visit.posted.clone());
    let mut problems = Problems::default();
    let logo = logo(visit.upload.take(), &mut problems).await?;
    let logo = match logo {
        Some(logo) => Some(Some(logo)),
        None => (sent.text("remove_logo") == "1").then_some(None),
    };
    let typed = Typed {
        organisation: sent.text("organisation"),
        address: sent.text("organisation_address"),
        tax_id: sent.text("tax_id"),
        legal_text: sent.text("legal_text"),
        signer_name: sent.text("signer_name"),
        signer_title: sent.text("signer_title"),
        paper: sent.text("paper"),
        reply_to: sent.text("reply_to"),
        locale: sent.text("letter_locale"),
        donor_locales: sent.all("donor_locales").collect(),
        logo,
    };
    let saved = match problems.check() {
        Ok(()) => save(&visit.app, actor, scope, typed).await,
        Err(error) => Err(error.into()),
    };
    match saved {
        Ok(()) => visit.redirect_with(PATH, Flash::new(t!("letterhead-saved"))),
        Err(AppError::Invalid(problems)) => {
            let form = form(&visit, &stored(&visit).await?).refused(&mut visit, problems);
            let page = page(&mut visit, Some(form)).await?;
            visit.refused(&page)
        }
        Err(error) => Err(error),
    }
}
