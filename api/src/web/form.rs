//! Forms: their fields, the typed values, and the problems with them. A page shows a form with `{{ form|safe }}`; the
//! templates beside this file escape everything in it.

use askama::Template;

use super::rules::said;
use super::summary::{NOT_SAVED, Summary};
use super::visit::Visit;
use crate::fields::Problems;
use crate::fields::spoken::capitalised;

/// The parameter of every other address that a form is sent to.
const SENDS: &str = "send";

/// Returns the address of a form that is sent to a path. It is never the address of the form's own page, because a browser that
/// loses the connection would then forget this page, and with it what was typed, for the way back.
pub(crate) fn address(visit: &Visit, path: &str) -> String {
    if visit.path == path && !visit.query.has(SENDS) { format!("{path}?{SENDS}") } else { path.to_owned() }
}

/// A form.
#[derive(Template)]
#[template(path = "form.html")]
pub(crate) struct Form {
    /// The path that it is sent to.
    action: String,
    /// The address at this path.
    address: String,
    /// The id by which an address leads to the form, if one does.
    id: String,
    csrf: String,
    submit: &'static str,
    look: Look,
    fields: Vec<Field>,
    hidden: Vec<(&'static str, String)>,
    /// The words that open the form, if it is folded, and what only a screen reader says after them.
    fold: Option<(&'static str, String)>,
    /// Whether the form sends a file.
    is_multipart: bool,
    /// Whether the form only asks, so that its values stand in the URL.
    is_search: bool,
    /// The action that has not happened if the form is not accepted.
    not_done: &'static str,
    /// The name of a field that nobody sees: what fills it in is a program.
    trap: Option<&'static str>,
}

/// How a form's button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Primary,
    Secondary,
    Danger,
}

impl Look {
    fn class(self) -> &'static str {
        match self {
            Self::Primary => "button primary",
            Self::Secondary => "button",
            Self::Danger => "button danger",
        }
    }
}

impl Form {
    /// Makes a form that is sent to a path by a button with this text.
    pub(crate) fn new(visit: &Visit, action: &str, submit: &'static str) -> Self {
        Self {
            action: action.to_owned(),
            address: address(visit, action),
            id: String::new(),
            csrf: visit.csrf.clone(),
            submit,
            look: Look::Primary,
            fields: Vec::new(),
            hidden: Vec::new(),
            fold: None,
            is_multipart: false,
            is_search: false,
            not_done: t!(NOT_SAVED),
            trap: None,
        }
    }

    /// Makes a form that only asks: it has no token, and its fields go into the URL.
    pub(crate) fn search(visit: &Visit, action: &str, submit: &'static str) -> Self {
        let form = Self::new(visit, action, submit).secondary().not_done(t!("form-filters-not-used"));
        Self { is_search: true, address: action.to_owned(), ..form }
    }

    /// Makes the button quiet, for a form that is not the purpose of its page.
    #[must_use]
    pub(crate) fn secondary(mut self) -> Self {
        self.look = Look::Secondary;
        self
    }

    /// Gives the form an id, so that an address can lead to it.
    #[must_use]
    pub(crate) fn with_id(self, id: String) -> Self {
        Self { id, ..self }
    }

    /// Makes the button warn, for an action that cannot be undone.
    #[must_use]
    pub(crate) fn danger(mut self) -> Self {
        self.look = Look::Danger;
        self
    }

    /// Folds the form, so that its button takes two steps. `of` says what it is about, for screen readers.
    #[must_use]
    pub(crate) fn folded(self, words: &'static str, of: &str) -> Self {
        Self { fold: Some((words, of.to_owned())), ..self }
    }

    /// Names the action that has not happened if the form is not accepted, for a form that saves nothing.
    #[must_use]
    pub(crate) fn not_done(self, not_done: &'static str) -> Self {
        Self { not_done, ..self }
    }

    /// Adds a field that nobody sees, for a form that strangers send: what fills it in is a program.
    #[must_use]
    pub(crate) fn trap(self, name: &'static str) -> Self {
        Self { trap: Some(name), ..self }
    }

    /// Adds a field. Ids on a page are unique, because they contain the form's action.
    #[must_use]
    pub(crate) fn field(mut self, mut field: Field) -> Self {
        self.is_multipart |= field.kind == Kind::File;
        field.id = format!("{}-{}", self.action.trim_start_matches('/').replace('/', "-"), field.name);
        self.fields.push(field);
        self
    }

