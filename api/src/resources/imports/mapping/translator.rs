//! Turns the rows of a file into rows whose columns have the names of fields, as a mapping says.

use std::cell::LazyCell;

use super::donor;
use super::names::{self, Name};
use super::targets::{
    ACTIVE, CONTACT_TYPE, EARLIER, FULL_NAME, Form, IN_NOTES, IS_ORG, NEW, ORGANIZATION, OUT, SAME, form_of,
    has_full_name, is_title, joins, notes_of,
};
use super::words::contacts::phone_type;
use super::{MappedColumn, Mapping, values};
use crate::error::AppError;
use crate::fields::problem::Problem;
use crate::http::csv::{unguarded, values as cells_of};
use crate::records::importable::{Importable, Kept};
use crate::resources::imports::layout::Layout;

/// The most characters of a cell that a problem shows.
const SHOWN_MAX: usize = 40;

/// Turns rows of a file into rows of fields.
pub(in super::super) struct Translator {
    mapping: Mapping,
    columns: Vec<Column>,
    this_year: i32,
    /// The keys of the account's own gift types, which come before the words for the usual ones.
    gift_types: Vec<String>,
    /// Whether columns say who the donor is.
    has_donor: bool,
    /// Whether the rows are contacts.
    is_of_contacts: bool,
    /// Whether a column has whole names, or those of organisations.
    has_whole: bool,
    /// The currency of amounts where no column says it.
    currency: Option<String>,
}

/// A column of the rows that come out.
struct Column {
    field: String,
    from: From,
}

/// What the cells of a column are made of. Columns of the file are named by their indices.
enum From {
    /// The cell of a column.
    Cell(usize, Form),
    /// The cells of several columns, one after the other.
    Joined(Vec<usize>),
    /// The titles of several columns, with a space between them.
    Titles(Vec<usize>),
    /// What the numbers of several columns are for, as their headings say.
    PhoneTypes(Vec<usize>),
    /// A part of the name in the row.
    Part(usize, PartOf),
    /// A column for a part of a name, which an organisation's name may fill, too.
    Named(usize, PartOf),
    /// Whether it is an organisation: as the cell of a column says, or else as the name in the row does.
    Kind(usize),
    /// Notes: a column of its own, and others with their headings.
    Notes(Option<usize>, Vec<usize>),
    /// The same for every row.
    Constant(String),
    /// The contact whose row it is, as the cell of a column says.
    Same(usize),
}

/// What somebody says of the contact that a row is, or whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Same {
    /// This one.
    Contact(i64),
    /// This one, who is archived no longer.
    Active(i64),
    /// That of an earlier row with the same person.
    Earlier,
    /// It is none of those that there are.
    New,
    /// Nobody: the row is left out.
    Out,
}

impl Same {
    /// Returns the contact's id, if somebody says it.
    pub(in super::super) fn contact(self) -> Option<i64> {
        match self {
            Self::Contact(id) | Self::Active(id) => Some(id),
            Self::Earlier | Self::New | Self::Out => None,
        }
    }
}

/// The field that links a record to its contact.
pub(in super::super) const CONTACT_ID: &str = "contact_id";

/// The field with the organisation that a person works for.
const EMPLOYER: &str = "contact_employer";

/// Returns a part of a name.
type PartOf = fn(&Name) -> String;

/// The fields that the name in a row fills.
const PARTS: [(&str, PartOf); 7] = [
    ("contact_title", |name| name.title.clone()),
    ("contact_fname", |name| name.first.clone()),
    ("contact_lname", |name| name.last.clone()),
    ("contact_suffix", |name| name.suffix.clone()),
    ("contact_spouse_fname", |name| name.spouse_first.clone()),
    ("contact_spouse_lname", |name| name.spouse_last.clone()),
    (IS_ORG, |name| u8::from(name.is_org).to_string()),
];

