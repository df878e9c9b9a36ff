//! PostgreSQL's row security: the rows that a request reaches if a query forgets the account.

use std::collections::BTreeMap;

use api::accounts::{Actor, links};
use api::router;
use api::web::ROUTES;
use sea_orm::{ConnectionTrait, FromQueryResult};
use serde_json::json;
use shared::database::row_security::{ROLE, confined};
use shared::database::statement::sql;
use shared::database::testing;
use shared::{Error, Store};
use url::Url;
use uuid::Uuid;

use crate::support::document::{operations, served};
use crate::support::records::RECEIVER;
use crate::support::{Account, Api, Http, records};
use crate::web::browser::{PASSWORD, browser_of};

async fn count(connection: &impl ConnectionTrait, table: &str) -> Result<i64, Error> {
    let text = format!("SELECT count(*) FROM {table}");
    let row = connection.query_one_raw(sql(connection, text, Vec::new())).await?;
    Ok(row.unwrap().try_get_by_index(0).unwrap())
}

/// Returns the tables in which a request reaches only its own account's rows.
async fn own_tables(api: &Api) -> Vec<String> {
    let text = "SELECT tablename::text FROM pg_policies WHERE policyname = 'own_account' ORDER BY tablename";
    let rows = api.query(text, Vec::new()).await;
    rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_without_an_account_reaches_the_own_rows_alone() {
    let api = Api::start(testing::postgres().await).await;
    let [own, other] = [api.account().await, api.account().await];
    for account in [&own, &own, &other] {
        records::record(&api, account, "contacts").await;
    }
    other.record("webhooks", json!({"webhook_url": RECEIVER})).await;
    let store = &api.app.store;
    assert_eq!(count(store.read(), "contacts").await.unwrap(), 3);
    confined(own.id, async {
        assert_eq!(count(store.read(), "contacts").await.unwrap(), 2);
        assert_eq!(count(&store.snapshot().await.unwrap(), "contacts").await.unwrap(), 2);
        let tx = store.begin();
        let update = "UPDATE contacts SET contact_lname = 'Changed'";
        assert_eq!(tx.execute_unprepared(update).await.unwrap().rows_affected(), 2);
        assert_eq!(tx.execute_unprepared("DELETE FROM webhooks").await.unwrap().rows_affected(), 0);
        tx.commit().await.unwrap();
        let foreign = format!(
            "INSERT INTO tags (account_id, tag_name, tag_key) VALUES ({}, 'Major', 'major')",
            other.id
        );
        let error = Error::from(store.write().execute_unprepared(&foreign).await.unwrap_err());
        assert!(error.is_insufficient_privilege(), "{error}");
    })
    .await;
    // A connection that served one account serves the next one as that.
    assert_eq!(confined(other.id, count(store.read(), "contacts")).await.unwrap(), 1);
    let names = "SELECT DISTINCT contact_lname FROM contacts WHERE account_id = $1";
    let names = api.query(names, vec![other.id.into()]).await;
    assert_eq!(names[0].try_get_by_index::<String>(0).unwrap(), "Lovelace");
    // A transaction that learns its account only on its way.
    let tx = store.begin();
    assert_eq!(count(&tx, "contacts").await.unwrap(), 3);
    tx.confine(other.id).await.unwrap();
    assert_eq!(count(&tx, "contacts").await.unwrap(), 1);
    tx.commit().await.unwrap();
    assert_eq!(count(store.read(), "contacts").await.unwrap(), 3, "the next transaction is not confined");
}

/// A session or a key is known before its account is, so these tables are open for reading.
#[tokio::test(flavor = "multi_thread")]
async fn a_request_changes_nobody_elses_keys_members_invitations_and_names() {
    let api = Api::start(testing::postgres().await).await;
    let [own, other] = [api.account().await, api.account().await];
    for account in [&own, &other] {
        let text = "INSERT INTO invitations (account_id, email, email_key, role, token_hash, created_at_ms, expires_at_ms)
            VALUES ($1, 'a', 'a', 'owner', CAST($1 AS TEXT), 0, 0)";
        api.insert(text, vec![account.id.into()]).await;
        api.insert(
            "INSERT INTO audit_log (account_id, action, at_ms) VALUES ($1, 'signed_in', 0)",
            vec![account.id.into()],
        )
        .await;
    }
    let (store, other_id, other_user) = (&api.app.store, other.id, other.user_id);
    let run =
        async |text: String| store.write().execute_unprepared(&text).await.map(|done| done.rows_affected());
    confined(own.id, async {
        for (statement, rows) in [
            ("UPDATE api_keys SET key_hash = 'x'", 1),
            ("UPDATE memberships SET role = 'owner'", 1),
            ("UPDATE invitations SET role = 'owner'", 1),
            ("UPDATE accounts SET name = 'x'", 1),
            ("DELETE FROM invitations", 1),
            ("DELETE FROM api_keys", 1),
            ("DELETE FROM memberships", 1),
        ] {
            assert_eq!(run(statement.to_owned()).await.unwrap(), rows, "{statement}");
        }
        let key = "INSERT INTO api_keys (account_id, user_id, key_hash, created_at_ms)";
        for statement in [
            format!("{key} VALUES ({other_id}, {other_user}, 'y', 0)"),
            format!("INSERT INTO memberships (account_id, user_id, role, created_at_ms) VALUES ({other_id}, {}, 'owner', 0)", own.user_id),
            "DELETE FROM audit_log".to_owned(),
            "UPDATE audit_log SET detail = NULL".to_owned(),
            "UPDATE users SET email = 'x'".to_owned(),
            "INSERT INTO users (email, email_key, created_at_ms) VALUES ('x', 'x', 0)".to_owned(),
            "DELETE FROM users".to_owned(),
            "INSERT INTO accounts (name, currency, timezone, created_at_ms) VALUES ('x', 'USD', 'UTC', 0)".to_owned(),
            "DELETE FROM accounts".to_owned(),
        ] {
            let error = Error::from(run(statement.clone()).await.unwrap_err());
            assert!(error.is_insufficient_privilege(), "{statement}: {error}");
        }
        let members = format!("SELECT 1 FROM memberships WHERE account_id = {other_id}");
        assert_eq!(api.query(&members, Vec::new()).await.len(), 1, "what is there can be seen");
    })
    .await;
    other.get("/contacts").await.ok();
}

/// A user who is signed in on one account may be invited to another one.
#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_is_accepted_while_another_account_is_open() {
    let api = Api::start(testing::postgres().await).await;
    let (owner, guest) = (api.owner().await, api.owner().await);
    let mut browser = api.signed_in(&owner).await;
    let page = "/settings/members";
    let invite = [("email", guest.email.as_str()), ("role", "member")];
    let invited = browser.fill(page, "/settings/members/invite", &invite).await;
    let link = browser.follow(&invited).await.between("id=\"link-value\">", "<").replace("&#61;", "=");
    let link = format!("/invitation{}", link.split_once("/invitation").unwrap().1);
    let mut browser = api.signed_in(&guest).await;
    let joined = browser.fill(&link, "/invitation", &[]).await;
    browser.follow(&joined).await.shows(200, "Overview").has("you have joined the account");
    let text = "SELECT account_id FROM memberships WHERE user_id = $1 ORDER BY account_id";
    let rows = api.query(text, vec![guest.id.into()]).await;
    let accounts: Vec<i64> = rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect();
    assert_eq!(accounts, [owner.account_id, guest.account_id]);
}

