//! The forms that create and change records. They are made from the declaration of the fields, and show problems at the
//! fields.
//!
//! A form carries the version of the record and a fingerprint of each value that it was opened with. Only changed
//! values are sent. If somebody else has changed the record meanwhile, nothing is saved: the form comes again with the
//! stored values, where this user has not typed others, and names the differences.

use std::collections::HashMap;

use askama::Template;
use poem::http::StatusCode;

use super::address::{back_to, record_id};
use super::amounts::{self, currency_of};
use super::display::line;
use super::doubts::{self, Asked};
use super::fields::{self, FormProblems, Group};
use super::history;
use super::kind::Kind;
use super::labels::label;
use super::links::{self, Links, number, target};
use super::month_days;
use super::pledges;
use super::save::{self, Saved};
use super::typed::{self, Typed, fingerprint, text};
use crate::crypto::tokens::new_token;
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::field::{Control, Input};
use crate::records::Context;
use crate::web::flash::Flash;
use crate::web::form::address;
use crate::web::shell::Shell;
use crate::web::summary::NOT_SAVED;
use crate::web::visit::{Answer, Visit};

#[derive(Template)]
#[template(path = "records/edit.html")]
struct Page {
    shell: Shell,
    /// The address that the form is sent to.
    action: String,
    csrf: String,
    hidden: Vec<(&'static str, String)>,
    groups: Vec<Group>,
    conflict: Option<Conflict>,
    /// The question before it is saved.
    asked: Option<Asked>,
    submit: &'static str,
    /// Where to go without saving.
    back: String,
}

impl Page {
    fn has_required(&self) -> bool {
        self.groups.iter().any(|group| group.fields.iter().any(|input| input.is_required))
    }
}

/// The changes that somebody else has made meanwhile.
struct Conflict {
    /// The name of the person who changed it last, and the time.
    by: String,
    fields: Vec<Conflicting>,
}

/// A field that is stored with another value than before, or than the user's.
struct Conflicting {
    label: String,
    stored: String,
    /// The value that the user has typed, if any.
    own: Option<String>,
    /// Whether both have changed it.
    is_both: bool,
}

/// The names of the values that a form sends beside its fields.
pub(super) const VERSION: &str = "version";
pub(super) const OPENED: &str = "opened";
const ONCE: &str = "once";

/// The content of a form.
#[derive(Default)]
pub(super) struct Shown {
    pub(super) values: Typed,
    pub(super) problems: FormProblems,
    pub(super) found: HashMap<String, Vec<String>>,
}

/// A stored record whose form is opened.
struct Stored<'a, K> {
    record: &'a K,
    version: i64,
    /// The values that the form was opened with.
    opened: String,
}

async fn page<K: Kind>(
    visit: &mut Visit,
    context: &Context,
    shown: Shown,
    title: &str,
    action: String,
) -> Result<Page, AppError> {
    let Shown { values, mut problems, found } = shown;
    let declared: Vec<_> = K::Input::FIELDS.iter().map(|entry| entry.name).collect();
    let mut names = Links::offering(context, &[&values], &declared).await?;
    names.found = found;
    let has_pledge = K::Input::FIELDS.iter().any(|entry| entry.name == "pledge_id");
    if let Some(contact_id) = number(text(&values, "contact_id")).filter(|_| has_pledge) {
        let chosen = number(text(&values, "pledge_id"));
        names.pledges = pledges::offered(context, contact_id, chosen).await?;
    }
    let entries = K::Input::FIELDS.iter().filter(|entry| !K::SAID_BY_OTHERS.contains(&entry.name));
    let entries: Vec<_> = entries.copied().collect();
    let groups = fields::groups(&entries, K::GROUPS, (&values, &names), &mut problems);
    visit.summary = problems.summary(t!(NOT_SAVED), |summary| {
        for group in &groups {
            group.summarise(summary);
        }
    });
    Ok(Page {
        shell: visit.shell(title).await?,
        csrf: visit.csrf.clone(),
        hidden: Vec::new(),
        groups,
        conflict: None,
        asked: None,
        submit: t!("save"),
        action: address(visit, &action),
        back: action,
    })
}

/// Returns the values of a stored record as people type them.
fn written<K: Kind>(stored: Typed) -> Typed {
    month_days::written(K::Input::FIELDS, amounts::written(K::Input::FIELDS, stored))
}

/// Returns the values that a new record has by default, with those that the address gives.
async fn defaults<K: Kind>(visit: &Visit, context: &Context) -> Result<Typed, AppError> {
    let records = K::load(visit.app.store.read(), context, vec![K::first_values(context)]).await?;
    let mut values = records.first().map_or_else(|| Ok(Typed::new()), Kind::values)?;
    // A record that is not there yet has the number 0, and no amount.
    for entry in K::Input::FIELDS {
        if target(entry.name).is_some() || matches!(entry.control, Control::Money) {
            values.insert(entry.name.to_owned(), "".into());
        }
    }
    values.extend(typed::of_post(K::Input::FIELDS, &visit.query));
    Ok(values)
}

