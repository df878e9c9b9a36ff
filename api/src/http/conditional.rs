//! Conditional requests (RFC 9110, sections 8.8.3 and 13). A response is not sent again to a caller that already has
//! it, and a change is refused if the record has changed since the caller read it.
//!
//! The entity tag of a record is `"<version>-<hash>"`. The version rises with each change of the record. The hash is of
//! `data` as it is sent, and `data` can change without the record: a gift shows its contact, and a pledge shows its
//! progress until today. So `If-None-Match` of a read compares whole tags, but the conditions of a change compare only
//! versions.
//!
//! `W/` before a tag is ignored everywhere. Proxies put it before the tags of responses that they compress (nginx does), and
//! a version says the same with it as without.

use std::fmt::Display;
use std::sync::Arc;

use poem::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use poem::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use poem::{Endpoint, IntoResponse, Request, Response};
use sha2::{Digest, Sha256};
use shared::crypto::bytes::hex;

use crate::error::AppError;

/// How much of the hash goes into a tag, in bytes.
const HASH_LEN: usize = 8;
/// The suffixes that compression appends to a tag, because the compressed bytes differ.
const CODINGS: [&str; 3] = ["-gzip", "-br", "-zstd"];
/// The caller may store the response, but must ask whether it is still valid before using it. Shared caches must not
/// store it.
const CACHED: HeaderValue = HeaderValue::from_static("private, no-cache");

/// A strong entity tag, as the value of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntityTag(HeaderValue);

impl EntityTag {
    /// Makes a tag from visible ASCII characters without double quotes.
    pub fn new(opaque: impl Display) -> Result<Self, AppError> {
        let value = HeaderValue::try_from(format!("\"{opaque}\""));
        value.map(Self).map_err(|error| AppError::Internal(error.into()))
    }

    /// Makes the tag of a record from its version, or 0 if it has none, and the JSON of its `data`.
    pub fn of_record(version: i64, data: &[u8]) -> Result<Self, AppError> {
        Self::new(format_args!("{version:x}-{}", hex(&Sha256::digest(data)[..HASH_LEN])))
    }

    /// Returns the value of the header `ETag`.
    pub fn header(&self) -> &HeaderValue {
        &self.0
    }
}

/// Returns whether the response with this tag must be sent, because `If-None-Match` is missing, names only other tags,
/// or is malformed. The comparison is weak, and ignores the suffixes of compression.
pub fn must_send(headers: &HeaderMap, tag: &EntityTag) -> bool {
    match listed(headers, &IF_NONE_MATCH) {
        Ok(None) | Err(_) => true,
        Ok(Some(EntityTagList::Any)) => false,
        Ok(Some(EntityTagList::These(tags))) => {
            let own = tag.0.as_bytes();
            tags.iter().all(|tag| own != [b"\"", without_coding(tag).as_bytes(), b"\""].concat())
        }
    }
}

/// Wraps the API. A successful read gets a `Cache-Control` header, and becomes a 304 for a caller that already has it.
pub async fn reads<E: Endpoint>(endpoint: Arc<E>, request: Request) -> poem::Result<Response> {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let conditions =
        (is_read && request.headers().contains_key(IF_NONE_MATCH)).then(|| request.headers().clone());
    let mut response = endpoint.call(request).await?.into_response();
    if !is_read || !matches!(response.status(), StatusCode::OK | StatusCode::NOT_MODIFIED) {
        return Ok(response);
    }
    let tag = response.headers().get(ETAG).cloned().map(EntityTag);
    if conditions.zip(tag).is_some_and(|(conditions, tag)| !must_send(&conditions, &tag)) {
        response.set_status(StatusCode::NOT_MODIFIED);
        response.take_body();
        response.headers_mut().remove(CONTENT_TYPE);
    }
    response.headers_mut().insert(CACHE_CONTROL, CACHED);
    Ok(response)
}

/// The value of `If-Match` or `If-None-Match`.
#[derive(Debug, PartialEq, Eq)]
pub enum EntityTagList<'a> {
    /// `*`, which matches any tag.
    Any,
    /// These tags, weak or strong: of each the text between its quotes.
    These(Vec<&'a str>),
}

