//! Every filter uses an index: a list reads its account's records, and no others.

use api::auth::Caller;
use api::fields::parameters::Asked;
use api::records::Context;
use api::records::list::ListResource;
use api::records::list::search::one_of;
use api::resources::contacts::{Contact, search};
use api::resources::gift_batches::GiftBatch;
use api::resources::gifts::Gift;
use api::resources::pledges::Pledge;
use api::resources::tasks::Task;
use sea_orm::sea_query::Expr;
use sea_orm::{ConnectionTrait, DbBackend, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shared::both_databases;
use shared::database::statement::sql;
use shared::database::testing::TestDb;
use shared::entities::{AccountScope, Tenant, gifts};
use url::form_urlencoded;

use super::fill;
use crate::support::{Account, Api};

both_databases!(
    filters_of_gifts_are_carried_by_their_indexes,
    filters_of_contacts_are_carried_by_indexes,
    filters_of_pledges_are_carried_by_their_indexes,
    filters_of_tasks_are_carried_by_their_indexes,
    filters_of_batches_are_carried_by_their_indexes,
);

/// How many contacts, and gifts, another account has, and the account itself.
const OTHERS: i64 = 20_000;
const OWN: i64 = 4_000;

/// Fills two accounts, a small and a large one. Few of their records fit the filters.
async fn filled(api: &Api) -> (Account, Account) {
    let (account, other) = (api.account().await, api.account().await);
    for (one, count) in [(&account, OWN), (&other, OTHERS)] {
        fill(api, one.id, count).await;
        let days = match api.db.store.backend() {
            DbBackend::Sqlite => "date('2020-01-01', '+' || (id % 2000) || ' days')",
            _ => "DATE '2020-01-01' + CAST(id % 2000 AS INTEGER)",
        };
        let rare = |value: &str| format!("CASE WHEN id % 400 = 0 THEN {value} END");
        let gifts = format!(
            "INSERT INTO gifts (account_id, contact_id, gift_amount_minor, gift_date, gift_currency, gift_status,
                 gift_anonymous, gift_fund, gift_campaign, gift_thanked_on, gift_receipted_on, created_at_ms, updated_at_ms)
             SELECT account_id, CASE WHEN id % 400 > 0 THEN id END, 100, {days}, 'USD', 'received', FALSE, {}, {},
                 CASE WHEN id % 400 > 0 THEN {days} END, CASE WHEN id % 400 > 0 THEN {days} END, 0, 0
             FROM contacts WHERE account_id = $1",
            rare("'Roof'"),
            rare("'Spring'"),
        );
        api.execute(&gifts, vec![one.id.into()]).await;
        let pledges = format!(
            "INSERT INTO pledges (account_id, contact_id, pledge_amount_minor, pledge_frequency, pledge_start_date,
                 pledge_end_date, pledge_currency, pledge_status, created_at_ms, updated_at_ms)
             SELECT account_id, id, 100, COALESCE({}, 'monthly'), CASE WHEN id % 400 = 2 THEN DATE('2027-01-01') ELSE {days} END,
                 CASE WHEN id % 400 = 1 THEN DATE('2026-01-01') END, 'USD', COALESCE({}, 'active'), 0, 0
             FROM contacts WHERE account_id = $1",
            rare("'weekly'"),
            rare("'cancelled'"),
        );
        api.execute(&pledges, vec![one.id.into()]).await;
        let tasks = format!(
            "INSERT INTO tasks (account_id, contact_id, task_subject, task_type, task_due_date, task_done, task_completed_on,
                 task_priority, created_at_ms, updated_at_ms)
             SELECT account_id, id, 'Call', COALESCE({}, 'call'), {days}, id % 400 > 0, CASE WHEN id % 400 > 0 THEN {days} END,
                 'normal', 0, 0
             FROM contacts WHERE account_id = $1",
            rare("'newsletter'"),
        );
        api.execute(&tasks, vec![one.id.into()]).await;
        let batches = format!(
            "INSERT INTO batches (account_id, batch_name, batch_date, batch_currency, batch_status, created_at_ms, updated_at_ms)
             SELECT account_id, 'Box', {days}, 'USD', COALESCE({}, 'closed'), 0, 0 FROM contacts WHERE account_id = $1",
            rare("'open'"),
        );
        api.execute(&batches, vec![one.id.into()]).await;
        let addresses = "INSERT INTO contact_addresses (account_id, contact_id, address_type, address_city,
                 address_postal_code, address_country, address_primary)
             SELECT account_id, id, 'home', CASE WHEN id % 400 = 0 THEN 'London' ELSE 'Porto' END,
                 CASE WHEN id % 400 = 0 THEN 'SW1Y' ELSE 'P' || id END, 'GB', TRUE
             FROM contacts WHERE account_id = $1";
        api.execute(addresses, vec![one.id.into()]).await;
        let emails =
            "INSERT INTO contact_emails (account_id, contact_id, email_type, email_address, email_primary)
             SELECT account_id, id, 'home', id || '@x.example', TRUE FROM contacts WHERE account_id = $1";
        api.execute(emails, vec![one.id.into()]).await;
        let rare = r#"UPDATE contacts SET contact_status = 'lapsed_donor', contact_custom = '{"shirt":"M","n":7}', contact_merged_into_id = id
            WHERE account_id = $1 AND id % 400 = 0"#;
        api.execute(rare, vec![one.id.into()]).await;
    }
    search::bring_up_to_date(&api.db.store, 0).await.unwrap();
    // PostgreSQL reads what is not merged into the index of words, up to 4 MB, at each search.
    let merge = if api.db.store.backend() == DbBackend::Sqlite { "ANALYZE" } else { "VACUUM ANALYZE" };
    api.db.store.write().execute_unprepared(merge).await.unwrap();
    (account, other)
}

