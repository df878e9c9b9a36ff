//! Rules for migrations: one that has landed never changes, and each has a dump of its time.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};
use shared::database::schema;
use shared::database::testing;

use super::{DUMPS, Dump, fixtures, text};
use crate::support::Api;
use crate::support::rows::TABLES;

/// The SHA-256 of each migration that has landed. A new migration adds its line; no other line ever changes.
const LANDED: [(&str, &str); 23] = [
    ("m20261121_000001_foundation.sql", "b073a492120e31cefe52bb4877ca24c54c00957e5a01281ff05071b045eecd33"),
    ("m20261121_000002_webhooks.sql", "72a6367d865e05c922bef50061d512d69179f0f85f383ff2e8ad9a81b2376eaa"),
    ("m20261121_000003_trace.sql", "322c8ef3cedb95a678087720703602cc52c82e2088968036c15ff9a62cc13943"),
    ("m20261121_000004_idempotency.sql", "db6f75696a5fc7603716c3207d340877d77f751e2143a80ac0219e078113dfd1"),
    ("m20261121_000005_imports.sql", "b99723b5049e34a95f64a947b899c1da381d96b0fefc4765118f09dcbad932e2"),
    ("m20261121_000006_lists.sql", "990a89c2df4190064a8dd37829353febf10875312642d76a37eab7d311d4f73b"),
    ("m20261122_000007_claims.sql", "499b468b0f65b6b69e8d30e110dda7023f86ae92976ce066c8d7b37a949daf8b"),
    ("m20261122_000008_epoch.sql", "bdfa8cd8a294fbb44f2d72e3ae7998edbe293bf66db51411ee07edecfea14206"),
    ("m20261122_000010_dry_runs.sql", "75ed964e337a5ea1606323bed5d2d2f56391ed6171d9f5900895fa60dbcee6bc"),
    ("m20261122_000011_web.sql", "e7d54b2a32fcb25216cb4ff3734ca85fb203e25c28b2a7c3ccd9a6e5d5a486fe"),
    ("m20261122_000012_due.sql", "8694343c66133623197eaf78f36e26646f03baf01ddeda22e5d9616992cbb11c"),
    ("m20261122_000013_import_files.sql", "8db0673c3e22bf2cfb920b3e5375022f12ccb78d6808acc5818b4bcc9cff0d8c"),
    ("m20261122_000014_history.sql", "210db7af3eefa149a35406ee94d51382ab97c856d0bc0c35504007704937aef0"),
    (
        "m20261122_000015_second_factor.sql",
        "662cfdd01c0805788b59b5d3512a37f80414d9550ef6bdce20f751130bccda28",
    ),
    ("m20261122_000016_retention.sql", "573266bfc3631dbb7364fbc80841e9be918eb2b2d73b214d9fcd2516c863f317"),
    (
        "m20261122_000017_deliveries_event.sql",
        "91b00a1cbba9f14a3aa1f55746cb5730d4a7ba95fd6ab46bc5d6456b3d4cbbf1",
    ),
    ("m20261122_000018_gift_links.sql", "67d6b39effebf1b6d0a200ec797d3210435122bafbf7b1fda5ecf8a9db779fae"),
    ("m20261122_000019_list_filters.sql", "d6d826c79b31cc24ed15521ddddd895325edd0464fc44c1f1c3bec4953606357"),
    (
        "m20261122_000020_webhook_concurrency.sql",
        "c72327f68f65489fcd16ada353b14582af1bc2212b04f21ee8890e70dd143efd",
    ),
    ("m20261123_000021_list_filters.sql", "51ff3a8803cfd85e6386209a37b852aaaf280a7da0a731ecd64e93d4444d81f7"),
    ("m20261124_000022_links.sql", "d9d35e12371bdc98c93f3fab13bedbb8c8e0ea0c077999dfc08336c07f48678e"),
    ("m20261124_000024_names.sql", "5590bf1d259e55f9ebedfedeb42a4b46c19fb718822a4a2dbdb70bcfa9bf7978"),
    ("m20261124_000025_merged.sql", "662c961c512a0bfa4f4501643a837d014188218b856be9088b1eba8610aff8d3"),
];

