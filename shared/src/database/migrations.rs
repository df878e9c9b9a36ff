//! The migrations of the schema, one SQL file each. PostgreSQL and SQLite share the files, except for the words that
//! `in_words_of` replaces.

use std::sync::Arc;

use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, RuntimeErr, sqlx};
use sea_orm_migration::prelude::async_trait;
use sea_orm_migration::{
    MigrationName, MigrationTrait, MigratorTrait, SchemaManager, SchemaManagerConnection,
};

use super::statement::sql;
use crate::values::names::{composed, name_key};

/// One change of the schema.
#[derive(Clone, Copy)]
pub(crate) struct Migration {
    pub(super) name: &'static str,
    /// The SQL, with the words that [`in_words_of`] replaces.
    pub(crate) sql: &'static str,
}

macro_rules! migrations {
    ($($name:literal $sha256:literal)*) => {
        /// The SHA-256 of each migration.
        #[cfg(test)]
        const LANDED: &[(&str, &str)] = &[$( (concat!($name, ".sql"), $sha256) ),*];

        /// Every migration, in order.
        pub(crate) const MIGRATIONS: &[Migration] = &[
            $( Migration { name: $name, sql: include_str!(concat!("migrations/", $name, ".sql")) }, )*
        ];
    };
}

// A new migration adds its line, with the SHA-256 of its file; no other line ever changes.
migrations! {
    "m20261121_000001_foundation" "b073a492120e31cefe52bb4877ca24c54c00957e5a01281ff05071b045eecd33"
    "m20261121_000002_webhooks" "72a6367d865e05c922bef50061d512d69179f0f85f383ff2e8ad9a81b2376eaa"
    "m20261121_000003_trace" "322c8ef3cedb95a678087720703602cc52c82e2088968036c15ff9a62cc13943"
    "m20261121_000004_idempotency" "db6f75696a5fc7603716c3207d340877d77f751e2143a80ac0219e078113dfd1"
    "m20261121_000005_imports" "b99723b5049e34a95f64a947b899c1da381d96b0fefc4765118f09dcbad932e2"
    "m20261121_000006_lists" "990a89c2df4190064a8dd37829353febf10875312642d76a37eab7d311d4f73b"
    "m20261122_000007_claims" "499b468b0f65b6b69e8d30e110dda7023f86ae92976ce066c8d7b37a949daf8b"
    "m20261122_000008_epoch" "bdfa8cd8a294fbb44f2d72e3ae7998edbe293bf66db51411ee07edecfea14206"
    "m20261122_000010_dry_runs" "75ed964e337a5ea1606323bed5d2d2f56391ed6171d9f5900895fa60dbcee6bc"
    "m20261122_000011_web" "e7d54b2a32fcb25216cb4ff3734ca85fb203e25c28b2a7c3ccd9a6e5d5a486fe"
    "m20261122_000012_due" "8694343c66133623197eaf78f36e26646f03baf01ddeda22e5d9616992cbb11c"
    "m20261122_000013_import_files" "8db0673c3e22bf2cfb920b3e5375022f12ccb78d6808acc5818b4bcc9cff0d8c"
    "m20261122_000014_history" "210db7af3eefa149a35406ee94d51382ab97c856d0bc0c35504007704937aef0"
    "m20261122_000015_second_factor" "662cfdd01c0805788b59b5d3512a37f80414d9550ef6bdce20f751130bccda28"
    "m20261122_000016_retention" "573266bfc3631dbb7364fbc80841e9be918eb2b2d73b214d9fcd2516c863f317"
    "m20261122_000017_deliveries_event" "91b00a1cbba9f14a3aa1f55746cb5730d4a7ba95fd6ab46bc5d6456b3d4cbbf1"
    "m20261122_000018_gift_links" "67d6b39effebf1b6d0a200ec797d3210435122bafbf7b1fda5ecf8a9db779fae"
    "m20261122_000019_list_filters" "d6d826c79b31cc24ed15521ddddd895325edd0464fc44c1f1c3bec4953606357"
    "m20261122_000020_webhook_concurrency" "c72327f68f65489fcd16ada353b14582af1bc2212b04f21ee8890e70dd143efd"
    "m20261123_000021_list_filters" "51ff3a8803cfd85e6386209a37b852aaaf280a7da0a731ecd64e93d4444d81f7"
    "m20261124_000022_links" "d9d35e12371bdc98c93f3fab13bedbb8c8e0ea0c077999dfc08336c07f48678e"
    "m20261124_000024_names" "5590bf1d259e55f9ebedfedeb42a4b46c19fb718822a4a2dbdb70bcfa9bf7978"
    "m20261124_000025_merged" "662c961c512a0bfa4f4501643a837d014188218b856be9088b1eba8610aff8d3"
    "m20261125_000026_import_kinds" "571cafd413219a8b26ce91f0a0ab01fe021aae84f0badde157606366bfce36b2"
    "m20261125_000027_envelope" "9d1d69c9bb3c134c3963a8cb3efe4ae2b48f279d41b94fb4282bf6b3e70a0cdd"
    "m20261125_000028_letters" "4b4d882a20144e0f1e22b6c12a216e65286532df5a6527f28e5f5f0ec12427ec"
    "m20261126_000029_named_keys" "fd2bb3bb34ee31550632d352a3b6b95f0a343745ed3af24124cf0eef0a4b0a2b"
    "m20261126_000030_sandboxes" "19a65c83bc5f84ea646616b4c666cb12372f4f7fdf9785f6bae730e17b3c08e6"
    "m20261126_000031_import_rows" "dcd9bbe49dcd6a07becae0494d992ef4c23db7d5cd3f6dee91a3e7e20cda8ec5"
    "m20261126_000032_referring" "8d3bd52ef1a423a7775c1b393684d6674f23a672fa6d32372f1c541778203072"
    "m20261126_000033_composed" "f2bb5fb559a5612c5f85ef0bcc41f76dd133e16aa5cfb1f78894dd57931cb70a"
    "m20261126_000034_contact_search" "d1feb20e8a420ed588e5fc66ec3e9a5d59a221558ada2708347db787a41e1058"
    "m20261126_000035_contact_order" "86ae93a2a23baf5a2c97980a0b97210fa75311631469a01a9bc1ba9b13a9e869"
    "m20261126_000036_terms" "80a15347bb082032bef93966c748cf95e9a010eca3e19f45042b97de0c398cb2"
    "m20261126_000037_tasks" "361bfc99b1a572347ef9e4717d55b32c12aa9bdb45eac281e78d8f57cf0b4475"
    "m20261127_000038_households" "a22ff2cd3677c137bc2f9d83d85f60b3c9a24d95415ac464218c17cf46abefbd"
    "m20261127_000039_contact_filters" "8223631200d776aed7c51925ebd72dd429c04c65aa400f97e45ffc90baabd8ed"
    "m20261127_000040_purposes" "13590d22972c9b2704661cf43d6787c8ffaad341ce8fa86a75dbc4f8567ac84c"
    "m20261127_000041_batches" "95610455f04fbbae020e5005fec2b3b7886ecc0764550a6d9529578a1a3c070f"
    "m20261127_000042_splits" "b68f6b0d8793d34aafdbd896d0a013fe97fa4325672808c3b3eb3c8392672de3"
    "m20261127_000043_lists" "a55a27482963d647a411e63ec2c6dc0c72a821af09ea80ea09c4e623551da7e0"
    "m20261127_000044_import_columns" "450b1fad676ed5fd2a680069308c729fe1e2f1cadc265cf343c59fdb4f99dd1b"
    "m20261127_000047_given_for" "a0539debae2c858cfc0c9cd7540c2434f37458de64858d2c68dd2fd2d197cf8e"
    "m20261127_000048_printed_letters" "c0c59b4aea60715772f80d8c4497d6cb54c8b2e95e5dad22aba741ab4e8f54fd"
    "m20261127_000049_mailed_letters" "268913fea13030d813ce4da68ab2e7631c7aeb9cf2ad7dbc7d974bcf54e92967"
    "m20261127_000050_contact_files" "0b213e56bd58d8455ca598adac08f0fd17b0c72c47413e00f2956eb6515fe915"
    "m20261127_000051_states" "509a018069838eb96f6f732f68236cbfb213740e077d909fdd53051f5cc78546"
    "m20261127_000052_given_by_id" "28e7d76c901131d318ef43461e86f0fa5b9f6334346e76ca33e1dc0023d543bf"
    "m20261127_000053_import_undo" "1327f143873510b496be37cf0b8545a8f87af9ad12f051f754e982f29db04d12"
    "m20261127_000054_reminders" "1fa4f56c8aa5a8bb2062f9c52b40ebba213b292fa0082a68e57f1b9e15912dbd"
    "m20261127_000055_letter_locales" "3dd0232fb3c53cdcf209ba154244240c8938c845c6b2831b9b30a1cfca69b0bc"
    "m20261128_000056_user_locale" "fbf513d0f989806aa356618a64829ea7830a65eb469ad660c9bb4da83b46654b"
    "m20261128_000057_web_forms" "a753a1d38d48e32c534190e46a3a8029e6de2f3e06b627b824b3b30d36cecf5e"
    "m20261128_000058_letter_endings" "ea1177b32c1a8c066103893b36eb369f1a15fbd27570b766edf4de6194a7ea1c"
    "m20261129_000059_distinct_contacts" "c5dcde556945cab40df2805e1bbd5f1a4a28d18322605835e83e41eed0e39c45"
    "m20261129_000060_stated_gifts" "39be399fbc2f0aee1150cddedddd762be52133027d25a1060c1fd4d0780e2c6f"
    "m20261129_000061_privacy_notice" "0b40a23419d03a3ec9d857a62dab49552b351c0972acc3be3e21fb0067c91dc8"
    "m20261129_000062_form_wishes" "0312de2475ceba8ef00a7756da05bbf795d766f86b1bd153b25086c012ce1826"
    "m20261129_000063_erased_contacts" "894b72a5dab37e1404c84be3d5be5ab51a8f36aa7ce2bd46e7c93b94ffbcfda6"
}

