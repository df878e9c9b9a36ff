//! The download of the rows that failed.

use futures_util::StreamExt;
use poem::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use poem::{Body, Response};
use shared::entities::imports;

use super::id;
use crate::error::AppError;
use crate::http::chunks::unbroken;
use crate::http::media_type::CSV_WITH_HEADER;
use crate::language::spoken;
use crate::locale::column_separator;
use crate::resources::imports::failed_rows;
use crate::web::visit::{Answer, Visit};

pub(in crate::web) async fn show(visit: Visit) -> Answer {
    let (id, account) = (id(&visit)?, visit.account()?.scope);
    let store = &visit.app.store;
    let import = account.find_id::<imports::Entity>(id).one(store.read()).await?.ok_or(AppError::NotFound)?;
    if !failed_rows::exist(store.read(), account, id).await? {
        return Err(AppError::NotFound);
    }
    let file = unbroken(failed_rows::file(store, account, &import, column_separator(spoken()))?.boxed());
    Ok(Response::builder()
        .header(CONTENT_TYPE, CSV_WITH_HEADER)
        .header(CONTENT_DISPOSITION, format!("attachment; filename=\"failed-rows-{id}.csv\""))
        .header(CACHE_CONTROL, "no-store")
        .body(Body::from_bytes_stream(file)))
}
