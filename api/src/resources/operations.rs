//! The operations that every kind of records has. The document says `{one}` and `{many}` of them in the kind's words.

use std::marker::PhantomData;

use poem_openapi::param::Path;
use poem_openapi::registry::{MetaTag, Registry};
use poem_openapi::{OpenApi, Tags};

use super::imports::{self, Asked, ImportWithProblems, MappingText};
use super::kinds::Listed;
use super::tag::DocumentTag;
use crate::auth::Caller;
use crate::error::AppError;
use crate::fields::types::Flag;
use crate::http::csv::{Accept, CsvBody};
use crate::http::query::{Param, PathId, Query, Sent};
use crate::http::{Create, Index, Put, Read, Reply, Update};
use crate::idempotency::IdempotencyKey;
use crate::records::importable::ExternalId;
use crate::records::included::Includes;
use crate::rest::list::IndexQuery;
use crate::rest::{self, JsonBody, PutBody};
use crate::state::App;

/// The group of a kind's operations in the document.
pub struct KindTag<R>(PhantomData<fn() -> R>);

impl<R: Listed> KindTag<R> {
    /// The group.
    pub const TAG: Self = Self(PhantomData);
}

impl<R: Listed> Tags for KindTag<R> {
    fn register(&self, registry: &mut Registry) {
        let description = Some(R::ABOUT.trim());
        registry.create_tag(MetaTag { name: R::TAG, description, external_docs: None });
    }

    fn name(&self) -> &'static str {
        R::TAG
    }
}

/// The operations on the records of a kind.
pub struct Records<R> {
    app: App,
    of: PhantomData<fn() -> R>,
}

impl<R> Records<R> {
    /// Returns the operations of an app.
    pub fn of(app: &App) -> Self {
        Self { app: app.clone(), of: PhantomData }
    }
}

#[OpenApi(prefix_path = R::KIND, tag = "KindTag::<R>::TAG")]
impl<R: Listed> Records<R> {
    /// List all {many}
    #[oai(path = "/", method = "get")]
    async fn index(
        &self,
        caller: Caller,
        accept: Accept,
        query: IndexQuery<R>,
    ) -> Result<Reply<R, Index>, AppError> {
        rest::list::index(&self.app, caller, accept.format::<R>(), query).await
    }

    /// Create a {one}
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        caller: Caller,
        body: JsonBody<R::Input, Create, R::Links>,
    ) -> Result<Reply<R, Create>, AppError> {
        rest::create(&self.app, caller, body).await
    }

    /// Read one {one}
    #[oai(path = "/:id", method = "get")]
    async fn read(
        &self,
        caller: Caller,
        id: Path<PathId>,
        query: Query<Includes<R>>,
    ) -> Result<Reply<R, Read>, AppError> {
        rest::read_including(&self.app, caller, &id, query).await
    }

    /// Update a {one}
    #[oai(path = "/:id", method = "put")]
    async fn update(
        &self,
        caller: Caller,
        id: Path<PathId>,
        body: JsonBody<R::Input, Update, R::Links>,
    ) -> Result<Reply<R, Update>, AppError> {
        rest::update(&self.app, caller, &id, body).await
    }

    /// Put a {one} by its external id: update it, or create it
    ///
    /// 200 and an update if a {one} of the account has this external id, and otherwise 201 and a new one, however many such
    /// requests come at once. `If-None-Match: *` only creates, and `If-Match` only updates: 412 otherwise.
    #[oai(path = "/by-external-id/:external_id", method = "put")]
    async fn put(
        &self,
        caller: Caller,
        external_id: Path<Param<ExternalId>>,
        body: PutBody<R::Input, R::Links>,
    ) -> Result<Reply<R, Put>, AppError> {
        rest::put(&self.app, caller, &external_id, body).await
    }
}

/// The operation that imports the records of a kind.
pub struct ImportsOf<R>(Records<R>);

impl<R> ImportsOf<R> {
    /// Returns the operation of an app.
    pub fn of(app: &App) -> Self {
        Self(Records::of(app))
    }
}

#[OpenApi(prefix_path = &format!("/imports/{}", R::KIND), tag = "DocumentTag::Imports")]
impl<R: Listed> ImportsOf<R> {
    /// Import {many} from a file
    #[oai(path = "/", method = "post")]
    async fn import(
        &self,
        caller: Caller,
        /// 1: only judge the rows, against what is stored now, and write nothing
        dry_run: Sent<Flag>,
        /// What the columns mean, as JSON, for a file whose headings are not the names of fields; `{}` guesses all of them
        mapping: Sent<MappingText>,
        idempotency_key: IdempotencyKey,
        file: CsvBody,
    ) -> Result<Reply<ImportWithProblems, Create>, AppError> {
        let asked = Asked { dry_run, mapping };
        imports::create(&self.0.app, caller, R::IMPORT, asked, idempotency_key, file).await
    }
}