async fn new_page<K: Kind>(visit: &mut Visit, context: &Context, shown: Shown) -> Result<Page, AppError> {
    let title = t!("list-new", kind = K::KIND);
    let mut page = page::<K>(visit, context, shown, &title, K::PATH.to_owned()).await?;
    page.hidden.push((ONCE, new_token()?));
    for group in &mut page.groups {
        group.fields.retain(|input| !K::OF_CHANGES.contains(&input.name.as_str()));
    }
    let first = page.groups.first_mut().and_then(|group| group.fields.first_mut());
    if let Some(first) = first.filter(|_| visit.summary.is_none()) {
        first.is_focused = true;
    }
    Ok(page)
}

pub(in crate::web) async fn new<K: Kind>(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let values = defaults::<K>(&visit, &context).await?;
    let shown = Shown { values, problems: FormProblems::default(), found: HashMap::new() };
    let page = new_page::<K>(&mut visit, &context, shown).await?;
    visit.page(&page)
}

pub(in crate::web) async fn create<K: Kind>(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let mut values = typed::of_post(K::Input::FIELDS, &visit.posted);
    let mut problems = Problems::default();
    let found = links::resolve(&context, &mut values, &mut problems).await?;
    let typed = values.clone();
    let currency = currency_of(&values, context.caller.currency);
    amounts::read(K::Input::FIELDS, &mut values, currency, &mut problems);
    month_days::read(&context, K::Input::FIELDS, &mut values);
    let asked = doubts::of::<K>(&context, &visit.posted, &values, None).await?;
    match save::create::<K>(
        &context,
        &values,
        (problems, doubts::is_open(asked.as_ref())),
        visit.posted.text(ONCE),
    )
    .await?
    {
        Saved::Done(id) => {
            let text = t!("edit-saved", kind = K::KIND);
            // A short form on another page leads back there.
            let path = back_to(visit.posted.text("back"), &format!("{}/{id}", K::PATH));
            visit.redirect_with(&path, Flash::new(text))
        }
        Saved::Outdated => Err(AppError::NotFound),
        Saved::Refused(problems) => {
            let shown = Shown { values: typed, problems: FormProblems::new(problems), found };
            let page = Page { asked, ..new_page::<K>(&mut visit, &context, shown).await? };
            visit.refused(&page)
        }
    }
}

/// Shows the form of a new record again, with the values typed before the session ended.
pub(in crate::web) async fn create_again<K: Kind>(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let mut values = typed::of_post(K::Input::FIELDS, &visit.posted);
    let found = links::resolve(&context, &mut values, &mut Problems::default()).await?;
    let shown = Shown { values, problems: FormProblems::default(), found };
    let mut page = new_page::<K>(&mut visit, &context, shown).await?;
    // The form keeps its name, so that a record that it has made already is not made twice.
    page.hidden = vec![(ONCE, visit.posted.text(ONCE).to_owned())];
    visit.page(&page)
}

/// Makes the form of a stored record.
async fn stored_page<K: Kind>(
    visit: &mut Visit,
    context: &Context,
    stored: Stored<'_, K>,
    shown: Shown,
) -> Result<Page, AppError> {
    let Stored { record, version, opened } = stored;
    let path = format!("{}/{}", K::PATH, record.record_id());
    let title = t!("edit-title", title = record.title());
    let mut page = page::<K>(visit, context, shown, &title, path).await?;
    page.hidden.push((VERSION, version.to_string()));
    page.hidden.push((OPENED, opened));
    Ok(page)
}

/// Returns the fingerprints of values.
pub(super) fn opened_with(values: &Typed) -> String {
    let one = |(name, value): (&String, &serde_json::Value)| format!("{name}:{}", fingerprint(value));
    values.iter().map(one).collect::<Vec<_>>().join(" ")
}

pub(in crate::web) async fn edit<K: Kind>(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let found = K::read(&context, record_id(&visit)?).await?;
    let (version, record) = found.ok_or(AppError::NotFound)?;
    let stored = record.values()?;
    let opened = opened_with(&stored);
    let mut values = written::<K>(stored);
    let filled_in = written::<K>(typed::of_post(K::Input::FIELDS, &visit.query)).into_iter();
    values.extend(filled_in.filter(|(name, _)| K::FILLED_IN_CHANGES.contains(&name.as_str())));
    let shown = Shown { values, problems: FormProblems::default(), found: HashMap::new() };
    let page = stored_page(&mut visit, &context, Stored { record: &record, version, opened }, shown).await?;
    visit.page(&page)
}

