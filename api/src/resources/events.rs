//! The event log, in an order in which a reader never misses an event ([`shared::events::log`]).

use poem::http::header::ETAG;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ExprTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use shared::entities::events;
use shared::events::include;
use shared::events::log::sql_settled;
use shared::values::choices::{EventType, Include};
use shared::values::clock::rfc3339;
use shared::values::ids::{first_event_id, parse_event_id};
use uuid::Uuid;

use super::imports::Import;
use super::kinds::{Kind, RecordPath};
use super::tag::DocumentTag;
use super::webhooks::Webhook;
use crate::auth::{Caller, Via};
use crate::error::AppError;
use crate::events::retention::Removed;
use crate::events::revision::Revision;
use crate::fields::Payload;
use crate::fields::field::Field;
use crate::fields::parameters::Limit;
use crate::fields::schema::{Describe, inline, property};
use crate::fields::types::{Count, EventId, Id, List, Moment, OneOf, Text};
use crate::http::chunks::{Rest, chunks};
use crate::http::media_type::JSON_UTF8;
use crate::http::query::{Param, Query};
use crate::http::{Index, Read, Reply};
use crate::query;
use crate::records::included::{Includes, OF_GIFTS, Shows};
use crate::records::removed::check_since;
use crate::records::{Context, one};
use crate::rest::validator::Validator;
use crate::state::App;

/// An event, in exactly the bytes that receivers get.
pub struct Event {
    body: String,
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde_json::from_str::<&RawValue>(&self.body)
            .map_err(serde::ser::Error::custom)?
            .serialize(serializer)
    }
}

impl Describe for Event {
    const NAME: &'static str = "Event";

    fn describe(registry: &mut Registry) -> MetaSchema {
        Webhook::register(registry);
        Import::register(registry);
        let operational = [Webhook::reference(), Import::reference()].into_iter();
        let any_of = operational.chain(Kind::with_events().map(|kind| {
            (kind.register)(registry);
            MetaSchemaRef::Reference(kind.schema.to_owned())
        }));
        let any_of = any_of.collect();
        let data = inline(MetaSchema { any_of, ..MetaSchema::ANY });
        let properties = vec![
            ("id", property(EventId::schema(registry), "The event's id", false, None)),
            ("type", property(OneOf::<EventType>::schema(registry), "What happened", false, None)),
            ("timestamp", property(Moment::schema(registry), "When it happened", false, None)),
            ("data", property(data, "The record, as a read at that moment returned it", false, None)),
        ];
        let required = properties.iter().map(|(name, _)| *name).collect();
        let names = List::<Text<100>>::schema(registry);
        let any = || inline(MetaSchema::new("object"));
        let user = property(Id::schema(registry), "The user; null for the service itself", true, None);
        let via = property(OneOf::<Via>::schema(registry), "The way by which the change came", false, None);
        let actor = inline(MetaSchema {
            required: vec!["user_id", "via"],
            properties: vec![("user_id", user), ("via", via)],
            ..MetaSchema::new("object")
        });
        let properties = properties.into_iter().chain([
            ("account_id", property(Id::schema(registry), "The account", false, None)),
            (
                "sequence",
                property(
                    Count::schema(registry),
                    "The number of the event among those of the record",
                    false,
                    None,
                ),
            ),
            ("changed", property(names, "Of an update: the own fields and lists that differ", false, None)),
            (
                "previous",
                property(any(), "Of an update: what these were before; null after an erasure", false, None),
            ),
            ("actor", property(actor, "Who did it, and how", false, None)),
            (
                "request_id",
                property(
                    Text::<128>::schema(registry),
                    "The `X-Request-Id` of the request; of an import, `import-` and its id",
                    true,
                    None,
                ),
            ),
        ]);
        MetaSchema {
            description: Some(
                "Something that happened to a record. Older events have only `id`, `type`, `timestamp` and `data`",
            ),
            required,
            properties: properties.collect(),
            ..MetaSchema::new("object")
        }
    }
}

impl Shows for Event {
    const INCLUDE: &'static [Include] = OF_GIFTS;
}

impl Payload for Event {
    const KIND: &'static str = "events";
}

query! {
    /// Which events are listed.
    EventsQuery {
        /// The id of an event: only those that follow it in the log
        after: EventId;
        /// Only events of this moment or later
        since: Moment;
        /// Only events of this type
        event: OneOf<EventType>;
        /// Only events of this record: its history
        record: RecordPath;
        /// How many events to return at most; by default all
        limit: Limit;
    }
}

/// Returns the rule for `after`.
fn after_rule(removed: Removed) -> String {
    let Some(until_ms) = removed.until_ms() else { return EventId::RULE.to_owned() };
    format!(
        "{}, and later than {}, because older events were removed: read the records again, and then the log without after",
        EventId::RULE,
        rfc3339(until_ms)
    )
}

