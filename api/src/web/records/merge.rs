//! The page that merges contacts: the user chooses another contact, a dry run shows the moves and the conflicts, the user
//! chooses whose value stays, and a button merges.

use askama::Template;
use shared::values::choices::Choice;

use super::address::{Pairs, record_id};
use super::display::{self, line, shown};
use super::edit::Shown;
use super::fields::{self, FormProblems, Input, Part};
use super::kind::Kind;
use super::labels::{label, of_name};
use super::links::{self, Found, Links};
use super::typed::{self, Typed};
use crate::error::AppError;
use crate::fields::field::Input as _;
use crate::fields::{Problem, Problems};
use crate::records::{Context, Resource};
use crate::resources::contacts::{Contact, ContactInput};
use crate::resources::kinds::{KINDS, of_kind};
use crate::resources::merges::{self, Merge, MergeConflict, MergeInput, MergeSide};
use crate::web::flash::Flash;
use crate::web::rules::told;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

/// What the names of the fields begin with that say whose value stays.
const KEEP: &str = "keep.";

#[derive(Template)]
#[template(path = "records/merge.html")]
struct Page {
    shell: Shell,
    path: String,
    csrf: String,
    /// The contact that stays, and its address.
    contact: (String, String),
    /// The field for the contact that is merged into it.
    input: Option<Input>,
    tried: Option<Tried>,
}

/// The result of a dry run.
struct Tried {
    from_id: i64,
    /// The contact that would be archived, and its address.
    from: (String, String),
    /// Both contacts with what tells them apart.
    told_apart: [String; 2],
    /// The versions of the contact that stays, and of the other one.
    versions: (i64, i64),
    /// How much would move.
    moved: Vec<String>,
    /// The fields that would be set, with their values.
    filled: Vec<(String, String)>,
    conflicts: Vec<Conflict>,
}

/// A field that has a value in both contacts.
struct Conflict {
    field: String,
    label: String,
    /// The value of the contact that stays.
    into: String,
    /// The value of the other one.
    from: String,
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let mut values: Typed = typed::of_post(MergeInput::FIELDS, &visit.query);
    values.retain(|name, _| name == "from_id");
    let mut problems = Problems::default();
    // The usual twin has the same name.
    let found = links::resolve_other(&context, &mut values, &mut problems, Some(id)).await?;
    let from_id = links::number(typed::text(&values, "from_id"));
    if from_id == Some(id) {
        problems.add("from_id", links::same());
    }
    let from_id = from_id.filter(|_| problems.is_empty());
    let (version, contact) = Contact::read(&context, id).await?.ok_or(AppError::NotFound)?;
    let mut tried = None;
    if let Some(from_id) = from_id {
        // Both are read before the dry run, so that they are never newer than what it shows.
        let from = Contact::read(&context, from_id).await?;
        match merges::try_out(&context, id, from_id).await {
            Ok(merge) => {
                let from = from.ok_or(AppError::NotFound)?;
                tried = Some(Tried::of(&context, (version, &contact), from, &merge).await?);
            }
            Err(AppError::Invalid(rules)) => problems = rules,
            Err(error) => return Err(error),
        }
    }
    let is_wrong = !problems.is_empty();
    let shown = Shown { values, problems: FormProblems::new(problems), found };
    let page = page(&mut visit, &context, &contact, shown, tried).await?;
    if is_wrong { visit.refused(&page) } else { visit.page(&page) }
}

async fn page(
    visit: &mut Visit,
    context: &Context,
    contact: &Contact,
    shown: Shown,
    mut tried: Option<Tried>,
) -> Result<Page, AppError> {
    let Shown { values, mut problems, found } = shown;
    let mut names = Links::load(visit.app.store.read(), context, &[&values]).await?;
    names.found = found;
    let entry = MergeInput::FIELDS.iter().find(|entry| entry.name == "from_id");
    let input = entry.and_then(|entry| match fields::part(entry, (&values, &names), &mut problems) {
        Part::One(input) => {
            let suggestions = format!("{}?but={}", input.suggestions, contact.model.id);
            Some(Input { is_focused: tried.is_none(), suggestions, ..input })
        }
        Part::Many(_) => None,
    });
    visit.summary =
        problems.summary(t!("merge-nothing-merged"), |summary| fields::summarise(&input, "", summary));
    let (id, title) = (contact.model.id, t!("merge-into", name = contact.title()));
    let mut name = contact.title();
    if let Some(tried) = tried.as_mut().filter(|tried| tried.from.0 == name) {
        // Two of the same name are told apart by their numbers.
        tried.from.0 = links::named(tried.from_id, &name);
        name = links::named(id, &name);
    }
    Ok(Page {
        path: visit.path.clone(),
        csrf: visit.csrf.clone(),
        contact: (name, format!("{}/{id}", Contact::PATH)),
        input,
        tried,
        shell: visit.shell(&title).await?,
    })
}

