//! PostgreSQL's row security, a second line of defence behind [`AccountScope`](crate::entities::AccountScope): whatever a
//! request asks for, it reaches no record of another account, even if a query forgets the account.
//!
//! A request runs [`within`] a cell for its account. Once the cell is filled, the statements of the request run on
//! connections of the role [`ROLE`], which `almoner migrate` creates. Such a connection is told the account whenever it is
//! lent, and the tables' policies compare it with each row. Work that is no account's, such as the relay's, goes on with
//! the connections that reach every row, and its plans stay as they are.

use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use sea_orm::sqlx::{self, AssertSqlSafe, Executor, PgConnection};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement};

use crate::Error;

/// The role of the connections that are confined to an account.
pub const ROLE: &str = "almoner_account";
/// Tables with an account that every request may read: they say which accounts a person or a key belongs to, so they are
/// needed before the account is known, and by people with several accounts. `audit_log` takes entries about one person for
/// each of the person's accounts.
const OPEN: &str = "'api_keys', 'audit_log', 'invitations', 'memberships', 'sessions'";
/// Those tables with an account, or of accounts, of which a request changes no other account's rows, whatever it may read.
const WRITTEN_BY_OWN: &str = "'accounts', 'api_keys', 'invitations', 'memberships'";
/// Columns of users and accounts that no request changes.
const FIXED: &str = "'id', 'email', 'email_key', 'created_at_ms', 'sandbox_of'";
/// Whether the present user may become the role. Before PostgreSQL 16, every member may.
const MAY_BECOME: &str =
    "CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END";

tokio::task_local! {
    /// The account of the request that the task works for, once it is known.
    static ACCOUNT: Arc<OnceLock<i64>>;
}

/// Does the work of a request. Once the cell has the id of an account, the work reaches only that account's rows.
pub async fn within<T>(account: Arc<OnceLock<i64>>, work: impl Future<Output = T>) -> T {
    ACCOUNT.scope(account, work).await
}

/// Does work that reaches only one account's rows.
pub async fn confined<T>(account_id: i64, work: impl Future<Output = T>) -> T {
    within(Arc::new(OnceLock::from(account_id)), work).await
}

/// Confines work to the account of the running task. It is for work that goes to a task of its own.
pub fn carried<T>(work: impl Future<Output = T>) -> impl Future<Output = T> {
    let account = ACCOUNT.try_with(Arc::clone).unwrap_or_default();
    within(account, work)
}

/// Returns the account to which the running task is confined.
pub(super) fn account() -> Option<i64> {
    ACCOUNT.try_with(|account| account.get().copied()).ok().flatten()
}

/// Gives a new connection the role, and the account of the task that it is for.
pub(super) async fn become_role(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    connection.execute(sqlx::raw_sql(AssertSqlSafe(take_role("SESSION")))).await?;
    tell_account(connection).await
}

/// Tells a connection the account before it is lent to the task.
pub(super) async fn tell_account(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    // A number needs no parameter, so this is one round trip. No account has the id 0.
    let text = format!("SET almoner.account_id = {}", account().unwrap_or_default());
    connection.execute(sqlx::raw_sql(AssertSqlSafe(text))).await?;
    Ok(())
}

/// Returns the statements that confine the running transaction.
pub(super) fn confine_transaction(account_id: i64) -> String {
    format!("{}; SET LOCAL almoner.account_id = {account_id}", take_role("LOCAL"))
}

/// Returns the statements that change the role, for the `SESSION` or `LOCAL`ly. The schemas stay those of the user who has
/// connected, because one of them may have that user's name.
fn take_role(reach: &str) -> String {
    let is_local = reach == "LOCAL";
    format!(
        "SELECT set_config('search_path', string_agg(quote_ident(s), ', '), {is_local})
         FROM unnest(current_schemas(false)) s; SET {reach} ROLE {ROLE}"
    )
}