#[test]
fn no_landed_migration_has_changed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/src/database/migrations");
    let files = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let hash = |path: &Path| {
        Sha256::digest(fs::read(path).unwrap()).iter().fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").unwrap();
            hex
        })
    };
    let found: BTreeMap<_, _> =
        files.map(|file| (file.file_name().into_string().unwrap(), hash(&file.path()))).collect();
    let landed = LANDED.map(|(name, hash)| (name.to_owned(), hash.to_owned())).into();
    assert_eq!(
        found, landed,
        "a landed migration stays as it is: put the change into a new one, and add its line here"
    );
}

/// The last dump has every migration, and is what today's program makes of it. Otherwise, a new dump is written, which has
/// the rows of the last one as today's program migrates them.
#[tokio::test]
async fn every_migration_has_a_dump() {
    let name = DUMPS[DUMPS.len() - 1];
    let last = Dump::load(name);
    let db = testing::empty_sqlite().await;
    testing::restore(&db, &last.text).await.unwrap();
    schema::migrate(&db.store).await.unwrap();
    let api = Api::start(db).await;
    api.execute("UPDATE seaql_migrations SET applied_at = 0", vec![]).await;
    let (comments, _) = last.text.split_at(last.text.find("INSERT").unwrap());
    let today = comments.to_owned() + &dump(&api).await;
    if today != last.text {
        let proposal = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dump.sql");
        fs::write(&proposal, today).unwrap();
        panic!(
            "a migration has no dump. {} has the rows of {name}: add what the new program writes, move the file to {} \
             under the migration's name, and add the name to DUMPS",
            proposal.display(),
            fixtures().join("data").display()
        );
    }
}

/// Dumps a SQLite database as SQL that both databases understand.
async fn dump(api: &Api) -> String {
    let tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    let tables: BTreeSet<String> = texts(api, tables).await.into_iter().collect();
    assert_eq!(tables, TABLES.map(str::to_owned).into(), "TABLES of support/rows.rs has every table");
    let mut dump = String::new();
    for table in TABLES {
        if table == "event_log" {
            // A migration has inserted its only row.
            dump += "DELETE FROM event_log;\n";
        }
        let columns =
            texts(api, &format!("SELECT name FROM pragma_table_info('{table}') ORDER BY cid")).await;
        let types = texts(api, &format!("SELECT type FROM pragma_table_info('{table}') ORDER BY cid")).await;
        let literals: Vec<_> = columns.iter().zip(&types).map(|(name, kind)| literal(name, kind)).collect();
        let row =
            format!("SELECT '    (' || {} || ')' FROM {table} ORDER BY rowid", literals.join(" || ', ' || "));
        let rows = texts(api, &row).await;
        assert!(!rows.is_empty(), "the dump has no row of {table}");
        write!(dump, "INSERT INTO {table} ({}) VALUES\n{};\n", columns.join(", "), rows.join(",\n")).unwrap();
    }
    dump
}

async fn texts(api: &Api, query: &str) -> Vec<String> {
    api.query(query, vec![]).await.iter().map(text).collect()
}

/// Returns the SQL expression for a column's value as a literal.
fn literal(name: &str, kind: &str) -> String {
    let literal = match kind {
        "BOOLEAN" => format!("CASE WHEN {name} THEN 'TRUE' ELSE 'FALSE' END"),
        "BLOB" if name == "chunk_text" => format!("'{{bytes}}' || lower(hex({name})) || ''''"),
        "BLOB" => format!("'{{uuid}}' || lower(hex({name})) || ''''"),
        _ => format!("quote({name})"),
    };
    format!("CASE WHEN {name} IS NULL THEN 'NULL' ELSE {literal} END")
}
