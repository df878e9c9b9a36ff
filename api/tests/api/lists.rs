//! Lists over several chunks: complete, in order, and each record with its own related records.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::Api;
use crate::support::records::kinds;

mod broken_off;
mod by_giving;
mod filters;
mod given;
mod own_data;
mod pages;
mod plans;
pub(crate) mod queries;
mod rules;
mod searches;
mod syncing;
mod unchanged;

both_databases!(
    spec_4_rule_2_a_list_over_several_chunks_is_whole_and_in_order,
    spec_4_rule_4_gifts_are_newest_first_over_chunks_with_equal_dates,
    an_empty_list_is_an_empty_array,
    a_list_of_exactly_one_or_two_chunks_is_whole,
);

/// Enough for two full chunks and a part of a third.
const CONTACTS: i64 = 1203;

/// Inserts contacts that are named by their number, directly into the database.
pub async fn fill(api: &Api, account_id: i64, count: i64) {
    let numbers = "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < $2)";
    let contacts = format!(
        "{numbers} INSERT INTO contacts (account_id, contact_status, contact_is_org, contact_anonymous, contact_lname,
             contact_newsletter, contact_do_not_call, contact_do_not_mail, contact_do_not_email, created_at_ms, updated_at_ms)
         SELECT $1, 'donor', FALSE, FALSE, 'C' || n, 'none', FALSE, FALSE, FALSE, 0, 0 FROM n"
    );
    // SQLite accepts the WITH only after INSERT INTO …, PostgreSQL accepts both.
    let contacts = contacts.replacen(&format!("{numbers} INSERT"), "INSERT", 1).replacen(
        "SELECT $1",
        &format!("{numbers} SELECT $1"),
        1,
    );
    api.execute(&contacts, vec![account_id.into(), count.into()]).await;
}

/// Gives the account's contacts related records that tell them apart.
async fn relate(api: &Api, account_id: i64) {
    for text in [
        "INSERT INTO contact_emails (account_id, contact_id, email_type, email_address, email_primary)
         SELECT account_id, id, 'home', contact_lname || '@example.org', TRUE FROM contacts WHERE account_id = $1",
        "INSERT INTO contact_phones (account_id, contact_id, phone_type, phone_number, phone_primary)
         SELECT account_id, id, 'mobile', contact_lname, TRUE FROM contacts WHERE account_id = $1 AND id % 2 = 0",
        "INSERT INTO contact_phones (account_id, contact_id, phone_type, phone_number, phone_primary)
         SELECT account_id, id, 'home', contact_lname, FALSE FROM contacts WHERE account_id = $1 AND id % 4 = 0",
        "INSERT INTO contact_pictures (account_id, contact_id, picture_url)
         SELECT account_id, id, 'https://example.org/' || contact_lname FROM contacts WHERE account_id = $1 AND id % 3 = 0",
        "INSERT INTO contact_family_members (account_id, contact_id, family_fname, family_relationship)
         SELECT account_id, id, contact_lname, 'child' FROM contacts WHERE account_id = $1 AND id % 5 = 0",
        "INSERT INTO contact_addresses (account_id, contact_id, address_type, address_city, address_primary)
         SELECT account_id, id, 'home', contact_lname, TRUE FROM contacts WHERE account_id = $1",
        "INSERT INTO tags (account_id, tag_name, tag_key)
         SELECT account_id, contact_lname, CAST(min(id) AS TEXT) FROM contacts WHERE account_id = $1
         GROUP BY account_id, contact_lname",
        "INSERT INTO contact_tags (account_id, contact_id, tag_id)
         SELECT c.account_id, c.id, t.id FROM contacts c
         JOIN tags t ON t.account_id = c.account_id AND t.tag_name = c.contact_lname WHERE c.account_id = $1",
    ] {
        api.execute(text, vec![account_id.into()]).await;
    }
}

