//! Tests of how `almoner migrate` sets row security up.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DbBackend, Statement};
use shared::database::row_security::{ROLE, confined};
use shared::database::schema::{self, Schema};
use shared::database::testing;
use shared::{Error, Store};
use url::Url;
use uuid::Uuid;

#[tokio::test]
async fn a_table_that_is_not_confined_keeps_programs_from_serving_until_it_is() {
    let db = testing::postgres().await;
    assert_eq!(Schema::of(&db.store).await.unwrap(), Schema::Current);
    let late = "CREATE TABLE late (id BIGINT, account_id BIGINT)";
    db.store.write().execute_unprepared(late).await.unwrap();
    assert_eq!(Schema::of(&db.store).await.unwrap(), Schema::Unconfined);
    let without = Store::connect(&db.url).await.unwrap();
    assert_eq!(Schema::of(&without).await.unwrap(), Schema::Current, "whoever has it off needs none of it");
    schema::migrate(&without).await.unwrap();
    assert_eq!(Schema::of(&db.store).await.unwrap(), Schema::Unconfined);
    schema::migrate(&db.store).await.unwrap();
    assert_eq!(Schema::of(&db.store).await.unwrap(), Schema::Current);
    schema::migrate(&db.store).await.unwrap();
}

#[tokio::test]
async fn what_is_left_of_row_security_is_made_whole_again() {
    let db = testing::postgres().await;
    for half in [
        format!("DROP OWNED BY {ROLE}"),
        format!("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {ROLE}"),
        "ALTER TABLE gifts DISABLE ROW LEVEL SECURITY".to_owned(),
        "DROP POLICY own_account ON gifts".to_owned(),
        "DROP POLICY own_updates ON api_keys".to_owned(),
        // As earlier versions had it.
        format!("GRANT INSERT, UPDATE, DELETE ON users TO {ROLE}"),
        format!("GRANT UPDATE (email) ON users TO {ROLE}"),
        format!("GRANT DELETE ON audit_log TO {ROLE}"),
        "ALTER TABLE users ADD COLUMN later TEXT".to_owned(),
        "ALTER TABLE accounts DISABLE ROW LEVEL SECURITY".to_owned(),
    ] {
        db.store.write().execute_unprepared(&half).await.unwrap();
        assert_eq!(Schema::of(&db.store).await.unwrap(), Schema::Unconfined, "{half}");
        schema::migrate(&db.store).await.unwrap();
        assert_eq!(Schema::of(&db.store).await.unwrap(), Schema::Current, "{half}");
    }
}

#[tokio::test]
async fn tables_of_others_are_left_alone() {
    let db = testing::postgres().await;
    let user = format!("almoner_other_{}", Uuid::now_v7().simple());
    let theirs = format!(
        "CREATE ROLE {user}; CREATE TABLE \"Report\" (account_id UUID); CREATE TABLE theirs (account_id BIGINT);
         ALTER TABLE theirs OWNER TO {user}"
    );
    db.store.write().execute_unprepared(&theirs).await.unwrap();
    schema::migrate(&db.store).await.unwrap();
    assert_eq!(Schema::of(&db.store).await.unwrap(), Schema::Current);
    let none = "SELECT 1 FROM pg_policies WHERE tablename IN ('Report', 'theirs')";
    let none = Statement::from_string(DbBackend::Postgres, none);
    assert!(db.store.read().query_one_raw(none).await.unwrap().is_none());
    db.store.write().execute_unprepared(&format!("DROP OWNED BY {user}; DROP ROLE {user}")).await.unwrap();
}

#[tokio::test]
async fn a_schema_that_has_the_users_name_stays_in_use() {
    let _other = testing::postgres().await;
    let db = testing::empty_postgres().await;
    let user = format!("almoner_named_{}", Uuid::now_v7().simple());
    let execute = async |text: String| db.store.write().execute_unprepared(&text).await.unwrap();
    execute(format!("CREATE ROLE {user} LOGIN IN ROLE {ROLE}; CREATE SCHEMA AUTHORIZATION {user}")).await;
    let mut url = Url::parse(&db.url).unwrap();
    url.set_username(&user).unwrap();
    let store = Store::connect_with_row_security(url.as_str()).await.unwrap();
    schema::migrate(&store).await.unwrap();
    assert_eq!(Schema::of(&store).await.unwrap(), Schema::Current);
    let contacts = Statement::from_string(DbBackend::Postgres, "SELECT count(*) FROM contacts");
    confined(1, store.read().query_one_raw(contacts.clone())).await.unwrap();
    let tx = store.begin();
    tx.confine(1).await.unwrap();
    tx.query_one_raw(contacts).await.unwrap();
    tx.commit().await.unwrap();
    store.close().await;
    execute(format!("DROP OWNED BY {user} CASCADE; DROP ROLE {user}")).await;
}

#[tokio::test]
async fn a_connection_that_ended_while_it_was_idle_fails_no_statement() {
    let db = testing::postgres().await;
    let without = Store::connect(&db.url).await.unwrap();
    let ask = async |store: &Store| store.read().execute_unprepared("SELECT 1").await;
    ask(&without).await.unwrap();
    confined(1, ask(&db.store)).await.unwrap();
    let admin = Store::connect(&db.url).await.unwrap();
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    admin.write().execute_unprepared(end).await.unwrap();
    // A connection that was idle for 5 s is asked whether it is alive.
    tokio::time::sleep(Duration::from_millis(5500)).await;
    ask(&without).await.unwrap();
    confined(1, ask(&db.store)).await.unwrap();
}

#[tokio::test]
async fn a_user_who_may_not_create_roles_is_told_what_an_administrator_can_do() {
    // The role is there already: all databases of the server share it.
    let _other = testing::postgres().await;
    let db = testing::empty_postgres().await;
    let user = format!("almoner_owner_{}", Uuid::now_v7().simple());
    let execute = async |text: String| db.store.write().execute_unprepared(&text).await.unwrap();
    execute(format!("CREATE ROLE {user} LOGIN; GRANT CREATE ON SCHEMA public TO {user}")).await;
    let mut url = Url::parse(&db.url).unwrap();
    url.set_username(&user).unwrap();
    let store = Store::connect_with_row_security(url.as_str()).await.unwrap();
    let Err(Error::Config(error)) = schema::migrate(&store).await else { panic!("it was allowed to") };
    assert!(error.contains(&format!("GRANT {ROLE} TO")) && error.contains("almoner migrate"), "{error}");
    execute(format!("GRANT {ROLE} TO {user}")).await;
    schema::migrate(&store).await.unwrap();
    assert_eq!(Schema::of(&store).await.unwrap(), Schema::Current);
    store.close().await;
    execute(format!("DROP OWNED BY {user} CASCADE; DROP ROLE {user}")).await;
}
