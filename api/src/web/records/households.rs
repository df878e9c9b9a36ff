//! The pages of households.

use serde_json::Value;

use super::kind::Kind;
use super::labels::choice;
use super::section::Section;
use super::table::{Cell, Column, Table};
use super::typed::{self, Typed};
use crate::error::AppError;
use crate::fields::field::Input;
use crate::records::{Context, Resource};
use crate::resources::households::{Household, HouseholdInput, HouseholdMember};
use crate::web::icons::Drawn;
use crate::web::names;
use crate::web::visit::Visit;

impl Drawn for Household {
    const LINE: &'static str = "M3.5 11.5 12 4l8.5 7.5M6 9.5V20h12V9.5\
        M12 17.5c-4.5-2.7-2.5-5.5 0-3.7 2.5-1.8 4.5 1 0 3.7z";
}

impl Kind for Household {
    const PATH: &'static str = "/households";
    const TITLE: &'static str = "households";
    const WORDS: (&'static str, &'static str) = ("one-household", "count-households");
    const EMPTY: &'static str = "household-none-yet";
    const SORT: &'static str = "-id";
    const VIEWS: &'static [(&'static str, &'static str)] = &[];
    const COLUMNS: &'static [Column] = &[
        Column::new("household"),
        Column::new("household-members").heading("Members: Numbers"),
        Column::new("group-letters").heading("One letter for all"),
    ];
    const GROUPS: &'static [(&'static str, &'static [&'static str])] = &[
        ("household", &["household_name", "members"]),
        ("group-letters", &["household_joint", "household_salutation", "household_envelope_name"]),
    ];

    fn record_id(&self) -> i64 {
        self.model.id
    }

    fn title(&self) -> String {
        self.model.household_name.clone()
    }

    /// Returns the values. A form names members by their contacts alone.
    fn values(&self) -> Result<Typed, AppError> {
        let mut values = typed::of_json(HouseholdInput::FIELDS, &serde_json::to_string(self)?)?;
        let members = values.get_mut("members").and_then(Value::as_array_mut);
        for member in members.into_iter().flatten().filter_map(Value::as_object_mut) {
            member.insert("contact_external_id".to_owned(), "".into());
        }
        Ok(values)
    }

    /// Returns the values without the members, which have a section.
    fn shown(&self) -> Result<Typed, AppError> {
        let mut values = self.values()?;
        values.remove("members");
        Ok(values)
    }

    fn figures(&self, _: &Context) -> Vec<(&'static str, String)> {
        let addressed = [
            (t!("household-salutation"), &self.addressed_salutation),
            (t!("household-envelope"), &self.addressed_envelope_name),
        ];
        addressed.into_iter().filter_map(|(label, text)| Some((label, text.clone()?))).collect()
    }

    async fn rows(_: &Visit, context: &Context, households: &[Self]) -> Result<Vec<Vec<Cell>>, AppError> {
        let ids = households.iter().flat_map(|household| household.members.iter().map(|one| one.contact_id));
        let account = context.caller.account;
        let names = names::of_contacts(context.app.store.read(), account, ids.collect::<Vec<_>>()).await?;
        let row = |household: &Self| {
            let members =
                household.members.iter().filter_map(|member| names.get(&member.contact_id).cloned());
            vec![
                Cell::link(household.title(), format!("/households/{}", household.model.id)),
                Cell::text(members.collect::<Vec<_>>().join(", ")),
                Cell::text(if household.model.household_joint {
                    t!("household-one-for-all")
                } else {
                    t!("household-one-for-each")
                }),
            ]
        };
        Ok(households.iter().map(row).collect())
    }

    async fn sections(&self, _: &Visit, context: &Context) -> Result<Vec<Section>, AppError> {
        let mut rows = member_rows(context, self.members.iter().collect()).await?;
        for (row, member) in rows.iter_mut().zip(&self.members) {
            let moves_out = format!("/contacts/{}/move-out", member.contact_id);
            row.push(Cell::link(t!("move-out-button"), moves_out));
        }
        let columns = [
            Column::new("household-members"),
            Column::new("household-role"),
            Column::new("move-out-button").class("action"),
        ];
        Ok(vec![Section {
            heading: t!("household-members"),
            id: "members",
            total: i64::try_from(rows.len()).unwrap_or(i64::MAX),
            notes: Vec::new(),
            table: (!rows.is_empty()).then(|| Table::new(&columns, rows)),
            empty: t!("household-no-members").to_owned(),
            all: None,
            new: (t!("household-change-members").to_owned(), format!("/households/{}/edit", self.model.id)),
        }])
    }
}

/// Makes a row for each of these members: the name, marked if the contact has died, and the role.
async fn member_rows(context: &Context, members: Vec<&HouseholdMember>) -> Result<Vec<Vec<Cell>>, AppError> {
    let ids: Vec<_> = members.iter().map(|member| member.contact_id).collect();
    let (connection, account) = (context.app.store.read(), context.caller.account);
    let deceased = names::deceased(connection, account, ids.clone()).await?;
    let names = names::of_contacts(connection, account, ids).await?;
    let row = |HouseholdMember { contact_id, member_role, .. }: &HouseholdMember| {
        let nameless = || t!("as-id", id = contact_id.to_string());
        let name = names.get(contact_id).cloned().unwrap_or_else(nameless);
        let name = Cell::link(name, format!("/contacts/{contact_id}"));
        let has_died = deceased.contains(contact_id);
        vec![
            if has_died { name.tag(t!("contact-deceased"), false) } else { name },
            Cell::text(choice(&member_role.to_string())),
        ]
    };
    Ok(members.into_iter().map(row).collect())
}

/// Makes the section of a contact's page with the others of its household.
pub(super) async fn section(
    context: &Context,
    contact_id: i64,
    household_id: i64,
) -> Result<Option<Section>, AppError> {
    let Some((_, household)) = Household::read(context, household_id).await? else { return Ok(None) };
    let others = household.members.iter().filter(|member| member.contact_id != contact_id);
    let rows = member_rows(context, others.collect()).await?;
    Ok(Some(Section {
        heading: t!("household"),
        id: "household",
        total: i64::try_from(rows.len()).unwrap_or(i64::MAX),
        notes: vec![household.title()],
        table: (!rows.is_empty())
            .then(|| Table::new(&[Column::new("household-lives-with"), Column::new("household-role")], rows)),
        empty: t!("household-nobody-else").to_owned(),
        all: None,
        new: (t!("move-out-button").to_owned(), format!("/contacts/{contact_id}/move-out")),
    }))
}
