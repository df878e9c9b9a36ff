//! Field types: how a value of a record is read and written.
//!
//! A field type is a marker without values of its own. The module [`types`](super::types) has the field types, and a
//! resource names one for each of its fields.

use std::collections::HashSet;

use super::json::{parse_stored, shown};
use super::schema::{Property, filled, property, register_as};
use super::source::{Members, Source, lent, of_json};
use crate::fields::problem::{MISSING, Problems};
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use serde::Serialize;
use serde::ser::Serializer;

/// Fields that come with every record and that callers cannot write.
pub const NEVER_WRITTEN: [&str; 4] = ["id", "account_id", "created_at", "updated_at"];

/// A field type.
pub trait Field {
    /// Returns its schema, and registers the types to which the schema refers.
    fn schema(registry: &mut Registry) -> MetaSchemaRef;
}

/// A field type that callers can write.
pub trait InputField: Field {
    /// The type of the value that is read. It needs [`PartialEq`] only so that an absent field can be told from a
    /// cleared one.
    type Value: PartialEq;

    /// Whether a query may give its parameter several times, which means the same as the values separated by commas.
    const IS_LIST: bool = false;
    /// The kind of value, for those who fill it in.
    const CONTROL: Control = Control::Text(usize::MAX);

    /// Returns the schema of a value in the body of a new record or of a change, if that differs from a value in a
    /// response. It says what callers should send, in the words that generators of clients understand, and not
    /// everything that [`read`](Self::read) understands.
    fn body_schema(registry: &mut Registry, is_new: bool) -> MetaSchemaRef {
        let _ = is_new;
        Self::schema(registry)
    }

    /// Reads a value. Returns `None` for `null` (and for text, `""`).
    ///
    /// # Errors
    /// The rule that the value breaks, worded to follow the field's name. Problems deeper in the value are added
    /// to those of `within`.
    fn read(source: &Source<'_>, path: &str, within: &mut Fields<'_>) -> Result<Option<Self::Value>, String>;

    /// Returns the rule that a value breaks if it cannot be read.
    fn rule() -> String {
        "must not be empty".to_owned()
    }
}

/// A field type that appears in responses.
pub trait OutputField: Field {
    /// The type of the value that is written.
    type Value;

    /// Whether it can be `null`.
    const NULLABLE: bool = false;
    /// Whether it is a record.
    const IS_RECORD: bool = false;

    /// Writes a value.
    fn write<S: Serializer>(value: &Self::Value, serializer: S) -> Result<S::Ok, S::Error>;
}

/// A value in a response, with the type of its field.
pub struct Written<'a, F: OutputField>(pub &'a F::Value);

impl<F: OutputField> Serialize for Written<'_, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        F::write(self.0, serializer)
    }
}

/// A field in a body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Patch<T> {
    /// The body does not have the field, which keeps its value.
    #[default]
    Absent,
    /// `null`: the field is cleared.
    Null,
    /// This value.
    Value(T),
}

impl<T> Patch<T> {
    /// Returns the value, if there is one.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Takes what another body has, if this one does not have the field.
    pub fn fill(&mut self, other: Self) {
        if let Self::Absent = self {
            *self = other;
        }
    }

    /// Applies the change to an optional field.
    pub fn apply(self, field: &mut Option<T>) {
        match self {
            Self::Absent => {}
            Self::Null => *field = None,
            Self::Value(value) => *field = Some(value),
        }
    }
}

/// The members of a body that were not read as fields.
#[derive(Debug, Default)]
pub struct Unread {
    /// The names of fields that were not recognised.
    pub ignored: Vec<String>,
    /// Related records, which only responses have: the name and the JSON.
    pub related: Vec<(&'static str, String)>,
}

/// An object in a body, with the fields that have not been taken yet.
pub struct Fields<'a> {
    entries: Members<'a>,
    path: String,
    /// Whether the whole body describes a new record.
    body_is_new: bool,
    /// Whether this object describes a new record, so that its required fields must be there.
    creating: bool,
    problems: &'a mut Problems,
    unread: &'a mut Unread,
}

impl<'f> Fields<'f> {
    /// Wraps the members of a body that describes a new record, or changes of one.
    pub fn new(
        entries: Members<'f>,
        is_new: bool,
        problems: &'f mut Problems,
        unread: &'f mut Unread,
    ) -> Self {
        Fields { entries, path: String::new(), body_is_new: is_new, creating: is_new, problems, unread }
    }