/// Reads the tags in a header. Returns `None` if there is no such header; the error is the rule that it breaks.
pub fn listed<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
) -> Result<Option<EntityTagList<'a>>, &'static str> {
    const RULE: &str = "must be * or entity tags in double quotes, separated by commas";
    if !headers.contains_key(name) {
        return Ok(None);
    }
    let mut tags = Vec::new();
    for value in headers.get_all(name) {
        let text = value.to_str().map_err(|_| RULE)?;
        if text.trim() == "*" {
            return Ok(Some(EntityTagList::Any));
        }
        read_tags(text, &mut tags).ok_or(RULE)?;
    }
    if tags.is_empty() { Err(RULE) } else { Ok(Some(EntityTagList::These(tags))) }
}

/// Reads a list of tags. It cannot be split at commas, because a tag may contain them.
fn read_tags<'a>(mut text: &'a str, tags: &mut Vec<&'a str>) -> Option<()> {
    const SPACE: [char; 2] = [' ', '\t'];
    loop {
        // Empty elements of a list are allowed.
        text = text.trim_start_matches([' ', '\t', ',']);
        if text.is_empty() {
            return Some(());
        }
        let quoted = text.strip_prefix("W/").unwrap_or(text);
        let (opaque, rest) = quoted.strip_prefix('"')?.split_once('"')?;
        tags.push(opaque);
        text = rest.trim_start_matches(SPACE);
        if !text.is_empty() && !text.starts_with(',') {
            return None;
        }
    }
}

fn without_coding(opaque: &str) -> &str {
    CODINGS.iter().find_map(|coding| opaque.strip_suffix(coding)).unwrap_or(opaque)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: &HeaderName, values: &[&'static str]) -> HeaderMap {
        values.iter().map(|value| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn lists_of_tags_are_read_as_the_rfc_writes_them() {
        for (values, expected) in [
            (&["*"][..], EntityTagList::Any),
            (&[" * "], EntityTagList::Any),
            (&[r#""a""#], EntityTagList::These(vec!["a"])),
            (&[r#"W/"a,b" , "", ,"c""#], EntityTagList::These(vec!["a,b", "", "c"])),
            (&[r#""a""#, r#""b""#], EntityTagList::These(vec!["a", "b"])),
        ] {
            assert_eq!(
                listed(&headers(&IF_NONE_MATCH, values), &IF_NONE_MATCH),
                Ok(Some(expected)),
                "{values:?}"
            );
        }
        assert_eq!(listed(&HeaderMap::new(), &IF_NONE_MATCH), Ok(None));
        for malformed in ["", ",", "a", r#""a"#, r#"a""#, r#""a" "b""#, r#"w/"a""#, r#""a", *"#, r#""a"x"#] {
            assert!(listed(&headers(&IF_NONE_MATCH, &[malformed]), &IF_NONE_MATCH).is_err(), "{malformed}");
        }
    }

    #[test]
    fn a_read_compares_whole_tags_weakly_and_without_their_coding() {
        let tag = EntityTag::of_record(0x1f, b"{}").unwrap();
        assert_eq!(tag.header(), r#""1f-44136fa355b3678a""#);
        for held in [
            r#""1f-44136fa355b3678a""#,
            r#"W/"1f-44136fa355b3678a""#,
            r#""x", "1f-44136fa355b3678a-gzip""#,
            r#""1f-44136fa355b3678a-br""#,
            r#"W/"1f-44136fa355b3678a-zstd""#,
            "*",
        ] {
            assert!(!must_send(&headers(&IF_NONE_MATCH, &[held]), &tag), "{held}");
        }
        for other in
            [r#""1f-44136fa355b3678b""#, r#""1f""#, "1f-44136fa355b3678a", r#""1f-44136fa355b3678a-x""#]
        {
            assert!(must_send(&headers(&IF_NONE_MATCH, &[other]), &tag), "{other}");
        }
        assert!(must_send(&HeaderMap::new(), &tag));
    }
}
