//! A copy of all that the account stores about a contact, to give it to them: a page to print, and a file for programs. Only
//! owners make one, and the audit log says so.

mod held;
mod part;

use askama::Template;
use poem::Response;
use poem::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::value::{RawValue, to_raw_value};
use shared::entities::Tenant;
use shared::values::choices::AuditAction;

use self::held::Held;
use self::part::{Part, RECORDS_MAX, SHOWN};
use super::address::record_id;
use super::answers;
use super::kind::Kind;
use super::links::Links;
use super::show::{self, Facts};
use super::table::Table;
use crate::accounts::audit;
use crate::error::AppError;
use crate::records::{Belonging, Context, Resource};
use crate::resources::contacts::Contact;
use crate::resources::kinds::{KINDS, of_kind};
use crate::web::flash::Flash;
use crate::web::format::day;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

/// How many records are read at once.
const CHUNK: u64 = 500;

#[derive(Template)]
#[template(path = "records/copy.html")]
struct Page {
    shell: Shell,
    /// The contact, and its address.
    contact: (String, String),
    file: String,
    /// The name of the account, and the day.
    made: (String, String),
    groups: Vec<Facts>,
    parts: Vec<Part>,
    /// How many answers from the website may be the contact's and are left out, and their path.
    alike: Option<(usize, String)>,
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let (_, contact) = Contact::read(&context, id).await?.ok_or(AppError::NotFound)?;
    let values = contact.values()?;
    let names = Links::load(visit.app.store.read(), &context, &[&values]).await?;
    let mut parts = Vec::new();
    for kind in KINDS {
        parts.extend(of_kind!(kind.import, R => part::<R>(&visit, &context, id).await?));
    }
    let held = Held::read(&context, &contact).await?;
    parts.extend(held.parts(&context)?);
    let alike = answers::path_of(held.alike()).map(|path| (held.alike().len(), path));
    note(&visit, id).await?;
    let title = t!("copy-title", name = contact.title());
    let page = Page {
        contact: (contact.title(), format!("{}/{id}", Contact::PATH)),
        file: format!("{}/file", visit.path),
        made: (visit.account()?.name, day(context.today)),
        groups: show::groups::<Contact>(&values, &names),
        parts,
        alike,
        shell: visit.shell(&title).await?,
    };
    visit.page(&page)
}

/// Reads the records of a kind that belong to a contact, in their order, at most so many and one more.
async fn belongings<R: Resource>(context: &Context, id: i64, most: usize) -> Result<Vec<R>, AppError> {
    let Some(Belonging { column, .. }) = R::BELONGS else { return Ok(Vec::new()) };
    let (reader, mut last, mut records) = (context.app.store.read(), i64::MIN, Vec::new());
    while records.len() <= most {
        let rows = context.caller.account.find::<R::Entity>().filter(column.eq(id));
        let rows = rows.filter(R::Entity::ID.gt(last)).order_by_asc(R::Entity::ID).limit(CHUNK);
        let rows = rows.all(reader).await?;
        let Some(row) = rows.last() else { break };
        last = R::id(row);
        records.extend(R::load(reader, context, rows).await?);
    }
    Ok(records)
}

async fn part<K: Kind>(visit: &Visit, context: &Context, id: i64) -> Result<Option<Part>, AppError> {
    let mut records = belongings::<K>(context, id, SHOWN).await?;
    if records.is_empty() {
        return Ok(None);
    }
    let count = records.len();
    records.truncate(SHOWN);
    let rows = K::rows(visit, context, &records).await?;
    let mut table = Table::new(K::COLUMNS, rows).without(&["contact_id"]);
    // A button has no place on paper.
    for cell in table.rows.iter_mut().flatten() {
        cell.form = None;
    }
    Ok(Some(Part::new((t!(K::TITLE), K::KIND, count), K::WORDS.1, table)))
}

/// Answers with the file.
pub(in crate::web) async fn file(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let (_, contact) = Contact::read(&context, id).await?.ok_or(AppError::NotFound)?;
    let mut copy: Vec<(&str, Box<RawValue>)> = vec![
        ("account", to_raw_value(&visit.account()?.name)?),
        ("made_on", to_raw_value(&context.today)?),
        ("contact", to_raw_value(&contact)?),
    ];
    for kind in KINDS {
        let records = of_kind!(kind.import, R => texts::<R>(&context, id).await?);
        match records {
            Some(records) if records.len() > RECORDS_MAX => {
                let text = t!("copy-too-many", kind = kind.path);
                return visit.redirect_with(&format!("{}/{id}", Contact::PATH), Flash::problem(text));
            }
            Some(records) => copy.push((kind.path, to_raw_value(&records)?)),
            None => {}
        }
    }
    copy.extend(Held::read(&context, &contact).await?.members()?);
    note(&visit, id).await?;
    let members = copy.iter().map(|(name, value)| format!("\"{name}\":{}", value.get()));
    let body = format!("{{{}}}\n", members.collect::<Vec<_>>().join(",\n"));
    Ok(Response::builder()
        .header(CONTENT_TYPE, "application/json")
        .header(CONTENT_DISPOSITION, format!("attachment; filename=\"contact-{id}.json\""))
        .header(CACHE_CONTROL, "no-store")
        .body(body))
}

/// Writes into the audit log that somebody has made a copy.
async fn note(visit: &Visit, id: i64) -> Result<(), AppError> {
    let detail = format!("the copy of contact {id}");
    let (store, account) = (visit.app.store.write(), visit.account()?.scope);
    let action = AuditAction::RecordsExported;
    Ok(audit::record(store, visit.actor(), Some(account), action, Some(&detail)).await?)
}

/// Returns the records of a kind that belong to a contact as JSON, or nothing for a kind whose records belong to none.
async fn texts<R: Resource>(context: &Context, id: i64) -> Result<Option<Vec<Box<RawValue>>>, AppError> {
    if R::BELONGS.is_none() {
        return Ok(None);
    }
    let records = belongings::<R>(context, id, RECORDS_MAX).await?;
    Ok(Some(records.iter().map(to_raw_value).collect::<Result<_, _>>()?))
}
