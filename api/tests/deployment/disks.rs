//! The embedded database on a full disk. After a kill and a restart, every change that was answered with 201 is there
//! with its event, and nothing else is.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use bench::deployment::{Answer, Directory, Disk, Program, World, until};
use shared::database::testing;

/// How many requests a client sends after the first one that finds the disk full.
const REQUESTS_WHEN_FULL: usize = 200;

#[tokio::test(flavor = "multi_thread")]
async fn on_a_full_file_system_an_answered_change_is_kept_and_a_refused_one_is_not_there() {
    let directory = Directory::new().unwrap();
    let disk = Disk::mount(directory.path().join("disk"), "40m").await.unwrap();
    disk.fill(20 << 20).unwrap();
    let world = World::embedded(&disk, &[]).await.unwrap();
    let mut api = world.spawn("almoner", &[]).unwrap();
    let (mut created, refused) = create_until_full(&world, &api).await;

    // With room, the same process writes again.
    disk.make_room().unwrap();
    let written = AtomicI64::new(0);
    let writes = async || match world.create_large_contact(5000).await.unwrap() {
        Answer::Created(id) => {
            written.store(id, Ordering::Relaxed);
            true
        }
        Answer::Refused(_) | Answer::None => false,
    };
    until("the api writes again", Duration::from_secs(10), writes).await.unwrap();
    assert!(created.insert(written.into_inner()), "no id is given twice");

    api.kill().await.unwrap();
    check(world, Some(&disk), &created, refused).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn at_a_limit_of_file_sizes_an_answered_change_is_kept_and_a_refused_one_is_not_there() {
    let db = testing::sqlite().await;
    let world = World::new(&db.url, &[]).await.unwrap();
    // The limit is in blocks of 512 bytes: 8 MiB. SQLite empties its log at 4 MiB, so it is the database's own file that
    // reaches the limit. Ignoring the signal makes the write fail instead of ending the program.
    let limiting = ["sh", "-c", r#"trap "" XFSZ; ulimit -f 16384; exec "$0""#];
    let log = world.directory.path().join("limited.log");
    let mut api = Program::spawn_through(&limiting, "almoner", &world.variables, log).unwrap();
    let (created, refused) = create_until_full(&world, &api).await;
    api.kill().await.unwrap();
    check(world, None, &created, refused).await;
}

/// Lets two clients create contacts until the disk is full, and for a while after that.
async fn create_until_full(world: &World, api: &Program) -> (BTreeSet<i64>, usize) {
    api.ready().await.unwrap();
    let client = async || {
        let (mut created, mut refused, mut left) = (Vec::new(), 0, REQUESTS_WHEN_FULL);
        while left > 0 {
            match world.create_large_contact(5000).await.unwrap() {
                Answer::Created(id) => created.push(id),
                Answer::Refused(status) => {
                    assert_eq!(status, 503);
                    refused += 1;
                }
                Answer::None => panic!("an answer always comes"),
            }
            if refused > 0 {
                left -= 1;
            }
        }
        (created, refused)
    };
    let ((one, refused_to_one), (other, refused_to_other)) = tokio::join!(client(), client());
    let answered = one.len() + other.len();
    let created: BTreeSet<_> = one.into_iter().chain(other).collect();
    assert_eq!(created.len(), answered, "no id is given twice");
    // Nothing but writes is refused.
    for id in created.iter().take(10) {
        assert_eq!(world.read_contact(*id).await.unwrap(), 200);
    }
    (created, refused_to_one + refused_to_other)
}

/// Starts the api on a disk with room, and compares the contacts and events with the answers.
async fn check(mut world: World, disk: Option<&Disk>, created: &BTreeSet<i64>, refused: usize) {
    assert!(created.len() > 100 && refused > 10, "{} created, {refused} refused", created.len());
    let api = world.start_api(None).await.unwrap();
    if let Some(disk) = disk {
        api.freeze().await.unwrap();
        world.look_at_files(disk).await.unwrap();
        api.signal("CONT").await.unwrap();
    }
    for rows in ["SELECT id FROM contacts", "SELECT record_id FROM events"] {
        let rows = world.rows(rows).await.unwrap();
        let there: BTreeSet<i64> = rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect();
        assert_eq!(&there, created);
    }
    // The api continues to work.
    world.register_webhook().await.unwrap();
    assert!(world.create_contact(0).await);
}
