//! The kinds of records: those that are listed, imported and exported, and that have pages. The changes of most are
//! events. `kinds!` below is the only list of them.

use std::sync::LazyLock;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use sea_orm::{EntityName, EntityTrait, IdenStatic, Iterable};
use serde_json::json;
use shared::values::choices::{EventType, ImportKind};

// The macro below names them from other files.
pub(crate) use super::campaigns::Campaign;
pub(crate) use super::contacts::Contact;
pub(crate) use super::funds::Fund;
pub(crate) use super::gift_batches::GiftBatch;
pub(crate) use super::gifts::Gift;
pub(crate) use super::households::Household;
pub(crate) use super::pledges::Pledge;
pub(crate) use super::tasks::Task;
use crate::fields::field::{Entry, Field, Fields, Input, InputField};
use crate::fields::schema::{Describe, inline};
use crate::fields::source::Source;
use crate::fields::types::{Text, id_of};
use crate::records::Resource;
use crate::records::importable::Importable;
use crate::records::list::ListResource;

/// A kind of records, as the document and the events of the kind show it.
pub struct Kind {
    /// The first word of the path of its records: `contacts` in `contacts/17`.
    pub path: &'static str,
    /// Its name in imports.
    pub import: ImportKind,
    /// The event types of a create and of an update, if its changes are events.
    pub events: Option<(EventType, EventType)>,
    /// Returns the name of its table.
    pub table: fn() -> &'static str,
    /// Returns the names of the columns of its table.
    columns: fn() -> Vec<&'static str>,
    /// The fields of its body.
    pub fields: &'static [Entry],
    /// The fields that an erasure keeps, and why, if its records belong to contacts.
    pub kept: Option<(&'static str, &'static str)>,
    /// The name of the record's schema in the document.
    pub schema: &'static str,
    /// The name of the group of its operations in the document.
    pub tag: &'static str,
    /// The descriptions of its list, if it has one of its own, and of its imports.
    pub about: (Option<&'static str>, &'static str),
    /// Adds the schema to the document.
    pub register: fn(&mut Registry),
}

/// Generates the code that depends on the list of the kinds. (`$d` is a `$` of the generated macro.)
macro_rules! kinds {
    ($d:tt $( #[doc = $about:literal] $kind:ident: $record:ident; )*) => {
        /// Every kind.
        pub const KINDS: &[Kind] = &[$( Kind::of::<$record>() ),*];

        $( impl Listed for $record {
            const IMPORT: ImportKind = ImportKind::$kind;
            const TAG: &'static str = stringify!($kind);
            const ABOUT: &'static str = $about;
        } )*

        /// Evaluates an expression with the record type of a kind: `of_kind!(kind, R => title::<R>())`.
        macro_rules! of_kind {
            ($d kind:expr, $d record:ident => $d result:expr) => {
                match $d kind {
                    $( shared::values::choices::ImportKind::$kind => {
                        type $d record = $crate::resources::kinds::$record;
                        $d result
                    } )*
                }
            };
        }
        pub(crate) use of_kind;

        /// Makes a tuple with a value for each kind: `for_each_kind!(R => Records::<R>::of(app))`.
        macro_rules! for_each_kind {
            ($d record:ident => $d result:expr) => {
                ($( {
                    type $d record = $crate::resources::kinds::$record;
                    $d result
                } ),*)
            };
        }
        pub(crate) use for_each_kind;
    };
}

// The only list of the kinds: what the document says of each, its name in imports, and the type of its records. A new
// kind is two lines more.
kinds! { $
    /// People and organisations.
    Contacts: Contact;
    /// What has been given.
    Gifts: Gift;
    /// What has been promised.
    Pledges: Pledge;
    /// What is to be done.
    Tasks: Task;
    /// People who live together.
    Households: Household;
    /// What gifts and pledges are for.
    Funds: Fund;
    /// What gifts answer, such as an appeal.
    Campaigns: Campaign;
    /// Gifts that were counted together.
    GiftBatches: GiftBatch;
}

/// A type of records that `kinds!` lists.
pub trait Listed: Importable + ListResource + Describe + 'static {
    /// Its name in imports.
    const IMPORT: ImportKind;
    /// The name of the group of its operations in the document.
    const TAG: &'static str;
    /// The description of that group.
    const ABOUT: &'static str;
}

impl Kind {
    const fn of<R: Listed>() -> Self {
        Self {
            path: R::KIND,
            import: R::IMPORT,
            events: R::EVENTS,
            table: table::<R>,
            columns: columns::<R>,
            fields: R::Input::FIELDS,
            kept: match R::BELONGS {
                Some(belonging) => Some(belonging.kept),
                None => None,
            },
            schema: R::NAME,
            tag: R::TAG,
            about: (R::ABOUT_LIST, R::ABOUT_IMPORT),
            register: R::register,
        }
    }

