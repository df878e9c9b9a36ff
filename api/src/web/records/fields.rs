//! The fields of a form, made from the declaration of a resource's fields.

use serde_json::{Map, Value};

use super::labels::{all_countries, all_languages, capitalised, choice, gift_type, hint, label};
use super::links::{Links, Target, number, target};
use super::typed::{Typed, text};
use crate::fields::Problems;
use crate::fields::field::{Control, Entry};
use crate::fields::problem::Problem;
use crate::language::spoken;
use crate::web::rules::said;
use crate::web::summary::Summary;

/// The length from which on a text gets several lines, in characters.
const LONG: usize = 1000;

/// A field of a form.
#[derive(Default)]
pub(in crate::web) struct Input {
    pub(in crate::web) id: String,
    pub(in crate::web) name: String,
    pub(in crate::web) label: String,
    pub(in crate::web) hint: String,
    pub(in crate::web) error: Option<String>,
    pub(in crate::web) value: String,
    pub(in crate::web) kind: &'static str,
    /// The values to choose from, each with its text.
    pub(in crate::web) options: Vec<(String, String)>,
    /// The address of suggestions, for browsers with scripts.
    pub(in crate::web) suggestions: String,
    pub(in crate::web) is_required: bool,
    pub(in crate::web) is_focused: bool,
    pub(in crate::web) is_ticked: bool,
}

impl Input {
    /// Makes a field.
    pub(in crate::web) fn new(name: &str, label: String, kind: &'static str, value: &str) -> Self {
        let id = name.replace(['[', ']', '.'], "-");
        Self { id, name: name.to_owned(), label, kind, value: value.to_owned(), ..Self::default() }
    }

    /// Returns the type of the element `input`.
    pub(in crate::web) fn input_type(&self) -> &'static str {
        match self.kind {
            "email" => "email",
            "date" => "date",
            "time" => "time",
            _ => "text",
        }
    }

    /// Returns whether it must not be folded away. What a new record has by default in a choice may be, and so may what
    /// programs keep in a record.
    fn is_seen(&self) -> bool {
        let is_of_programs = self.name.ends_with("_custom") || self.name.ends_with("_external_id");
        let is_filled_in = match self.kind {
            "select" => false,
            "check" => self.is_ticked,
            _ => !self.value.is_empty() && !is_of_programs,
        };
        is_filled_in || self.is_required || self.error.is_some()
    }

    /// Returns whether the cursor stands at one of its options: the chosen one, or else the first.
    pub(in crate::web) fn is_focused_at(&self, option: &str) -> bool {
        let chosen = self.options.iter().find(|(one, _)| *one == self.value);
        self.is_focused && chosen.or(self.options.first()).is_some_and(|(one, _)| one == option)
    }

    pub(in crate::web) fn described_by(&self) -> String {
        let hint = (!self.hint.is_empty()).then(|| format!("{}-hint", self.id));
        let error = self.error.is_some().then(|| format!("{}-error", self.id));
        hint.into_iter().chain(error).collect::<Vec<_>>().join(" ")
    }
}

/// Lets the cursor stand at the first of these fields, unless it stands elsewhere. Returns whether it stands somewhere.
pub(super) fn focus_first<'a>(inputs: impl IntoIterator<Item = &'a mut Input>, has_cursor: bool) -> bool {
    let Some(first) = inputs.into_iter().next() else { return has_cursor };
    first.is_focused = !has_cursor;
    true
}

/// A list within a form, each row with its fields.
pub(in crate::web) struct Rows {
    pub(in crate::web) id: String,
    pub(in crate::web) name: &'static str,
    pub(in crate::web) label: String,
    pub(in crate::web) error: Option<String>,
    pub(in crate::web) items: Vec<Row>,
    pub(in crate::web) has_primary: bool,
}

impl Rows {
    fn is_seen(&self) -> bool {
        self.error.is_some()
            || self.items.iter().any(|row| !row.is_new || row.inputs.iter().any(Input::is_seen))
    }
}

