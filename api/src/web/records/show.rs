//! A record's page: its fields, the records that belong to it, and its history.

use askama::Template;

use super::address::record_id;
use super::display::{Line, lines};
use super::fields::{MORE, group_id};
use super::history::{self, History};
use super::kind::{Kind, Notice};
use super::labels::label;
use super::links::Links;
use super::section::Section;
use super::typed::Typed;
use crate::error::AppError;
use crate::fields::field::{Control, Entry, Input};
use crate::resources::letters::letterhead;
use crate::web::form::Form;
use crate::web::names;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

#[derive(Template)]
#[template(path = "records/show.html")]
struct Page {
    shell: Shell,
    /// A word beside the title.
    mark: Option<String>,
    list: (&'static str, &'static str),
    edit: String,
    button: Option<Form>,
    links: Vec<(&'static str, String)>,
    notice: Option<Notice>,
    figures: Vec<(&'static str, String)>,
    groups: Vec<Facts>,
    sections: Vec<Section>,
    /// Nothing for a kind whose changes are no events.
    history: Option<History>,
}

/// A group of fields that are not empty.
pub(super) struct Facts {
    pub(super) heading: &'static str,
    /// The id of the same group in the form.
    pub(super) id: &'static str,
    pub(super) fields: Vec<(String, Vec<Line>)>,
}

pub(in crate::web) async fn show<K: Kind>(mut visit: Visit) -> Answer {
    let (mut context, id) = (visit.records()?, record_id(&visit)?);
    // The page of a household says how letters address it.
    context.letters = letterhead::locales(visit.app.store.read(), visit.account()?.scope).await?;
    let (_, record) = K::read(&context, id).await?.ok_or(AppError::NotFound)?;
    let values = record.shown()?;
    let mut names = Links::load(visit.app.store.read(), &context, &[&values]).await?;
    let ids: Vec<_> = names.contacts.keys().copied().collect();
    names.deceased = names::deceased(visit.app.store.read(), context.caller.account, ids).await?;
    let page = Page {
        groups: groups::<K>(&values, &names),
        sections: record.sections(&visit, &context).await?,
        history: history::of::<K>(&context, id).await?,
        shell: visit.shell(&record.title()).await?,
        mark: record.mark(),
        list: (t!(K::TITLE), K::PATH),
        edit: format!("{}/{id}/edit", K::PATH),
        button: record.button(&visit),
        links: record.links(),
        notice: record.notice(&context).await?,
        figures: record.figures(&context),
    };
    visit.page(&page)
}

/// Returns the groups of fields that have values. Flags that are off are left out, because most are.
pub(super) fn groups<K: Kind>(values: &Typed, names: &Links) -> Vec<Facts> {
    let entries = K::Input::FIELDS;
    let fact = |entry: &Entry| {
        let is_off = matches!(entry.control, Control::Flag)
            && values.get(entry.name).is_some_and(|value| value == "0");
        let lines = if is_off { Vec::new() } else { lines(entry, values, names) };
        (!lines.is_empty()).then(|| (label(entry), lines))
    };
    let entries = entries.iter().filter(|entry| !K::SAID_BY_OTHERS.contains(&entry.name));
    let is_named = |entry: &&Entry| K::GROUPS.iter().any(|(_, named)| named.contains(&entry.name));
    let mut groups = Vec::new();
    for (heading, named) in K::GROUPS {
        let facts = named.iter().filter_map(|name| fact(entries.clone().find(|entry| entry.name == *name)?));
        groups.push(Facts { heading: t!(*heading), id: group_id(heading), fields: facts.collect() });
    }
    let rest = entries.filter(|entry| !is_named(entry)).filter_map(fact).collect();
    groups.push(Facts { heading: t!(MORE), id: group_id(MORE), fields: rest });
    groups.retain(|group| !group.fields.is_empty());
    groups
}
