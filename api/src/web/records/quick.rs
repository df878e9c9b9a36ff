//! The quick entry of gifts: a line for one gift, which the return key saves. Day, type and fund stay for the next.

use std::collections::HashMap;

use askama::Template;
use poem::http::HeaderMap;
use shared::crypto::tokens::new_token;

use super::address::Pairs;
use super::fields::{self, Input, Part, Problems};
use super::kind::Kind;
use super::links::{self, Links};
use super::save;
use super::table::Table;
use super::typed::{self, Typed};
use crate::http::field::{self, Entry};
use crate::http::query::Query;
use crate::http::{AppError, ValidationErrors};
use crate::records::{Context, Resource, list};
use crate::resources::gifts::{Gift, GiftInput};
use crate::web::flash::Flash;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/gifts/quick";
/// The fields of the line, in their order.
const FIELDS: [&str; 5] = ["contact_id", "gift_amount", "gift_date", "gift_type_id", "gift_fund"];
/// What stays for the next gift.
const KEPT: [&str; 3] = ["gift_date", "gift_type_id", "gift_fund"];
/// How many of the gifts entered last are shown.
const SHOWN: &str = "10";

#[derive(Template)]
#[template(path = "records/quick.html")]
struct Page {
    shell: Shell,
    action: &'static str,
    csrf: String,
    once: String,
    inputs: Vec<Input>,
    problems: Vec<String>,
    table: Option<Table>,
}

/// Returns the declared fields of the line.
fn entries() -> Vec<Entry> {
    let declared = <GiftInput as field::Input>::FIELDS;
    FIELDS.iter().filter_map(|name| declared.iter().find(|entry| entry.name == *name).copied()).collect()
}

async fn page(
    visit: &mut Visit,
    context: &Context,
    (values, mut problems): (Typed, Problems),
    found: HashMap<&'static str, Vec<String>>,
) -> Result<Page, AppError> {
    let mut names = Links::load(visit.app.store.read(), context, &[&values]).await?;
    names.found = found;
    let mut inputs = Vec::new();
    for entry in entries() {
        if let Part::One(mut input) = fields::part(&entry, (&values, &names), &mut problems) {
            input.hint.clear();
            inputs.push(input);
        }
    }
    // The cursor stands at what is wrong, or else where the next gift begins.
    let focused = inputs.iter().position(|input| input.error.is_some()).unwrap_or(0);
    if let Some(input) = inputs.get_mut(focused) {
        input.is_focused = true;
    }
    let query = Pairs::default().with("sort", "-id").with("limit", SHOWN).encoded();
    let last = list::page::<Gift>(context, Query::parse(query, Gift::PATH, HeaderMap::new())).await?;
    let last = last.map(|page| page.records).unwrap_or_default();
    let rows = Gift::rows(visit, context, &last).await?;
    Ok(Page {
        shell: visit.shell("Quick entry").await?,
        action: PATH,
        csrf: visit.csrf.clone(),
        once: new_token()?,
        inputs,
        problems: problems.rest(),
        table: (!rows.is_empty()).then(|| Table::new(Gift::COLUMNS, rows)),
    })
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let mut values = typed::of_post(&entries(), &visit.query);
    if typed::text(&values, "gift_date").is_empty() {
        values.insert("gift_date".to_owned(), context.today.to_string().into());
    }
    let page = page(&mut visit, &context, (values, Problems::default()), HashMap::new()).await?;
    visit.page(&page)
}

pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let mut values = typed::of_post(&entries(), &visit.posted);
    let mut problems = ValidationErrors::default();
    let found = links::resolve(&context, &mut values, &mut problems).await?;
    match save::create::<Gift>(&context, &values, problems, visit.posted.text("once")).await? {
        Ok(id) => {
            let saved = Gift::read(&context, id).await?;
            let text = saved.map_or_else(String::new, |(_, gift)| format!("Saved: {}", gift.title()));
            let kept = KEPT.iter().fold(Pairs::default(), |kept, name| match visit.posted.text(name) {
                "" => kept,
                value => kept.with(name, value),
            });
            visit.redirect_with(&kept.at(PATH), Flash::new(text))
        }
        Err(problems) => {
            let page = page(&mut visit, &context, (values, Problems::new(problems)), found).await?;
            visit.refused(&page)
        }
    }
}
