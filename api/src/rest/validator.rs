//! Entity tags of responses that are made from many records: lists and sums. A tag contains the revision of the
//! account. So one small query shows whether the response has changed, however many records it is made from.

use poem::http::HeaderValue;
use poem::http::header::IF_NONE_MATCH;
use sha2::{Digest, Sha256};
use shared::Store;
use shared::crypto::bytes::hex;
use shared::entities::AccountScope;

use crate::error::AppError;
use crate::events::revision::Revision;
use crate::http::conditional::{EntityTagList, listed};
use crate::http::query::ListRequest;
use crate::records::Context;

/// How many tags of one request are compared at most.
const CANDIDATES_MAX: usize = 10;

/// The entity tags of one request: makes the response's tag, and compares the caller's.
pub struct Validator {
    store: Store,
    account: AccountScope,
    /// A hash of what the response depends on besides the records: the request, the day, and this program's build. Two
    /// builds of one version may write a record differently.
    request: String,
}

impl Validator {
    /// Makes the validator for a request whose response has this media type.
    pub fn new(context: &Context, list_request: &ListRequest, media_type: &str) -> Self {
        let (account_id, query) =
            (context.caller.account.account_id(), list_request.sent.without(&[]).finish());
        let (build, path, today) = (context.app.build, &list_request.path, context.today);
        let depends_on = format!("{build} {account_id} {today} {media_type} {path}?{query}");
        let request = hex(&Sha256::digest(depends_on)[..8]);
        Self { store: context.app.store.clone(), account: context.caller.account, request }
    }

    /// Returns the tag of the response at this revision. The tag is weak, because details such as the order of keys may
    /// change while the tag stays the same.
    pub fn etag(&self, revision: Revision) -> Result<HeaderValue, AppError> {
        let etag = format!(r#"W/"{revision}-{}""#, self.request);
        HeaderValue::from_str(&etag).map_err(|error| AppError::Internal(error.into()))
    }

    /// Returns the tag that the caller sent, if the response is still the same.
    pub async fn still_current(&self, list_request: &ListRequest) -> Result<Option<HeaderValue>, AppError> {
        let (reader, account) = (self.store.read(), self.account);
        let tags = match listed(&list_request.conditions, &IF_NONE_MATCH) {
            Ok(Some(EntityTagList::These(tags))) => tags,
            // `crate::http::conditional` answers `*` once it is known that there is a response.
            Ok(None | Some(EntityTagList::Any)) | Err(_) => return Ok(None),
        };
        let revision = |tag: &str| {
            let (revision, request) = tag.rsplit_once('-')?;
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