/// Returns a query for the tables that are not set up yet, or with which the role may do more than it should, with what it
/// may do with them, their policies, and the column that names the account. Events leave the outbox, and get their places in
/// the log, by the relay alone. Entries leave the audit log by the housekeeping alone, and no request makes or removes an
/// account or a user.
fn missing() -> String {
    format!(
        "SELECT quote_ident(t.relname), array_to_string(t.policies, ' '),
             concat_ws(', ', array_to_string(t.privileges, ', '),
                 (SELECT 'UPDATE (' || string_agg(quote_ident(name), ', ') || ')' FROM unnest(t.columns) name)),
             CASE t.relname WHEN 'accounts' THEN 'id' ELSE 'account_id' END
         FROM (
             SELECT c.oid, c.relname, c.relnamespace, c.relrowsecurity, c.relacl,
                 CASE WHEN c.relname IN ({WRITTEN_BY_OWN}) THEN ARRAY['own_inserts', 'own_updates', 'own_deletes']
                     WHEN a.attname IS NOT NULL AND c.relname NOT IN ({OPEN}) THEN ARRAY['own_account']
                     ELSE '{{}}' END AS policies,
                 CASE WHEN c.relname IN ('accounts', 'event_log', 'users') THEN ARRAY['SELECT']
                     WHEN c.relname IN ('audit_log', 'letters', 'outbox') THEN ARRAY['SELECT', 'INSERT']
                     ELSE ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE'] END AS privileges,
                 CASE WHEN c.relname IN ('accounts', 'users') THEN
                     (SELECT array_agg(f.attname::text ORDER BY f.attnum) FROM pg_attribute f WHERE f.attrelid = c.oid
                         AND f.attnum > 0 AND NOT f.attisdropped AND f.attname NOT IN ({FIXED}))
                     ELSE '{{}}' END AS columns
             FROM pg_class m
             JOIN pg_class c ON c.relnamespace = m.relnamespace AND c.relowner = m.relowner AND c.oid <> m.oid
             LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'account_id'
                 AND a.atttypid = 'bigint'::regtype AND NOT a.attisdropped
             WHERE m.oid = to_regclass('seaql_migrations') AND c.relkind IN ('r', 'p')) t
         LEFT JOIN pg_roles r ON r.rolname = '{ROLE}' AND NOT r.rolsuper AND NOT r.rolbypassrls
         WHERE r.oid IS NULL OR NOT pg_has_role(r.oid, {MAY_BECOME})
            OR NOT has_schema_privilege(r.oid, t.relnamespace, 'USAGE')
            OR EXISTS (SELECT FROM unnest(t.privileges) p WHERE NOT has_table_privilege(r.oid, t.oid, p))
            OR EXISTS (SELECT FROM unnest(t.columns) name WHERE NOT has_column_privilege(r.oid, t.oid, name, 'UPDATE'))
            OR EXISTS (SELECT FROM aclexplode(t.relacl) g WHERE g.grantee = r.oid
                AND g.privilege_type IN ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE')
                AND g.privilege_type <> ALL (t.privileges))
            OR EXISTS (SELECT FROM pg_attribute f, aclexplode(f.attacl) g WHERE f.attrelid = t.oid
                AND g.grantee = r.oid AND f.attname::text <> ALL (t.columns))
            OR EXISTS (SELECT FROM unnest(t.policies) name WHERE NOT t.relrowsecurity OR NOT EXISTS (
                SELECT FROM pg_policy p WHERE p.polrelid = t.oid AND p.polname = name
                    AND NOT p.polpermissive AND p.polroles = ARRAY[r.oid]))
         ORDER BY t.relname"
    )
}

/// Returns whether the role and the policies are there.
pub(super) async fn is_set_up(connection: &impl ConnectionTrait) -> Result<bool, Error> {
    Ok(connection.query_one_raw(Statement::from_string(DbBackend::Postgres, missing())).await?.is_none())
}

/// Creates the role and the policies that are not there yet. A table with a new policy is locked for a moment.
///
/// # Errors
/// Those of the database. If its user may not create roles, the error says what an administrator can do.
pub(super) async fn set_up(connection: &DatabaseConnection) -> Result<(), Error> {
    connection.execute_unprepared(&role()).await.map_err(|error| {
        let error = Error::from(error);
        if error.is_insufficient_privilege() {
            return Error::Config(format!(
                "ALMONER_ROW_SECURITY: {error}. Let an administrator run `CREATE ROLE {ROLE} NOLOGIN`, unless there is \
                 that role, and `GRANT {ROLE} TO` the user of DATABASE_URL; then run `almoner migrate` again"
            ));
        }
        error
    })?;
    let tables = connection.query_all_raw(Statement::from_string(DbBackend::Postgres, missing())).await?;
    for table in tables {
        let (name, policies): (String, String) = (table.try_get_by_index(0)?, table.try_get_by_index(1)?);
        let (privileges, column): (String, String) = (table.try_get_by_index(2)?, table.try_get_by_index(3)?);
        connection.execute_unprepared(&grants(&name, &policies, &privileges, &column)).await?;
    }
    Ok(())
}

/// Returns the statement that creates the role. Roles are shared by the databases of a server, so another one may be
/// creating it.
fn role() -> String {
    format!(
        "DO $$ BEGIN
             BEGIN
                 IF to_regrole('{ROLE}') IS NULL THEN
                     CREATE ROLE {ROLE} NOLOGIN;
                 END IF;
             EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
             END;
             BEGIN
                 IF NOT pg_has_role('{ROLE}', {MAY_BECOME}) THEN
                     GRANT {ROLE} TO CURRENT_USER;
                 END IF;
             EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
             END;
             IF EXISTS (SELECT FROM pg_roles WHERE rolname = '{ROLE}' AND (rolsuper OR rolbypassrls)) THEN
                 RAISE EXCEPTION 'the role {ROLE} must be no superuser, and must not bypass row security';
             END IF;
             EXECUTE format('GRANT USAGE ON SCHEMA %I TO {ROLE}', current_schema());
             EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA %I TO {ROLE}', current_schema());
         END $$"
    )
}

/// Returns the statements that let the role use a table, and no more of it than it should. PostgreSQL runs them as one
/// transaction. The first policy leaves every other user's rows as they were, and the others take from the role what is not
/// its account's.
fn grants(table: &str, policies: &str, privileges: &str, column: &str) -> String {
    let mut text = format!(
        "SET LOCAL lock_timeout = '1s';
         REVOKE ALL ON {table} FROM {ROLE};
         GRANT {privileges} ON {table} TO {ROLE};"
    );
    if !policies.is_empty() {
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            "ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;
             DROP POLICY IF EXISTS everybody ON {table};
             CREATE POLICY everybody ON {table} USING (true);"
        );
    }
    for policy in policies.split_whitespace() {
        let is_own = format!("({column} = current_setting('almoner.account_id')::bigint)");
        let (reach, rule) = match policy {
            "own_inserts" => ("FOR INSERT", "WITH CHECK"),
            "own_updates" => ("FOR UPDATE", "USING"),
            "own_deletes" => ("FOR DELETE", "USING"),
            _ => ("FOR ALL", "USING"),
        };
        let _ = write!(
            text,
            "DROP POLICY IF EXISTS {policy} ON {table};
             CREATE POLICY {policy} ON {table} AS RESTRICTIVE {reach} TO {ROLE} {rule} {is_own};"
        );
    }
    text
}
