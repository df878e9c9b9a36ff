//! The page that puts a contact into a household: that of another contact, or a new one for both. A spouse of whom only the name is
//! known becomes a contact there.

use std::collections::HashMap;

use askama::Template;
use serde_json::Value;
use shared::values::choices::{Choice, ContactStatus, MemberRole};

use super::address::record_id;
use super::edit::Shown;
use super::fields::{self, FormProblems, Input, Part};
use super::kind::Kind;
use super::links::{self, Links, find_called};
use super::typed::{self, Typed, text};
use crate::error::AppError;
use crate::fields::field::Input as _;
use crate::fields::problem::Problem;
use crate::fields::{Patch, Problems};
use crate::records::preconditions::Preconditions;
use crate::records::{Context, Resource, service};
use crate::resources::contacts::{Contact, ContactInput};
use crate::resources::households::{MemberInput, moves};
use crate::web::flash::Flash;
use crate::web::form::address;
use crate::web::shell::Shell;
use crate::web::summary::NOT_SAVED;
use crate::web::visit::{Answer, Visit};

#[derive(Template)]
#[template(path = "records/household.html")]
struct Page {
    shell: Shell,
    /// The address that the form is sent to.
    action: String,
    csrf: String,
    /// The contact, and its address.
    contact: (String, String),
    inputs: Vec<Input>,
    /// The spouse who can become a contact.
    spouse: Option<String>,
}

/// The fields, with the ids of their labels on this page.
const FIELDS: [(&str, &str); 2] =
    [("contact_id", "household-lives-with"), ("member_role", "household-role-label")];

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let (_, contact) = Contact::read(&context, id).await?.ok_or(AppError::NotFound)?;
    if let Some(household_id) = contact.model.household_id {
        return visit.redirect(&format!("/households/{household_id}"));
    }
    let values = Typed::from_iter([("member_role".to_owned(), MemberRole::Partner.as_str().into())]);
    let shown = Shown { values, problems: FormProblems::default(), found: HashMap::new() };
    let page = page(&mut visit, &context, &contact, shown).await?;
    visit.page(&page)
}

pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let (version, contact) = Contact::read(&context, id).await?.ok_or(AppError::NotFound)?;
    if let Some(household_id) = contact.model.household_id {
        return visit.redirect(&format!("/households/{household_id}"));
    }
    let spouse = if visit.posted.has("spouse") { new_spouse(&context, &contact).await? } else { None };
    if let Some(name) = spouse {
        let joined = Flash::new(t!("household-joined", name = contact.title()));
        return match Box::pin(with_spouse(&context, (version, &contact), name)).await {
            Ok(household_id) => visit.redirect_with(&format!("/households/{household_id}"), joined),
            // The form was sent twice.
            Err(AppError::PreconditionFailed(_)) => visit.redirect(&format!("{}/{id}", Contact::PATH)),
            Err(error) => Err(error),
        };
    }
    let mut values = typed::of_post(MemberInput::FIELDS, &visit.posted);
    let mut problems = Problems::default();
    let found = links::resolve_other(&context, &mut values, &mut problems, Some(id)).await?;
    let with_id = links::number(text(&values, "contact_id"));
    let role = MemberRole::parse(text(&values, "member_role")).unwrap_or_default();
    match with_id {
        _ if !problems.is_empty() => {}
        None => problems.add("contact_id", "is required"),
        Some(with_id) if with_id == id => problems.add("contact_id", t!("household-same-contact")),
        Some(with_id) => {
            let joined = service::commit::<Contact, _>(&context, async |tx| {
                moves::join(tx, &context, (id, role), with_id).await
            });
            match joined.await {
                Ok(household_id) => {
                    return visit.redirect_with(
                        &format!("/households/{household_id}"),
                        Flash::new(t!("household-joined", name = contact.title())),
                    );
                }
                // The problems of the household's list of members are those of the fields here.
                Err(AppError::Invalid(rules)) => {
                    for Problem { path, rule, .. } in rules {
                        let is_role = path == "members" && rule.contains("head");
                        problems.add(if is_role { "member_role" } else { "contact_id" }, rule);
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }
    let shown = Shown { values, problems: FormProblems::new(problems), found };
    let page = page(&mut visit, &context, &contact, shown).await?;
    visit.refused(&page)
}

/// Returns the first and the last name of the spouse of a contact who lives, if there is one and no contact has that name.
async fn new_spouse(context: &Context, contact: &Contact) -> Result<Option<[String; 2]>, AppError> {
    let row = &contact.model;
    let last = row.contact_spouse_lname.as_ref().or(row.contact_lname.as_ref());
    let name = row.contact_spouse_fname.as_ref().zip(last);
    let is_gone = row.contact_deceased_on.is_some() || row.contact_status == ContactStatus::Archive;
    let may_have = !row.contact_is_org && !is_gone;
    let Some((first, last)) = name.filter(|_| may_have) else { return Ok(None) };
    let is_new = find_called(context, [first, last]).await?.is_empty();
    Ok(is_new.then(|| [first.clone(), last.clone()]))
}

/// Makes a contact of a contact's spouse, with the same addresses, and puts both into one household. Returns the household.
///
/// # Errors
/// [`AppError::PreconditionFailed`] if the contact has another version, and those of the changes.
async fn with_spouse(
    context: &Context,
    (version, contact): (i64, &Contact),
    [first, last]: [String; 2],
) -> Result<i64, AppError> {
    let id = contact.model.id;
    let mut values = contact.values()?;
    values.retain(|name, _| ["contact_status", "contact_language", "addresses"].contains(&name.as_str()));
    let rows = values.get_mut("addresses").and_then(Value::as_array_mut).into_iter().flatten();
    for row in rows.filter_map(Value::as_object_mut) {
        row.remove("id");
    }
    values.insert("contact_fname".to_owned(), first.into());
    values.insert("contact_lname".to_owned(), last.into());
    let (spouse, problems) = ContactInput::of(typed::members(ContactInput::FIELDS, &values), true);
    // The spouse has a name of its own now.
    let cleared = ContactInput {
        contact_spouse_fname: Patch::Null,
        contact_spouse_lname: Patch::Null,
        ..ContactInput::default()
    };
    let made = service::commit::<Contact, _>(context, async |tx| {
        // First, so that a form that is sent twice makes one contact.
        let this = (id, &Preconditions::of_version(version));
        service::update::<Contact>(tx, context, this, cleared, Problems::default()).await?;
        let (spouse_id, _) = service::create::<Contact>(tx, context, spouse, problems).await?;
        moves::join(tx, context, (spouse_id, MemberRole::Partner), id).await
    });
    made.await
}

async fn page(
    visit: &mut Visit,
    context: &Context,
    contact: &Contact,
    shown: Shown,
) -> Result<Page, AppError> {
    let Shown { values, mut problems, found } = shown;
    let mut names = Links::load(visit.app.store.read(), context, &[&values]).await?;
    names.found = found;
    let id = contact.model.id;
    let mut inputs = Vec::new();
    for (name, label) in FIELDS {
        let Some(entry) = MemberInput::FIELDS.iter().find(|entry| entry.name == name) else { continue };
        if let Part::One(input) = fields::part(entry, (&values, &names), &mut problems) {
            let is_link = name == "contact_id";
            let suggestions = if is_link { format!("{}?but={id}", input.suggestions) } else { String::new() };
            inputs.push(Input {
                label: t!(label).to_owned(),
                suggestions,
                is_focused: is_link,
                is_required: is_link,
                ..input
            });
        }
    }
    visit.summary = problems.summary(t!(NOT_SAVED), |summary| fields::summarise(&inputs, "", summary));
    let name = contact.title();
    let title = t!("household-title", name = name);
    let spouse = new_spouse(context, contact).await?.map(|name| name.join(" "));
    Ok(Page {
        action: address(visit, &visit.path),
        csrf: visit.csrf.clone(),
        shell: visit.shell(&title).await?,
        contact: (name, format!("{}/{id}", Contact::PATH)),
        inputs,
        spouse,
    })
}