/// Returns how the database finds the first page of a list.
async fn plan<R: ListResource>(api: &Api, account: &Account, filters: &str) -> String {
    let (reader, scope) = (api.db.store.read(), AccountScope::new(account.id));
    let caller = Caller::of_account(reader, scope).await.unwrap().unwrap();
    let pairs = form_urlencoded::parse(filters.as_bytes()).into_owned();
    let Asked { input, mut problems, .. } = Asked::<R::Filters>::of(pairs.collect());
    let filter = R::filter(reader, &Context::new(&api.app, caller), input, &mut problems).await.unwrap();
    assert!(problems.is_empty(), "{filters}");
    let id = Expr::col((R::Entity::default(), R::Entity::ID));
    let among = filter.among.map(|ids| one_of(api.db.store.backend(), id, ids.to_vec()));
    let select = scope.find::<R::Entity>().filter(filter.condition.add_option(among)).limit(50);
    let select = match R::KIND {
        "gifts" => select.order_by_desc(gifts::Column::GiftDate).order_by_desc(gifts::Column::Id),
        _ => select.order_by_asc(R::Entity::ID),
    };
    let plan = api.db.plan(select.build(api.db.store.backend())).await;
    // SQLite calls it a scan, too, if the whole of an index is read.
    let whole = if api.db.store.backend() == DbBackend::Sqlite { "SCAN" } else { "Seq Scan" };
    // The members of an object are a table, too, to SQLite.
    let is_whole = |line: &str| line.contains(whole) && !line.contains("json_each");
    assert!(!plan.lines().any(is_whole), "{filters} reads a whole table:\n{plan}");
    plan
}

async fn filters_of_gifts_are_carried_by_their_indexes(db: TestDb) {
    let api = Api::start(db).await;
    let (account, _) = filled(&api).await;
    for (filters, index) in [
        ("campaign=Spring", "gifts_campaign"),
        ("fund=Roof", "gifts_fund"),
        ("thanked=0", "gifts_unthanked"),
        ("thanked=1", "gifts_newest"),
        ("receipted=0", "gifts_unreceipted"),
        ("receipted=1", "gifts_newest"),
        ("has_contact=0", "gifts_unattributed"),
        ("has_contact=1", "gifts_newest"),
        ("status=received,refunded", "gifts_newest"),
        ("contact_id=17", "gifts_contact"),
        ("batch_id=17", "gifts_batch"),
    ] {
        let plan = plan::<Gift>(&api, &account, filters).await;
        assert!(plan.contains(index), "{filters} has no use for {index}:\n{plan}");
    }
}

