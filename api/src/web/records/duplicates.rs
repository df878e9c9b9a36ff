//! The page of contacts that look like the same, side by side, each pair with the way to its merge and a button that keeps
//! the two apart. At its foot stand the pairs that are kept apart, each with a button that takes it back.

use std::collections::{BTreeSet, HashMap, HashSet};

use askama::Template;
use sea_orm::{ColumnTrait, QueryFilter};
use shared::entities::contacts;

use super::links::{Found, described};
use crate::error::AppError;
use crate::idempotency::in_transaction;
use crate::records::{Context, Resource};
use crate::resources::contacts::duplicates::{self, DuplicateReason, Pair};
use crate::resources::contacts::{Contact, apart};
use crate::web::flash::Flash;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/contacts/duplicates";
/// How many pairs a page has.
const PAGE_SIZE: usize = 50;
/// How many pairs that are kept apart stand at the foot.
const KEPT_MAX: u64 = 50;

#[derive(Template)]
#[template(path = "records/duplicates.html")]
struct Page {
    shell: Shell,
    csrf: String,
    /// The place in the list where the page begins.
    cursor: String,
    /// How many pairs there are.
    count: usize,
    rows: Vec<Row>,
    first: Option<&'static str>,
    next: Option<String>,
    /// The pairs that were kept apart last, and how many these are at most.
    kept: Vec<Kept>,
    kept_max: u64,
}

/// Two contacts that look like the same.
struct Row {
    ids: (i64, i64),
    contacts: [Side; 2],
    reasons: Vec<&'static str>,
    /// The address of their merge, into the one that was there first.
    merge: String,
    /// The form that changes the kind of the other one, if one is a person and one an organisation: no merge takes both.
    change: Option<String>,
}

/// Two contacts that somebody keeps apart.
struct Kept {
    ids: (i64, i64),
    contacts: [Side; 2],
}

/// A contact of a pair: its name with its number, its address, what tells it from others, and its kind.
#[derive(Clone)]
struct Side {
    name: String,
    href: String,
    about: String,
    is_org: bool,
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    // A cursor that is none begins with the first page.
    let after = duplicates::open(&context, visit.query.text("cursor"));
    let found = duplicates::page(&context, after, PAGE_SIZE).await?;
    let kept = apart::newest(context.app.store.read(), context.caller.account, KEPT_MAX).await?;
    let ids = found.pairs.iter().map(|pair| pair.ids).chain(kept.iter().copied());
    let sides = sides(&context, ids.flat_map(|(one, other)| [one, other]).collect()).await?;
    let page = Page {
        shell: visit.shell(t!("duplicates-title")).await?,
        csrf: visit.csrf.clone(),
        cursor: visit.query.text("cursor").to_owned(),
        count: found.total,
        rows: found.pairs.iter().filter_map(|pair| row(pair, &sides)).collect(),
        first: after.map(|_| PATH),
        next: found.next.map(|cursor| format!("{PATH}?cursor={cursor}")),
        kept: kept.into_iter().filter_map(|ids| Some(Kept { ids, contacts: both(ids, &sides)? })).collect(),
        kept_max: KEPT_MAX,
    };
    visit.page(&page)
}

/// Keeps the contacts of the pair of a form apart, or takes that back.
async fn set_apart(visit: &Visit, is_apart: bool) -> Result<(), AppError> {
    let (actor, account, pair) = (visit.actor(), visit.account()?.scope, pair_of(visit)?);
    in_transaction(&visit.app, async |tx| apart::set(tx, actor, account, pair, is_apart).await).await
}

/// Keeps the contacts of a pair apart, and goes back to where it stood in the list.
pub(in crate::web) async fn keep_apart(mut visit: Visit) -> Answer {
    let path = path_of(&visit)?;
    set_apart(&visit, true).await?;
    let said = Flash::new(t!("duplicates-kept-apart"));
    visit.redirect_with(&path, said.with_next(t!("duplicates-take-back"), format!("{path}#apart")))
}

/// Takes back that the contacts of a pair are kept apart.
pub(in crate::web) async fn take_back(mut visit: Visit) -> Answer {
    let path = path_of(&visit)?;
    set_apart(&visit, false).await?;
    visit.redirect_with(&path, Flash::new(t!("duplicates-taken-back")))
}

/// Returns the ids of the pair of a form.
fn pair_of(visit: &Visit) -> Result<(i64, i64), AppError> {
    let id = |name: &str| visit.posted.text(name).parse::<i64>().map_err(|_| AppError::NotFound);
    Ok((id("first_id")?, id("second_id")?))
}

/// Returns the address of the page of the list that a form stood on.
fn path_of(visit: &Visit) -> Result<String, AppError> {
    let cursor = visit.posted.text("cursor");
    Ok(match duplicates::open(&visit.records()?, cursor) {
        Some(_) => format!("{PATH}?cursor={cursor}"),
        None => PATH.to_owned(),
    })
}

/// Reads the contacts of pairs, by their ids.
async fn sides(context: &Context, ids: BTreeSet<i64>) -> Result<HashMap<i64, Side>, AppError> {
    let store = context.app.store.read();
    let rows = context.caller.account.find::<contacts::Entity>().filter(contacts::Column::Id.is_in(ids));
    let contacts = Contact::load(store, context, rows.all(store).await?).await?;
    let orgs = contacts.iter().filter(|contact| contact.model.contact_is_org);
    let orgs: HashSet<i64> = orgs.map(|contact| contact.model.id).collect();
    let side = |contact: Found| {
        let side = Side {
            name: contact.named(),
            href: format!("/contacts/{}", contact.id),
            about: contact.about.join(" · "),
            is_org: orgs.contains(&contact.id),
        };
        (contact.id, side)
    };
    Ok(described(context, contacts).await?.into_iter().map(side).collect())
}

fn both((first, second): (i64, i64), sides: &HashMap<i64, Side>) -> Option<[Side; 2]> {
    Some([sides.get(&first)?.clone(), sides.get(&second)?.clone()])
}

fn row(pair: &Pair, sides: &HashMap<i64, Side>) -> Option<Row> {
    let (first, second) = pair.ids;
    let contacts = both(pair.ids, sides)?;
    let change = (contacts[0].is_org != contacts[1].is_org).then(|| format!("/contacts/{second}/edit"));
    Some(Row {
        ids: pair.ids,
        contacts,
        reasons: pair.reasons().into_iter().map(words).collect(),
        merge: format!("/contacts/{first}/merge?from_id={second}"),
        change,
    })
}

/// Returns a reason in words.
fn words(reason: DuplicateReason) -> &'static str {
    match reason {
        DuplicateReason::Email => t!("duplicates-same-email"),
        DuplicateReason::Phone => t!("duplicates-same-phone"),
        DuplicateReason::NameAndPlace => t!("duplicates-same-name"),
        DuplicateReason::Sound => t!("duplicates-same-sound"),
        DuplicateReason::Name => t!("duplicates-same-name-alone"),
    }
}