/// A new password ends the user's keys or memberships in all accounts, whatever account the session is on.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_reaches_the_other_accounts_of_its_user() {
    let api = Api::start(testing::postgres().await).await;
    let [open, first, second] = [api.owner().await, api.owner().await, api.owner().await];
    let user = api.member(first.account_id, "member").await;
    api.join(&user, second.account_id, "member").await;
    for account in [&first, &second] {
        api.new_key(account.account_id, user.id).await;
    }
    let left = async |table: &str| {
        let text = format!("SELECT account_id FROM {table} WHERE user_id = $1");
        api.query(&text, vec![user.id.into()]).await.len()
    };
    let path = "/settings/profile";
    let typed =
        [("current_password", PASSWORD), ("new_password", "another horse battery"), ("end_keys", "1")];
    let done = api.signed_in(&user).await.fill(path, "/settings/profile/password", &typed).await;
    assert_eq!((done.location(), left("api_keys").await), (path, 0));

    api.execute("UPDATE users SET address_proven_at_ms = NULL WHERE id = $1", vec![user.id.into()]).await;
    let actor = Actor::operator(api.app.clock.now_ms());
    let token = links::asked_password(&api.app.store, actor, user.id).await.unwrap().unwrap();
    let (page, typed) = (format!("/password?token={token}"), [("password", "a third horse battery")]);
    let done = api.signed_in(&open).await.fill(&page, "/password", &typed).await;
    assert_eq!((done.location(), left("memberships").await), ("/sign-in", 0));
    for account in [&first, &second] {
        let audited = api.audited(account.account_id).await.join(", ");
        for entry in ["key_revoked with a new password", "member_left"] {
            assert!(audited.contains(entry), "{audited}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_table_of_records_is_confined() {
    #[derive(FromQueryResult)]
    struct Name {
        table_name: String,
    }
    let api = Api::start(testing::postgres().await).await;
    let account = api.account().await;
    for kind in records::kinds().chain(["deliveries", "recoveries", "imports"]) {
        records::record(&api, &account, kind).await;
    }
    let tables = own_tables(&api).await;
    let text = "SELECT table_name::text FROM information_schema.columns WHERE column_name = 'account_id'
        AND table_schema = current_schema() ORDER BY table_name";
    let rows = api.query(text, Vec::new()).await;
    let all = rows.iter().map(|row| Name::from_query_result(row, "").unwrap().table_name);
    let open: Vec<_> = all.filter(|table| !tables.contains(table)).collect();
    // These tables tell the members of each account, and are needed before the account is known.
    assert_eq!(open, ["api_keys", "audit_log", "invitations", "memberships", "sessions"]);
    let text = "SELECT DISTINCT c.relrowsecurity || ' ' || permissive || ' ' || roles::text || ' ' || qual
        FROM pg_policies JOIN pg_class c ON c.oid = tablename::regclass WHERE policyname = 'own_account'";
    let rows = api.query(text, Vec::new()).await;
    let policies: Vec<String> = rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect();
    let expected = format!(
        "true RESTRICTIVE {{{ROLE}}} (account_id = (current_setting('almoner.account_id'::text))::bigint)"
    );
    assert_eq!(policies, [expected], "all tables have the same");
    let (nobody, mut with_rows) = (account.id + 1000, 0);
    for table in tables {
        let seen = confined(nobody, count(api.app.store.read(), &table)).await.unwrap();
        assert_eq!(seen, 0, "{table}");
        with_rows += i32::from(count(api.app.store.read(), &table).await.unwrap() > 0);
    }
    assert!(with_rows >= 9, "{with_rows} tables had rows that could be seen");
}

/// Makes a user of the database who may only read what a request needs before its account is known, and otherwise has
/// the role for requests. Returns the user's store.
async fn store_of_requests(api: &Api) -> (Store, String) {
    let user = format!("almoner_requests_{}", Uuid::now_v7().simple());
    let statements = format!(
        "CREATE ROLE {user} LOGIN NOINHERIT; GRANT {ROLE} TO {user};
         GRANT SELECT, INSERT, UPDATE, DELETE ON accounts, api_keys, audit_log, event_log, invitations, memberships,
             one_time_links, recovery_codes, seaql_migrations, sessions, users, web_forms TO {user}"
    );
    api.app.store.write().execute_unprepared(&statements).await.unwrap();
    let mut url = Url::parse(&api.db.url).unwrap();
    url.set_username(&user).unwrap();
    (Store::connect_with_row_security(url.as_str()).await.unwrap(), user)
}

/// Asks a server for every operation and every page with records of the account. None may need more rows than row
/// security allows.
async fn ask_everything(api: &Api, account: &Account) {
    for operation in operations(&served(&api.http).await) {
        let path = records::path(api, account, &operation).await;
        let reply = records::perform(account, &operation, &path).await;
        // An account that is no sandbox is never emptied.
        let is_expected =
            matches!(reply.status, 200..=299 | 422) || (reply.status, &*path) == (403, "/account/reset");
        assert!(is_expected, "{} {path}: {}", operation.method, reply.text);
    }
    // An account has few imports at a time.
    let ended = "UPDATE imports SET import_status = 'finished', finished_at_ms = created_at_ms";
    api.execute(ended, Vec::new()).await;
    let mut browser = browser_of(api, account).await;
    let (mut ids, mut shown) = (BTreeMap::new(), 0);
    for kind in records::kinds().chain(["imports", "webhooks"]) {
        ids.insert(kind, records::record(api, account, kind).await);
    }
    for route in ROUTES.iter().filter(|route| route.method == "GET") {
        let kind = route.path.trim_start_matches("/settings").split('/').nth(1).unwrap_or_default();
        let id = ids.get(kind).map_or("1", String::as_str);
        let path = route.path.replace(":id", id).replace(":delivery", "1").replace(":name", "none");
        let page = browser.get(&path).await;
        assert!(matches!(page.status, 200 | 303 | 404), "{path}: {}", page.html);
        shown += i32::from(page.status == 200);
    }
    assert!(shown > 30, "{shown} pages were shown");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_request_needs_more_than_its_account() {
    let mut api = Api::start(testing::postgres().await).await;
    let account = api.account().await;
    let (store, user) = store_of_requests(&api).await;
    api.app.store = store.clone();
    api.http = Http::serve(router::endpoint(&api.app));
    let account = api.account_with_key(account.id, account.user_id, &account.key);
    // The user may do nothing else.
    let error = count(store.read(), "contacts").await.unwrap_err();
    assert!(error.is_insufficient_privilege(), "{error}");
    ask_everything(&api, &account).await;
    store.close().await;
    let removal = format!("DROP OWNED BY {user}; DROP ROLE {user}");
    api.db.store.write().execute_unprepared(&removal).await.unwrap();
}