/// A row of a list.
pub(in crate::web) struct Row {
    /// The common beginning of its fields' names.
    pub(in crate::web) prefix: String,
    pub(in crate::web) index: usize,
    pub(in crate::web) legend: String,
    /// The id of the stored item, if it is one.
    pub(in crate::web) id: String,
    pub(in crate::web) inputs: Vec<Input>,
    pub(in crate::web) is_primary: bool,
    pub(in crate::web) is_new: bool,
}

/// A part of a form.
pub(in crate::web) enum Part {
    One(Input),
    Many(Rows),
}

/// A group of fields with its heading.
pub(in crate::web) struct Group {
    pub(in crate::web) heading: &'static str,
    pub(in crate::web) id: &'static str,
    pub(in crate::web) fields: Vec<Input>,
    pub(in crate::web) lists: Vec<Rows>,
    /// Whether it is unfolded from the first: it has what people have filled in, must be filled in, or is wrong.
    pub(in crate::web) is_open: bool,
}

/// The problems of a form, until its fields have taken them.
#[derive(Default)]
pub(in crate::web) struct FormProblems(Vec<Problem>);

impl FormProblems {
    pub(in crate::web) fn new(problems: Problems) -> Self {
        Self(problems.into_iter().collect())
    }

    /// Takes the problem of a field, without the field's name, since the label stands above it. Drops any further
    /// problems of the same field.
    pub(in crate::web) fn take(&mut self, name: &str) -> Option<String> {
        let is_own =
            |one: &str| one == name || one.strip_prefix(name).is_some_and(|rest| rest.starts_with('['));
        let position = self.0.iter().position(|problem| is_own(&problem.path))?;
        let Problem { path, rule, .. } = self.0.swap_remove(position);
        self.0.retain(|other| other.path != path);
        Some(capitalised(&said(&rule)))
    }

    /// Returns the summary of the problems: those of fields, which `add_fields` adds, and those of no field.
    pub(in crate::web) fn summary(
        self,
        not_done: &'static str,
        add_fields: impl FnOnce(&mut Summary),
    ) -> Option<Summary> {
        let mut summary = Summary::new(not_done);
        add_fields(&mut summary);
        for problem in self.0 {
            summary.other(&capitalised(&said(&problem.to_string())));
        }
        (!summary.is_empty()).then_some(summary)
    }
}

impl Group {
    /// Adds the problems of the fields to a summary.
    pub(in crate::web) fn summarise(&self, summary: &mut Summary) {
        summarise(&self.fields, "", summary);
        for list in &self.lists {
            if let Some(error) = &list.error {
                summary.field(&list.id, &list.label, error);
            }
            for row in &list.items {
                summarise(&row.inputs, &format!("{}, {}, ", list.label, row.index + 1), summary);
            }
        }
    }
}

/// Adds the problems of fields to a summary. `before` stands before their labels.
pub(in crate::web) fn summarise<'a>(
    inputs: impl IntoIterator<Item = &'a Input>,
    before: &str,
    summary: &mut Summary,
) {
    for input in inputs {
        if let Some(error) = &input.error {
            summary.field(&input.id, &format!("{before}{}", input.label), error);
        }
    }
}

/// The id of the heading of the last group.
pub(in crate::web) const MORE: &str = "group-more";