impl MigrationName for Migration {
    fn name(&self) -> &str {
        self.name
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    /// Runs every migration in a transaction, on SQLite too, where that is not the default: an interrupted start must
    /// not leave half a migration. Only building an index beside running programs is not possible in a transaction.
    fn use_transaction(&self) -> Option<bool> {
        Some(!self.is_concurrent())
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        match manager.get_connection() {
            SchemaManagerConnection::Connection(connection)
                if self.is_concurrent() && connection.get_database_backend() == DbBackend::Postgres =>
            {
                execute_concurrently(connection, self.sql).await?;
            }
            connection => {
                execute(connection, self.sql).await?;
                if self.name == NAMES {
                    mend_keys(connection).await?;
                }
                if self.name == COMPOSED {
                    compose(connection).await?;
                }
            }
        }
        tracing::debug!(migration = self.name, "migrated");
        Ok(())
    }
}

impl Migration {
    /// Returns whether PostgreSQL runs the migration without a transaction and without locking out writers. Each of its
    /// statements can be repeated, because the migration may be interrupted between any two.
    fn is_concurrent(&self) -> bool {
        self.sql.contains(CONCURRENTLY)
    }
}

/// The word for building or dropping an index while others write to its table. SQLite does not have it.
const CONCURRENTLY: &str = "CONCURRENTLY ";

/// Runs the migrations in order.
pub(super) struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        MIGRATIONS.iter().map(|migration| Box::new(*migration) as Box<dyn MigrationTrait>).collect()
    }
}