impl Translator {
    /// Makes the translator of a mapping, which has the columns of the file in their order.
    pub(in super::super) fn new<R: Importable>(mapping: Mapping, this_year: i32) -> Self {
        let mut columns: Vec<Column> = Vec::new();
        let fields: Vec<Option<String>> = mapping.columns.iter().map(|column| column.field.clone()).collect();
        let at = |wanted: &str| -> Vec<usize> {
            let fields = fields.iter().enumerate();
            fields.filter(|(_, field)| field.as_deref() == Some(wanted)).map(|(i, _)| i).collect()
        };
        let has_donor = fields.iter().flatten().any(|field| donor::is_field(field));
        let notes = notes_of::<R>().filter(|_| !at(IN_NOTES).is_empty());
        let whole_at = at(FULL_NAME).into_iter().chain(at(ORGANIZATION)).next();
        let named_at = whole_at.or_else(|| at("contact_lname").first().copied());
        for field in fields.iter().flatten() {
            let is_there = columns.iter().any(|column| column.field == *field);
            let is_of_donor = donor::is_field(field) || has_donor && field == donor::EXTERNAL_ID;
            if is_there
                || is_of_donor
                || [FULL_NAME, ORGANIZATION, IN_NOTES, SAME].contains(&field.as_str())
                || Some(field.as_str()) == notes
            {
                continue;
            }
            let places = at(field);
            let from = match places.as_slice() {
                [one] if field == "contact_fname" => From::Named(*one, |name| name.first.clone()),
                [one] if field == "contact_lname" => From::Named(*one, |name| name.last.clone()),
                [one] if field == IS_ORG && whole_at.is_some() => From::Kind(*one),
                [one] if !joins::<R>(field) || is_title(field) => From::Cell(*one, form_of::<R>(field)),
                _ if is_title(field) => From::Titles(places),
                _ => From::Joined(places),
            };
            columns.push(Column { field: field.clone(), from });
        }
        let is_said = |field: &str| !at(field).is_empty() || mapping.constants.contains_key(field);
        if !at("phones").is_empty() && !is_said("phone_types") {
            let from = From::PhoneTypes(at("phones"));
            columns.push(Column { field: "phone_types".to_owned(), from });
        }
        if let Some(field) = notes {
            let from = From::Notes(at(field).first().copied(), at(IN_NOTES));
            columns.push(Column { field: field.to_owned(), from });
        }
        if let Some(place) = named_at {
            let is_filled = |field: &str| !is_said(field) && (whole_at.is_some() || field == IS_ORG);
            for (field, part) in PARTS.iter().filter(|(field, _)| is_filled(field)) {
                columns.push(Column { field: (*field).to_owned(), from: From::Part(place, *part) });
            }
            if let Some(place) = at(ORGANIZATION).first().filter(|_| !is_said(EMPLOYER)) {
                let from = From::Part(*place, |name| name.employer.clone());
                columns.push(Column { field: EMPLOYER.to_owned(), from });
            }
        }
        if let Some(place) = at(SAME).first().filter(|_| !has_full_name::<R>()) {
            columns.push(Column { field: CONTACT_ID.to_owned(), from: From::Same(*place) });
        }
        for (field, value) in &mapping.constants {
            columns.push(Column { field: field.clone(), from: From::Constant(value.clone()) });
        }
        let is_of_contacts = has_full_name::<R>();
        let (gift_types, has_whole) = (Vec::new(), whole_at.is_some());
        Self { mapping, columns, this_year, gift_types, has_donor, is_of_contacts, has_whole, currency: None }
    }

    /// Checks whether a file can be imported with a mapping.
    ///
    /// # Errors
    /// 422 with what is missing.
    pub(in super::super) fn check<R: Importable>(mapping: &Mapping) -> Result<(), AppError> {
        let header = Self::new::<R>(mapping.clone(), 0).header();
        Layout::new::<R>(&header).map(|_| ()).map_err(AppError::Invalid)
    }