impl Tried {
    async fn of(
        context: &Context,
        (version, into): (i64, &Contact),
        (from_version, from): (i64, Contact),
        merge: &Merge,
    ) -> Result<Self, AppError> {
        let from_id = from.model.id;
        let moved = &merge.moved;
        let of_kinds = KINDS.iter().filter_map(|kind| {
            let (_, counted) = of_kind!(kind.import, R => R::WORDS);
            Some((moved.of(kind.import)?, counted))
        });
        let others = [
            (moved.people, "merge-count-people"),
            (moved.referred, "merge-count-referred"),
            (moved.soft_credits, "merge-count-soft-credits"),
            (moved.tags, "merge-count-tags"),
            (moved.familyMembers, "merge-count-family"),
            (moved.addresses, "merge-count-addresses"),
            (moved.phones, "merge-count-phones"),
            (moved.emails, "merge-count-emails"),
            (moved.households, "merge-count-households"),
        ];
        let moved = of_kinds.chain(others).filter(|(count, _)| *count > 0);
        let both = links::described(context, vec![into.clone(), from.clone()]).await?;
        let offered = |i: usize| both.get(i).map(Found::offered).unwrap_or_default();
        Ok(Self {
            told_apart: [offered(0), offered(1)],
            from_id,
            from: (from.title(), format!("{}/{from_id}", Contact::PATH)),
            versions: (version, from_version),
            moved: moved.map(|(count, counted)| t!(counted, count = count)).collect(),
            filled: filled(context, &merge.filled, &from).await?,
            conflicts: conflicts(context, &merge.conflicts).await?,
        })
    }
}

/// Returns the fields that would be set: each label, with the value of the contact that would be archived.
async fn filled(
    context: &Context,
    fields: &[String],
    from: &Contact,
) -> Result<Vec<(String, String)>, AppError> {
    let values = from.values()?;
    let names = Links::load(context.app.store.read(), context, &[&values]).await?;
    let value = |field: &str| match field.split_once('.') {
        Some((field, member)) => {
            let members = display::members(typed::text(&values, field));
            members.into_iter().find(|(name, _)| name == member).map(|(_, value)| value)
        }
        None => {
            let entry = ContactInput::FIELDS.iter().find(|entry| entry.name == field)?;
            Some(line(entry, &values, &names))
        }
    };
    Ok(fields.iter().map(|field| (called(field), value(field).unwrap_or_default())).collect())
}

/// Returns the conflicts of a merge in which each contact keeps its own values.
async fn conflicts(context: &Context, conflicts: &[MergeConflict]) -> Result<Vec<Conflict>, AppError> {
    let entry_of = |one: &MergeConflict| ContactInput::FIELDS.iter().find(|entry| entry.name == one.field);
    let typed = |value: fn(&MergeConflict) -> &str| {
        let fields = conflicts.iter().filter(|one| entry_of(one).is_some());
        let members = fields.map(|one| Ok((one.field.as_str().into(), serde_json::from_str(value(one))?)));
        typed::of_members(ContactInput::FIELDS, &members.collect::<Result<Vec<_>, AppError>>()?)
    };
    let (kept, left) = (typed(|one| &one.kept)?, typed(|one| &one.left)?);
    let names = Links::load(context.app.store.read(), context, &[&kept, &left]).await?;
    let conflict = |one: &MergeConflict| {
        let [into, from] =
            [(&kept, &one.kept), (&left, &one.left)].map(|(typed, json)| match entry_of(one) {
                Some(entry) => line(entry, typed, &names),
                None => shown(json),
            });
        Conflict { field: one.field.clone(), label: called(&one.field), into, from }
    };
    Ok(conflicts.iter().map(conflict).collect())
}

/// Returns the label of a field of a contact, or of a name in its own data.
fn called(field: &str) -> String {
    let (field, rest) = field.split_once('.').map_or((field, None), |(field, rest)| (field, Some(rest)));
    let entry = ContactInput::FIELDS.iter().find(|entry| entry.name == field);
    let label = entry.map_or_else(|| of_name(field), label);
    rest.map_or(label.clone(), |rest| format!("{label}: {rest}"))
}

pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let from_id = visit.posted.text("from_id");
    let again = Pairs::default().with("from_id", from_id).at(&visit.path);
    let from_id = links::number(from_id).unwrap_or(0);
    let [version, from_version] =
        ["version", "from_version"].map(|name| visit.posted.text(name).parse().unwrap_or(0));
    let chosen = visit.posted.pairs().filter(|(_, side)| *side == MergeSide::From.as_str());
    let of_from = chosen.filter_map(|(name, _)| Some(name.strip_prefix(KEEP)?.to_owned())).collect();
    match merges::carry_out(&context, (id, version), (from_id, from_version), of_from).await {
        Ok(()) => {
            let name = Contact::read(&context, from_id).await?.map(|(_, from)| from.title());
            let text = t!("merge-done", name = name.unwrap_or_default());
            visit.redirect_with(&format!("{}/{id}", Contact::PATH), Flash::new(text))
        }
        Err(AppError::PreconditionFailed(_)) => {
            visit.redirect_with(&again, Flash::problem(t!("merge-changed")))
        }
        // The page shows the problems, but for those with what was chosen.
        Err(AppError::Invalid(problems)) => {
            let of_choice = |problem: Problem| {
                let field = called(problem.path.strip_prefix(KEEP)?);
                Some(t!("merge-not-done-because", field = field, rule = told(&problem.rule)))
            };
            let text = problems.into_iter().find_map(of_choice);
            let text = text.unwrap_or_else(|| t!("merge-not-done").to_owned());
            visit.redirect_with(&again, Flash::problem(text))
        }
        Err(error) => Err(error),
    }
}
