//! The types of gifts of the account: all of them, a form for another one, and one to rename each of the account's own.

use askama::Template;
use sea_orm::QueryOrder;
use shared::entities::gift_types;

use super::id_at;
use crate::error::AppError;
use crate::fields::labels::GIFT_TYPES;
use crate::fields::source::Source;
use crate::fields::spoken::gift_type;
use crate::fields::{Input, Problem, Problems};
use crate::records::preconditions::Preconditions;
use crate::records::service;
use crate::resources::contacts::search;
use crate::resources::gift_types::{GiftType, GiftTypeInput, names_what_is_no_money};
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/settings/gift-types";
/// The field with the name.
const NAME: &str = "gift_type_name";

#[derive(Template)]
#[template(path = "settings/gift_types.html")]
struct Page {
    shell: Shell,
    rows: Vec<Row>,
    add: Form,
}

/// A type, with the form that renames it. The usual types have none.
struct Row {
    name: String,
    rename: Option<Form>,
    /// Whether the form is shown again.
    is_open: bool,
}

fn form(visit: &Visit, action: &str, submit: &'static str) -> Form {
    Form::new(visit, action, submit).field(Field::text(NAME, t!("name")).required())
}

fn path_of(id: i64) -> String {
    format!("{PATH}/{id}")
}

/// Returns whether a type is one that every account has at first. Its name stays, because imports look for it.
fn is_usual(one: &gift_types::Model) -> bool {
    GIFT_TYPES.contains(&one.gift_type_key.as_str())
}

/// Returns the usual type that is called so in the language of the page, or else the typed name.
fn named(typed: &str) -> &str {
    let is_it = |usual: &&str| search::plain(&gift_type(usual)) == search::plain(typed.trim());
    GIFT_TYPES.into_iter().find(is_it).unwrap_or(typed)
}

/// Makes the page. A form that was not accepted is told by the id of its type, or none for a new one.
async fn page(visit: &mut Visit, refused: Option<(Option<i64>, Problems)>) -> Result<Page, AppError> {
    let types = visit.account()?.scope.find::<gift_types::Entity>().order_by_asc(gift_types::Column::Id);
    let types = types.all(visit.app.store.read()).await?;
    let (at, mut problems) = refused.unzip();
    let mut again = |visit: &mut Visit, form: Form, id: Option<i64>| {
        form.refused(visit, problems.take_if(|_| at == Some(id)))
    };
    let add = form(visit, PATH, t!("gift-types-add"));
    let add = again(visit, add, None);
    let mut rows = Vec::new();
    for one in types {
        let name = gift_type(&one.gift_type_name);
        let rename = (!is_usual(&one)).then(|| {
            let rename = form(visit, &path_of(one.id), t!("save")).value(NAME, &name);
            again(visit, rename, Some(one.id))
        });
        rows.push(Row { name, rename, is_open: at == Some(Some(one.id)) });
    }
    Ok(Page { shell: visit.shell(t!("frame-gift-types")).await?, rows, add })
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let page = page(&mut visit, None).await?;
    visit.page(&page)
}

/// Saves the typed name for the stored type, or for a new one. Returns what is wrong with it, if something is.
async fn save(visit: &Visit, stored: Option<&gift_types::Model>) -> Result<Option<Problems>, AppError> {
    let context = visit.records()?;
    let name = named(visit.posted.text(NAME));
    let (input, mut problems) = GiftTypeInput::of(vec![(NAME.into(), Source::text(name))], stored.is_none());
    // The statements of years that are over would change, too.
    let is_no_money = stored.map(|stored| names_what_is_no_money(&stored.gift_type_name));
    if is_no_money.is_some_and(|before| before != names_what_is_no_money(name)) && !problems.has(NAME) {
        problems.add(NAME, "must not turn money into goods or goods into money: add a new type instead");
    }
    let saved = service::commit::<GiftType, _>(&context, async |tx| match stored {
        Some(stored) => {
            let any = Preconditions::default();
            service::update::<GiftType>(tx, &context, (stored.id, &any), input, problems).await.map(drop)
        }
        None => service::create::<GiftType>(tx, &context, input, problems).await.map(drop),
    });
    match saved.await {
        Ok(()) => Ok(None),
        Err(AppError::Invalid(problems)) => Ok(Some(problems)),
        Err(AppError::Conflict(field, _)) => {
            Ok(Some(Problem::new(field, "is the name of another type").into()))
        }
        Err(error) => Err(error),
    }
}

pub(in crate::web) async fn create(mut visit: Visit) -> Answer {
    if let Some(problems) = save(&visit, None).await? {
        let page = page(&mut visit, Some((None, problems))).await?;
        return visit.refused(&page);
    }
    visit.redirect_with(PATH, Flash::new(t!("gift-types-added")))
}

pub(in crate::web) async fn rename(mut visit: Visit) -> Answer {
    let id = id_at(&visit, 3)?;
    let stored = visit.account()?.scope.find_id::<gift_types::Entity>(id);
    let stored = stored.one(visit.app.store.read()).await?.ok_or(AppError::NotFound)?;
    if is_usual(&stored) {
        return visit.redirect_with(PATH, Flash::problem(t!("gift-types-usual")));
    }
    // The form shows a name as people read it. One that stays is no new one, unless a usual type is called so here.
    let typed = visit.posted.text(NAME).trim();
    if typed == gift_type(&stored.gift_type_name) && typed == named(typed) {
        return visit.redirect(PATH);
    }
    if let Some(problems) = save(&visit, Some(&stored)).await? {
        let page = page(&mut visit, Some((Some(id), problems))).await?;
        return visit.refused(&page);
    }
    visit.redirect_with(PATH, Flash::new(t!("gift-types-renamed")))
}