    /// Adds a field before those that are there.
    #[must_use]
    pub(crate) fn first(self, field: Field) -> Self {
        let mut form = self.field(field);
        form.fields.rotate_right(1);
        form
    }

    /// Adds a value that is sent along.
    #[must_use]
    pub(crate) fn hidden(mut self, name: &'static str, value: impl std::fmt::Display) -> Self {
        self.hidden.push((name, value.to_string()));
        self
    }

    /// Sets the initial value of a field.
    #[must_use]
    pub(crate) fn value(mut self, name: &str, value: &str) -> Self {
        for field in self.fields.iter_mut().filter(|field| field.name == name) {
            value.clone_into(&mut field.value);
        }
        self
    }

    /// Fills in the typed values, except passwords.
    #[must_use]
    pub(crate) fn typed(mut self, visit: &Visit) -> Self {
        let posted = if self.is_search { &visit.query } else { &visit.posted };
        for field in &mut self.fields {
            match field.kind {
                Kind::Password => {}
                Kind::Checks => field.chosen = posted.all(field.name).map(str::to_owned).collect(),
                _ => posted.text(field.name).clone_into(&mut field.value),
            }
        }
        self
    }

    /// Fills in the typed values, except passwords, and shows the problems, if there are any: at the fields, and on top of the
    /// page.
    #[must_use]
    pub(crate) fn refused(self, visit: &mut Visit, problems: impl Into<Option<Problems>>) -> Self {
        let Some(problems) = problems.into() else { return self };
        let mut form = self.typed(visit);
        let mut others = Vec::new();
        for problem in problems {
            // A problem of a part, such as `webhook_headers.Host`, stands at the field.
            match form.fields.iter_mut().find(|field| field.name == problem.field()) {
                // The label stands above the message already.
                Some(field) if field.error.is_none() => {
                    field.error = Some(capitalised(&said(&problem.within_field())));
                }
                Some(_) => {}
                None => others.push(capitalised(&said(&problem.to_string()))),
            }
        }
        let mut summary = Summary::new(form.not_done);
        for field in &form.fields {
            if let Some(error) = &field.error {
                summary.field(&field.id, field.label, error);
            }
        }
        for problem in &others {
            summary.other(problem);
        }
        visit.summary = Some(summary);
        form
    }
}

/// The kind of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Email,
    Password,
    Select,
    /// Text with suggestions.
    Suggest,
    /// Text of several lines.
    Area,
    /// Any of some values.
    Checks,
    /// Yes or no.
    Check,
    /// A day.
    Day,
    /// A day and a time of day.
    Moment,
    /// A file.
    File,
}

/// A field of a form.
#[derive(Template)]
#[template(path = "field.html")]
pub(crate) struct Field {
    id: String,
    name: &'static str,
    label: &'static str,
    kind: Kind,
    value: String,
    hint: &'static str,
    autocomplete: &'static str,
    is_required: bool,
    is_focused: bool,
    error: Option<String>,
    /// The values to choose from, each with its text.
    options: Vec<(String, String)>,
    /// The values that are chosen.
    chosen: Vec<String>,
    /// The files that may be chosen, as HTML names them.
    accept: &'static str,
}

/// The files that can be imported.
const TABLES: &str = ".csv,.tsv,.txt,.xlsx,.ods,text/csv";

impl Field {
    fn new(name: &'static str, label: &'static str, kind: Kind) -> Self {
        Self {
            id: String::new(),
            name,
            label,
            kind,
            value: String::new(),
            hint: "",
            autocomplete: "off",
            is_required: false,
            is_focused: false,
            error: None,
            options: Vec::new(),
            chosen: Vec::new(),
            accept: TABLES,
        }
    }

    /// Makes a field for a line of text.
    pub(crate) fn text(name: &'static str, label: &'static str) -> Self {
        Self::new(name, label, Kind::Text)
    }

    /// Makes a field for an email address.
    pub(crate) fn email(name: &'static str, label: &'static str) -> Self {
        Self::new(name, label, Kind::Email).autocomplete("username")
    }

    /// Makes a field for a password, which is never shown again.
    pub(crate) fn password(name: &'static str, label: &'static str) -> Self {
        Self::new(name, label, Kind::Password).autocomplete("current-password")
    }

    /// Makes a field for a new password, with its rule.
    pub(crate) fn new_password(name: &'static str, label: &'static str) -> Self {
        let field = Self::password(name, label).autocomplete("new-password");
        field.hint(t!("form-new-password-hint"))
    }

