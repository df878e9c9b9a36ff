//! The command that backs up a database while programs work on it, checks a backup, and restores it.
//!
//! A backup is a folder with the file `database`, all rows as they were at one moment, and the file `checksums`, which
//! `sha256sum --check` reads too. The first is an SQLite database, or a dump that PostgreSQL's own programs make and
//! restore. `ALMONER_SECRETS_KEY` is not in it.

mod postgres;

use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use sea_orm::sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sea_orm::sqlx::{self, ConnectOptions, Connection};
use sha2::{Digest, Sha256};
use shared::Error;
use shared::crypto::bytes::hex;
use shared::entities::{SystemScope, one_time_links, sessions};
use shared::process::config::Settings;
use shared::times::STATEMENT_TIMEOUT;

use self::postgres::Server;
use super::failure::{database_error, of};
use crate::background::embedded;

#[derive(Subcommand)]
pub(super) enum Backup {
    /// Make a new folder with a copy of the database and its checksum, while programs go on; PostgreSQL is copied by its own
    /// program `pg_dump`
    Save {
        /// The folder, which must not exist
        folder: PathBuf,
    },
    /// Check that a backup is whole
    Verify {
        /// The folder of the backup
        folder: PathBuf,
    },
    /// Check a backup and restore it to where the settings say that the database is: a file that does not exist yet, or an
    /// empty PostgreSQL database
    Restore {
        /// The folder of the backup
        folder: PathBuf,
    },
    /// End all sessions and links that let somebody in: a restored database has brought back those that had ended
    SignOut,
}

/// Runs a command on backups.
pub(super) async fn run(settings: &Settings, command: &Backup) -> Result<(), Error> {
    match command {
        Backup::Save { folder } => {
            settings.expect_database()?;
            save(&Place::of(settings)?, folder).await?;
            eprintln!("almoner: {} is a whole copy of the database", folder.display());
        }
        Backup::Verify { folder } => {
            verify(folder).await?;
            eprintln!("almoner: {} is whole", folder.display());
        }
        Backup::Restore { folder } => {
            let place = Place::of(settings)?;
            // No program may make a database there meanwhile.
            let _lock = embedded::lock(settings)?;
            match &place {
                Place::Sqlite(file) => restore(folder, file).await?,
                Place::Postgres(server) => {
                    verify(folder).await?;
                    server.restore(&folder.join(DATABASE)).await?;
                }
            }
            eprintln!("almoner: the database is restored from {}", folder.display());
        }
        Backup::SignOut => {
            settings.expect_database()?;
            settings.sqlite_file()?.as_deref().map_or(Ok(()), must_exist)?;
            let store = settings.store().await?;
            SystemScope.delete::<sessions::Entity>().exec(store.write()).await?;
            SystemScope.delete::<one_time_links::Entity>().exec(store.write()).await?;
            store.close().await;
        }
    }
    Ok(())
}

/// The file of a backup with all rows.
const DATABASE: &str = "database";

/// Where the settings say that the database is.
enum Place {
    Sqlite(PathBuf),
    Postgres(Server),
}

impl Place {
    fn of(settings: &Settings) -> Result<Self, Error> {
        if let Some(url) = settings.postgres_url()? {
            return Ok(Self::Postgres(Server::new(&url)?));
        }
        let file = settings.sqlite_file()?;
        file.map(Self::Sqlite).ok_or_else(|| Error::Config("DATABASE_URL names no database".to_owned()))
    }
}

/// Fails if a database is not there. Opening it would make an empty one.
fn must_exist(file: &Path) -> Result<(), Error> {
    file.metadata().map(drop).map_err(of(file))
}

async fn save(place: &Place, folder: &Path) -> Result<(), Error> {
    if let Place::Sqlite(file) = place {
        must_exist(file)?;
    }
    let mut private = DirBuilder::new();
    private.mode(0o700);
    private.recursive(true).create(parent(folder)).map_err(of(folder))?;
    private.recursive(false).create(folder).map_err(of(folder))?;
    let saved = copy_into(place, folder).await;
    if saved.is_err() {
        // Half a backup must not look like one.
        let _ = fs::remove_dir_all(folder);
    }
    saved
}