/// The operations on the event log.
pub struct Events(pub App);

#[OpenApi(tag = "DocumentTag::Events")]
impl Events {
    /// List events
    ///
    /// Oldest first. Pass the last id that this list gave you as `after`. You miss nothing: no event is ever added before
    /// one already shown, even if its change commits late. The order is that of the log, not that of `timestamp`. An event
    /// appears when all changes that began before it are committed or rolled back, which is usually at once.
    ///
    /// With `record`, it is the history of one record, such as `contacts/17`. A record that does not exist has none.
    ///
    /// The operator may have old events removed; the list then begins later. If the event that you name as `after` is no
    /// longer in the log, or `since` lies before its beginning, the answer is 422, because you would miss something: read
    /// the records again, and then the log without `after`.
    #[oai(path = "/events", method = "get", operation_id = "listEvents")]
    async fn index(
        &self,
        caller: Caller,
        query: Query<(EventsQuery, Includes<Event>)>,
    ) -> Result<Reply<Event, Index>, AppError> {
        let (store, account) = (self.0.store.clone(), caller.account);
        let Query { input, mut problems, request } = query;
        let validator = Validator::new(&Context::new(&self.0, caller), &request, JSON_UTF8);
        if let Some(etag) = validator.still_current(&request).await? {
            return Ok(Reply::not_modified(etag));
        }
        let (revision, _) = Revision::now(store.read(), account).await?;
        let (EventsQuery { after, since, event, record, limit }, includes) = input;
        // The log begins after all that was removed.
        let removed = Removed::of(store.read(), account).await?;
        let mut start = (removed.position(), Uuid::max());
        if let Some(id) = after {
            let row = account.find_id::<events::Entity>(id).one(store.read()).await?;
            match row.filter(|row| removed.has_all_from(row.position)) {
                Some(row) => start = (row.position, row.id),
                None => problems.add("after", after_rule(removed)),
            }
        } else {
            check_since(removed, since, &mut problems);
        }
        problems.check()?;

        let chunks = chunks(Rest::new(Some(start), limit), move |rest: Rest<(i64, Uuid)>| {
            let (store, included) = (store.clone(), includes.included.clone());
            async move {
                let position = events::Column::Position;
                let mut select = account.find::<events::Entity>();
                select = select.filter(Expr::col(position).lt(Expr::cust(sql_settled(store.backend()))));
                if let Some((position, id)) = rest.after {
                    let key =
                        Expr::tuple([Expr::col(events::Column::Position), Expr::col(events::Column::Id)]);
                    select = select.filter(key.gt(Expr::tuple([Expr::val(position), Expr::val(id)])));
                }
                if let Some(since_ms) = since {
                    select = select.filter(events::Column::Id.gte(first_event_id(since_ms)));
                }
                if let Some(event_type) = event {
                    select = select.filter(events::Column::EventType.eq(event_type));
                }
                if let Some(((created, updated), record_id)) = record {
                    let of_kind = events::Column::EventType.is_in([created, updated]);
                    select = select.filter(events::Column::RecordId.eq(record_id)).filter(of_kind);
                }
                let select = select.order_by_asc(position).order_by_asc(events::Column::Id);
                let rows = select.limit(rest.chunk()).all(store.read()).await?;
                let next = rest.next(&rows, |row| (row.position, row.id));
                let bodies = rows.into_iter().map(|row| row.body).collect();
                let load = async move {
                    let bodies = include::bodies(store.read(), account, &included, bodies).await?;
                    Ok(bodies.into_iter().map(|body| Event { body }).collect())
                };
                Ok((next, load))
            }
        });
        let reply = Reply::stream(chunks).await?;
        // Events that are committed but not settled appear later without another change, so a tag would not cover them.
        Ok(if revision.is_settled() { reply.with(ETAG, validator.etag(revision)?) } else { reply })
    }

    /// Read one event
    #[oai(path = "/events/:id", method = "get", operation_id = "readEvent")]
    async fn read(
        &self,
        caller: Caller,
        id: Path<Param<EventId>>,
        query: Query<Includes<Event>>,
    ) -> Result<Reply<Event, Read>, AppError> {
        let Query { input: Includes { included, .. }, mut problems, .. } = query;
        problems.check()?;
        let id = parse_event_id(&id.text).ok_or(AppError::NotFound)?;
        let (reader, account) = (self.0.store.read(), caller.account);
        let row = account.find_id::<events::Entity>(id).one(reader).await?.ok_or(AppError::NotFound)?;
        let bodies = include::bodies(reader, account, &included, vec![row.body]).await?;
        Reply::tagged(&Event { body: one(bodies)? }, 0)
    }
}