    /// Makes a field for one of some values, each with its text.
    pub(crate) fn select(
        name: &'static str,
        label: &'static str,
        options: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        Self { options: options.into_iter().collect(), ..Self::new(name, label, Kind::Select) }
    }

    /// Makes a field for text, with suggestions.
    pub(crate) fn suggest(
        name: &'static str,
        label: &'static str,
        options: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        Self { options: options.into_iter().collect(), ..Self::new(name, label, Kind::Suggest) }
    }

    /// Makes a field for text of several lines.
    pub(crate) fn area(name: &'static str, label: &'static str) -> Self {
        Self::new(name, label, Kind::Area)
    }

    /// Makes a field for any of some values, each with its text.
    pub(crate) fn checks(
        name: &'static str,
        label: &'static str,
        options: impl IntoIterator<Item = (String, String)>,
        chosen: impl IntoIterator<Item = String>,
    ) -> Self {
        let (options, chosen) = (options.into_iter().collect(), chosen.into_iter().collect());
        Self { options, chosen, ..Self::new(name, label, Kind::Checks) }
    }

    /// Makes a field for yes or no. Yes is sent as `1`.
    pub(crate) fn check(name: &'static str, label: &'static str) -> Self {
        Self::new(name, label, Kind::Check)
    }

    /// Makes a field for a day.
    pub(crate) fn day(name: &'static str, label: &'static str) -> Self {
        Self::new(name, label, Kind::Day)
    }

    /// Makes a field for a day and a time of day.
    pub(crate) fn moment(name: &'static str, label: &'static str) -> Self {
        Self::new(name, label, Kind::Moment)
    }

    /// Makes a field for a file. It is the last one of its form, so that the others are known when the file arrives.
    pub(crate) fn file(name: &'static str, label: &'static str) -> Self {
        Self::new(name, label, Kind::File)
    }

    /// Says which files may be chosen, as HTML names them, in place of those that can be imported.
    #[must_use]
    pub(crate) fn accept(mut self, accept: &'static str) -> Self {
        self.accept = accept;
        self
    }

    /// Sets the initial value.
    #[must_use]
    pub(crate) fn value(mut self, value: impl Into<String>) -> Self {
        self.value = value.into();
        self
    }

    /// Sets the help below the label.
    #[must_use]
    pub(crate) fn hint(mut self, hint: &'static str) -> Self {
        self.hint = hint;
        self
    }

    /// Sets the kind of value that the browser may fill in, as HTML names it.
    #[must_use]
    pub(crate) fn autocomplete(mut self, autocomplete: &'static str) -> Self {
        self.autocomplete = autocomplete;
        self
    }

    /// Says that the field must not be empty.
    #[must_use]
    pub(crate) fn required(mut self) -> Self {
        self.is_required = true;
        self
    }

    /// Puts the cursor here when the page opens.
    #[must_use]
    pub(crate) fn focused(mut self) -> Self {
        self.is_focused = true;
        self
    }

    fn input_type(&self) -> &'static str {
        match self.kind {
            Kind::Email => "email",
            Kind::Password => "password",
            Kind::Day => "date",
            Kind::Moment => "datetime-local",
            Kind::File => "file",
            _ => "text",
        }
    }

    fn is_filled_in_by_browsers(&self) -> bool {
        self.autocomplete != "off"
    }

    fn is_phone(&self) -> bool {
        self.autocomplete == "tel"
    }

    fn is_select(&self) -> bool {
        self.kind == Kind::Select
    }

    fn is_suggest(&self) -> bool {
        self.kind == Kind::Suggest
    }

    fn is_area(&self) -> bool {
        self.kind == Kind::Area
    }

    /// Returns how many lines of the text are seen at once: those that it has, at about 60 letters a line.
    fn rows(&self) -> usize {
        self.value.lines().map(|line| 1 + line.chars().count() / 60).sum::<usize>().clamp(4, 20)
    }

    fn is_checks(&self) -> bool {
        self.kind == Kind::Checks
    }

    fn is_check(&self) -> bool {
        self.kind == Kind::Check
    }

    fn is_file(&self) -> bool {
        self.kind == Kind::File
    }

    fn described_by(&self) -> String {
        let hint = (!self.hint.is_empty()).then(|| format!("{}-hint", self.id));
        let error = self.error.is_some().then(|| format!("{}-error", self.id));
        hint.into_iter().chain(error).collect::<Vec<_>>().join(" ")
    }
}
