//! Databases that are restored from a backup: a client that goes on with a cursor from the time that was lost is told to
//! begin again, and misses nothing.

use bench::deployment::{Program, World, backup, copy_folder};
use sea_orm::ConnectionTrait;
use shared::Store;
use shared::database::testing;
use shared::times::STOP_MAX;

async fn three_contacts(world: &World) {
    for n in 0..3 {
        assert!(world.create_contact(n).await);
    }
}

/// Returns the path that lists the changes since now.
async fn sync_path(world: &World) -> String {
    let cursor = world.header("/contacts", "sync-cursor").await.unwrap();
    format!("/contacts?updated_since={cursor}")
}

async fn stop(mut api: Program) {
    assert_eq!(api.terminate(STOP_MAX).await.unwrap(), Some(0));
}

/// Checks a service on the backup, with a cursor that was given out after the backup was made.
async fn check(world: &World, lost: &str) {
    three_contacts(world).await;
    assert_eq!(world.read(lost).await.unwrap(), 422, "the new contacts would be missing without a word");
    let sync = sync_path(world).await;
    assert_eq!(world.read(&sync).await.unwrap(), 200);
    assert_eq!(world.read(lost).await.unwrap(), 422, "also when the log is longer than it was");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_copied_back_begins_a_new_epoch() {
    let directory = tempfile::tempdir().unwrap();
    let (folder, backup) = (directory.path().join("data"), directory.path().join("backup"));
    std::fs::create_dir(&folder).unwrap();
    let url = format!("sqlite://{}", folder.join("almoner.sqlite").display());
    shared::database::schema::migrate(&Store::connect(&url).await.unwrap()).await.unwrap();
    let world = World::new(&url, &[]).await.unwrap();
    let api = world.start_api(None).await.unwrap();
    three_contacts(&world).await;
    let before = sync_path(&world).await;
    stop(api).await;
    copy_folder(&folder, &backup).unwrap();

    let api = world.start_api(None).await.unwrap();
    assert_eq!(world.read(&before).await.unwrap(), 200, "a restart is no restore");
    three_contacts(&world).await;
    let lost = sync_path(&world).await;
    stop(api).await;
    // The files are overwritten, so they keep their inodes.
    copy_folder(&backup, &folder).unwrap();
    let api = world.start_api(None).await.unwrap();
    check(&world, &lost).await;
    stop(api).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dump_that_is_restored_begins_a_new_epoch() {
    let db = testing::postgres().await;
    let mut world = World::new(&db.url, &[]).await.unwrap();
    let api = world.start_api(None).await.unwrap();
    three_contacts(&world).await;
    let dump = world.directory.path().join("dump.sql");
    backup::dump(&db.url, &dump).await.unwrap();
    // The old server goes on after the dump.
    three_contacts(&world).await;
    for _ in 0..100 {
        db.store.write().execute_unprepared("SELECT pg_current_xact_id()").await.unwrap();
    }
    let lost = sync_path(&world).await;
    stop(api).await;

    let restored = testing::postgres().await;
    backup::restore(&restored.url, &dump).await.unwrap();
    world.variables.push(("DATABASE_URL", restored.url.clone()));
    let api = world.start_api(None).await.unwrap();
    check(&world, &lost).await;
    stop(api).await;
}
