//! The page that puts a contact into a household: that of another contact, or a new one for both.

use std::collections::HashMap;

use askama::Template;
use shared::values::choices::{Choice, MemberRole};

use super::address::record_id;
use super::edit::Shown;
use super::fields::{self, FormProblems, Input, Part};
use super::kind::Kind;
use super::links::{self, Links};
use super::typed::{self, Typed, text};
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::field::Input as _;
use crate::fields::problem::Problem;
use crate::records::{Context, Resource, service};
use crate::resources::contacts::Contact;
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
    let (_, contact) = Contact::read(&context, id).await?.ok_or(AppError::NotFound)?;
    if let Some(household_id) = contact.model.household_id {
        return visit.redirect(&format!("/households/{household_id}"));
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
    Ok(Page {
        action: address(visit, &visit.path),
        csrf: visit.csrf.clone(),
        shell: visit.shell(&title).await?,
        contact: (name, format!("{}/{id}", Contact::PATH)),
        inputs,
    })
}
