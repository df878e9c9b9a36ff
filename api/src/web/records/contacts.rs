//! The pages of contacts.

use chrono::{Datelike, NaiveDate};
use serde::Deserialize;
use serde_json::Value;
use shared::values::choices::ContactStatus;

use super::display::call;
use super::doubts;
use super::kind::{Doubt, Kind, Notice};
use super::labels::choice;
use super::table::{Cell, Column};
use super::typed::{self, Typed};
use crate::error::AppError;
use crate::fields::field::Input;
use crate::records::Context;
use crate::resources::contacts::giving::{self, Giving};
use crate::resources::contacts::{Contact, ContactInput};
use crate::web::format::{amount, day};
use crate::web::names;
use crate::web::visit::Visit;

impl Kind for Contact {
    const PATH: &'static str = "/contacts";
    const TITLE: &'static str = "Contacts";
    const WORDS: (&'static str, &'static str) = ("contact", "contacts");
    const EMPTY: &'static str = "No contacts yet. Add the first one, or bring a file of them under Imports.";
    const SORT: &'static str = "contact_lname";
    const VIEWS: &'static [(&'static str, &'static str)] = &[
        ("All", ""),
        ("Donors", "status=donor"),
        ("Prospects", "status=prospect"),
        ("Lapsed", "status=lapsed_donor"),
        ("Organisations", "type=organization"),
        ("Archived", "archived=1"),
    ];
    const UNLESS_ASKED: Option<(&'static str, &'static str, &'static [&'static str])> =
        Some(("archived", "0", &["archived", "status", "merged", "id", "given_from"]));
    const SHORTCUTS: &'static [(&'static str, &'static str)] =
        &[("Possible duplicates", "/contacts/duplicates")];
    const TICKED: Option<&'static str> = Some("/contacts/ticked");
    const COLUMNS: &'static [Column] = &[
        Column::new("Name").order("contact_lname"),
        Column::new("Status"),
        Column::new("Email").class("url"),
        Column::new("Phone"),
        Column::new("Last gift").class("date").order("last_gift_date"),
        Column::new("Given").class("number").order("given_total"),
    ];
    const GROUPS: &'static [(&'static str, &'static [&'static str])] = &[
        (
            "Contact",
            &[
                "contact_fname",
                "contact_lname",
                "contact_status",
                "contact_is_org",
                "emails",
                "phones",
                "addresses",
            ],
        ),
        (
            "More of the name",
            &["contact_title", "contact_mname", "contact_suffix", "contact_nickname", "contact_anonymous"],
        ),
        (
            "Preferences",
            &[
                "contact_newsletter",
                "contact_language",
                "contact_do_not_call",
                "contact_do_not_mail",
                "contact_do_not_email",
            ],
        ),
        ("Letters", &["contact_salutation", "contact_envelope_name"]),
        (
            "Family",
            &[
                "contact_spouse_fname",
                "contact_spouse_lname",
                "contact_birthday",
                "contact_anniversary",
                "contact_deceased_on",
                "familyMembers",
            ],
        ),
        (
            "Work and community",
            &["contact_org_id", "contact_employer", "contact_job_title", "contact_church", "contact_website"],
        ),
        ("Notes", &["tags", "contact_notes", "contact_source", "contact_referred_by_id"]),
    ];

    fn questions(today: NaiveDate) -> Vec<(&'static str, String)> {
        let before_month = today.with_day(1).and_then(|first| first.pred_opt()).unwrap_or(today);
        let (year, month) = (today.year(), today.month());
        vec![
            ("Top donors", "given_count_min=1&deceased=0&sort=-given_total".to_owned()),
            (
                "Top donors this year",
                format!("given_from={year:04}-01-01&deceased=0&archived=0&sort=-given_total"),
            ),
            ("First gift this month", format!("first_gift_after={before_month}&deceased=0")),
            ("Birthdays this month", format!("birthday_month={month}&deceased=0")),
            ("No address", "has_address=0&deceased=0".to_owned()),
            ("Gave last year, not this", "lapsed=lybunt".to_owned()),
        ]
    }

    fn record_id(&self) -> i64 {
        self.model.id
    }

    fn title(&self) -> String {
        names::of_contact(&self.model)
    }

    /// Returns the values, with two that the API takes but shows in other fields.
    fn values(&self) -> Result<Typed, AppError> {
        let mut values = typed::of_json(ContactInput::FIELDS, &serde_json::to_string(self)?)?;
        let is_org = if self.model.contact_is_org { "1" } else { "0" };
        values.insert("contact_is_org".to_owned(), is_org.into());
        let org_id = self.model.contact_org_id.map(|id| id.to_string()).unwrap_or_default();
        values.insert("contact_org_id".to_owned(), Value::from(org_id));
        Ok(values)
    }

    /// Tells the household, which is no field of a form.
    fn told(data: &str) -> Result<Vec<(&'static str, String)>, AppError> {
        #[derive(Deserialize)]
        struct Told {
            household: Option<Place>,
        }
        #[derive(Deserialize)]
        struct Place {
            household_id: i64,
            member_role: String,
        }
        // Events of earlier versions do not say it.
        if !data.contains(r#""household":"#) {
            return Ok(Vec::new());
        }
        let text =
            serde_json::from_str::<Told>(data)?.household.map(|Place { household_id, member_role }| {
                format!("Household {household_id}, {}", choice(&member_role).to_lowercase())
            });
        Ok(vec![("Household", text.unwrap_or_default())])
    }

    async fn doubts(
        context: &Context,
        values: &Typed,
        change: Option<(i64, &Typed)>,
    ) -> Result<Vec<Doubt>, AppError> {
        doubts::of_contact(context, values, change).await
    }

    async fn notice(&self, context: &Context) -> Result<Option<Notice>, AppError> {
        let died = self.model.contact_deceased_on.map(|on| format!("Died on {}", day(on)));
        let Some(id) = self.model.contact_merged_into_id else {
            let is_archived = self.model.contact_status == ContactStatus::Archive;
            let archived = is_archived.then(|| "This contact is archived".to_owned());
            let text: Vec<_> = died.into_iter().chain(archived).collect();
            return Ok((!text.is_empty()).then(|| Notice { text: text.join(". "), link: None }));
        };
        let mut names = names::of_contacts(context.app.store.read(), context.caller.account, [id]).await?;
        let name = names.remove(&id).unwrap_or_else(|| format!("Contact {id}"));
        let died = died.map(|died| format!("{died}. ")).unwrap_or_default();
        let text = format!("{died}This contact is archived. It was merged into");
        Ok(Some(Notice { text, link: Some((name, format!("{}/{id}", Self::PATH))) }))
    }

    fn links(&self) -> Vec<(&'static str, String)> {
        let page = |name: &str| format!("/contacts/{}/{name}", self.model.id);
        let mut links = vec![("Giving statement", page("statement")), ("Merge", page("merge"))];
        match self.model.household_id {
            Some(id) => links.push(("Household", format!("/households/{id}"))),
            None if !self.model.contact_is_org => links.push(("Household", page("household"))),
            None => {}
        }
        if !self.model.contact_is_org && self.model.contact_deceased_on.is_none() {
            links.push(("Has died", page("died")));
        }
        links
    }

    async fn rows(_: &Visit, context: &Context, contacts: &[Self]) -> Result<Vec<Vec<Cell>>, AppError> {
        let given = giving::given(context.app.store.read(), context, contacts).await?;
        let row = |(contact, given): (&Self, &Giving)| {
            let id = contact.model.id;
            let name = Cell::link(contact.title(), format!("/contacts/{id}"));
            let status = contact.model.contact_status;
            let email = contact.emails.iter().find(|email| email.model.email_primary);
            let phone = contact.phones.iter().find(|phone| phone.model.phone_primary);
            vec![
                match (contact.model.contact_is_org, contact.model.contact_deceased_on) {
                    (true, _) => name.tag("Organisation", false),
                    (false, Some(_)) => name.tag("Deceased", false),
                    (false, None) => name,
                },
                match status {
                    ContactStatus::LapsedDonor => Cell::default().tag(choice(&status.to_string()), true),
                    _ => Cell::text(choice(&status.to_string())),
                },
                Cell::text(email.map(|email| email.model.email_address.clone()).unwrap_or_default()),
                phone.map(|phone| called(&phone.model.phone_number)).unwrap_or_default(),
                Cell::text(given.last_date.map(day).unwrap_or_default()),
                Cell::text(if given.count > 0 { amount(&given.total) } else { String::new() }),
            ]
        };
        Ok(contacts.iter().zip(&given).map(row).collect())
    }
}

/// Makes a cell that calls a phone number.
fn called(number: &str) -> Cell {
    Cell::link(number, call(number))
}
