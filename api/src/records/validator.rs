//! Entity tags of what is made of many records: lists and sums. They say of which state of the account they are, so that asking
//! whether that has changed takes one small query, whatever they are made of.

use poem::http::HeaderValue;
use poem::http::header::IF_NONE_MATCH;
use sha2::{Digest, Sha256};
use shared::Store;
use shared::crypto::bytes::hex;
use shared::entities::AccountScope;
use shared::events::revision::Revision;

use super::Context;
use crate::http::AppError;
use crate::http::conditional::{EntityTagList, ListedTag, listed};
use crate::http::query::ListRequest;

/// The most tags of one request that are looked at.
const CANDIDATES_MAX: usize = 10;

/// Makes and judges the entity tags of one request.
pub struct Validator {
    store: Store,
    account: AccountScope,
    /// What the response depends on besides the records: the request, the day, and this program.
    request: String,
}

impl Validator {
    /// For a request of an account that is answered in a media type.
    pub fn new(context: &Context, list_request: &ListRequest, media_type: &str) -> Self {
        let (account_id, query) =
            (context.caller.account.account_id(), list_request.query_without(&[]).finish());
        let (version, path, today) = (env!("CARGO_PKG_VERSION"), &list_request.path, context.today);
        let depends_on = format!("{version} {account_id} {today} {media_type} {path}?{query}");
        let request = hex(&Sha256::digest(depends_on)[..8]);
        Self { store: context.app.store.clone(), account: context.caller.account, request }
    }

    /// The tag of the response as of a revision. It is weak: the order of keys, and the like, may change without it.
    pub fn etag(&self, revision: Revision) -> Result<HeaderValue, AppError> {
        let etag = format!(r#"W/"{revision}-{}""#, self.request);
        HeaderValue::from_str(&etag).map_err(|error| AppError::Internal(error.into()))
    }

    /// The tag that the caller has, if the response would be the same again.
    pub async fn still_current(&self, list_request: &ListRequest) -> Result<Option<HeaderValue>, AppError> {
        let (reader, account) = (self.store.read(), self.account);
        let tags = match listed(&list_request.conditions, &IF_NONE_MATCH) {
            Ok(Some(EntityTagList::These(tags))) => tags,
            // `*` is answered when it is known that there is an answer (crate::http::conditional).
            Ok(None | Some(EntityTagList::Any)) | Err(_) => return Ok(None),
        };
        let revision = |tag: ListedTag<'_>| {
            let (revision, request) = tag.opaque.rsplit_once('-')?;
            revision.parse::<Revision>().ok().filter(|_| request == self.request)
        };
        for revision in tags.into_iter().take(CANDIDATES_MAX).filter_map(revision) {
            if revision.is_current(reader, account).await? {
                return self.etag(revision).map(Some);
            }
        }
        Ok(None)
    }
}
