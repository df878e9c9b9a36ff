//! The quick entry of gifts: a line for one gift, which the return key saves. Day, type, fund and batch stay
//! for the next one.

use std::collections::HashMap;

use askama::Template;

use super::address::Pairs;
use super::amounts;
use super::doubts::{self, Asked};
use super::edit::Shown;
use super::fields::{self, FormProblems, Input, Part};
use super::gift_batches::{difference, standing};
use super::kind::Kind;
use super::links::{self, Links};
use super::save::{self, Saved};
use super::table::Table;
use super::typed::{self, Typed};
use crate::crypto::tokens::new_token;
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::field::{self, Entry};
use crate::records::{Context, Resource, list, money};
use crate::resources::gift_batches::GiftBatch;
use crate::resources::gifts::{Gift, GiftFilters, GiftInput};
use crate::web::flash::Flash;
use crate::web::shell::Shell;
use crate::web::summary::NOT_SAVED;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/gifts/quick";
/// The fields of the line, in their order.
const FIELDS: [&str; 6] = ["contact_id", "gift_amount", "gift_date", "gift_type_id", "gift_fund", "batch_id"];
/// The fields that keep their values for the next gift.
const KEPT: [&str; 4] = ["gift_date", "gift_type_id", "gift_fund", "batch_id"];
/// How many of the gifts entered last are shown.
const SHOWN: u64 = 10;

#[derive(Template)]
#[template(path = "records/quick.html")]
struct Page {
    shell: Shell,
    action: &'static str,
    csrf: String,
    once: String,
    inputs: Vec<Input>,
    /// The batch that is chosen.
    batch: Option<Batch>,
    /// The question before it is saved.
    asked: Option<Asked>,
    table: Option<Table>,
}

/// The batch into which the gifts come.
struct Batch {
    name: String,
    path: String,
    /// What it has of what was counted by hand, and what it lacks.
    standing: String,
    difference: String,
}

/// Reads the batch that is chosen, if there is one.
async fn chosen(context: &Context, values: &Typed) -> Result<Option<GiftBatch>, AppError> {
    let Some(id) = links::number(typed::text(values, "batch_id")) else { return Ok(None) };
    Ok(GiftBatch::read(context, id).await?.map(|(_, batch)| batch))
}

/// Returns the declared fields of the line.
fn entries() -> Vec<Entry> {
    let declared = <GiftInput as field::Input>::FIELDS;
    FIELDS.iter().filter_map(|name| declared.iter().find(|entry| entry.name == *name).copied()).collect()
}

async fn page(
    visit: &mut Visit,
    context: &Context,
    shown: Shown,
    asked: Option<Asked>,
) -> Result<Page, AppError> {
    let Shown { mut values, mut problems, found } = shown;
    // The open batches are offered even if none is chosen yet.
    values.entry("batch_id").or_insert_with(|| "".into());
    let mut names = Links::load(visit.app.store.read(), context, &[&values]).await?;
    names.found = found;
    names.add_purposes(context).await?;
    let mut inputs = Vec::new();
    for entry in entries() {
        if let Part::One(mut input) = fields::part(&entry, (&values, &names), &mut problems) {
            input.hint.clear();
            inputs.push(input);
        }
    }
    visit.summary = problems.summary(NOT_SAVED, |summary| fields::summarise(&inputs, "", summary));
    // The cursor stands where the next gift begins, unless something is wrong or asked.
    let is_next = visit.summary.is_none() && asked.is_none();
    if let Some(input) = inputs.first_mut().filter(|_| is_next) {
        input.is_focused = true;
    }
    let batch = chosen(context, &values).await?;
    let batch_id = batch.as_ref().map(|batch| vec![batch.model.id]);
    let filters = GiftFilters { batch_id, ..GiftFilters::default() };
    let last = list::first::<Gift>(context, filters, "-id", SHOWN).await?.records;
    let rows = Gift::rows(visit, context, &last).await?;
    Ok(Page {
        shell: visit.shell("Quick entry").await?,
        action: PATH,
        csrf: visit.csrf.clone(),
        once: new_token()?,
        inputs,
        batch: batch.map(|batch| Batch {
            name: batch.title(),
            path: format!("{}/{}", GiftBatch::PATH, batch.model.id),
            standing: standing(&batch),
            difference: difference(&batch),
        }),
        asked,
        table: (!rows.is_empty()).then(|| Table::new(Gift::COLUMNS, rows)),
    })
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let mut values = typed::of_post(&entries(), &visit.query);
    if typed::text(&values, "gift_date").is_empty() {
        values.insert("gift_date".to_owned(), context.today.to_string().into());
    }
    let page = page(
        &mut visit,
        &context,
        Shown { values, problems: FormProblems::default(), found: HashMap::new() },
        None,
    )
    .await?;
    visit.page(&page)
}

pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let mut values = typed::of_post(&entries(), &visit.posted);
    let mut problems = Problems::default();
    let found = links::resolve(&context, &mut values, &mut problems).await?;
    let mut currency = context.caller.currency;
    if let Some(batch) = chosen(&context, &values).await? {
        currency = money::currency(&batch.model.batch_currency);
        values.insert("gift_currency".to_owned(), batch.model.batch_currency.into());
    }
    amounts::read(&entries(), &mut values, currency, &mut problems);
    let asked = doubts::of::<Gift>(&context, &visit.posted, &values, None).await?;
    match save::create::<Gift>(&context, &values, (problems, asked.as_ref()), visit.posted.text("once"))
        .await?
    {
        Saved::Done(id) => {
            let saved = Gift::read(&context, id).await?;
            let text = saved.map_or_else(String::new, |(_, gift)| format!("Saved: {}", gift.title()));
            let kept = KEPT.iter().fold(Pairs::default(), |kept, name| match visit.posted.text(name) {
                "" => kept,
                value => kept.with(name, value),
            });
            visit.redirect_with(&kept.at(PATH), Flash::new(text))
        }
        Saved::Outdated => Err(AppError::NotFound),
        Saved::Refused(problems) => {
            let shown = Shown { values, problems: FormProblems::new(problems), found };
            let page = page(&mut visit, &context, shown, asked).await?;
            visit.refused(&page)
        }
    }
}

/// Shows the line again, with the values typed before the session ended.
pub(in crate::web) async fn again(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let mut values = typed::of_post(&entries(), &visit.posted);
    let found = links::resolve(&context, &mut values, &mut Problems::default()).await?;
    let mut page =
        page(&mut visit, &context, Shown { values, problems: FormProblems::default(), found }, None).await?;
    // The line keeps its name, so that a gift that it has made already is not made twice.
    visit.posted.text("once").clone_into(&mut page.once);
    visit.page(&page)
}
