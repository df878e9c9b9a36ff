//! Databases that are restored from a backup: a client that goes on with a cursor from the time that was lost is told to
//! begin again, and misses nothing.

use std::process::Stdio;
use std::time::Duration;

use bench::deployment::{Program, World};
use sea_orm::ConnectionTrait;
use shared::Store;
use shared::database::testing;
use tokio::process::Command;

const STOP_MAX: Duration = Duration::from_secs(30);

async fn three_contacts(world: &World) {
    for n in 0..3 {
        assert!(world.create_contact(n).await);
    }
}

/// Returns the path that lists what has changed since now.
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
    copy(&folder, &backup);

    let api = world.start_api(None).await.unwrap();
    assert_eq!(world.read(&before).await.unwrap(), 200, "a restart is no restore");
    three_contacts(&world).await;
    let lost = sync_path(&world).await;
    stop(api).await;
    // The files are overwritten, so they keep their inodes.
    copy(&backup, &folder);
    let api = world.start_api(None).await.unwrap();
    check(&world, &lost).await;
    stop(api).await;
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).unwrap();
    for file in std::fs::read_dir(to).unwrap().map(Result::unwrap) {
        let name = file.file_name();
        // A write-ahead log of the newer state would be applied to the older one.
        if name.to_string_lossy().ends_with("-wal") || name.to_string_lossy().ends_with("-shm") {
            std::fs::remove_file(file.path()).unwrap();
        }
    }
    for file in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        std::fs::copy(file.path(), to.join(file.file_name())).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dump_that_is_restored_begins_a_new_epoch() {
    let db = testing::postgres().await;
    let mut world = World::new(&db.url, &[]).await.unwrap();
    let api = world.start_api(None).await.unwrap();
    three_contacts(&world).await;
    let dump = world.directory.path().join("dump.sql");
    let file = std::fs::File::create(&dump).unwrap();
    let mut command = Command::new("pg_dump");
    assert!(command.arg(&db.url).stdout(Stdio::from(file)).status().await.unwrap().success());
    // The old server goes on after the dump.
    three_contacts(&world).await;
    for _ in 0..100 {
        db.store.write().execute_unprepared("SELECT pg_current_xact_id()").await.unwrap();
    }
    let lost = sync_path(&world).await;
    stop(api).await;

    let restored = testing::postgres().await;
    let clear = "DROP SCHEMA public CASCADE; CREATE SCHEMA public";
    restored.store.write().execute_unprepared(clear).await.unwrap();
    let mut command = Command::new("psql");
    command.args(["--quiet", "--set=ON_ERROR_STOP=1", "--dbname", &restored.url, "--file"]).arg(&dump);
    assert!(command.stdout(Stdio::null()).stderr(Stdio::null()).status().await.unwrap().success());
    world.variables.push(("DATABASE_URL", restored.url.clone()));
    let api = world.start_api(None).await.unwrap();
    check(&world, &lost).await;
    stop(api).await;
}
