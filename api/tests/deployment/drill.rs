//! The restore drill: a backup that is made under load is restored somewhere else by the steps of the runbook. Its checksums
//! are equal, programs go on, and clients miss nothing.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use bench::deployment::{Answer, Directory, Reader, Server, World, until};
use sea_orm::ConnectionTrait;
use shared::Store;
use shared::database::statement::sql;
use shared::database::testing::TestDb;
use tokio::sync::Mutex;

use crate::dumped::file_of;
use crate::runbook::{attempt, commands, run};

shared::both_databases!(
    a_backup_made_under_load_is_restored_elsewhere_and_nobody_misses_anything,
    the_way_back_from_a_newer_schema_is_the_backup,
);

const PATIENCE: Duration = Duration::from_mins(1);
/// How many contacts are created before, while and after the backup is made, at least.
const CONTACTS: usize = 60;

/// An empty place for a restored database: another server, or another folder.
struct Elsewhere {
    url: String,
    _server: Option<Server>,
    _directory: Directory,
}

impl Elsewhere {
    async fn new(db: &TestDb) -> Self {
        let directory = Directory::new().unwrap();
        if file_of(&db.url).is_some() {
            let url = format!("sqlite://{}", directory.path().join("restored.sqlite").display());
            return Self { url, _server: None, _directory: directory };
        }
        // PostgreSQL may run as another user, who must be able to reach it.
        std::fs::set_permissions(directory.path(), PermissionsExt::from_mode(0o711)).unwrap();
        let server = Server::postgres(directory.path()).await.unwrap();
        Self { url: server.url.clone(), _server: Some(server), _directory: directory }
    }

    fn settings(&self, world: &World) -> [(&'static str, String); 2] {
        [("DATABASE_URL", self.url.clone()), backup(world)]
    }
}

/// The runbook's commands.
struct Steps {
    save: String,
    restore: String,
    migrate: String,
    sign_out: String,
}

impl Steps {
    fn new() -> Self {
        let [save, _, restore, _, migrate, sign_out] = commands("Back up and restore");
        Self { save, restore, migrate, sign_out }
    }

