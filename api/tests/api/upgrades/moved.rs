//! The newest dump, which has rows of every table, moved to PostgreSQL: all of it reads and goes on there as it was.

use std::path::Path;

use api::cli::move_database::move_rows;
use shared::database::testing;

use super::{Dump, dumps, goes_on};

#[tokio::test(flavor = "multi_thread")]
async fn every_table_is_moved_and_goes_on_as_it_was() {
    let dump = Dump::load(&dumps().pop().unwrap());
    let (source, target) = (testing::empty_sqlite().await, testing::postgres().await);
    testing::restore(&source, &dump.text).await.unwrap();
    let file = Path::new(source.url.trim_start_matches("sqlite://"));
    move_rows(source.store.clone(), file, &target.url, |line| println!("{line}")).await.unwrap();
    goes_on(target, &dump).await;
}
