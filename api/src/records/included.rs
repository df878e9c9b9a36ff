//! The parameter `include`: what records show of others.

use std::marker::PhantomData;
use std::sync::Arc;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use shared::events::include::Included;
use shared::values::choices::{Choice, Include};

use crate::fields::Problems;
use crate::fields::field::{Field, Fields, InputField};
use crate::fields::parameters::{Parameter, Parameters, QueryInput};
use crate::fields::schema::{inline, property};
use crate::fields::source::Source;
use crate::fields::types::{AnyOf, OneOf};

/// A kind of things that show others.
pub trait Shows {
    /// What can be shown of others, besides `none`. A kind without any has no such parameter.
    const INCLUDE: &'static [Include];
}

/// What a contact can show of others.
pub const OF_CONTACTS: &[Include] = &[Include::Giving];
/// What a record of a contact can show of others.
pub const OF_A_CONTACT: &[Include] =
    &[Include::Contact, Include::ContactEmails, Include::ContactPhones, Include::ContactAddresses];
/// What a gift can show of others, and so what an event can.
pub const OF_GIFTS: &[Include] = &[
    Include::Contact,
    Include::ContactEmails,
    Include::ContactPhones,
    Include::ContactAddresses,
    Include::GiftType,
];

/// Returns what a file for people shows of others where its columns are chosen: what it shows unasked, and what contacts
/// have given.
pub fn in_files<K: Shows>() -> Arc<Included> {
    let gives = K::INCLUDE.contains(&Include::Giving);
    Arc::new(Included::of(gives.then(|| vec![Include::Giving])))
}

/// The rule for `none` beside others.
const NONE_ALONE: &str = "must be none alone, or what to show";

/// Checks what was asked for in a body.
pub fn check(asked: &[Include], field: &str, problems: &mut Problems) {
    if let Some(i) = asked.iter().position(|include| *include == Include::Giving) {
        problems
            .add(&format!("{field}[{i}]"), "must not be giving, which only lists and reads of contacts show");
    }
    if asked.contains(&Include::None) && asked.len() > 1 {
        problems.add(field, NONE_ALONE);
    }
}

/// The parameter of an operation that shows things of a kind.
#[derive(Debug)]
pub struct Includes<K> {
    /// What was asked for.
    pub included: Arc<Included>,
    of: PhantomData<fn() -> K>,
}

impl<K: Shows> QueryInput for Includes<K> {
    fn read(parameters: &mut Parameters) -> Self {
        let asked = if K::INCLUDE.is_empty() { None } else { parameters.take::<IncludeOf<K>>("include") };
        let included = Arc::new(Included::of(asked));
        Self { included, of: PhantomData }
    }

    /// Returns none, because pages show what they need.
    fn parameters() -> Vec<Parameter> {
        Vec::new()
    }

    fn properties(registry: &mut Registry) -> Vec<(&'static str, MetaSchemaRef)> {
        if K::INCLUDE.is_empty() {
            return Vec::new();
        }
        let about = "What to show of other records: `none`, or the named ones. A list of a contact brings the contact along. A \
                     mirror asks for `none`, because what a record shows of others is no change of it";
        vec![("include", property(IncludeOf::<K>::schema(registry), about, false, None))]
    }
}

/// The value of the parameter.
struct IncludeOf<K>(PhantomData<K>);

impl<K: Shows> IncludeOf<K> {
    fn names() -> impl Iterator<Item = &'static str> {
        [Include::None].iter().chain(K::INCLUDE).map(|include| include.as_str())
    }
}

impl<K: Shows> Field for IncludeOf<K> {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        let enum_items = Self::names().map(Into::into).collect();
        let items = inline(MetaSchema { enum_items, ..MetaSchema::new("string") });
        inline(MetaSchema {
            items: Some(Box::new(items)),
            min_items: Some(1),
            max_items: Some(100),
            ..MetaSchema::new("array")
        })
    }
}

impl<K: Shows> InputField for IncludeOf<K> {
    type Value = Vec<Include>;

    const IS_LIST: bool = true;

    fn read(source: &Source<'_>, path: &str, within: &mut Fields<'_>) -> Result<Option<Self::Value>, String> {
        let read = AnyOf::<OneOf<Include>>::read(source, path, within).map_err(|_| Self::rule())?;
        match read {
            Some(asked) if asked.contains(&Include::None) && asked.len() > 1 => Err(NONE_ALONE.to_owned()),
            Some(asked)
                if !asked.iter().all(|include| *include == Include::None || K::INCLUDE.contains(include)) =>
            {
                Err(Self::rule())
            }
            read => Ok(read),
        }
    }

    fn rule() -> String {
        format!(
            "must be none, or of {}",
            K::INCLUDE.iter().map(|include| include.as_str()).collect::<Vec<_>>().join(", ")
        )
    }
}