    /// Returns the steps with PostgreSQL's programs somewhere else, if it is PostgreSQL.
    fn with_tools(url: &str) -> Self {
        let [_, save, _, restore, ..]: [String; 6] = commands("Back up and restore");
        if file_of(url).is_some() { Self::new() } else { Self { save, restore, ..Self::new() } }
    }
}

/// The folder for the backup.
fn backup(world: &World) -> (&'static str, String) {
    ("BACKUP", world.directory.path().join("backup").display().to_string())
}

async fn a_backup_made_under_load_is_restored_elsewhere_and_nobody_misses_anything(db: TestDb) {
    let Steps { save, restore, migrate, sign_out } = Steps::new();
    // On PostgreSQL, the backup has the policies of row security, and the other server lacks their role.
    let row_security = if file_of(&db.url).is_some() { "off" } else { "on" };
    let mut world = World::new(&db.url, &[("ALMONER_ROW_SECURITY", row_security)]).await.unwrap();
    let elsewhere = Elsewhere::new(&db).await;
    let mut api = world.start_api(None).await.unwrap();
    world.register_webhook().await.unwrap();
    let signed_in =
        "INSERT INTO sessions (token_hash, user_id, created_at_ms, last_used_at_ms, expires_at_ms)
            SELECT 'a', MIN(id), 0, 9000000000000, 9000000000000 FROM users;
        INSERT INTO one_time_links (token_hash, purpose, user_id, created_at_ms, expires_at_ms)
            SELECT 'a', 'password', MIN(id), 0, 9000000000000 FROM users";
    db.store.write().execute_unprepared(signed_in).await.unwrap();

    let (stop, count, answered) = (AtomicBool::new(false), AtomicUsize::new(0), Mutex::new(BTreeSet::new()));
    let create = async || {
        while !stop.load(Ordering::Relaxed) {
            let answer =
                world.create_contact_at(&world.listen, 0, count.fetch_add(1, Ordering::Relaxed)).await;
            match answer {
                Ok(Answer::Created(id)) => drop(answered.lock().await.insert(id)),
                // The disk is busy.
                Ok(Answer::Refused(503)) => {}
                failed => panic!("a change failed: {failed:?}"),
            }
        }
    };
    let more = async || {
        let before = answered.lock().await.len();
        let enough = async || answered.lock().await.len() >= before + CONTACTS;
        until("the load goes on", PATIENCE, enough).await.unwrap();
        answered.lock().await.clone()
    };
    let operator = async {
        let mut before = Reader::default();
        let committed = more().await;
        before.go_on(&world, &world.listen).await.unwrap();
        run(&save, &world, &[backup(&world)]).await;
        more().await;
        let mut after = before.clone();
        after.go_on(&world, &world.listen).await.unwrap();
        stop.store(true, Ordering::Relaxed);
        (committed, before, after)
    };
    let ((committed, mut before, mut after), ..) = tokio::join!(operator, create(), create(), create());
    let answered = answered.into_inner();
    check(&world).await;

    // The server is lost.
    api.kill().await.unwrap();
    run(&restore, &world, &elsewhere.settings(&world)).await;
    let refused = attempt(&restore, &world.variables, &elsewhere.settings(&world)).await.unwrap_err();
    assert!(refused.contains("empty") || refused.contains("exists already"), "{refused}");
    run(&migrate, &world, &elsewhere.settings(&world)).await;
    assert_eq!(let_in(&elsewhere.url).await, [1, 1], "the backup has them");
    run(&sign_out, &world, &elsewhere.settings(&world)).await;
    assert_eq!(let_in(&elsewhere.url).await, [0, 0]);
    world.move_to(&elsewhere.url).await.unwrap();
    let restored: BTreeSet<_> = Reader::complete(&world).await.unwrap().contacts.into_keys().collect();
    assert!(restored.is_superset(&committed) && restored.is_subset(&answered), "{}", restored.len());
    assert!(restored.len() < answered.len(), "what came after the backup is lost");

    let api = world.start_api(None).await.unwrap();
    for (path, status) in [
        (before.events_path(), 200),
        (after.events_path(), 422),
        (before.sync_path(), 422),
        (after.sync_path(), 422),
    ] {
        assert_eq!(world.read(&path).await.unwrap(), status, "{path}");
    }
    for n in 0..CONTACTS {
        assert!(world.create_contact(n).await);
    }
    let delivered = async || world.is_settled().await.unwrap() && world.has_arrived().await.unwrap();
    until("what the backup had not delivered is delivered", PATIENCE, delivered).await.unwrap();
    let complete = Reader::complete(&world).await.unwrap();
    assert_eq!(complete.contacts.len(), restored.len() + CONTACTS);
    for reader in [&mut before, &mut after] {
        // The log waits for every older transaction.
        let deadline = std::time::Instant::now() + PATIENCE;
        while reader.events != complete.events && std::time::Instant::now() < deadline {
            reader.go_on(&world, &world.listen).await.unwrap();
        }
        assert_eq!((&reader.contacts, &reader.events), (&complete.contacts, &complete.events));
    }
    assert!(!api.log().unwrap().contains("ERROR"), "{}", api.log().unwrap());
}

/// Looks at a backup, and at one that has a wrong byte.
async fn check(world: &World) {
    let folder = world.directory.path().join("backup");
    let verify = "almoner backup verify \"$BACKUP\"";
    run(verify, world, &[backup(world)]).await;
    run("cd \"$BACKUP\" && sha256sum --check checksums", world, &[backup(world)]).await;
    let copy = folder.join("database");
    let whole = std::fs::read(&copy).unwrap();
    let mut damaged = whole.clone();
    *damaged.last_mut().unwrap() ^= 1;
    std::fs::write(&copy, damaged).unwrap();
    let said = attempt(verify, &world.variables, &[backup(world)]).await.unwrap_err();
    assert!(said.contains("is not what was saved"), "{said}");
    std::fs::write(&copy, whole).unwrap();
    let again = attempt("almoner backup save \"$BACKUP\"", &world.variables, &[backup(world)]).await;
    assert!(again.unwrap_err().contains("File exists"), "a backup is never overwritten");
}

/// Returns how many sessions and links a database has.
async fn let_in(url: &str) -> [i64; 2] {
    let store = Store::connect(url).await.unwrap();
    let mut counts = [0; 2];
    for (count, table) in counts.iter_mut().zip(["sessions", "one_time_links"]) {
        let statement = sql(store.read(), format!("SELECT COUNT(*) FROM {table}"), Vec::new());
        let row = store.read().query_one_raw(statement).await.unwrap().unwrap();
        *count = row.try_get_by_index(0).unwrap();
    }
    store.close().await;
    counts
}

async fn the_way_back_from_a_newer_schema_is_the_backup(db: TestDb) {
    let Steps { save, restore, .. } = Steps::with_tools(&db.url);
    let mut world = World::new(&db.url, &[]).await.unwrap();
    let elsewhere = Elsewhere::new(&db).await;
    let mut api = world.start_api(None).await.unwrap();
    let Answer::Created(id) = world.create_contact_once("kept").await.unwrap() else { panic!("no contact") };
    run(&save, &world, &[backup(&world)]).await;
    assert_eq!(api.terminate(PATIENCE).await.unwrap(), Some(0));
    let newer = "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m2099_later', 0)";
    db.store.write().execute_unprepared(newer).await.unwrap();

    let refusing = world.spawn("almoner", &[]).unwrap();
    let says_why = async || refusing.log().unwrap().contains("m2099_later");
    until("it says why it does not serve", PATIENCE, says_why).await.unwrap();
    drop(refusing);
    run(&restore, &world, &elsewhere.settings(&world)).await;
    world.move_to(&elsewhere.url).await.unwrap();
    let _api = world.start_api(None).await.unwrap();
    assert_eq!(world.read_contact(id).await.unwrap(), 200);
    assert_eq!(world.create_contact_once("kept").await.unwrap(), Answer::Created(id));
}

/// The file by which the api knows its database stays in the folder when only the database is lost.
#[tokio::test(flavor = "multi_thread")]
async fn a_restore_into_the_folder_of_the_lost_database_begins_a_new_epoch() {
    let db = shared::database::testing::sqlite().await;
    let Steps { save, restore, .. } = Steps::new();
    let world = World::new(&db.url, &[]).await.unwrap();
    let mut api = world.start_api(None).await.unwrap();
    assert!(world.create_contact(0).await);
    run(&save, &world, &[backup(&world)]).await;
    assert!(world.create_contact(1).await);
    let mut reader = Reader::default();
    reader.go_on(&world, &world.listen).await.unwrap();
    assert_eq!(api.terminate(PATIENCE).await.unwrap(), Some(0));
    let file = file_of(&db.url).unwrap();
    for suffix in ["", "-wal", "-shm"] {
        let path = format!("{}{suffix}", file.display());
        if std::fs::exists(&path).unwrap() {
            std::fs::remove_file(path).unwrap();
        }
    }
    assert!(file.with_extension("identity").exists());
    let journal = format!("{}-journal", file.display());
    std::fs::write(&journal, "of a lost database").unwrap();
    let refused = attempt(&restore, &world.variables, &[backup(&world)]).await.unwrap_err();
    assert!(refused.contains("-journal exists already"), "{refused}");
    std::fs::remove_file(journal).unwrap();
    let sign_out = attempt("almoner backup sign-out", &world.variables, &[]).await.unwrap_err();
    assert!(sign_out.contains("No such file") && !file.exists(), "nothing is made: {sign_out}");
    let copy = world.directory.path().join("backup/database");
    std::fs::set_permissions(&copy, PermissionsExt::from_mode(0o444)).unwrap();
    run(&restore, &world, &[backup(&world)]).await;
    assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "it is its user's alone");
    assert!(!std::fs::exists(format!("{}.restored", file.display())).unwrap());
    let _api = world.start_api(None).await.unwrap();
    for path in [reader.sync_path(), reader.events_path()] {
        assert_eq!(world.read(&path).await.unwrap(), 422, "{path}");
    }
}
