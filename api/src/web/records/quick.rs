//! The quick entry of gifts: a line for one gift, which the return key saves. Day, type, fund and batch stay
//! for the next one. A gift of the list below comes back into the line to be changed, and a donor who is not known is entered
//! with the gift.

use std::collections::HashMap;

use askama::Template;

use super::address::Pairs;
use super::amounts;
use super::doubts::{self, Asked};
use super::edit::{OPENED, Shown, VERSION, opened_with};
use super::fields::{self, FormProblems, Input, Part, focus_first};
use super::gift_batches::{difference, standing};
use super::kind::Kind;
use super::links::{self, Links, number};
use super::new_donor::{self, NewDonor};
use super::save::{self, Saved};
use super::table::{Cell, Column, Table};
use super::typed::{self, Typed, fingerprint, text};
use super::which_donor::{self, DONOR_OF, NO_DONOR};
use super::which_fund::{self, NEW_FUNDS, NewFund};
use super::which_pledge::{self, likely, take_fund_of_pledge, unasked, was_asked};
use crate::crypto::tokens::new_token;
use crate::error::AppError;
use crate::fields::field::{self, Entry};
use crate::fields::problem::Problem;
use crate::fields::{Patch, Problems};
use crate::language::spoken;
use crate::records::{Context, Resource, list, money};
use crate::resources::gift_batches::GiftBatch;
use crate::resources::gifts::{Gift, GiftFilters, GiftInput};
use crate::resources::pledges::Pledge;
use crate::web::flash::Flash;
use crate::web::form::address;
use crate::web::format::day;
use crate::web::posted::Posted;
use crate::web::shell::Shell;
use crate::web::summary::NOT_SAVED;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/gifts/quick";
/// The fields of the line, in their order.
const FIELDS: [&str; 8] = [
    "contact_id",
    "gift_amount",
    "gift_check_number",
    "gift_date",
    "gift_type_id",
    "gift_fund",
    "batch_id",
    "pledge_id",
];
/// The fields that keep their values for the next gift.
const KEPT: [&str; 4] = ["gift_date", "gift_type_id", "gift_fund", "batch_id"];
/// How many of the gifts entered last are shown.
const SHOWN: u64 = 15;
/// The name of the value that tells which gift is changed.
const CHANGED: &str = "change";
/// The name of the value that makes a form that is sent twice one gift.
const ONCE: &str = "once";

