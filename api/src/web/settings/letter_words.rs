//! The words of a kind of letters, with a sample of a real donor.

use askama::Template;
use shared::values::choices::{Choice, LetterKind};

use super::letterhead::{kind_name, path_of};
use crate::error::AppError;
use crate::resources::letters::letterhead::Letterhead;
use crate::resources::letters::runs::{file_turn, pdf};
use crate::resources::letters::templates::{self, MergeField, Template as Words};
use crate::typeset::{Letter, Part};
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::printed;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

#[derive(Template)]
#[template(path = "settings/letter_words.html")]
struct Page {
    shell: Shell,
    form: Option<Form>,
    reset: Option<Form>,
    words: Words,
    fields: Vec<MergeField>,
    sample: Option<Letter>,
    pdf: String,
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

/// Makes the form of these words.
fn form(visit: &Visit, kind: LetterKind, words: &Words) -> Form {
    Form::new(visit, &path_of(kind), "Save")
        .field(Field::text("subject", "Subject").value(words.subject.clone()).required())
        .field(
            Field::area("body", "Text")
                .value(words.body.clone())
                .hint("An empty line begins a paragraph. Names in braces are filled in for each donor.")
                .required(),
        )
}

async fn page(visit: &mut Visit, refused: Option<Form>) -> Result<Page, AppError> {
    let (kind, account) = (kind(visit)?, visit.account()?);
    let words = templates::read(visit.app.store.read(), account.scope, kind).await?;
    let head = letterhead(visit).await?;
    let sample = printed::sample::letter(&visit.records()?, &head, (kind, &words)).await?;
    let is_own = words != templates::default_of(kind);
    let reset = || {
        let path = format!("{}/reset", path_of(kind));
        Form::new(visit, &path, "Go back to the words that come with Almoner").secondary()
    };
    let reset = (is_own && account.is_owner()).then(reset);
    let form = match (account.is_owner(), refused) {
        (true, None) => Some(form(visit, kind, &words)),
        (_, refused) => refused,
    };
    Ok(Page {
        shell: visit.shell(kind_name(kind)).await?,
        form,
        reset,
        words,
        fields: templates::fields_of(kind),
        sample,
        pdf: format!("{}/sample", path_of(kind)),
    })
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let page = page(&mut visit, None).await?;
    visit.page(&page)
}

pub(in crate::web) async fn change(mut visit: Visit) -> Answer {
    let (kind, scope, actor) = (kind(&visit)?, visit.account()?.scope, visit.actor());
    let checked = templates::checked(kind, visit.posted.text("subject"), visit.posted.text("body"));
    match checked {
        Ok(words) => {
            templates::save(&visit.app, actor, scope, (kind, Some(words))).await?;
            visit.redirect_with(&path_of(kind), Flash::new("The words are saved."))
        }
        Err(AppError::Invalid(problems)) => {
            let empty = Words { subject: String::new(), body: String::new() };
            let form = form(&visit, kind, &empty).refused(&mut visit, problems);
            let page = page(&mut visit, Some(form)).await?;
            visit.refused(&page)
        }
        Err(error) => Err(error),
    }
}

pub(in crate::web) async fn reset(mut visit: Visit) -> Answer {
    let (kind, scope, actor) = (kind(&visit)?, visit.account()?.scope, visit.actor());
    templates::save(&visit.app, actor, scope, (kind, None)).await?;
    visit
        .redirect_with(&path_of(kind), Flash::new("The letters have the words that come with Almoner again."))
}

pub(in crate::web) async fn sample(visit: Visit) -> Answer {
    let (kind, account) = (kind(&visit)?, visit.account()?.scope);
    let turn = file_turn(&visit.app, account).await?;
    let words = templates::read(visit.app.store.read(), account, kind).await?;
    let head = letterhead(&visit).await?;
    let sample = printed::sample::letter(&visit.records()?, &head, (kind, &words)).await?;
    let sample = sample.ok_or(AppError::NotFound)?;
    let title = format!("Sample: {}", kind_name(kind));
    let pdf = pdf(turn, title, head.head(), (head.model.logo.clone(), vec![(1, sample)])).await?;
    Ok(printed::file("sample", pdf))
}
