//! The list of contacts that look like the same, and the operation that keeps two of them apart.

use std::collections::{BTreeSet, HashMap};

use poem::http::HeaderValue;
use poem::http::header::{ETAG, LINK};
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder};
use shared::Transaction;
use shared::entities::contacts;

use super::contacts::duplicates::{self, DuplicateReason, Pair};
use super::contacts::{Contact, apart};
use super::operations::KindTag;
use crate::auth::Caller;
use crate::error::AppError;
use crate::events::revision::Revision;
use crate::fields::parameters::Limit;
use crate::fields::types::{Flag, Id, List, Many, OneOf, Text};
use crate::fields::{Patch, Payload, Problems};
use crate::http::media_type::JSON_UTF8;
use crate::http::operation::{BATCH_HEADERS, Writes};
use crate::http::query::{PathId, Query};
use crate::http::{Index, Operation, Reply};
use crate::idempotency::run_idempotent;
use crate::records::{Context, Resource};
use crate::rest::JsonBody;
use crate::rest::list::TOTAL_COUNT;
use crate::rest::validator::Validator;
use crate::state::App;
use crate::{body, object, query};

/// How many pairs a page has, unless the caller asks for another number.
const PAGE_SIZE: i64 = 100;

object! {
    /// Two contacts that look like the same.
    Duplicate {
        /// What speaks for it, the strongest first
        reasons: List<OneOf<DuplicateReason>>;
        /// The two contacts, the one with the lower id first
        contacts: Many<Contact>;
    }
}

impl Payload for Duplicate {
    const KIND: &'static str = "duplicates";
}

query! {
    /// Which pairs are listed.
    DuplicatesQuery {
        /// How many pairs to return at most; by default 100. The header `Total-Count` tells the whole number, and the header
        /// `Link` leads to the next page
        limit: Limit;
        /// Where a page begins: from the `Link` of the page before
        cursor: Text<2000>;
    }
}

body! {
    /// The body that says whether two contacts are kept apart.
    ApartInput as "ApartCreate" or "ApartCreate" {
        /// The other contact
        contact_id: Id { required, example: 2 };
        /// 1: they are two, and are no duplicates; 0: as if nobody had said so
        apart: Flag { required, example: 1 };
    }
}

object! {
    /// Two contacts, and whether somebody keeps them apart.
    Apart {
        /// 1: the list of duplicates leaves them out as a pair
        apart: Flag;
        /// The two contacts, the one with the lower id first
        contacts: Many<Contact>;
    }
}

impl Payload for Apart {
    const KIND: &'static str = Contact::KIND;
}

/// The operation that keeps contacts apart.
pub struct KeepApart;

impl Operation for KeepApart {
    const NAME: &'static str = "apart";
    const HEADERS: &'static [(&'static str, &'static str)] = BATCH_HEADERS;
}

impl Writes for KeepApart {
    const CREATING: bool = true;
}

/// Loads the contacts of pairs. A pair of which one has been archived since is left out.
async fn load(context: &Context, pairs: Vec<Pair>) -> Result<Vec<Duplicate>, AppError> {
    let ids: BTreeSet<_> = pairs.iter().flat_map(|pair| [pair.ids.0, pair.ids.1]).collect();
    let tx = context.app.store.snapshot().await?;
    let rows = context.caller.account.find::<contacts::Entity>().filter(contacts::Column::Id.is_in(ids));
    let contacts = Contact::load(&tx, context, rows.all(&tx).await?).await?;
    tx.end().await?;
    let contacts: HashMap<_, _> = contacts.into_iter().map(|contact| (contact.model.id, contact)).collect();
    let duplicate = |pair: Pair| {
        let both = [pair.ids.0, pair.ids.1].map(|id| contacts.get(&id).cloned());
        let contacts: Vec<_> = both.into_iter().flatten().collect();
        (contacts.len() == 2).then(|| Duplicate { reasons: pair.reasons(), contacts })
    };
    Ok(pairs.into_iter().filter_map(duplicate).collect())
}

