//! The parameters of a query: how they are declared and read.

use std::borrow::Cow;
use std::collections::BTreeSet;

use poem_openapi::registry::{MetaSchemaRef, Registry};
use url::form_urlencoded;

use super::field::{Control, Fields, InputField, Unread};
use super::json::shown;
use super::problem::Problems;
use super::source::Source;
use super::types::Whole;

/// Reads the text of a parameter as a field.
///
/// # Errors
/// The rule that the text breaks.
pub fn read_text<F: InputField>(name: &str, text: &str) -> Result<F::Value, String> {
    let (mut problems, mut unread) = (Problems::default(), Unread::default());
    let mut nothing = Fields::new(Vec::new(), true, &mut problems, &mut unread);
    F::read(&Source::text(text), name, &mut nothing)?.ok_or_else(F::rule)
}

/// The rule that a parameter breaks if it is sent more than once.
pub const ONLY_ONCE: &str = "must be given only once";

/// How many records to return at most.
pub type Limit = Whole<1, 1000>;

/// A parameter of a query, described for forms.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The kind of its value.
    pub control: Control,
}

/// The query parameters of an operation. [`query!`](crate::query) declares them.
pub trait QueryInput: Sized + Send {
    /// The beginning of the names of parameters whose rest the account chooses, as in `custom.shirt`.
    const OWN_NAMES: Option<&'static str> = None;

    /// Takes its parameters.
    fn read(parameters: &mut Parameters) -> Self;

    /// Returns its parameters, for forms.
    fn parameters() -> Vec<Parameter>;

    /// Returns the names and schemas of its parameters.
    fn properties(registry: &mut Registry) -> Vec<(&'static str, MetaSchemaRef)>;
}

/// Declares the parameters of a query. All of them are optional.
#[macro_export]
macro_rules! query {
    (
        #[doc = $doc:literal]
        $query:ident {
            $( $(#[doc = $name_doc:literal])* $name:ident: $type:ty; )*
        }
    ) => {
        #[doc = $doc]
        #[derive(Clone, Debug, Default)]
        pub struct $query {
            $( $(#[doc = $name_doc])* pub $name: Option<<$type as $crate::fields::field::InputField>::Value>, )*
        }

        impl $crate::fields::parameters::QueryInput for $query {
            fn read(parameters: &mut $crate::fields::parameters::Parameters) -> Self {
                Self { $( $name: parameters.take::<$type>($crate::fields::parameters::name(stringify!($name))), )* }
            }

            fn parameters() -> Vec<$crate::fields::parameters::Parameter> {
                vec![$( $crate::fields::parameters::Parameter {
                    name: $crate::fields::parameters::name(stringify!($name)),
                    control: <$type as $crate::fields::field::InputField>::CONTROL,
                } ),*]
            }

            fn properties(
                registry: &mut poem_openapi::registry::Registry,
            ) -> Vec<(&'static str, poem_openapi::registry::MetaSchemaRef)> {
                use $crate::fields::{field::Field, parameters::name, schema::property};
                vec![$( (
                    name(stringify!($name)),
                    property(<$type as Field>::schema(registry), concat!($($name_doc),*), false, None),
                ) ),*]
            }
        }
    };
}

/// Removes the `r#` from a parameter's name that is a keyword of Rust.
pub fn name(identifier: &'static str) -> &'static str {
    identifier.strip_prefix("r#").unwrap_or(identifier)
}

impl<A: QueryInput, B: QueryInput> QueryInput for (A, B) {
    const OWN_NAMES: Option<&'static str> = match A::OWN_NAMES {
        Some(name) => Some(name),
        None => B::OWN_NAMES,
    };

    fn read(parameters: &mut Parameters) -> Self {
        (A::read(parameters), B::read(parameters))
    }

    fn parameters() -> Vec<Parameter> {
        [A::parameters(), B::parameters()].concat()
    }

    fn properties(registry: &mut Registry) -> Vec<(&'static str, MetaSchemaRef)> {
        [A::properties(registry), B::properties(registry)].concat()
    }
}

/// A reader of parameters, which collects their problems.
#[derive(Debug, Default)]
pub struct Parameters {
    /// The names and values of the query.
    query: Vec<(String, String)>,
    sent: Vec<(Cow<'static, str>, String)>,
    problems: Problems,
}

impl Parameters {
    /// Takes a parameter. It has the same rules as a field of the same type.
    pub fn take<F: InputField>(&mut self, name: impl Into<Cow<'static, str>>) -> Option<F::Value> {
        let name = name.into();
        let values = self.query.iter().filter(|(key, _)| *key == name);
        let texts: Vec<_> = values.map(|(_, text)| text.as_str()).collect();
        let text = *texts.first()?;
        let (text, read) = match texts.len() {
            1 => (text.to_owned(), read_text::<F>(&name, text)),
            // Many generated clients repeat a list's name, whatever the document says.
            _ if F::IS_LIST => {
                let joined = texts.join(",");
                let read = read_text::<F>(&name, &joined);
                (joined, read)
            }
            _ => (text.to_owned(), Err(ONLY_ONCE.to_owned())),
        };
        let value = read.map_err(|rule| self.problems.add(&shown(&name), rule)).ok();
        self.sent.push((name, text));
        value
    }

    /// Returns the names with a prefix that were sent, each once.
    pub fn names(&self, prefix: &str) -> BTreeSet<String> {
        let names = self.query.iter().map(|(name, _)| name);
        names.filter(|name| name.starts_with(prefix)).cloned().collect()
    }

    /// Refuses parameters: adds a problem, and keeps their names among the sent ones. Without the names, the request
    /// would look like another one, whose response the caller may have.
    pub fn refuse(&mut self, sent: impl IntoIterator<Item = String>, name: &str, rule: &str) {
        self.sent.extend(sent.into_iter().map(|name| (name.into(), String::new())));
        self.problems.add(name, rule);
    }
}

/// The parameters that were sent and are known, in the order of their declaration.
#[derive(Clone, Debug, Default)]
pub struct SentParameters(Vec<(Cow<'static, str>, String)>);

impl SentParameters {
    /// Returns their names and values.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (&**name, value.as_str()))
    }

    /// Writes them as a query again, except for the named ones.
    pub fn without(&self, names: &[&str]) -> form_urlencoded::Serializer<'static, String> {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(self.0.iter().filter(|(name, _)| !names.contains(&&**name)));
        query
    }
}

/// A query that was read: its parameters and their problems.
#[derive(Debug)]
pub struct Asked<Q> {
    /// The parameters.
    pub input: Q,
    /// The problems of the parameters.
    pub problems: Problems,
    /// The parameters as they were sent.
    pub sent: SentParameters,
}

impl<Q: QueryInput> Asked<Q> {
    /// Reads a query from its names and values.
    pub fn of(query: Vec<(String, String)>) -> Self {
        let mut parameters = Parameters { query, ..Parameters::default() };
        let input = Q::read(&mut parameters);
        Self { input, problems: parameters.problems, sent: SentParameters(parameters.sent) }
    }
}
