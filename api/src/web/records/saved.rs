//! Saved lists: all of them, and one with the forms that change it.

use askama::Template;
use sea_orm::{QueryFilter, QueryOrder};
use shared::entities::saved_lists;
use shared::values::choices::{Choice, ImportKind};
use url::form_urlencoded;

use super::address::record_id;
use super::columns;
use super::filters;
use super::kind::Kind as _;
use super::links::Links;
use super::menu::{self, address};
use super::table::{Cell, Column, Table};
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::field::Input as _;
use crate::fields::source::{Members, Source};
use crate::records::preconditions::Preconditions;
use crate::records::{Context, Resource, service};
use crate::resources::kinds::of_kind;
use crate::resources::saved_lists::{SavedList, SavedListInput, columns, filter, may_change, remove};
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

/// The path of all saved lists.
const PATH: &str = "/lists";
const COLUMNS: [Column; 4] = [
    Column::new("name"),
    Column::new("saved-records"),
    Column::new("saved-for-whom"),
    Column::new("frame-settings").class("action"),
];

#[derive(Template)]
#[template(path = "records/saved.html")]
struct All {
    shell: Shell,
    table: Option<Table>,
}

#[derive(Template)]
#[template(path = "records/saved_list.html")]
struct One {
    shell: Shell,
    /// What the list is filtered by: the label and the value of each parameter.
    filters: Vec<(String, String)>,
    /// The addresses of what it finds, and of the file of that, if the list is stored.
    links: Option<(String, String)>,
    form: Option<Form>,
    remove: Option<Form>,
}

/// Returns the name of a kind for people.
fn kind_name(kind: ImportKind) -> &'static str {
    of_kind!(kind, R => t!(R::TITLE))
}

/// Returns the address of the file for people of a saved list.
fn export(list: &saved_lists::Model) -> String {
    let pairs = menu::pairs(list.list_kind, &list.list_filter).with("for", "excel");
    let columns = columns(list);
    let pairs = if columns.is_empty() { pairs } else { pairs.with("columns", &columns.join(",")) };
    pairs.at(&format!("/{}/export", list.list_kind))
}

pub(in crate::web) async fn all(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let lists = context.caller.account.find::<saved_lists::Entity>();
    let lists = lists.filter(SavedList::seen_by(&context.caller));
    let lists = lists.order_by_asc(saved_lists::Column::ListName).order_by_asc(saved_lists::Column::Id);
    let lists = lists.all(context.app.store.read()).await?;
    let row = |list: &saved_lists::Model| {
        let for_whom =
            if list.only_for_user_id.is_some() { t!("saved-for-you") } else { t!("saved-for-all") };
        vec![
            Cell::link(&list.list_name, address(list)),
            Cell::text(kind_name(list.list_kind)),
            Cell::text(for_whom),
            Cell::link(t!("saved-open"), format!("{PATH}/{}", list.id)),
        ]
    };
    let rows: Vec<_> = lists.iter().map(row).collect();
    let table = (!rows.is_empty()).then(|| Table::new(&COLUMNS, rows));
    let page = All { shell: visit.shell(t!("frame-saved-lists")).await?, table };
    visit.page(&page)
}

/// Adds the fields that every form of a saved list has.
fn fields(form: Form, kind: ImportKind, chosen: Vec<String>) -> Form {
    let headings = filter::spoken_headings(kind);
    form.field(Field::text("list_name", t!("name")).required().focused())
        .field(Field::check("list_shared", t!("saved-shared")).hint(t!("saved-shared-hint")))
        .field(
            Field::checks("list_columns", t!("saved-columns"), headings, chosen)
                .hint(t!("saved-columns-hint")),
        )
}

/// Returns what the fields say.
fn members(visit: &Visit) -> Members<'_> {
    let columns = visit.posted.all("list_columns").map(Source::text).collect();
    let shared = if visit.posted.has("list_shared") { "1" } else { "0" };
    vec![
        ("list_name".into(), Source::text(visit.posted.text("list_name"))),
        ("list_shared".into(), Source::text(shared)),
        ("list_columns".into(), Source::List(columns)),
    ]
}

/// Says what a list of a kind is filtered and sorted by, as its own page does.
async fn words(context: &Context, kind: ImportKind, object: &str) -> Result<Vec<(String, String)>, AppError> {
    let pairs = menu::pairs(kind, object);
    let links = filters::links(&pairs);
    let names = Links::load(context.app.store.read(), context, &[&links]).await?;
    let own = context.caller.currency;
    Ok(of_kind!(kind, R => filters::said::<R>(&pairs, &names, own)))
}