async fn copy_into(place: &Place, folder: &Path) -> Result<(), Error> {
    let copy = folder.join(DATABASE);
    match place {
        Place::Sqlite(file) => {
            let mut connection = open(file).await?;
            // One statement reads one moment, and does not hold up writers.
            let vacuum = sqlx::query("VACUUM INTO ?").bind(copy.display().to_string());
            vacuum.execute(&mut connection).await.map_err(database_error)?;
            connection.close().await.map_err(database_error)?;
        }
        Place::Postgres(server) => server.save(&copy).await?,
    }
    check_content(&copy).await?;
    sync(&copy)?;
    let checksums = folder.join("checksums");
    fs::write(&checksums, format!("{}  database\n", checksum(&copy)?)).map_err(of(&checksums))?;
    sync(&checksums)?;
    sync(folder)?;
    sync(parent(folder))
}

async fn verify(folder: &Path) -> Result<(), Error> {
    let (copy, checksums) = (folder.join(DATABASE), folder.join("checksums"));
    let expected = fs::read_to_string(&checksums).map_err(of(&checksums))?;
    if expected.lines().count() > 1 && postgres::is_dump(&copy)? {
        return Err(Error::Config(format!(
            "{} has the checksums of tables, which deploy/backup makes: restore it with deploy/backup",
            folder.display()
        )));
    }
    if expected.lines().count() > 1 {
        return Err(Error::Config(format!(
            "{} is of an earlier version, which made it for the program sqlite3: copy {} to the place of the database, and \
             remove the file beside it whose name ends with .identity",
            checksums.display(),
            copy.display()
        )));
    }
    if expected != format!("{}  database\n", checksum(&copy)?) {
        return Err(Error::Config(format!(
            "{} is not what was saved, by its checksum: take another backup",
            copy.display()
        )));
    }
    check_content(&copy).await
}

async fn restore(folder: &Path, file: &Path) -> Result<(), Error> {
    for path in ["", "-wal", "-shm", "-journal"].map(|suffix| beside(file, suffix)) {
        if path.exists() {
            return Err(Error::Config(format!(
                "{} exists already: stop the programs, and move it to another folder with the files beside it whose \
                 names begin with its name",
                path.display()
            )));
        }
    }
    verify(folder).await?;
    if postgres::is_dump(&folder.join(DATABASE))? {
        return Err(Error::Config(format!(
            "{} is a backup of PostgreSQL: set DATABASE_URL to an empty PostgreSQL database",
            folder.display()
        )));
    }
    let new = beside(file, ".restored");
    let restored = copy_to(&folder.join(DATABASE), &new).and_then(|()| {
        // By this file the api knows the database. Without it, the api sees that the database was restored.
        let identity = file.with_extension("identity");
        match fs::remove_file(&identity) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(of(&identity)(error)),
            _ => {}
        }
        // Unlike a renaming, this fails if somebody has made a database there meanwhile.
        fs::hard_link(&new, file).map_err(of(file))
    });
    let _ = fs::remove_file(&new);
    restored?;
    sync(parent(file))
}

/// Copies a file to a new one that belongs to its user alone, whatever the mode of the first.
fn copy_to(from: &Path, to: &Path) -> Result<(), Error> {
    fs::copy(from, to).map_err(of(to))?;
    fs::set_permissions(to, Permissions::from_mode(0o600)).map_err(of(to))?;
    sync(to)
}

/// Fails if there is a damage in a copy that no program uses.
async fn check_content(copy: &Path) -> Result<(), Error> {
    if postgres::is_dump(copy)? {
        return postgres::check(copy).await;
    }
    let mut connection = open(copy).await?;
    let found = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut connection).await;
    let found: String = found.map_err(database_error)?;
    connection.close().await.map_err(database_error)?;
    if found == "ok" {
        return Ok(());
    }
    Err(Error::Config(format!("{} is damaged: {found}", copy.display())))
}

async fn open(file: &Path) -> Result<SqliteConnection, Error> {
    let options = SqliteConnectOptions::new().filename(file).busy_timeout(STATEMENT_TIMEOUT);
    // Copying and checking take long.
    let connected = options.disable_statement_logging().connect().await;
    connected.map_err(|error| Error::Config(format!("{}: {error}", file.display())))
}

/// Returns the SHA-256 of a file, in hexadecimal digits.
fn checksum(path: &Path) -> Result<String, Error> {
    let (mut hash, mut file) = (Sha256::new(), File::open(path).map_err(of(path))?);
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer).map_err(of(path))? {
            0 => return Ok(hex(&hash.finalize())),
            length => hash.update(&buffer[..length]),
        }
    }
}

/// Waits until a file or a folder is on the disk.
fn sync(path: &Path) -> Result<(), Error> {
    File::open(path).and_then(|file| file.sync_all()).map_err(of(path))
}

/// Returns the folder in which a file or a folder is.
fn parent(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