    /// Reads a nested object at a path such as `emails[0]`. The error is the rule that the value breaks.
    pub fn nested<'b>(&'b mut self, field: &str, source: &'b Source<'_>) -> Result<Fields<'b>, String> {
        let no_object = || "must be an object".to_owned();
        let mut entries = match source {
            Source::Json(raw) => of_json(parse_stored(raw.get().as_bytes()).map_err(|_| no_object())?),
            Source::Object(members) => lent(members),
            Source::Text(_) | Source::List(_) => return Err(no_object()),
        };
        let mut names = HashSet::new();
        entries.retain(|(name, _)| {
            let is_new = names.insert(name.clone());
            if !is_new {
                self.problems.add(&format!("{field}.{}", shown(name)), "is given twice");
            }
            is_new
        });
        Ok(Fields {
            entries,
            path: format!("{field}."),
            body_is_new: self.body_is_new,
            creating: true,
            problems: self.problems,
            unread: self.unread,
        })
    }

    /// Returns whether the whole body describes a new record.
    pub fn is_of_new(&self) -> bool {
        self.body_is_new
    }

    /// Lets all of it describe a new record.
    #[must_use]
    pub fn of_new(mut self) -> Self {
        self.body_is_new = true;
        self
    }

    /// Adds a problem with a value in this object.
    pub fn problem(&mut self, field: &str, rule: &str) {
        self.problems.add(field, rule);
    }

    /// Lets an item with an `id` change the record's existing item with that id, without the fields that a new item
    /// needs. In the body of a new record, an `id` has no meaning.
    pub fn may_change_existing(&mut self) {
        let has_id = self.entries.iter().any(|(entry, source)| entry == "id" && !source.is_empty());
        self.creating = !has_id || self.body_is_new;
    }

    /// Takes a field. A new record needs a `required` field, and it cannot be cleared.
    pub fn take<F: InputField>(&mut self, name: &str, required: bool) -> Patch<F::Value> {
        let position = self.entries.iter().position(|(entry, _)| entry == name);
        let field = format!("{}{name}", self.path);
        let patch = match position.map(|position| self.entries.swap_remove(position).1) {
            None => Patch::Absent,
            Some(source) => match F::read(&source, &field, self) {
                Ok(Some(value)) => Patch::Value(value),
                Ok(None) => Patch::Null,
                Err(rule) => {
                    self.problems.add(&field, rule);
                    // The problem is reported already. Do not report the field as missing, too.
                    return Patch::Absent;
                }
            },
        };
        if required && (patch == Patch::Null || self.creating && patch == Patch::Absent) {
            self.problems.add(&field, MISSING);
        }
        patch
    }

    /// Adds the remaining fields to the list of ignored ones, except those that callers cannot write. `read_only` names
    /// these, and says whether each is a related record, which is kept.
    pub fn finish(self, read_only: &[(&'static str, bool)]) {
        for (name, source) in self.entries {
            match (read_only.iter().find(|(read_only, _)| *read_only == name), source) {
                (Some((name, true)), Source::Json(raw)) => {
                    self.unread.related.push((name, raw.get().to_owned()));
                }
                (None, _) if !NEVER_WRITTEN.contains(&&*name) => {
                    self.unread.ignored.push(format!("{}{name}", self.path));
                }
                _ => {}
            }
        }
    }
}

/// The kind of a field's value, for those who fill it in.
#[derive(Clone, Copy, Debug)]
pub enum Control {
    /// A text of at most so many characters.
    Text(usize),
    /// A country, by its code.
    Country,
    /// An email address.
    Email,
    /// The address of a page or a file.
    Url,
    /// A calendar day.
    Day,
    /// A calendar day, with or without its year.
    MonthDay,
    /// A time of day.
    Time,
    /// Yes or no.
    Flag,
    /// A number, such as the id of another record.
    Number,
    /// An amount of money.
    Money,
    /// One of these texts.
    Choice(fn() -> Vec<&'static str>),
    /// Names, such as tags.
    Names,
    /// A JSON object of the caller's own.
    Json,
    /// An object with these fields.
    Object(&'static [Entry]),
    /// A list of objects with these fields.
    List(&'static [Entry]),
}

/// A field of a body, described for imports, which make bodies from the rows of a file, and for forms.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Whether a new record needs it.
    pub required: bool,
    /// The kind of its value.
    pub control: Control,
    /// Its description, as in the document.
    pub about: &'static str,
    /// Its label for people, if that does not follow from its name.
    pub label: Option<&'static str>,
    /// The hint for people, if it differs from the description.
    pub hint: Option<&'static str>,
    /// Makes an example of its value, for the document.
    pub example: fn() -> serde_json::Value,
    /// The field that need not be sent if this one is, because it says the same in other words.
    pub replaces: Option<&'static str>,
    /// What the field says when the person is erased to whom the record belongs: a text, or an empty one if it is cleared.
    /// `None` for what stays.
    pub erased_as: Option<&'static str>,
}

impl Entry {
    /// Returns whether it is for what people note down of a record.
    pub fn is_notes(&self) -> bool {
        ["_notes", "_memo", "_description"].iter().any(|end| self.name.ends_with(end))
    }
}

/// The words that a declaration has for a field, in the braces after its type.
impl Entry {
    /// Makes a field from its type and its comment alone.
    pub const fn of<F: InputField>(name: &'static str, about: &'static str) -> Self {
        let example = || serde_json::Value::Null;
        let (label, hint, replaces, erased_as) = (None, None, None, None);
        Self { name, required: false, control: F::CONTROL, about, label, hint, example, replaces, erased_as }
    }

    /// `required`: it must be sent for a new record, and cannot be cleared.
    #[must_use]
    pub const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// `label: "Donor"`: the label for people. By default it follows from the field's name.
    #[must_use]
    pub const fn label(self, label: &'static str) -> Self {
        Self { label: Some(label), ..self }
    }

    /// `hint: "Today, if empty"`: the hint for people. By default it is the comment.
    #[must_use]
    pub const fn hint(self, hint: &'static str) -> Self {
        Self { hint: Some(hint), ..self }
    }

    /// `no_hint`: people need only the label, and the comment is for the document alone.
    #[must_use]
    pub const fn no_hint(self) -> Self {
        self.hint("")
    }

    /// `example: 50.00`: an example of its value, as JSON. By default it is `null`.
    #[must_use]
    pub const fn example(self, example: fn() -> serde_json::Value) -> Self {
        Self { example, ..self }
    }

    /// `replaces: "contact_id"`: it says the same as that field, in other words.
    #[must_use]
    pub const fn replaces(self, field: &'static str) -> Self {
        Self { replaces: Some(field), ..self }
    }

    /// `personal`: it may say something of a person, and its column is cleared when the person is erased. Of a
    /// contact, everything is.
    #[must_use]
    pub const fn personal(self) -> Self {
        self.erased_as("")
    }

    /// `erased_as: "Erased"`: it is personal too, but cannot be empty, and says this instead.
    #[must_use]
    pub const fn erased_as(self, text: &'static str) -> Self {
        Self { erased_as: Some(text), ..self }
    }
}

/// The type of a body: the fields that a resource accepts.
pub trait Input: Clone + Default + PartialEq + Send {
    /// Its fields.
    const FIELDS: &'static [Entry];
    /// The name of the schema for a new record.
    const NEW: &'static str;
    /// The name of the schema for a change.
    const CHANGES: &'static str;

    /// Takes its fields out of an object.
    fn read(fields: Fields<'_>) -> Self;

    /// Takes the fields that another body has and this one does not.
    fn fill(&mut self, other: Self);

    /// Reads the members that somebody has filled in, for a new record or for a change.
    fn of(members: Members<'_>, is_new: bool) -> (Self, Problems) {
        let (mut problems, mut unread) = (Problems::default(), Unread::default());
        let input = Self::read(Fields::new(members, is_new, &mut problems, &mut unread));
        (input, problems)
    }

    /// Returns the schemas of its fields in a new record, or in a change.
    fn properties(registry: &mut Registry, is_new: bool) -> Vec<Property>;

    /// Returns whether it can have the id of an existing record, which it then changes.
    fn has_id() -> bool {
        Self::FIELDS.iter().any(|field| field.name == "id")
    }

    /// Adds both schemas to the document.
    fn register(registry: &mut Registry) {
        Self::register_with::<()>(registry);
    }

    /// Adds both schemas to the document, with the fields of another body, which may be instead of required ones.
    fn register_with<L: Input>(registry: &mut Registry) {
        register_as(registry, Self::NEW, |registry| {
            let is_replaced = |name: &str| L::FIELDS.iter().any(|field| field.replaces == Some(name));
            let required = Self::FIELDS.iter().filter(|field| field.required && !is_replaced(field.name));
            let mut properties = [Self::properties(registry, true), L::properties(registry, true)].concat();
            // What is not a record of its own has one body for both.
            properties.retain(|(name, _)| *name != "id" || Self::NEW == Self::CHANGES);
            MetaSchema {
                required: required.map(|field| field.name).collect(),
                properties,
                ..MetaSchema::new("object")
            }
        });
        register_as(registry, Self::CHANGES, |registry| MetaSchema {
            properties: [Self::properties(registry, false), L::properties(registry, false)].concat(),
            ..MetaSchema::new("object")
        });
    }
}

/// The body without fields.
impl Input for () {
    const FIELDS: &'static [Entry] = &[];
    const NEW: &'static str = "";
    const CHANGES: &'static str = "";

    fn read(fields: Fields<'_>) {
        fields.finish(&[]);
    }

    fn fill(&mut self, (): ()) {}

    fn properties(_: &mut Registry, _: bool) -> Vec<Property> {
        Vec::new()
    }
}

/// Returns the property of a field in a body.
pub fn input_property<F: InputField>(registry: &mut Registry, entry: &Entry, is_new: bool) -> Property {
    let schema = F::body_schema(registry, is_new);
    let schema = if entry.required { filled(schema) } else { schema };
    (entry.name, property(schema, entry.about, !entry.required, Some((entry.example)())))
}