async fn filters_of_contacts_are_carried_by_indexes(db: TestDb) {
    let api = Api::start(db).await;
    let (account, large) = filled(&api).await;
    for filters in [
        "status=lapsed_donor",
        "status=lapsed_donor,archive",
        "org_id=17",
        "last_gift_before=2020-02-01",
        "last_gift_after=2025-06-01",
        "lapsed=lybunt",
        "lapsed=sybunt",
        "lybunt=1",
        "lybunt=0",
        "merged=1",
        "city=london",
        "postal_code=sw1",
        "country=GB",
        "has_address=0",
        "has_email=1",
        "birthday_month=7",
        "newsletter=email",
        "household=17",
        "q=c1599",
        "custom.shirt=M",
        "custom.n=7&custom.shirt=M",
    ] {
        let plan = plan::<Contact>(&api, &account, filters).await;
        let index = match filters {
            "status=lapsed_donor" => "contacts_status",
            "org_id=17" => "contacts_org",
            "merged=1" => "contacts_merged",
            "household=17" => "contacts_household",
            "city=london" => "contact_addresses_city",
            "postal_code=sw1" => "contact_addresses_postal_code",
            _ if filters.starts_with("custom") => "contacts_custom",
            _ => continue,
        };
        assert!(plan.contains(index), "{filters} has no use for {index}:\n{plan}");
    }
    // The search looks ids up before the list.
    let lookup = match api.db.store.backend() {
        DbBackend::Sqlite => "SELECT rowid FROM contact_words WHERE search_text GLOB '*c2399*'".to_owned(),
        _ => format!(
            "SELECT contact_id FROM contact_search WHERE account_id = {} AND search_text LIKE '%c2399%'",
            large.id
        ),
    };
    let plan = api.db.plan(sql(api.db.store.read(), lookup, Vec::new())).await;
    assert!(plan.contains(index_on(&api, ["INDEX 0:G", "contact_search_text"])), "{plan}");
}

/// Returns the index that a database uses.
fn index_on(api: &Api, [sqlite, postgres]: [&'static str; 2]) -> &'static str {
    if api.db.store.backend() == DbBackend::Sqlite { sqlite } else { postgres }
}

/// The indexes by account and id. They carry what most records fit, and on SQLite also ranges, because it does not know how
/// few records a range has.
const PLEDGES_BY_ID: [&str; 2] = ["sqlite_autoindex_pledges_1", "pledges_account_id_id_key"];
const TASKS_BY_ID: [&str; 2] = ["sqlite_autoindex_tasks_1", "tasks_account_id_id_key"];

async fn filters_of_pledges_are_carried_by_their_indexes(db: TestDb) {
    let api = Api::start(db).await;
    let (account, _) = filled(&api).await;
    for (filters, indexes) in [
        ("contact_id=17", ["pledges_contact"; 2]),
        ("status=cancelled", ["pledges_status"; 2]),
        ("state=cancelled", ["pledges_status"; 2]),
        ("state=upcoming", ["pledges_status", "pledges_start"]),
        ("state=ended", ["pledges_end"; 2]),
        ("frequency=weekly", ["pledges_frequency"; 2]),
        ("state=active", ["pledges_status", PLEDGES_BY_ID[1]]),
        ("late=0", PLEDGES_BY_ID),
        ("late=1", [PLEDGES_BY_ID[0], "pledges_pkey"]),
    ] {
        let (plan, index) = (plan::<Pledge>(&api, &account, filters).await, index_on(&api, indexes));
        assert!(plan.contains(index), "{filters} has no use for {index}:\n{plan}");
    }
}

async fn filters_of_tasks_are_carried_by_their_indexes(db: TestDb) {
    let api = Api::start(db).await;
    let (account, _) = filled(&api).await;
    for (filters, indexes) in [
        ("contact_id=17", ["tasks_contact"; 2]),
        ("type=newsletter", ["tasks_type"; 2]),
        ("done=0", ["tasks_open"; 2]),
        ("done=1", TASKS_BY_ID),
        ("overdue=1", ["tasks_open"; 2]),
        ("overdue=0", TASKS_BY_ID),
        ("due_from=2025-06-20", [TASKS_BY_ID[0], "tasks_due"]),
        ("due_to=2020-01-05", [TASKS_BY_ID[0], "tasks_due"]),
    ] {
        let (plan, index) = (plan::<Task>(&api, &account, filters).await, index_on(&api, indexes));
        assert!(plan.contains(index), "{filters} has no use for {index}:\n{plan}");
    }
}

async fn filters_of_batches_are_carried_by_their_indexes(db: TestDb) {
    let api = Api::start(db).await;
    let (account, _) = filled(&api).await;
    for (filters, index) in
        [("status=open", "batches_status"), ("from=2025-06-20&to=2025-06-20", "batches_date")]
    {
        let plan = plan::<GiftBatch>(&api, &account, filters).await;
        assert!(plan.contains(index), "{filters} has no use for {index}:\n{plan}");
    }
}