    /// Returns every kind, each after those that its own records link to.
    pub fn by_links() -> &'static [&'static Self] {
        static ORDER: LazyLock<Vec<&'static Kind>> = LazyLock::new(|| {
            let mut left: Vec<_> = KINDS.iter().collect();
            let mut order = Vec::new();
            while !left.is_empty() {
                let is_next = |kind: &&Kind| !left.iter().any(|other| kind.links_to(other));
                order.push(left.remove(left.iter().position(is_next).unwrap_or(0)));
            }
            order
        });
        &ORDER
    }

    /// Returns the kinds that can belong to a contact, each after those that its own records link to.
    pub fn of_contacts() -> impl Iterator<Item = &'static Self> {
        Self::by_links().iter().copied().filter(|kind| kind.kept.is_some())
    }

    /// Returns whether its records link to those of another kind.
    fn links_to(&self, other: &Self) -> bool {
        self.path != other.path && (self.columns)().into_iter().any(|column| other.is_linked_by(column))
    }

    /// Returns whether a field of this name links to its records: `batch_id` does to `batches`.
    pub fn is_linked_by(&self, field: &str) -> bool {
        let end = field.strip_suffix("_id").and_then(|one| self.path.strip_prefix(one));
        end.is_some_and(|end| ["s", "es"].contains(&end))
    }

    /// Returns the kind whose create or update an event reports.
    pub fn of_event(event: EventType) -> Option<&'static Self> {
        KINDS.iter().find(|kind| kind.has(event))
    }

    /// Returns the kinds whose changes are events.
    pub fn with_events() -> impl Iterator<Item = &'static Self> {
        KINDS.iter().filter(|kind| kind.events.is_some())
    }

    /// Returns whether an event reports a create or an update of this kind.
    pub fn has(&self, event: EventType) -> bool {
        self.events.is_some_and(|(created, updated)| event == created || event == updated)
    }
}

fn table<R: Resource>() -> &'static str {
    EntityName::table_name(&R::Entity::default())
}

fn columns<R: Resource>() -> Vec<&'static str> {
    let columns = <<R::Entity as EntityTrait>::Column as Iterable>::iter();
    columns.map(|column| IdenStatic::as_str(&column)).collect()
}

/// The path of a record whose changes are events: `contacts/17`.
pub struct RecordPath;

impl Field for RecordPath {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        let kinds: Vec<_> = Kind::with_events().map(|kind| kind.path).collect();
        inline(MetaSchema {
            pattern: Some(format!("^({})/[1-9][0-9]{{0,17}}$", kinds.join("|"))),
            example: Some(json!("contacts/17")),
            ..MetaSchema::new("string")
        })
    }
}

impl InputField for RecordPath {
    /// The event types of its changes, and its id.
    type Value = ((EventType, EventType), i64);

    fn read(source: &Source<'_>, path: &str, within: &mut Fields<'_>) -> Result<Option<Self::Value>, String> {
        let Some(text) = Text::<50>::read(source, path, within)? else { return Ok(None) };
        let record = text.split_once('/').and_then(|(kind, id)| {
            let events = KINDS.iter().find(|known| known.path == kind)?.events?;
            Some((events, id_of(id))).filter(|(_, id)| *id != 0)
        });
        record.map(Some).ok_or_else(Self::rule)
    }

    fn rule() -> String {
        let kinds: Vec<_> = Kind::with_events().map(|kind| kind.path).collect();
        format!("must be a record such as contacts/17, of one of the kinds {}", kinds.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use shared::values::choices::Choice as _;

    use super::*;

    #[test]
    fn an_import_calls_a_kind_as_its_path_does() {
        for kind in KINDS {
            assert_eq!(kind.import.as_str(), kind.path);
        }
    }

    #[test]
    fn a_kind_comes_after_those_that_its_records_link_to() {
        let order: Vec<_> = Kind::by_links().iter().map(|kind| kind.path).collect();
        assert_eq!(order.len(), KINDS.len());
        let at = |path: &str| order.iter().position(|one| *one == path);
        for (kind, other) in [
            ("contacts", "households"),
            ("pledges", "contacts"),
            ("gifts", "pledges"),
            ("gifts", "batches"),
            ("tasks", "gifts"),
        ] {
            assert!(at(kind) > at(other), "{kind} link to {other}: {order:?}");
        }
        let of_contacts: Vec<_> = Kind::of_contacts().map(|kind| kind.path).collect();
        assert_eq!(of_contacts, ["pledges", "gifts", "tasks"]);
    }

    #[test]
    fn every_event_is_of_exactly_one_kind_and_named_after_its_action() {
        for event in EventType::ALL.iter().filter(|event| !event.is_operational()) {
            let kinds = KINDS.iter().filter(|kind| kind.has(*event));
            assert_eq!(kinds.count(), 1, "{event}: list its resource in KINDS, once");
        }
        for Kind { events, schema, .. } in KINDS {
            let Some((created, updated)) = events else { continue };
            let (created, updated) = (created.as_str().split_once('.'), updated.as_str().split_once('.'));
            assert_eq!(created.map(|(kind, _)| kind), updated.map(|(kind, _)| kind), "{schema}");
            assert_eq!(
                (created.map(|(_, action)| action), updated.map(|(_, action)| action)),
                (Some("create"), Some("update"))
            );
        }
    }
}