async fn spec_4_rule_2_a_list_over_several_chunks_is_whole_and_in_order(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    // The accounts' ids interleave, so the range of ids of a chunk contains contacts of the other account too.
    fill(&api, account.id, CONTACTS / 2).await;
    fill(&api, other.id, 300).await;
    fill(&api, account.id, CONTACTS - CONTACTS / 2).await;
    relate(&api, account.id).await;
    relate(&api, other.id).await;

    let list = account.get("/contacts").await.ok();
    assert_eq!(list.header("transfer-encoding"), Some("chunked"), "streamed");
    let ids: Vec<_> = list.list().iter().map(|contact| contact["id"].as_i64().unwrap()).collect();
    assert_eq!(ids.len(), usize::try_from(CONTACTS).unwrap());
    assert!(ids.is_sorted() && ids.iter().collect::<BTreeSet<_>>().len() == ids.len());
    for contact in list.list() {
        let (id, name) = (contact["id"].as_i64().unwrap(), contact["contact_lname"].as_str().unwrap());
        assert_eq!(contact["emails"][0]["email_address"], format!("{name}@example.org"));
        assert_eq!(contact["emails"].as_array().unwrap().len(), 1, "{id}");
        let phones = contact["phones"].as_array().unwrap();
        assert!(phones.iter().all(|phone| phone["phone_number"] == name), "{id}: {phones:?}");
        assert_eq!(phones.is_empty(), id % 2 != 0, "{id}");
        assert_eq!(contact["profilePicture"].is_null(), id % 3 != 0, "{id}");
        assert_eq!(contact["familyMembers"].as_array().unwrap().is_empty(), id % 5 != 0, "{id}");
        assert_eq!(
            (&contact["addresses"][0]["address_city"], &contact["tags"][0]["tag_name"]),
            (&json!(name), &json!(name))
        );
    }
    for id in [ids[0], ids[499], ids[500], ids[1000], ids[1202]] {
        let read = account.get(&format!("/contacts/{id}")).await.ok();
        let listed = list.list().iter().find(|contact| contact["id"] == id).unwrap();
        assert_eq!(read.data(), listed, "a list has each contact as a read has it");
    }
}

async fn spec_4_rule_4_gifts_are_newest_first_over_chunks_with_equal_dates(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    fill(&api, account.id, 1100).await;
    // There are only three dates, so chunks end between gifts of the same date.
    let text = "INSERT INTO gifts (account_id, contact_id, gift_amount_minor, gift_date, gift_currency, gift_status, gift_anonymous,
                    created_at_ms, updated_at_ms)
                SELECT account_id, id, 100 + id, CASE id % 3 WHEN 0 THEN DATE_0 WHEN 1 THEN DATE_1 ELSE DATE_2 END,
                    'USD', 'received', FALSE, 0, 0 FROM contacts WHERE account_id = $1";
    let date = |text: String, n: u8| {
        text.replace(&format!("DATE_{n}"), &format!("CAST('2026-01-0{}' AS DATE)", n + 1))
    };
    let mut text = (0..3).fold(text.to_owned(), date);
    if api.db.store.backend() == sea_orm::DbBackend::Sqlite {
        text = text.replace("CAST(", "(").replace(" AS DATE)", ")");
    }
    api.execute(&text, vec![account.id.into()]).await;
    let list = account.get("/gifts").await.ok();
    let key = |gift: &Value| (gift["gift_date"].as_str().unwrap().to_owned(), gift["id"].as_i64().unwrap());
    let keys: Vec<_> = list.list().iter().map(key).collect();
    assert_eq!(keys.len(), 1100);
    assert!(keys.is_sorted_by(|newer, older| newer > older), "by date, then by id, and none twice");
    assert!(list.list().iter().all(|gift| gift["contact"]["id"] == gift["contact_id"]));
}

async fn an_empty_list_is_an_empty_array(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for kind in kinds() {
        let list = account.get(&format!("/{kind}")).await.ok();
        assert_eq!(
            list.json,
            json!({"success": true, "message": "", "type": format!("{kind}.index"), "data": []})
        );
    }
}

async fn a_list_of_exactly_one_or_two_chunks_is_whole(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for count in [499, 500, 501, 1000] {
        let missing = count - account.get("/contacts").await.ok().list().len();
        fill(&api, account.id, i64::try_from(missing).unwrap()).await;
        assert_eq!(account.get("/contacts").await.ok().list().len(), count);
    }
}