    /// Lets the account's own gift types come before the words for the usual ones.
    pub(in super::super) fn with_gift_types(self, gift_types: Vec<String>) -> Self {
        Self { gift_types, ..self }
    }

    /// Sets the currency of amounts where no column says it.
    pub(in super::super) fn with_currency(self, code: &str) -> Self {
        Self { currency: Some(code.to_owned()), ..self }
    }

    /// Returns the currency of a row's amounts.
    fn currency_of(&self, cells: &[&str]) -> Option<String> {
        let column = self.columns.iter().find(|column| column.field.ends_with("_currency"));
        let said = column.map(|column| match &column.from {
            From::Cell(at, _) => self.mapped(cells, *at),
            From::Constant(code) => code.clone(),
            _ => String::new(),
        });
        let said = said.filter(|code| !code.is_empty()).map(|code| code.to_uppercase());
        said.or_else(|| self.currency.clone())
    }

    /// Returns the fields of the rows that come out.
    pub(in super::super) fn header(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.field.clone()).collect()
    }

    /// Returns what somebody says of the contact that a row is, or whose it is.
    ///
    /// # Errors
    /// The cell is neither a number nor one of the words.
    pub(in super::super) fn same(&self, cells: &[&str]) -> Result<Option<Same>, Problem> {
        let mut columns = self.mapping.columns.iter();
        let Some(at) = columns.position(|column| column.field.as_deref() == Some(SAME)) else {
            return Ok(None);
        };
        let text = self.mapped(cells, at);
        let (number, rest) = text.split_once(' ').unwrap_or((text.as_str(), ""));
        let is = |word: &str| text.eq_ignore_ascii_case(word);
        let refused = |rule: &str| Err(Problem::new(self.heading_of(SAME).unwrap_or_default(), rule));
        match number.parse::<u64>().ok().and_then(|id| i64::try_from(id).ok()) {
            _ if text.is_empty() => Ok(None),
            _ if is(NEW) => Ok(Some(Same::New)),
            _ if is(EARLIER) => Ok(Some(Same::Earlier)),
            _ if is(OUT) => Ok(Some(Same::Out)),
            Some(id) if id > 0 && rest.is_empty() => Ok(Some(Same::Contact(id))),
            Some(id) if id > 0 && rest.trim().eq_ignore_ascii_case(ACTIVE) => {
                if self.is_of_contacts {
                    return Ok(Some(Same::Active(id)));
                }
                refused("must be the number alone: only a file of contacts brings archived ones back")
            }
            _ => refused(&format!("must be the number of a contact, or {NEW}")),
        }
    }

    /// Returns whether a row leaves a field out because it does not say whose it is.
    pub(in super::super) fn is_unsaid(&self, field: &str, cells: &[&str]) -> bool {
        field == CONTACT_ID
            && self
                .columns
                .iter()
                .zip(cells)
                .any(|(column, cell)| matches!(column.from, From::Same(_)) && cell.is_empty())
    }

    /// Returns whether a change of a record leaves out a field: what is the same for all records, or was made of a part of a
    /// cell that is not there, is for new records only, and notes do not replace others. What is `kept` of a contact: it stays a
    /// person or an organisation, with its name where that of the row looks like one of the other kind, and an employer stays. But
    /// where no column has whole names, the columns for parts of them and for the kind say what it becomes.
    pub(in super::super) fn is_for_new(&self, field: &str, cells: &[&str], kept: Option<Kept>) -> bool {
        let found = |field: &str| self.columns.iter().zip(cells).find(|(column, _)| column.field == field);
        let told = found(IS_ORG).filter(|(column, _)| matches!(column.from, From::Part(..) | From::Kind(_)));
        let looks_org = told.filter(|_| self.has_whole).map(|(_, cell)| *cell == "1");
        let is_said = |(column, cell): (&Column, &&str)| {
            !self.has_whole && matches!(column.from, From::Cell(..)) && !cell.is_empty()
        };
        let is_other = kept.zip(looks_org).is_some_and(|(kept, looks_org)| kept.is_org != looks_org);
        let is_employed = field == EMPLOYER && kept.is_some_and(|kept| kept.has_employer);
        found(field).is_some_and(|(column, cell)| match column.from {
            From::Constant(_) | From::Notes(None, _) => true,
            From::Part(..) if field == IS_ORG && found(CONTACT_TYPE).is_some_and(is_said) => false,
            From::Part(..) | From::Kind(_) => cell.is_empty() || field == IS_ORG || is_other || is_employed,
            From::Named(..) => is_other && looks_org == Some(true),
            _ => false,
        })
    }

    /// Returns whether the cells of a row, but for the first filled one, are amounts, or are not imported.
    pub(in super::super) fn has_amounts_alone(&self, cells: &[&str]) -> bool {
        let filled = cells.iter().enumerate().filter(|(_, cell)| !cell.trim().is_empty());
        let is_amount = |at: usize| {
            let used = |column: &&Column| match &column.from {
                From::Cell(place, _) | From::Part(place, _) | From::Named(place, _) | From::Kind(place) => {
                    *place == at
                }
                From::Joined(places) | From::Titles(places) => places.contains(&at),
                From::Notes(own, more) => *own == Some(at) || more.contains(&at),
                From::PhoneTypes(_) | From::Constant(_) | From::Same(_) => false,
            };
            let found = self.columns.iter().find(used);
            found.is_none_or(|column| matches!(column.from, From::Cell(_, Form::Money)))
        };
        filled.skip(1).all(|(at, _)| is_amount(at))
    }

    /// Returns the heading of the column that a field comes from.
    pub(in super::super) fn heading_of(&self, field: &str) -> Option<&str> {
        if field == donor::MATCH || donor::is_field(field) {
            return self.heading_of_donor(field);
        }
        if field == SAME {
            let same = |column: &&MappedColumn| column.field.as_deref() == Some(SAME);
            return self.mapping.columns.iter().find(same).map(|column| column.heading.as_str());
        }
        let column = self.columns.iter().find(|column| column.field == field)?;
        let at = match &column.from {
            From::Cell(at, _) | From::Part(at, _) | From::Named(at, _) | From::Kind(at) | From::Same(at) => {
                *at
            }
            From::Joined(places) | From::Titles(places) | From::PhoneTypes(places) => *places.first()?,
            From::Notes(own, more) => own.or_else(|| more.first().copied())?,
            From::Constant(_) => return None,
        };
        self.mapping.columns.get(at).map(|column| column.heading.as_str())
    }

    /// Returns the `contact_match` of a row, if its columns say who the donor is. Of somebody who `is_new`, the last name is enough.
    ///
    /// # Errors
    /// They do not say enough. A birthday that is no date is a problem of [`Self::row`].
    pub(in super::super) fn donor(&self, cells: &[&str], is_new: bool) -> Result<Option<String>, Problem> {
        if !self.has_donor {
            return Ok(None);
        }
        let cell = |field: &str| match field {
            donor::BIRTHDAY => self.donor_birthday(cells).unwrap_or_default(),
            donor::PHONE_TYPE => self.heading_of_donor("donor_phone").map_or("", phone_type).to_owned(),
            field => self.cell_of(cells, field),
        };
        let heading = self.heading_of_donor(donor::MATCH).unwrap_or_default();
        donor::match_of(&cell, is_new).map_err(|rule| Problem::new(heading, rule))
    }

    /// Returns the birthday of the donor of a row, or the rule that it breaks.
    fn donor_birthday(&self, cells: &[&str]) -> Result<String, String> {
        let mut columns = self.mapping.columns.iter();
        let at = columns.position(|column| column.field.as_deref() == Some(donor::BIRTHDAY));
        at.map_or(Ok(String::new()), |at| self.cell(cells, at, Form::MonthDay))
    }

    /// Returns the name of the donor of a row.
    pub(in super::super) fn donor_name(&self, cells: &[&str]) -> Name {
        donor::name_of(&|field| self.cell_of(cells, field))
    }

    /// Returns the name in a row of contacts.
    fn name(&self, cells: &[&str]) -> Name {
        let cell = |field| self.cell_of(cells, field);
        let kind = values::contact_type(&cell(CONTACT_TYPE)).map(|kind| kind == "organization");
        let is_org = kind.or_else(|| values::flag(&cell(IS_ORG)).map(|flag| flag == "1"));
        let columns = [FULL_NAME, "contact_fname", "contact_lname", ORGANIZATION];
        names::of_row(is_org, &cell("contact_title"), columns.map(cell))
    }

    /// Returns the text of the column that is a field, or of several for titles, or what every record has there.
    fn cell_of(&self, cells: &[&str], field: &str) -> String {
        let columns = self.mapping.columns.iter().enumerate();
        let own = columns.filter(|(_, column)| column.field.as_deref() == Some(field));
        let texts = own.map(|(at, _)| self.mapped(cells, at)).filter(|text| !text.is_empty());
        let text = texts.collect::<Vec<_>>().join(" ");
        // No field has a column and the same text for every record.
        if text.is_empty() { self.mapping.constants.get(field).cloned().unwrap_or_default() } else { text }
    }

    /// Returns the heading of a column of the donor, or of the one with the name, or of the first one.
    fn heading_of_donor(&self, field: &str) -> Option<&str> {
        let of = |column: &&MappedColumn| column.field.as_deref().is_some_and(donor::is_field);
        let mut columns = self.mapping.columns.iter().filter(of);
        let find = |wanted: &str| columns.clone().find(|column| column.field.as_deref() == Some(wanted));
        let own = std::iter::once(field).chain(donor::NAMES).find_map(find);
        own.or(columns.next()).map(|column| column.heading.as_str())
    }

    /// Turns a row into a row of fields. The problems have the headings of their columns.
    pub(in super::super) fn row(&self, cells: &[&str]) -> (Vec<String>, Vec<Problem>) {
        let mut problems = Vec::new();
        let name = LazyCell::new(|| self.name(cells));
        let mut cell = |at: usize, form| {
            self.cell(cells, at, form).unwrap_or_else(|rule| {
                let heading = self.mapping.columns.get(at).map_or("", |column| column.heading.as_str());
                problems.push(Problem::new(heading, rule));
                String::new()
            })
        };
        let row = self.columns.iter().map(|column| match &column.from {
            From::Cell(at, form) => cell(*at, *form),
            From::Kind(at) => match cell(*at, Form::Flag) {
                said if said.is_empty() && name.is_org => "1".to_owned(),
                said => said,
            },
            From::Joined(places) => {
                let texts = places.iter().map(|at| words(&self.mapped(cells, *at)));
                texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(";")
            }
            From::Titles(_) => self.cell_of(cells, &column.field),
            From::PhoneTypes(places) => self.phone_types(cells, places),
            From::Part(_, part) | From::Named(_, part) => part(&name),
            From::Notes(own, more) => self.notes(cells, *own, more),
            From::Constant(value) => value.clone(),
            From::Same(_) => match self.same(cells) {
                Ok(Some(same)) => same.contact().map(|id| id.to_string()).unwrap_or_default(),
                _ => String::new(),
            },
        });
        let row = row.collect();
        let heading = |field: &str| self.heading_of_donor(field).unwrap_or_default();
        let kind = self.cell_of(cells, donor::TYPE);
        if !kind.is_empty() && values::contact_type(&kind).is_none() {
            problems.push(Problem::new(heading(donor::TYPE), "must be one of person, organization"));
        }
        if let Err(rule) = self.donor_birthday(cells) {
            problems.push(Problem::new(heading(donor::BIRTHDAY), rule));
        }
        (row, problems)
    }

    /// Returns the text of a cell, or what its word stands for.
    fn mapped(&self, cells: &[&str], at: usize) -> String {
        let text = unguarded(cells.get(at).copied().unwrap_or_default()).trim();
        let values = self.mapping.columns.get(at).map(|column| &column.values);
        let found = values.and_then(|values| {
            values.iter().find(|(word, _)| word.trim().to_lowercase() == text.to_lowercase())
        });
        found.map_or(text, |(_, value)| value).to_owned()
    }

    fn cell(&self, cells: &[&str], at: usize, form: Form) -> Result<String, String> {
        let text = self.mapped(cells, at);
        if text.is_empty() {
            return Ok(text);
        }
        let (order, sign) = (self.mapping.date_order, self.mapping.decimal_sign);
        let read = match form {
            Form::Day => values::date(&text, order, self.this_year),
            Form::MonthDay => values::month_day(&text, order, self.this_year),
            Form::Money => match self.currency_of(cells) {
                Some(code) => values::amount(&text, sign)
                    .and_then(|read| values::check_currency(&text, &code).map(|()| read)),
                None => values::amount(&text, sign),
            },
            Form::Flag => match values::flag(&text) {
                Some(flag) => Ok(flag.to_owned()),
                None => Err("must be yes or no".to_owned()),
            },
            Form::Choice(choices) => return Ok(values::choice(&text, &choices()).map_or(text, str::to_owned)),
            Form::Country => return Ok(values::country(&text).unwrap_or(text)),
            Form::Currency => return Ok(text.to_uppercase()),
            Form::GiftType => return Ok(self.gift_type(text)),
            Form::ContactType => return Ok(values::contact_type(&text).map_or(text, str::to_owned)),
            Form::Words => return Ok(words(&text)),
            Form::Text => {
                return Ok(cells
                    .get(at)
                    .copied()
                    .filter(|cell| unguarded(cell).trim() == text)
                    .unwrap_or(&text)
                    .to_owned());
            }
        };
        let shown: String =
            text.chars().filter(|character| !character.is_control()).take(SHOWN_MAX).collect();
        read.map_err(|rule| format!("({shown}) {rule}"))
    }

    fn gift_type(&self, text: String) -> String {
        values::gift_type_in(&text, &self.gift_types).unwrap_or(text)
    }

    /// Returns what the phone numbers of a row are for, in the order of the numbers.
    fn phone_types(&self, cells: &[&str], places: &[usize]) -> String {
        let mut types = Vec::new();
        for at in places {
            let text = words(&self.mapped(cells, *at));
            // A list of JSON says it by itself.
            if text.starts_with('[') {
                return String::new();
            }
            let own = self.mapping.columns.get(*at).map_or("", |column| phone_type(&column.heading));
            let numbers = cells_of::split(&text).into_iter();
            types.extend(numbers.map(|number| if number.is_empty() { "" } else { own }));
        }
        cells_of::join(&types)
    }

    fn notes(&self, cells: &[&str], own: Option<usize>, more: &[usize]) -> String {
        let own = own.map(|at| self.mapped(cells, at)).filter(|text| !text.is_empty());
        let line = |at: &usize| {
            let text = self.mapped(cells, *at);
            let heading = self.mapping.columns.get(*at).map_or("", |column| column.heading.as_str());
            (!text.is_empty()).then(|| format!("{heading}: {text}"))
        };
        own.into_iter().chain(more.iter().filter_map(line)).collect::<Vec<_>>().join("\n")
    }
}

/// Writes words with semicolons between them. Commas separate too, where there are no semicolons.
fn words(text: &str) -> String {
    if text.contains(';') || text.starts_with('[') { text.to_owned() } else { text.replace(',', ";") }
}

#[cfg(test)]
mod tests;