/// Keeps a contact apart from another one, or takes that back, as the body says.
async fn set_apart(
    tx: &Transaction,
    context: &Context,
    id: i64,
    input: &ApartInput,
    mut problems: Problems,
) -> Result<Apart, AppError> {
    let account = context.caller.account;
    let contact_id = input.contact_id.value().copied();
    let ids = [Some(id), contact_id].into_iter().flatten();
    let both = account.find::<contacts::Entity>().filter(contacts::Column::Id.is_in(ids));
    let both = both.order_by_asc(contacts::Column::Id).all(tx).await?;
    let is_there = |id: i64| both.iter().any(|contact| contact.id == id);
    if !is_there(id) {
        return Err(AppError::NotFound);
    }
    match contact_id {
        Some(other) if other == id => problems.add("contact_id", "must be the id of another contact"),
        Some(other) if !is_there(other) => problems.add_unknown_id("contact_id", "contact"),
        // A missing id is a problem already.
        _ => {}
    }
    problems.check()?;
    let pair = (id, contact_id.ok_or(AppError::NotFound)?);
    let (actor, is_apart) = (context.caller.actor(context.now_ms), input.apart == Patch::Value(true));
    apart::set(tx, actor, account, pair, is_apart).await?;
    Ok(Apart { apart: is_apart, contacts: Contact::load(tx, context, both).await? })
}

/// The operations on duplicates.
pub struct Duplicates(pub App);

#[OpenApi(tag = "KindTag::<Contact>::TAG")]
impl Duplicates {
    /// List contacts that look like the same
    ///
    /// In pairs, those with the most reasons first, and of as many, those with the strongest. Archived contacts are left out, and a
    /// person is a duplicate of an organisation by name alone. Email addresses are compared without regard to case, phone numbers by
    /// their last nine digits, names and places without regard to case, accents, apostrophes and hyphens; at the same place, common
    /// English short forms of first names, such as Tom, are the same as the name; how names sound, a Soundex of all their letters
    /// tells. The same names alone are a reason while nothing tells the two apart. What more than
    /// 20 contacts share, such as the address of an office, is no reason. The list has at most 100,000 pairs.
    /// `POST /contacts/{id}/merge` makes one contact of two, and `POST /contacts/{id}/apart` says that they are two: the list
    /// leaves such a pair out.
    #[oai(path = "/contacts/duplicates", method = "get", operation_id = "listDuplicates")]
    async fn index(
        &self,
        caller: Caller,
        query: Query<DuplicatesQuery>,
    ) -> Result<Reply<Duplicate, Index>, AppError> {
        let context = Context::new(&self.0, caller);
        let Query { input, mut problems, request } = query;
        let validator = Validator::new(&context, &request, JSON_UTF8);
        if let Some(etag) = validator.still_current(&request).await? {
            return Ok(Reply::not_modified(etag));
        }
        let after = input.cursor.and_then(|cursor| {
            let place = duplicates::open(&context, &cursor);
            if place.is_none() {
                problems.add("cursor", "must be that of a Link to the next page");
            }
            place
        });
        problems.check()?;
        let (revision, _) = Revision::now(self.0.store.read(), caller.account).await?;
        let limit = usize::try_from(input.limit.unwrap_or(PAGE_SIZE)).unwrap_or_default();
        let page = duplicates::page(&context, after, limit).await?;
        let total = HeaderValue::from(page.total);
        let reply = Reply::list(&load(&context, page.pairs).await?)?;
        let reply = reply.with(TOTAL_COUNT, total).with(ETAG, validator.etag(revision)?);
        let Some(next) = page.next else { return Ok(reply) };
        let query = request.sent.without(&["cursor"]).append_pair("cursor", &next).finish();
        let link = format!(r#"<{}?{query}>; rel="next""#, request.path);
        let link = HeaderValue::from_str(&link).map_err(|error| AppError::Internal(error.into()))?;
        Ok(reply.with(LINK, link))
    }

    /// Keep two contacts apart
    ///
    /// Says with `apart` 1 that a contact and another one are two, however much they look like the same: the list of duplicates
    /// leaves them out as a pair. With `apart` 0 that is taken back. The contacts do not change, so there is no event; the audit log
    /// has who said so. A repeated request changes nothing. A merge of one of the two keeps what it becomes apart from the other.
    #[oai(path = "/contacts/:id/apart", method = "post", operation_id = "keepApart")]
    async fn keep_apart(
        &self,
        caller: Caller,
        id: Path<PathId>,
        body: JsonBody<ApartInput, KeepApart>,
    ) -> Result<Reply<Apart, KeepApart>, AppError> {
        let JsonBody { input, problems, ignored, idempotency_key, .. } = body;
        let context = Context::new(&self.0, caller);
        run_idempotent(&self.0, caller.account, idempotency_key, async |tx| {
            let answer = set_apart(tx, &context, id.id(), &input, problems).await?;
            Ok(Reply::of(&answer)?.ignoring(&ignored))
        })
        .await
    }
}