/// Makes the page of a new saved list, of this kind and with these filters.
async fn new_page(
    visit: &mut Visit,
    (kind, object, chosen): (ImportKind, String, Vec<String>),
    refused: Option<Problems>,
) -> Result<One, AppError> {
    let form = Form::new(visit, PATH, t!("save")).hidden("list_kind", kind).hidden("list_filter", &object);
    let form = fields(form, kind, chosen).refused(visit, refused);
    let shell = visit.shell(&t!("saved-new", kind = kind.as_str())).await?;
    let filters = words(&visit.records()?, kind, &object).await?;
    Ok(One { shell, filters, links: None, form: Some(form), remove: None })
}

pub(in crate::web) async fn new(mut visit: Visit) -> Answer {
    let kind = ImportKind::parse(visit.query.text("kind")).map_err(|_| AppError::NotFound)?;
    let pairs: Vec<_> = form_urlencoded::parse(visit.query.text("query").as_bytes()).into_owned().collect();
    let (columns, pairs): (Vec<_>, Vec<_>) =
        pairs.into_iter().partition(|(name, _)| name == columns::COLUMNS);
    let chosen = columns.iter().flat_map(|(_, text)| text.split(',')).map(str::to_owned).collect();
    let object = filter::object(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    let page = new_page(&mut visit, (kind, object, chosen), None).await?;
    visit.page(&page)
}

pub(in crate::web) async fn create(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let kind = ImportKind::parse(visit.posted.text("list_kind")).map_err(|_| AppError::NotFound)?;
    let object = visit.posted.text("list_filter").to_owned();
    let mut members = members(&visit);
    members.push(("list_kind".into(), Source::text(kind.as_str())));
    members.push(("list_filter".into(), Source::text(&object)));
    let (input, problems) = SavedListInput::of(members, true);
    let created = service::commit::<SavedList, _>(&context, async |tx| {
        service::create::<SavedList>(tx, &context, input, problems).await
    });
    match created.await {
        Ok((_, list)) => {
            let text = t!("saved-made", name = list.model.list_name);
            visit.redirect_with(&address(&list.model), Flash::new(text))
        }
        Err(AppError::Invalid(problems)) => {
            let page = new_page(&mut visit, (kind, object, Vec::new()), Some(problems)).await?;
            visit.refused(&page)
        }
        Err(error) => Err(error),
    }
}

/// Makes the page of a stored list.
async fn stored_page(
    visit: &mut Visit,
    context: &Context,
    list: &saved_lists::Model,
    refused: Option<Problems>,
) -> Result<One, AppError> {
    let path = format!("{PATH}/{}", list.id);
    let (mut form, mut remove) = (None, None);
    if may_change(context.app.store.read(), &context.caller, list).await? {
        let shared = if list.only_for_user_id.is_none() { "1" } else { "" };
        let own = Form::new(visit, &path, t!("save"));
        let own = fields(own, list.list_kind, columns(list))
            .value("list_name", &list.list_name)
            .value("list_shared", shared);
        form = Some(own.refused(visit, refused));
        let button = t!("saved-remove-button");
        remove = Some(Form::new(visit, &format!("{path}/remove"), button).danger());
    }
    let shell = visit.shell(&list.list_name).await?;
    let filters = words(context, list.list_kind, &list.list_filter).await?;
    Ok(One { shell, filters, links: Some((address(list), export(list))), form, remove })
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let (_, list) = SavedList::read(&context, record_id(&visit)?).await?.ok_or(AppError::NotFound)?;
    let page = stored_page(&mut visit, &context, &list.model, None).await?;
    visit.page(&page)
}

pub(in crate::web) async fn update(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let (_, list) = SavedList::read(&context, id).await?.ok_or(AppError::NotFound)?;
    let (input, problems) = SavedListInput::of(members(&visit), false);
    let any = Preconditions::default();
    let changed = service::commit::<SavedList, _>(&context, async |tx| {
        service::update::<SavedList>(tx, &context, (id, &any), input, problems).await
    });
    match changed.await {
        Ok(list) => {
            let text = t!("saved-changed", name = list.model.list_name);
            visit.redirect_with(PATH, Flash::new(text))
        }
        Err(AppError::Invalid(problems)) => {
            let page = stored_page(&mut visit, &context, &list.model, Some(problems)).await?;
            visit.refused(&page)
        }
        Err(error) => Err(error),
    }
}

pub(in crate::web) async fn submit_remove(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let removed = service::commit::<SavedList, _>(&context, async |tx| remove(tx, &context, id).await);
    let list = removed.await?;
    visit.redirect_with(PATH, Flash::new(t!("saved-removed", name = list.model.list_name)))
}