/// Runs a migration's SQL.
async fn execute(connection: &impl ConnectionTrait, sql: &str) -> Result<(), DbErr> {
    let backend = connection.get_database_backend();
    // No statement timeout on PostgreSQL, because a migration of a large table may take long. While a migration waits for
    // a lock, all statements on the table wait behind it.
    let begin = match backend {
        DbBackend::Sqlite => "",
        _ => "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '1s';",
    };
    let sql = in_words_of(backend, sql).replace(CONCURRENTLY, "");
    connection.execute_unprepared(&format!("{begin}{sql}")).await?;
    Ok(())
}

/// The migration whose keys [`mend_keys`] mends.
const NAMES: &str = "m20261124_000024_names";

/// Mends the keys of names with letters that the database's `lower` leaves as they are: in SQLite, all beyond ASCII.
async fn mend_keys(connection: &impl ConnectionTrait) -> Result<(), DbErr> {
    let names = sql(connection, "SELECT id, name, name_key FROM names", Vec::new());
    for row in connection.query_all_raw(names).await? {
        let (id, name): (i64, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        let key = name_key(&name);
        if key != row.try_get_by_index::<String>(2)? {
            let values = vec![key.into(), id.into()];
            let text = "UPDATE names SET name_key = $1 WHERE id = $2";
            connection.execute_raw(sql(connection, text, values)).await?;
        }
    }
    Ok(())
}

/// The migration whose texts [`compose`] composes.
const COMPOSED: &str = "m20261126_000033_composed";
/// The texts that are looked up as they are, and whether an account has each only once.
const LOOKED_UP: [(&str, &str, bool); 9] = [
    ("contacts", "contact_external_id", true),
    ("pledges", "pledge_external_id", true),
    ("gifts", "gift_external_id", true),
    ("tasks", "task_external_id", true),
    ("tags", "tag_key", true),
    ("gift_types", "gift_type_key", true),
    ("names", "name_key", false),
    ("contact_emails", "email_address", false),
    ("contacts", "contact_custom", false),
];

/// Puts texts that are looked up into the form that all texts have from now on. Where an account has both forms of a text,
/// both stay: they are two records.
async fn compose(connection: &impl ConnectionTrait) -> Result<(), DbErr> {
    let is_ascii = match connection.get_database_backend() {
        DbBackend::Sqlite => "NOT GLOB '*[^ -~]*'",
        _ => "~ '^[ -~]*$'",
    };
    for (table, column, is_unique) in LOOKED_UP {
        let all = format!("SELECT id, {column} FROM {table} WHERE NOT ({column} {is_ascii})");
        for row in connection.query_all_raw(sql(connection, all, Vec::new())).await? {
            let (id, text): (i64, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
            let composed = composed(text.clone());
            if composed != text {
                let is_free = format!(
                    " AND NOT EXISTS (SELECT 1 FROM {table} o WHERE o.account_id = {table}.account_id AND o.{column} = $1)"
                );
                let is_free = if is_unique { &is_free } else { "" };
                let text = format!("UPDATE {table} SET {column} = $1 WHERE id = $2{is_free}");
                let values = vec![composed.into(), id.into()];
                connection.execute_raw(sql(connection, text, values)).await?;
            }
        }
    }
    Ok(())
}

/// Replaces the words that differ between databases. `{id}` stands for a generated primary key, `{uuid}` for the type of
/// 128 bits, `{bytes}` for the type of any bytes, `{binary}` for the order of texts by their bytes, `{adjusted_gift}` for
/// the foreign key of a new column that links gifts to gifts, `{merged_contact}` for that of one that links contacts to
/// contacts, `{household}` for that of one that links contacts to households, `{batch}` for that of one that links gifts to
/// batches, `{contact_custom_of}` for the function by which PostgreSQL
/// searches the contacts' own data, `{contacts_custom}` for what the index of that search has, `{several_keys}` for
/// the end of the rule that a user has one key for an account, `{contact_search_index}` for the index by which contacts
/// are found by any part of a word, and `{searched_contact}` and `{search_key}` for the keys of the texts that it is made of.
fn in_words_of(backend: DbBackend, sql: &str) -> String {
    let words = match backend {
        DbBackend::Sqlite => [
            ("{several_keys}", SEVERAL_KEYS),
            ("{contact_search_index}", WORDS_OF_SQLITE),
            // The index of words finds the texts by this number.
            ("{searched_contact}", "contact_id INTEGER PRIMARY KEY"),
            ("{search_key}", "UNIQUE"),
            ("{id}", "id INTEGER PRIMARY KEY AUTOINCREMENT"),
            ("{uuid}", "BLOB"),
            ("{bytes}", "BLOB"),
            ("{binary}", "COLLATE BINARY"),
            // A new column cannot have a foreign key with the account in it. The code looks the gift up in the account.
            ("{adjusted_gift}", " REFERENCES gifts (id)"),
            ("{merged_contact}", " REFERENCES contacts (id)"),
            ("{household}", " REFERENCES households (id)"),
            ("{batch}", " REFERENCES batches (id)"),
            ("{contact_custom_of}", ""),
            ("{contacts_custom}", "(account_id, id)"),
        ],
        _ => [
            (
                "{several_keys}",
                "ALTER TABLE api_keys ADD COLUMN key_name TEXT NOT NULL DEFAULT 'API key',
                     DROP CONSTRAINT api_keys_account_id_user_id_key;",
            ),
            ("{contact_search_index}", WORDS_OF_POSTGRESQL),
            ("{searched_contact}", "contact_id BIGINT NOT NULL"),
            ("{search_key}", "PRIMARY KEY"),
            ("{id}", "id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"),
            ("{uuid}", "UUID"),
            ("{bytes}", "BYTEA"),
            ("{binary}", "COLLATE \"C\""),
            (
                "{adjusted_gift}",
                ", ADD FOREIGN KEY (account_id, gift_adjusts_id) REFERENCES gifts (account_id, id)",
            ),
            (
                "{merged_contact}",
                ", ADD FOREIGN KEY (account_id, contact_merged_into_id) REFERENCES contacts (account_id, id)",
            ),
            (
                "{household}",
                ", ADD FOREIGN KEY (account_id, household_id) REFERENCES households (account_id, id)",
            ),
            ("{batch}", ", ADD FOREIGN KEY (account_id, batch_id) REFERENCES batches (account_id, id)"),
            ("{contact_custom_of}", CONTACT_CUSTOM_OF),
            ("{contacts_custom}", "USING gin (contact_custom_of(account_id, contact_custom) jsonb_path_ops)"),
        ],
    };
    words.iter().fold(sql.to_owned(), |sql, (word, meaning)| sql.replace(word, meaning))
}

/// The index of SQLite: a table of all groups of three letters, which triggers keep up to date.
const WORDS_OF_SQLITE: &str = "
    CREATE VIRTUAL TABLE contact_words USING fts5 (
        search_text, content='contact_search', content_rowid='contact_id', detail=none,
        tokenize='trigram case_sensitive 1'
    );
    -- What is erased does not stay in the index until its parts are merged.
    INSERT INTO contact_words (contact_words, rank) VALUES ('secure-delete', 1);
    CREATE TRIGGER contact_search_added AFTER INSERT ON contact_search BEGIN
        INSERT INTO contact_words (rowid, search_text) VALUES (new.contact_id, new.search_text);
    END;
    CREATE TRIGGER contact_search_changed AFTER UPDATE OF search_text ON contact_search
    WHEN new.search_text <> old.search_text BEGIN
        INSERT INTO contact_words (contact_words, rowid, search_text) VALUES ('delete', old.contact_id, old.search_text);
        INSERT INTO contact_words (rowid, search_text) VALUES (new.contact_id, new.search_text);
    END;
    CREATE TRIGGER contact_search_removed AFTER DELETE ON contact_search BEGIN
        INSERT INTO contact_words (contact_words, rowid, search_text) VALUES ('delete', old.contact_id, old.search_text);
    END;";

/// The index of PostgreSQL. The account is part of it, so that a search reads nothing of the others. It needs two extensions
/// that come with PostgreSQL, and that whoever may create in the database may create. They may be in any schema. Without
/// them, a search reads all contacts of the account.
const WORDS_OF_POSTGRESQL: &str = "
    DO $$ DECLARE numbers TEXT; words TEXT; BEGIN
        CREATE EXTENSION IF NOT EXISTS btree_gin;
        CREATE EXTENSION IF NOT EXISTS pg_trgm;
        SELECT extnamespace::regnamespace INTO numbers FROM pg_extension WHERE extname = 'btree_gin';
        SELECT extnamespace::regnamespace INTO words FROM pg_extension WHERE extname = 'pg_trgm';
        EXECUTE format('CREATE INDEX contact_search_text ON contact_search USING gin (account_id %s.int8_ops, search_text %s.gin_trgm_ops)', numbers, words);
    EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file THEN
        RAISE WARNING 'the extensions btree_gin and pg_trgm are not there (%), so a search reads all contacts of the account', SQLERRM;
    END $$;";

/// SQLite removes no rule from a table, so the table of keys is made anew.
const SEVERAL_KEYS: &str = "
    CREATE TABLE named_keys (
        {id},
        account_id BIGINT NOT NULL,
        user_id BIGINT NOT NULL,
        key_hash TEXT NOT NULL UNIQUE,
        created_at_ms BIGINT NOT NULL,
        last_used_at_ms BIGINT,
        last_used_agent TEXT,
        key_name TEXT NOT NULL DEFAULT 'API key',
        FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE
    );
    INSERT INTO named_keys (id, account_id, user_id, key_hash, created_at_ms, last_used_at_ms, last_used_agent)
    SELECT id, account_id, user_id, key_hash, created_at_ms, last_used_at_ms, last_used_agent FROM api_keys;
    DROP TABLE api_keys;
    ALTER TABLE named_keys RENAME TO api_keys;";

/// The function by which PostgreSQL searches the contacts' own data. The data is JSON, but `jsonb` cannot hold all of it:
/// not numbers of very many digits, and no NUL characters. A contact with them is not found. An error would refuse the
/// write, or the whole index. The function says where its parts are, because a restore has no search path.
/// It is not safe in parallel plans, because the handler of the error is a subtransaction.
const CONTACT_CUSTOM_OF: &str = "
    CREATE OR REPLACE FUNCTION contact_custom_of(account BIGINT, custom TEXT) RETURNS JSONB
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL UNSAFE AS $$ BEGIN
        RETURN pg_catalog.jsonb_build_object(account::pg_catalog.text, custom::pg_catalog.jsonb); EXCEPTION
        WHEN data_exception OR program_limit_exceeded THEN RETURN NULL; END $$;";

/// The end of a statement. Within a line, a semicolon ends only what is within a function.
const END_OF_STATEMENT: &str = ";\n";

/// Runs statements that PostgreSQL does not run in a transaction, one after the other. They wait for transactions that
/// are older, such as a dump's, and nobody waits for them.
async fn execute_concurrently(connection: &DatabaseConnection, text: &'static str) -> Result<(), DbErr> {
    let failed = |error| DbErr::Exec(RuntimeErr::SqlxError(Arc::new(error)));
    let mut connection = connection.get_postgres_connection_pool().acquire().await.map_err(failed)?;
    let text = in_words_of(DbBackend::Postgres, text);
    let settings = ["SET statement_timeout = 0", "SET lock_timeout = 0"];
    for statement in settings.into_iter().chain(text.split(END_OF_STATEMENT)) {
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&mut *connection).await.map_err(failed)?;
    }
    // The settings end with the connection.
    connection.close().await.map_err(failed)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;

    use sha2::{Digest, Sha256};

    use super::LANDED;
    use crate::crypto::bytes::hex;

    #[test]
    fn no_landed_migration_has_changed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/database/migrations");
        let files = fs::read_dir(folder).unwrap().map(Result::unwrap);
        let hash = |path: &Path| hex(&Sha256::digest(fs::read(path).unwrap()));
        let found: BTreeMap<_, _> =
            files.map(|file| (file.file_name().into_string().unwrap(), hash(&file.path()))).collect();
        let landed = LANDED.iter().map(|(name, hash)| ((*name).to_owned(), (*hash).to_owned())).collect();
        assert_eq!(
            found, landed,
            "a landed migration stays as it is: put the change into a new one, and add its line here"
        );
    }
}
