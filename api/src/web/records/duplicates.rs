//! The page of contacts that look like the same, side by side, each pair with the way to its merge.

use std::collections::{BTreeSet, HashMap};

use askama::Template;
use sea_orm::{ColumnTrait, QueryFilter};
use shared::entities::contacts;

use super::links::{Found, described};
use crate::error::AppError;
use crate::records::{Context, Resource};
use crate::resources::contacts::Contact;
use crate::resources::contacts::duplicates::{self, DuplicateReason, Pair};
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/contacts/duplicates";
/// How many pairs a page has.
const PAGE_SIZE: usize = 50;

#[derive(Template)]
#[template(path = "records/duplicates.html")]
struct Page {
    shell: Shell,
    /// How many pairs there are.
    count: usize,
    rows: Vec<Row>,
    first: Option<&'static str>,
    next: Option<String>,
}

/// Two contacts that look like the same.
struct Row {
    contacts: [Side; 2],
    reasons: Vec<&'static str>,
    /// The address of their merge, into the one that was there first.
    merge: String,
    /// The form that changes the kind of the other one, if one is a person and one an organisation: no merge takes both.
    change: Option<String>,
}

/// A contact of a pair: its name with its number, its address, and what tells it from others.
struct Side {
    name: String,
    href: String,
    about: String,
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    // A cursor that is none begins with the first page.
    let after = duplicates::open(&context, visit.query.text("cursor"));
    let found = duplicates::page(&context, after, PAGE_SIZE).await?;
    let page = Page {
        shell: visit.shell(t!("duplicates-title")).await?,
        count: found.total,
        rows: rows(&context, &found.pairs).await?,
        first: after.map(|_| PATH),
        next: found.next.map(|cursor| format!("{PATH}?cursor={cursor}")),
    };
    visit.page(&page)
}

async fn rows(context: &Context, pairs: &[Pair]) -> Result<Vec<Row>, AppError> {
    let ids: BTreeSet<_> = pairs.iter().flat_map(|pair| [pair.ids.0, pair.ids.1]).collect();
    let store = context.app.store.read();
    let rows = context.caller.account.find::<contacts::Entity>().filter(contacts::Column::Id.is_in(ids));
    let contacts = Contact::load(store, context, rows.all(store).await?).await?;
    let is_org = |contact: &Contact| (contact.model.id, contact.model.contact_is_org);
    let kinds: HashMap<_, _> = contacts.iter().map(is_org).collect();
    let found = described(context, contacts).await?;
    let found: HashMap<_, _> = found.into_iter().map(|contact| (contact.id, contact)).collect();
    let row = |pair: &Pair| {
        let (first, second) = pair.ids;
        Some(Row {
            contacts: [side(found.get(&first)?), side(found.get(&second)?)],
            reasons: pair.reasons().into_iter().map(words).collect(),
            merge: format!("/contacts/{first}/merge?from_id={second}"),
            change: (kinds.get(&first) != kinds.get(&second)).then(|| format!("/contacts/{second}/edit")),
        })
    };
    Ok(pairs.iter().filter_map(row).collect())
}

fn side(contact: &Found) -> Side {
    Side {
        name: contact.named(),
        href: format!("/contacts/{}", contact.id),
        about: contact.about.join(" · "),
    }
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
