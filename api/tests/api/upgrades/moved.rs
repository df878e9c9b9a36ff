//! Databases of earlier versions that are moved to PostgreSQL: all of them reads and goes on there as it was.

use std::path::Path;

use api::cli::move_database::move_rows;
use shared::database::testing;

use super::{Dump, dumps, goes_on};

#[tokio::test(flavor = "multi_thread")]
async fn every_dump_that_is_moved_reads_and_goes_on_as_it_was() {
    for name in dumps() {
        println!("{name}");
        let dump = Dump::load(&name);
        let (source, target) = (testing::empty_sqlite().await, testing::postgres().await);
        testing::restore(&source, &dump.text).await.unwrap();
        let file = Path::new(source.url.trim_start_matches("sqlite://"));
        move_rows(source.store.clone(), file, &target.url, |line| println!("{line}")).await.unwrap();
        goes_on(target, &dump).await;
    }
}
