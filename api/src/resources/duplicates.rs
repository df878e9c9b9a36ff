//! The list of contacts that look like the same.

use std::collections::{BTreeSet, HashMap};

use poem::http::HeaderValue;
use poem::http::header::{ETAG, LINK};
use poem_openapi::OpenApi;
use sea_orm::{ColumnTrait, QueryFilter};
use shared::entities::contacts;

use super::contacts::Contact;
use super::contacts::duplicates::{self, DuplicateReason, Pair};
use super::operations::KindTag;
use crate::auth::Caller;
use crate::error::AppError;
use crate::events::revision::Revision;
use crate::fields::Payload;
use crate::fields::parameters::Limit;
use crate::fields::types::{List, Many, OneOf, Text};
use crate::http::media_type::JSON_UTF8;
use crate::http::query::Query;
use crate::http::{Index, Reply};
use crate::records::{Context, Resource};
use crate::rest::list::TOTAL_COUNT;
use crate::rest::validator::Validator;
use crate::state::App;
use crate::{object, query};

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

/// The operation on duplicates.
pub struct Duplicates(pub App);

#[OpenApi(tag = "KindTag::<Contact>::TAG")]
impl Duplicates {
    /// List contacts that look like the same
    ///
    /// In pairs, those with the most reasons first, and of as many, those with the strongest. Archived contacts are left out, and a
    /// person is a duplicate of an organisation by name alone. Email addresses are compared without regard to case, phone numbers by
    /// their last nine digits, names and places without regard to case, accents, apostrophes and hyphens; how names sound, a
    /// Soundex of all their letters tells. The same names alone are a reason while nothing tells the two apart. What more than
    /// 20 contacts share, such as the address of an office, is no reason. A pair that somebody keeps apart in the web application is
    /// left out. The list has at most 100,000 pairs.
    /// `POST /contacts/{id}/merge` makes one contact of two.
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
}
