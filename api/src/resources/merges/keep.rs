//! The choice of a merge: whose value stays where both contacts have one.

use std::borrow::Cow;
use std::collections::BTreeSet;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use shared::values::names::composed;

use crate::fields::Input;
use crate::fields::field::{Control, Field, Fields, InputField};
use crate::fields::json::{parse_stored, shown};
use crate::fields::schema::inline;
use crate::fields::source::Source;
use crate::fields::types::OneOf;
use crate::resources::contacts::ContactInput;
use crate::resources::contacts::takeover::{ANONYMOUS, CUSTOM};

/// The links that no response shows, and the kind of contact, which is the same in both.
const HIDDEN: [&str; 2] = ["contact_is_org", "contact_org_id"];
/// The most fields of a choice. Data of an account's own can have many.
const KEEP_MAX: usize = 1000;

shared::choices! {
    /// One of the two contacts of a merge.
    MergeSide { Into = "into", From = "from" }
}

/// An object of fields and contacts: whose value stays. Read as the names of those fields that take the value of the contact
/// which is merged; the others keep theirs in any case.
pub struct Keep;

impl Field for Keep {
    fn schema(registry: &mut Registry) -> MetaSchemaRef {
        inline(MetaSchema {
            additional_properties: Some(Box::new(OneOf::<MergeSide>::schema(registry))),
            max_properties: Some(KEEP_MAX),
            ..MetaSchema::new("object")
        })
    }
}

impl InputField for Keep {
    type Value = BTreeSet<String>;

    const CONTROL: Control = Control::Json;

    fn read(
        source: &Source<'_>,
        path: &str,
        within: &mut Fields<'_>,
    ) -> Result<Option<BTreeSet<String>>, String> {
        if source.is_empty() {
            return Ok(None);
        }
        let no_object = || "must be a JSON object".to_owned();
        let Source::Json(raw) = source else { return Err(no_object()) };
        let sides = parse_stored(raw.get().as_bytes()).map_err(|_| no_object())?;
        if sides.len() > KEEP_MAX {
            return Err(format!("must not have more than {KEEP_MAX} fields"));
        }
        let (mut names, mut of_from) = (BTreeSet::new(), BTreeSet::new());
        for (name, side) in sides {
            // Names in an account's own data are stored so.
            let name = composed(name.into_owned());
            let path = format!("{path}.{}", shown(&name));
            if !can_differ(&name) {
                within.problem(&path, "is not a field of which a merge keeps one of two values");
            } else if !names.insert(name.clone()) {
                within.problem(&path, "is given twice");
            }
            match OneOf::<MergeSide>::read(&Source::Json(Cow::Borrowed(side)), &path, within) {
                Ok(Some(MergeSide::From)) => {
                    of_from.insert(name);
                }
                Ok(Some(MergeSide::Into)) => {}
                Ok(None) => within.problem(&path, "must not be empty"),
                Err(rule) => within.problem(&path, &rule),
            }
        }
        Ok(Some(of_from))
    }
}

/// Returns whether two contacts can have different values of a field, as `conflicts` names it. Items of lists move, and of two
/// flags 1 wins.
fn can_differ(name: &str) -> bool {
    if let Some(member) = name.strip_prefix(CUSTOM) {
        return member.starts_with('.');
    }
    let entry = ContactInput::FIELDS.iter().find(|entry| entry.name == name);
    let entry = entry.filter(|_| name != ANONYMOUS && !HIDDEN.contains(&name));
    entry.is_some_and(|entry| !matches!(entry.control, Control::List(_) | Control::Names | Control::Flag))
}