/// Returns the id of the group whose heading has this id.
pub(in crate::web) fn group_id(heading: &'static str) -> &'static str {
    heading.strip_prefix("group-").unwrap_or(heading)
}

/// Makes the groups of a form. A field that no group names stands in the last one.
pub(in crate::web) fn groups(
    entries: &[Entry],
    named: &[(&'static str, &[&str])],
    (typed, links): (&Typed, &Links),
    problems: &mut FormProblems,
) -> Vec<Group> {
    let mut groups = Vec::new();
    let is_named = |entry: &&Entry| named.iter().any(|(_, names)| names.contains(&entry.name));
    let rest: Vec<_> = entries.iter().filter(|entry| !is_named(entry)).map(|entry| entry.name).collect();
    let all = named.iter().map(|(heading, names)| (*heading, names.to_vec())).chain([(MORE, rest)]);
    for (heading, names) in all {
        let id = group_id(heading);
        let heading = t!(heading);
        let mut group = Group { heading, id, fields: Vec::new(), lists: Vec::new(), is_open: false };
        for name in names {
            let Some(entry) = entries.iter().find(|entry| entry.name == name) else { continue };
            match part(entry, (typed, links), problems) {
                Part::One(input) => group.fields.push(input),
                Part::Many(rows) => group.lists.push(rows),
            }
        }
        if !group.fields.is_empty() || !group.lists.is_empty() {
            group.is_open = group.fields.iter().any(Input::is_seen) || group.lists.iter().any(Rows::is_seen);
            groups.push(group);
        }
    }
    groups
}

/// Makes the field, or the list, of a declared field.
pub(in crate::web) fn part(
    entry: &Entry,
    (typed, links): (&Typed, &Links),
    problems: &mut FormProblems,
) -> Part {
    match entry.control {
        Control::List(entries) => {
            let stored = typed.get(entry.name).and_then(Value::as_array).cloned().unwrap_or_default();
            Part::Many(rows(entry, entries, (&stored, links), problems))
        }
        Control::Object([only]) => {
            let object = typed.get(entry.name).and_then(Value::as_object).cloned().unwrap_or_default();
            let name = format!("{}.{}", entry.name, only.name);
            let mut input = input(only, &name, &object, &Links::default(), problems);
            // Without it, the object is left out.
            input.is_required = entry.required;
            Part::One(input)
        }
        _ => Part::One(input(entry, entry.name, typed, links, problems)),
    }
}

fn input(entry: &Entry, name: &str, typed: &Typed, links: &Links, problems: &mut FormProblems) -> Input {
    let value = text(typed, entry.name);
    let mut input = Input::new(name, label(entry), "text", value);
    input.hint = hint(entry);
    input.error = problems.take(name);
    input.is_required = entry.required;
    match entry.control {
        Control::Text(_) if entry.name == "phone_number" => input.kind = "phone",
        Control::Text(max) => input.kind = if max > LONG { "long" } else { "text" },
        Control::Email => input.kind = "email",
        Control::Day => input.kind = "date",
        Control::Time => input.kind = "time",
        Control::Flag => {
            input.kind = "check";
            input.is_ticked = value == "1";
        }
        Control::Money => input.kind = "money",
        Control::Country => {
            input.kind = "select";
            let none = [(String::new(), "—".to_owned())];
            input.options = none.into_iter().chain(all_countries(links.home)).collect();
        }
        Control::Names | Control::Json => input.kind = "long",
        Control::Choice(texts) => {
            input.kind = "select";
            let empty = (!entry.required).then(|| (String::new(), "—".to_owned()));
            let texts = texts().into_iter().map(|text| (text.to_owned(), choice(text)));
            input.options = empty.into_iter().chain(texts).collect();
        }
        Control::Number => input.kind = "number",
        Control::MonthDay | Control::Url | Control::Object(_) | Control::List(_) => {}
    }
    match target(entry.name) {
        Some(Target::Contact) => {
            input.kind = "suggest";
            input.value = links.typed(entry.name, value);
            input.suggestions = String::from("/contacts/suggest");
            let found = links.found.get(name).into_iter().flatten();
            input.options = found.map(|shown| (shown.clone(), String::new())).collect();
        }
        Some(Target::GiftType) => {
            input.kind = "select";
            let types = links.gift_types.iter().map(|(id, name)| (id.to_string(), gift_type(name)));
            input.options = [(String::new(), "—".to_owned())].into_iter().chain(types).collect();
        }
        Some(Target::Member) => {
            input.kind = "select";
            let members = links.assignees.iter().map(|(id, name)| (id.to_string(), name.clone()));
            input.options = [(String::new(), "—".to_owned())].into_iter().chain(members).collect();
            // Somebody who has left the account may have the task still.
            if !input.options.iter().any(|(option, _)| *option == input.value) {
                input.options.push((input.value.clone(), links.shown(entry.name, &input.value).0));
            }
        }
        Some(Target::Batch) => {
            input.kind = "select";
            let batches = links.open_batches.iter().map(|(id, name)| (id.to_string(), name.clone()));
            input.options = [(String::new(), "—".to_owned())].into_iter().chain(batches).collect();
            // The gift may be in a closed batch.
            if !input.options.iter().any(|(option, _)| *option == input.value) {
                input.options.push((input.value.clone(), links.shown(entry.name, &input.value).0));
            }
        }
        // Whose pledges to offer is known when the contact is.
        Some(Target::Pledge) if links.pledges.is_empty() => {
            t!("edit-pledge-hint").clone_into(&mut input.hint);
        }
        Some(Target::Pledge) => {
            input.kind = "select";
            input.hint.clear();
            input.value = number(value).map_or_else(|| value.to_owned(), |id| id.to_string());
            let none = (String::new(), "—".to_owned());
            input.options = [none].into_iter().chain(links.pledges.iter().cloned()).collect();
        }
        _ => {}
    }
    if let Some((names, is_closed)) = links.purposes.of(entry.name) {
        let names =
            names.iter().map(|name| (name.clone(), if *is_closed { name.clone() } else { String::new() }));
        let none = is_closed.then(|| (String::new(), "—".to_owned()));
        input.kind = if *is_closed { "select" } else { "suggest" };
        input.options = none.into_iter().chain(names).collect();
    }
    if entry.name == "contact_language" {
        input.kind = "select";
        input.hint.clear();
        let none = [(String::new(), "—".to_owned())];
        input.options = none.into_iter().chain(all_languages(value)).collect();
    }
    // A value outside of the choices must not be lost by being shown as one of them.
    if input.kind == "select" && !input.options.iter().any(|(option, _)| *option == input.value) {
        input.options.push((input.value.clone(), input.value.clone()));
    }
    input
}

/// Puts the postal code before the city, in languages that write it so.
fn in_order(mut entries: Vec<&Entry>) -> Vec<&Entry> {
    let place = |name: &str| entries.iter().position(|entry| entry.name == name);
    let (city, code) = (place("address_city"), place("address_postal_code"));
    if let (Some(city), Some(code)) = (city, code.filter(|_| !spoken().is_english())) {
        let code = entries.remove(code);
        entries.insert(city, code);
    }
    entries
}

fn rows(
    list: &Entry,
    entries: &'static [Entry],
    (stored, links): (&[Value], &Links),
    problems: &mut FormProblems,
) -> Rows {
    let has_primary = entries.iter().any(|entry| matches!(entry.control, Control::Flag));
    let blank = Value::from(Map::new());
    let label = label(list);
    let row = |(index, value): (usize, &Value)| {
        let typed = value.as_object().cloned().unwrap_or_default();
        let prefix = format!("{}[{index}].", list.name);
        // People choose a record, and no external id of it.
        let is_shown = |entry: &&Entry| entry.name != "id" && !entry.name.ends_with("_external_id");
        let shown = entries.iter().filter(is_shown).filter(|entry| !matches!(entry.control, Control::Flag));
        let inputs = in_order(shown.collect()).into_iter().map(|entry| {
            let mut input = input(entry, &format!("{prefix}{}", entry.name), &typed, links, problems);
            // A row that is left empty is not a new item.
            input.is_required = false;
            input
        });
        let inputs: Vec<_> = inputs.collect();
        let is_primary = entries
            .iter()
            .any(|entry| matches!(entry.control, Control::Flag) && text(&typed, entry.name) == "1");
        let is_new = index >= stored.len();
        let legend = if is_new { t!("edit-add-one").to_owned() } else { format!("{label}, {}", index + 1) };
        Row { prefix, index, legend, id: text(&typed, "id").to_owned(), inputs, is_primary, is_new }
    };
    // A gift is split into two parts at least.
    let blanks = if list.name == "splits" && stored.is_empty() { 2 } else { 1 };
    let items = stored.iter().chain(std::iter::repeat_n(&blank, blanks)).enumerate().map(row).collect();
    let error = problems.take(list.name);
    Rows { id: format!("list-{}", list.name), name: list.name, label, error, items, has_primary }
}