pub(in crate::web) async fn update<K: Kind>(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let (version, record) = K::read(&context, id).await?.ok_or(AppError::NotFound)?;
    let mut values = typed::of_post(K::Input::FIELDS, &visit.posted);
    let mut problems = Problems::default();
    let found = links::resolve(&context, &mut values, &mut problems).await?;
    let stored = record.values()?;
    let typed = values.clone();
    let currency = currency_of(&values, currency_of(&stored, context.caller.currency));
    amounts::read(K::Input::FIELDS, &mut values, currency, &mut problems);
    month_days::read(&context, K::Input::FIELDS, &mut values);
    let sent_opened = visit.posted.text(OPENED).to_owned();
    let opened: HashMap<_, _> = sent_opened.split(' ').filter_map(|one| one.split_once(':')).collect();
    let mut changed = values.clone();
    changed.retain(|name, value| opened.get(name.as_str()).is_none_or(|one| *one != fingerprint(value)));
    let path = format!("{}/{id}", K::PATH);
    if changed.is_empty() {
        return visit.redirect_with(&path, Flash::new(t!("edit-nothing-changed")));
    }
    // A form of a program may lack fields.
    let mut all = stored.clone();
    all.extend(values);
    let asked = doubts::of::<K>(&context, &visit.posted, &all, Some((id, &changed))).await?;
    let sent_version = visit.posted.id(VERSION).unwrap_or_default();
    let saved = if sent_version == version {
        save::update::<K>(&context, (id, version), &changed, (problems, doubts::is_open(asked.as_ref())))
            .await?
    } else {
        Saved::Outdated
    };
    match saved {
        Saved::Done(_) => visit.redirect_with(&path, Flash::new(t!("edit-saved", kind = K::KIND))),
        Saved::Refused(problems) => {
            let mut shown = written::<K>(stored);
            shown.extend(typed);
            let shown = Shown { values: shown, problems: FormProblems::new(problems), found };
            let page = stored_page(
                &mut visit,
                &context,
                Stored { record: &record, version, opened: sent_opened },
                shown,
            )
            .await?;
            visit.refused(&Page { asked, ..page })
        }
        Saved::Outdated => {
            let changed = (&changed, &typed);
            let page = outdated::<K>(&mut visit, &context, (id, changed), (&opened, found)).await?;
            visit.page_with(StatusCode::CONFLICT, &page)
        }
    }
}

/// Shows the form of a stored record again, with the values typed before the session ended. It keeps the versions that
/// it was opened with then, so that it does not overwrite changes that others have made since.
pub(in crate::web) async fn update_again<K: Kind>(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let (_, record) = K::read(&context, record_id(&visit)?).await?.ok_or(AppError::NotFound)?;
    let mut values = written::<K>(record.values()?);
    values.extend(typed::of_post(K::Input::FIELDS, &visit.posted));
    let found = links::resolve(&context, &mut values, &mut Problems::default()).await?;
    let shown = Shown { values, problems: FormProblems::default(), found };
    let version = visit.posted.id(VERSION).unwrap_or_default();
    let opened = visit.posted.text(OPENED).to_owned();
    let page = stored_page(&mut visit, &context, Stored { record: &record, version, opened }, shown).await?;
    visit.page(&page)
}

/// Makes the form of a record that somebody else has changed since it was opened. `changed` are the values that this user has
/// changed, and `typed` are all of the form as they were typed.
async fn outdated<K: Kind>(
    visit: &mut Visit,
    context: &Context,
    (id, (changed, typed)): (i64, (&Typed, &Typed)),
    (opened, found): (&HashMap<&str, &str>, HashMap<String, Vec<String>>),
) -> Result<Page, AppError> {
    // Read the record again, because it may have been changed after it was read.
    let (version, record) = K::read(context, id).await?.ok_or(AppError::NotFound)?;
    let stored = record.values()?;
    let names = Links::load(visit.app.store.read(), context, &[&stored, changed]).await?;
    let mut conflicting = Vec::new();
    for entry in K::Input::FIELDS {
        let Some(value) = stored.get(entry.name) else { continue };
        let by_others = opened.get(entry.name).is_some_and(|one| *one != fingerprint(value));
        let own = changed.get(entry.name).filter(|own| *own != value);
        if by_others || own.is_some() {
            // An amount is shown in the currency that stands beside it.
            let beside = stored.iter().filter(|(name, _)| name.ends_with("_currency"));
            let mut mine: Typed = beside.map(|(name, value)| (name.clone(), value.clone())).collect();
            mine.extend(changed.clone());
            conflicting.push(Conflicting {
                label: label(entry),
                stored: line(entry, &stored, &names),
                own: own.map(|_| line(entry, &mine, &names)),
                is_both: by_others && own.is_some(),
            });
        }
    }
    let history = history::of::<K>(context, id).await?;
    let last = history.and_then(|history| history.changes.into_iter().next());
    let by = last.map_or_else(String::new, |change| match change.who {
        Some(who) => t!("edit-conflict-who", name = who, when = change.when),
        None => change.when,
    });
    let opened = opened_with(&stored);
    let mut values = written::<K>(stored);
    let own = typed.iter().filter(|(name, _)| changed.contains_key(name.as_str()));
    values.extend(own.map(|(name, value)| (name.clone(), value.clone())));
    let shown = Shown { values, problems: FormProblems::default(), found };
    let mut page = stored_page(visit, context, Stored { record: &record, version, opened }, shown).await?;
    page.conflict = Some(Conflict { by, fields: conflicting });
    page.submit = t!("edit-conflict-save");
    Ok(page)
}
