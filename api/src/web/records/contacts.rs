//! The pages of contacts.

use chrono::{Datelike, NaiveDate};
use serde::Deserialize;
use serde_json::Value;
use shared::values::choices::{ContactStatus, Locale};

use super::display::{call, month_day};
use super::doubts;
use super::kind::{Doubt, Kind, Notice};
use super::labels::choice;
use super::table::{Cell, Column};
use super::typed::{self, Typed};
use crate::error::AppError;
use crate::fields::field::Input;
use crate::language;
use crate::records::Context;
use crate::resources::contacts::giving::{self, Giving};
use crate::resources::contacts::{Contact, ContactInput};
use crate::web::format::{amount, day};
use crate::web::icons::Drawn;
use crate::web::names;
use crate::web::visit::Visit;

impl Drawn for Contact {
    const LINE: &'static str = "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20a6 6 0 0 1 12 0\
        M16 4.4a3.5 3.5 0 0 1 0 6.4M17.5 14.5A6 6 0 0 1 21 20";
}

impl Kind for Contact {
    const PATH: &'static str = "/contacts";
    const TITLE: &'static str = "contacts";
    const WORDS: (&'static str, &'static str) = ("one-contact", "count-contacts");
    const EMPTY: &'static str = "contact-none-yet";
    const SORT: &'static str = "contact_lname";
    const VIEWS: &'static [(&'static str, &'static str)] = &[
        ("all", ""),
        ("donors", "status=donor"),
        ("contact-view-prospects", "status=prospect"),
        ("contact-view-lapsed", "status=lapsed_donor"),
        ("contact-view-organisations", "type=organization"),
        ("contact-view-archived", "archived=1"),
    ];
    const UNLESS_ASKED: Option<(&'static str, &'static str, &'static [&'static str])> =
        Some(("archived", "0", &["archived", "status", "merged", "id", "given_from"]));
    const COUNTS_AS_FILTERED: bool = true;
    const SHORTCUTS: &'static [(&'static str, &'static str)] =
        &[("duplicates-title", "/contacts/duplicates")];
    const TICKED: Option<&'static str> = Some("/contacts/ticked");
    const COLUMNS: &'static [Column] = &[
        Column::new("name").order("contact_lname"),
        Column::new("label-contact_birthday").class("date").optional(),
        Column::new("status").heading("Status"),
        Column::new("email").class("url email").heading("Email"),
        Column::new("contact-phone").class("phone").heading("Phone"),
        Column::new("last-gift").class("date").order("last_gift_date").heading("Last gift"),
        Column::new("reports-given").class("number").order("given_total").heading("Total given"),
    ];
    const GROUPS: &'static [(&'static str, &'static [&'static str])] = &[
        (
            "contact",
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
            "group-more-of-the-name",
            &["contact_title", "contact_mname", "contact_suffix", "contact_nickname", "contact_anonymous"],
        ),
        (
            "group-preferences",
            &[
                "contact_newsletter",
                "contact_language",
                "contact_do_not_call",
                "contact_do_not_mail",
                "contact_do_not_email",
            ],
        ),
        ("group-letters", &["contact_salutation", "contact_envelope_name"]),
        (
            "group-family",
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
            "group-work-and-community",
            &["contact_org_id", "contact_employer", "contact_job_title", "contact_church", "contact_website"],
        ),
        ("group-notes", &["tags", "contact_notes", "contact_source", "contact_referred_by_id"]),
    ];

    fn questions(today: NaiveDate) -> Vec<(&'static str, String)> {
        let before_month = today.with_day(1).and_then(|first| first.pred_opt()).unwrap_or(today);
        let (year, month) = (today.year(), today.month());
        vec![
            (t!("reports-top"), "given_count_min=1&deceased=0&sort=-given_total".to_owned()),
            (
                t!("contact-top-donors-this-year"),
                format!("given_from={year:04}-01-01&deceased=0&archived=0&sort=-given_total"),
            ),
            (t!("contact-first-gift-this-month"), format!("first_gift_after={before_month}&deceased=0")),
            (t!("contact-birthdays-this-month"), format!("birthday_month={month}&deceased=0")),
            (t!("contact-no-address"), "has_address=0&deceased=0".to_owned()),
            (t!("contact-gave-last-year"), "lapsed=lybunt".to_owned()),
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
                let (role, id) = (choice(&member_role), household_id.to_string());
                // German nouns keep their capitals.
                let role = if language::spoken() == Locale::De { role } else { role.to_lowercase() };
                t!("contact-told-household", id = id, role = role)
            });
        Ok(vec![(t!("household"), text.unwrap_or_default())])
    }

    async fn doubts(
        context: &Context,
        values: &Typed,
        change: Option<(i64, &Typed)>,
    ) -> Result<Vec<Doubt>, AppError> {
        doubts::of_contact(context, values, change).await
    }

    async fn notice(&self, context: &Context) -> Result<Option<Notice>, AppError> {
        let died = self.model.contact_deceased_on.map(|on| t!("contact-died-on", day = day(on)));
        let Some(id) = self.model.contact_merged_into_id else {
            let is_archived = self.model.contact_status == ContactStatus::Archive;
            let archived = is_archived.then(|| t!("contact-is-archived").to_owned());
            let text: Vec<_> = died.into_iter().chain(archived).collect();
            return Ok((!text.is_empty()).then(|| Notice { text: text.join(". "), link: None }));
        };
        let mut names = names::of_contacts(context.app.store.read(), context.caller.account, [id]).await?;
        let name = names.remove(&id).unwrap_or_else(|| t!("as-id", id = id.to_string()));
        let died = died.map(|died| format!("{died}. ")).unwrap_or_default();
        let text = format!("{died}{}", t!("contact-is-merged"));
        Ok(Some(Notice { text, link: Some((name, format!("{}/{id}", Self::PATH))) }))
    }

    fn links(&self) -> Vec<(&'static str, String)> {
        let page = |name: &str| format!("/contacts/{}/{name}", self.model.id);
        let statement = format!("/letters/statements?contact={}", self.model.id);
        let mut links = vec![
            (t!("contact-statement"), statement),
            (t!("contact-gifts-of-year"), page("statement")),
            (t!("merge"), page("merge")),
        ];
        match self.model.household_id {
            Some(id) => links.extend([
                (t!("household"), format!("/households/{id}")),
                (t!("move-out-button"), page("move-out")),
            ]),
            None if !self.model.contact_is_org => links.push((t!("household"), page("household"))),
            None => {}
        }
        if !self.model.contact_is_org && self.model.contact_deceased_on.is_none() {
            links.push((t!("contact-has-died"), page("died")));
        }
        if self.model.contact_status != ContactStatus::Archive {
            links.push((t!("contact-archive"), page("archive")));
        }
        links
    }

    async fn rows(visit: &Visit, context: &Context, contacts: &[Self]) -> Result<Vec<Vec<Cell>>, AppError> {
        // Who looks for the birthdays of a month wants to see the days.
        let has_birthdays = !visit.query.text("birthday_month").is_empty();
        let given = giving::given(context.app.store.read(), context, contacts).await?;
        let row = |(contact, given): (&Self, &Giving)| {
            let id = contact.model.id;
            let name = Cell::link(contact.title(), format!("/contacts/{id}"));
            let status = contact.model.contact_status;
            let email = contact.emails.iter().find(|email| email.model.email_primary);
            let phone = contact.phones.iter().find(|phone| phone.model.phone_primary);
            vec![
                match (contact.model.contact_is_org, contact.model.contact_deceased_on) {
                    (true, _) => name.tag(t!("contact-organisation"), false),
                    (false, Some(_)) => name.tag(t!("contact-deceased"), false),
                    (false, None) => name,
                },
                match &contact.model.contact_birthday {
                    Some(birthday) if has_birthdays => Cell::text(month_day(birthday)),
                    _ => Cell::default(),
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
pub(in crate::web) fn called(number: &str) -> Cell {
    Cell { href: call(number), ..Cell::text(number) }
}