#[derive(Template)]
#[template(path = "records/quick.html")]
struct Page {
    shell: Shell,
    path: &'static str,
    /// The address that the line is sent to.
    action: String,
    hidden: Vec<(&'static str, String)>,
    csrf: String,
    inputs: Vec<Input>,
    /// The questions whom the gift is from, and which pledge and which fund it is for.
    choices: Vec<Input>,
    /// Whether it asks for the donor, because none was typed.
    lacks_donor: bool,
    /// The funds that would be made with the gift, and that none is like.
    new_funds: Vec<String>,
    /// Whether the cursor stands at the button that makes them.
    is_at_funds: bool,
    donor: Option<NewDonor>,
    /// The gift that is changed.
    changed: Option<String>,
    /// The batch that is chosen.
    batch: Option<Batch>,
    /// The question before it is saved, and the address of the line without this gift.
    asked: Option<Asked>,
    leave: String,
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

/// The line as it is shown, and what belongs to it.
#[derive(Default)]
struct Line {
    shown: Shown,
    asked: Option<Asked>,
    /// The contacts that may be meant by the donor's name, if it does not mean one.
    donors: Vec<String>,
    /// Whether no donor was typed.
    lacks_donor: bool,
    /// The pledges that the donor has, if it is a question which one the gift is for.
    pledges: Vec<Pledge>,
    /// The funds that would be made with the gift.
    new_funds: Vec<NewFund>,
    donor: Option<NewDonor>,
    /// The stored gift that the line changes.
    changes: Option<Change>,
}

impl Line {
    /// Returns whether it has a question without an answer.
    fn is_open(&self, posted: &Posted) -> bool {
        let asks_for_funds = self.new_funds.iter().any(|fund| !fund.is_agreed);
        let asks_for_donor = self.lacks_donor && posted.text(NO_DONOR) != "1";
        doubts::is_open(self.asked.as_ref()) || !self.pledges.is_empty() || asks_for_funds || asks_for_donor
    }
}

/// Returns the address of the line for the next gift, with the values that stay.
fn next(posted: &Posted, fund: &str) -> String {
    let value = |name: &str| if name == "gift_fund" { fund } else { posted.text(name) };
    let kept = KEPT.into_iter().filter(|name| !value(name).is_empty());
    kept.fold(Pairs::default(), |kept, name| kept.with(name, value(name))).at(PATH)
}

/// A stored gift that is changed, with the version and the fingerprints of the values that the line was opened with.
#[derive(Clone)]
struct Change {
    id: i64,
    version: i64,
    opened: String,
}

impl Change {
    /// Reads which gift a form changes.
    fn sent(posted: &Posted) -> Option<Self> {
        let (id, version) = posted.id(CHANGED).zip(posted.id(VERSION))?;
        Some(Self { id, version, opened: posted.text(OPENED).to_owned() })
    }

    /// Returns those values that the visitor has typed.
    fn typed(&self, values: &Typed) -> Typed {
        let opened: HashMap<_, _> = self.opened.split(' ').filter_map(|one| one.split_once(':')).collect();
        let mut typed = values.clone();
        typed.retain(|name, value| opened.get(name.as_str()).is_none_or(|one| *one != fingerprint(value)));
        typed
    }
}

/// Reads the batch that is chosen, if there is one.
async fn chosen(context: &Context, values: &Typed) -> Result<Option<GiftBatch>, AppError> {
    let Some(id) = number(text(values, "batch_id")) else { return Ok(None) };
    Ok(GiftBatch::read(context, id).await?.map(|(_, batch)| batch))
}

/// Returns the declared fields of the line.
fn entries() -> Vec<Entry> {
    let declared = <GiftInput as field::Input>::FIELDS;
    FIELDS.iter().filter_map(|name| declared.iter().find(|entry| entry.name == *name).copied()).collect()
}

async fn page(visit: &mut Visit, context: &Context, line: Line) -> Result<Page, AppError> {
    let Line { shown, asked, donors, lacks_donor, pledges, new_funds, mut donor, changes } = line;
    let Shown { mut values, mut problems, found } = shown;
    // The open batches are offered even if none is chosen yet.
    values.entry("batch_id").or_insert_with(|| "".into());
    let mut names = Links::offering(context, &[&values], &FIELDS).await?;
    names.found = found;
    let mut inputs = Vec::new();
    for entry in entries().into_iter().filter(|entry| entry.name != "pledge_id") {
        if let Part::One(mut input) = fields::part(&entry, (&values, &names), &mut problems) {
            input.hint.clear();
            // The amount takes words, too, which a keypad of digits does not have.
            if input.kind == "money" {
                input.kind = "text";
            }
            if input.name == "gift_check_number" {
                t!("quick-cheque").clone_into(&mut input.label);
            }
            inputs.push(input);
        }
    }
    let (mut which_donor, mut which_fund) =
        (which_donor::question(&donors), which_fund::questions(&new_funds));
    let mut pledge = which_pledge::question(&pledges, &values);
    if let Some(pledge) = &mut pledge {
        pledge.error = problems.take("pledge_id");
    }
    let own = inputs.iter().chain(&pledge).chain(donor.iter().flat_map(|donor| &donor.inputs));
    visit.summary = problems.summary(t!(NOT_SAVED), |summary| fields::summarise(own, "", summary));
    // The cursor stands at the first question, or else where the next gift begins, unless something is wrong. A donor who was
    // forgotten is typed there, and Return says that there is none. Return saves a donor who is not known with the gift.
    let has_cursor = visit.summary.is_some() || doubts::is_open(asked.as_ref());
    let asking = which_donor.iter_mut().chain(&mut pledge).chain(&mut which_fund);
    let has_cursor = focus_first(asking, has_cursor);
    let is_at_funds = !has_cursor && !new_funds.is_empty();
    let has_cursor = has_cursor || is_at_funds || donor.as_ref().is_some_and(|donor| !donor.is_unknown);
    focus_first(donor.iter_mut().flat_map(|donor| &mut donor.inputs).chain(&mut inputs), has_cursor);
    let batch = chosen(context, &values).await?;
    let batch_id = batch.as_ref().map(|batch| vec![batch.model.id]);
    let filters = GiftFilters { batch_id, ..GiftFilters::default() };
    let last = list::few::<Gift>(context, filters, "-id", SHOWN).await?;
    let mut changed = None;
    let mut hidden = Vec::new();
    if let Some(Change { id, version, opened }) = changes {
        changed = Gift::read(context, id).await?.map(|(_, gift)| gift.title());
        hidden.extend([(CHANGED, id.to_string()), (VERSION, version.to_string()), (OPENED, opened)]);
    } else {
        hidden.push((ONCE, new_token()?));
    }
    // The question is asked once for a donor. The answer stays while something else is asked.
    let contact = text(&values, "contact_id");
    let is_answered = pledge.is_none() && was_asked(visit, &values);
    hidden.extend((pledge.is_some() || is_answered).then(|| ("pledge_asked", contact.to_owned())));
    hidden.extend(is_answered.then(|| ("pledge_id", text(&values, "pledge_id").to_owned())));
    hidden.extend(which_donor.is_some().then(|| (DONOR_OF, contact.to_owned())));
    hidden.extend(lacks_donor.then(|| (NO_DONOR, "1".to_owned())));
    hidden.extend((!new_funds.is_empty()).then(|| (NEW_FUNDS, which_fund::named(&new_funds))));
    Ok(Page {
        shell: visit.shell(t!("quick-entry")).await?,
        path: PATH,
        action: address(visit, PATH),
        hidden,
        csrf: visit.csrf.clone(),
        inputs,
        choices: which_donor.into_iter().chain(pledge).chain(which_fund).collect(),
        lacks_donor,
        new_funds: new_funds.into_iter().filter(|fund| fund.like.is_empty()).map(|fund| fund.name).collect(),
        is_at_funds,
        donor,
        changed,
        batch: batch.map(|batch| Batch {
            name: batch.title(),
            path: format!("{}/{}", GiftBatch::PATH, batch.model.id),
            standing: standing(&batch),
            difference: difference(&batch),
        }),
        asked,
        leave: next(&visit.posted, visit.posted.text("gift_fund")),
        table: table(visit, context, &last).await?,
    })
}

/// Makes the table of the gifts entered last, each with a link that brings it back into the line.
async fn table(visit: &Visit, context: &Context, last: &[Gift]) -> Result<Option<Table>, AppError> {
    let mut rows = Gift::rows(visit, context, last).await?;
    for (row, gift) in rows.iter_mut().zip(last) {
        row.push(Cell::link(t!("quick-change"), format!("{PATH}?{CHANGED}={}", gift.model.id)));
    }
    let columns: Vec<_> =
        Gift::COLUMNS.iter().copied().chain([Column::new("quick-change").class("action")]).collect();
    Ok((!rows.is_empty()).then(|| Table::new(&columns, rows)))
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let mut line = Line::default();
    if let Some(id) = visit.query.id(CHANGED) {
        let (version, gift) = Gift::read(&context, id).await?.ok_or(AppError::NotFound)?;
        let stored = gift.values()?;
        line.changes = Some(Change { id, version, opened: opened_with(&stored) });
        line.shown.values = amounts::written(&entries(), stored);
    } else {
        line.shown.values = typed::of_post(&entries(), &visit.query);
        if text(&line.shown.values, "gift_date").is_empty() {
            line.shown.values.insert("gift_date".to_owned(), context.today.to_string().into());
        }
    }
    let page = page(&mut visit, &context, line).await?;
    visit.page(&page)
}

/// Takes the number of a cheque out of the amount: `50 ck 1044`. The gift is then a cheque, if the account has that type. In
/// other languages than English, takes the word for a way to pay, too: `1.250 Überweisung`.
async fn take_way_to_pay(context: &Context, values: &mut Typed) -> Result<(), AppError> {
    let typed = text(values, "gift_amount").to_owned();
    let cheque = amounts::with_check_number(&typed);
    let may_have_type = !spoken().is_english() && typed.contains(char::is_alphabetic);
    if cheque.is_none() && !may_have_type {
        return Ok(());
    }
    let types = Links::load(context.app.store.read(), context, &[]).await?.gift_types;
    let (amount, kind) = match cheque {
        Some((amount, number)) => {
            values.insert("gift_check_number".to_owned(), number.into());
            (amount, types.iter().find(|(_, name)| amounts::is_cheque(name)).map(|(id, _)| *id))
        }
        None => match amounts::with_type(&typed, &types) {
            Some((amount, id)) => (amount, Some(id)),
            None => return Ok(()),
        },
    };
    let currency = amounts::currency_of(values, context.caller.currency);
    values.insert("gift_amount".to_owned(), amounts::without_group_points(&amount, currency).into());
    values.extend(kind.map(|id| ("gift_type_id".to_owned(), id.to_string().into())));
    Ok(())
}

/// What a form has sent, before it is saved.
struct Sent {
    values: Typed,
    problems: Problems,
    found: HashMap<String, Vec<String>>,
    /// The name that was typed for the donor, if no one contact is meant by it.
    unknown: Option<String>,
    /// The values of a new donor.
    donor: Option<Typed>,
}

/// Reads the line that a form has sent.
async fn sent(visit: &Visit, context: &Context) -> Result<Sent, AppError> {
    let mut values = typed::of_post(&entries(), &visit.posted);
    take_way_to_pay(context, &mut values).await?;
    let mut problems = Problems::default();
    let typed_name = text(&values, "contact_id").trim().to_owned();
    let chosen = which_donor::chosen(&visit.posted, &typed_name);
    values.extend(chosen.map(|id| ("contact_id".to_owned(), id.to_string().into())));
    let donor = new_donor::sent(context, &visit.posted);
    if donor.is_some() {
        values.insert("contact_id".to_owned(), "".into());
    }
    let found = links::resolve(context, &mut values, &mut problems).await?;
    let unknown = (donor.is_some() || problems.has("contact_id")).then_some(typed_name);
    Ok(Sent { values, problems, found, unknown, donor })
}

/// Saves the line: as a new gift, after its donor if that one is new, or as a change of a stored gift.
pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let Sent { mut values, mut problems, found, unknown, donor } = sent(&visit, &context).await?;
    let changes = Change::sent(&visit.posted);
    let stored = match &changes {
        Some(change) => Some(Gift::read(&context, change.id).await?.ok_or(AppError::NotFound)?),
        None => None,
    };
    let currency = match (&stored, chosen(&context, &values).await?) {
        (Some((_, gift)), _) => money::currency(&gift.model.gift_currency),
        (None, Some(batch)) => {
            values.insert("gift_currency".to_owned(), batch.model.batch_currency.clone().into());
            money::currency(&batch.model.batch_currency)
        }
        (None, None) => context.caller.currency,
    };
    let [mut amount, mut fund] = ["gift_amount", "gift_fund"].map(|name| text(&values, name).to_owned());
    let has_parts = amounts::take_parts(&mut values, currency);
    amounts::read(&entries(), &mut values, currency, &mut problems);
    let mut new_funds = doubts::new_funds(&context, &values).await?;
    which_fund::take_answers(&visit.posted, &mut new_funds, &mut values, [&mut amount, &mut fund]);
    let mut line = Line { changes: changes.clone(), new_funds, ..Line::default() };
    let saved = match (&changes, &stored) {
        (Some(change), Some(stored)) => {
            change_gift(&visit, &context, (change, stored), &values, problems, &mut line).await?
        }
        _ => Box::pin(add_gift(&visit, &context, (&mut values, donor.as_ref()), problems, &mut line)).await?,
    };
    let problems = match saved {
        Saved::Done(id) => {
            let saved = Gift::read(&context, id).await?;
            let text = saved.map_or_else(String::new, |(_, gift)| t!("quick-saved", gift = gift.title()));
            return visit.redirect_with(&next(&visit.posted, &fund), Flash::new(text));
        }
        Saved::Refused(problems) => {
            values.insert("gift_amount".to_owned(), amount.into());
            if has_parts {
                values.remove("splits");
                values.insert("gift_fund".to_owned(), fund.into());
            }
            problems
        }
        Saved::Outdated => outdated(&context, &mut line, &mut values, amount).await?,
    };
    let mut problems = FormProblems::new(problems);
    line.donors = which_donor::offered(&context, &found, unknown.as_deref()).await?;
    if !line.donors.is_empty() {
        // They are offered instead.
        problems.take("contact_id");
    }
    if let Some(name) = unknown.filter(|_| changes.is_none()) {
        let is_unknown = donor.is_none() && line.donors.is_empty() && found.values().all(Vec::is_empty);
        if is_unknown {
            // The new donor is offered instead.
            problems.take("contact_id");
        }
        line.donor = Some(NewDonor::new(&context, &name, donor.as_ref(), is_unknown, &mut problems));
        values.insert("contact_id".to_owned(), name.into());
    }
    line.shown = Shown { values, problems, found };
    let page = page(&mut visit, &context, line).await?;
    visit.refused(&page)
}

/// Adds a gift, and its donor if that one is new.
async fn add_gift(
    visit: &Visit,
    context: &Context,
    (values, donor): (&mut Typed, Option<&Typed>),
    mut problems: Problems,
    line: &mut Line,
) -> Result<Saved, AppError> {
    let mut about = doubts::of_gift(context, values, None).await?;
    line.lacks_donor = donor.is_none() && text(values, "contact_id").trim().is_empty();
    let mut new = None;
    if let Some(donor) = donor {
        about.extend(doubts::of_contact(context, donor, None).await?);
        new = Some(new_donor::read(donor, &mut problems)).filter(|_| problems.is_empty());
        // A form with another donor means another gift.
        values.extend(donor.clone());
    }
    line.asked = doubts::asked(&visit.posted, values, about);
    line.pledges = unasked(visit, context, values).await?;
    take_fund_of_pledge(context, values).await?;
    let likely = likely(&line.pledges, values).map(|pledge| pledge.model.id.to_string());
    values.extend(likely.map(|id| ("pledge_id".to_owned(), id.into())));
    let is_open = line.is_open(&visit.posted);
    let once = visit.posted.text(ONCE);
    save::create_after::<Gift>(context, values, (problems, is_open), once, async |tx, gift| {
        if let Some(new) = new {
            gift.contact_id = Patch::Value(new_donor::create(tx, context, new).await?);
        }
        Ok(())
    })
    .await
}

/// Changes a stored gift, unless somebody else has changed it since it was read.
async fn change_gift(
    visit: &Visit,
    context: &Context,
    (change, (version, stored)): (&Change, &(i64, Gift)),
    values: &Typed,
    problems: Problems,
    line: &mut Line,
) -> Result<Saved, AppError> {
    if change.version != *version {
        return Ok(Saved::Outdated);
    }
    let changed = change.typed(values);
    line.lacks_donor = changed.contains_key("contact_id") && text(&changed, "contact_id").trim().is_empty();
    let mut all = stored.values()?;
    all.extend(values.clone());
    let about = doubts::of_gift(context, &all, Some((change.id, &changed))).await?;
    line.asked = doubts::asked(&visit.posted, &all, about);
    let is_open = line.is_open(&visit.posted);
    save::update::<Gift>(context, (change.id, *version), &changed, (problems, is_open)).await
}

/// Returns what to say of a gift that somebody else has changed meanwhile. The line then shows what is stored now, but for
/// what this visitor has typed. `amount` is the amount as it was typed.
async fn outdated(
    context: &Context,
    line: &mut Line,
    values: &mut Typed,
    amount: String,
) -> Result<Problems, AppError> {
    let change = line.changes.as_mut().ok_or(AppError::NotFound)?;
    let (version, gift) = Gift::read(context, change.id).await?.ok_or(AppError::NotFound)?;
    let stored = gift.values()?;
    let mut typed = change.typed(values);
    if let Some(own) = typed.get_mut("gift_amount") {
        *own = amount.into();
    }
    *change = Change { id: change.id, version, opened: opened_with(&stored) };
    *values = amounts::written(&entries(), stored);
    values.extend(typed);
    let rule = format!(
        "was changed by somebody else meanwhile, and is {} of {} now: look at the line, which keeps what you have typed, and save again",
        gift.title(),
        day(gift.model.gift_date)
    );
    Ok(Problem::new("The gift", rule).into())
}

/// Shows the line again, with the values typed before the session ended.
pub(in crate::web) async fn again(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let Sent { values, found, unknown, donor, .. } = sent(&visit, &context).await?;
    let mut line = Line {
        changes: Change::sent(&visit.posted),
        shown: Shown { values, problems: FormProblems::default(), found },
        ..Line::default()
    };
    if let (Some(donor), Some(name)) = (donor, unknown) {
        line.donor = Some(NewDonor::new(&context, &name, Some(&donor), false, &mut line.shown.problems));
    }
    let mut page = page(&mut visit, &context, line).await?;
    // The line keeps its name, so that a gift that it has made already is not made twice.
    for (_, once) in page.hidden.iter_mut().filter(|(name, _)| *name == ONCE) {
        visit.posted.text(ONCE).clone_into(once);
    }
    visit.page(&page)
}
