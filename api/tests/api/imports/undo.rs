//! The undo of imports.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::as_it_is::mapped;
use super::{counts, problems};
use crate::support::records::{kinds_of_contacts, least};
use crate::support::{Account, Api, Reply};

both_databases!(
    contacts_that_were_made_are_archived_and_those_that_were_changed_are_as_before,
    what_has_changed_since_or_is_needed_stays,
    a_contact_stays_who_has_a_record_of_any_kind,
    gifts_become_void_and_the_donors_that_they_made_are_archived,
    pledges_and_tasks_are_cancelled,
    a_record_of_several_rows_is_taken_back_once,
    many_rows_are_taken_back_part_by_part,
    an_import_that_cannot_be_undone_says_why,
    a_file_can_be_imported_anew_after_its_undo,
    gifts_pledges_and_kinds_of_contacts_that_were_changed_are_as_before_or_told,
    a_fund_that_was_renamed_meanwhile_does_not_get_its_old_name_back,
    what_others_show_of_a_record_is_no_change_of_it,
    a_change_that_was_taken_back_is_none,
    an_adjusted_gift_stays_while_its_adjustment_counts,
    gifts_of_an_erased_donor_are_taken_back_unless_they_have_lost_something,
    imports_are_undone_one_after_the_other,
    an_undo_that_failed_or_left_something_can_be_repeated,
);

const HEADER: &str = "contact_status,contact_lname,contact_external_id,emails,tags\n";

/// Undoes an import completely, and returns the undo.
async fn undone(api: &Api, account: &Account, import: &Reply) -> Reply {
    let undo = account.post(&format!("/imports/{}/undo", import.id()), json!({})).await.created();
    assert_eq!((&undo["undoes_import_id"], &undo["import_status"]), (&json!(import.id()), &json!("queued")));
    api.work().await;
    let undo = account.get(&format!("/imports/{}", undo.id())).await.ok();
    assert_eq!((&undo["import_status"], &undo["processed_count"]), (&json!("finished"), &undo["row_count"]));
    undo
}

/// Returns some members of all records of a kind, in the order of their ids.
async fn all<const N: usize>(account: &Account, kind: &str, members: [&str; N]) -> Vec<[Value; N]> {
    let list = account.get(&format!("/{kind}?sort=id")).await.ok();
    list.list().iter().map(|record| members.map(|member| record[member].clone())).collect()
}

async fn contacts_that_were_made_are_archived_and_those_that_were_changed_are_as_before(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let known = json!({
        "contact_status": "prospect", "contact_lname": "King", "contact_external_id": "b", "tags": ["board"],
        "emails": [{"email_address": "ada@king.example", "email_type": "work"}],
    });
    let (path, _) = account.record("contacts", known).await;
    let before = account.get(&path).await.ok();
    let file =
        format!("{HEADER}donor,New,a,new@x.example,friend\ndonor,Lovelace,b,ada@x.example;b@x.example,\n");
    let import = api.imported(&account, "contacts", &file).await;
    assert_eq!(counts(&import), [1, 1, 0]);
    assert_ne!(account.get(&path).await.ok()["contact_lname"], before["contact_lname"]);

    let undo = undone(&api, &account, &import).await;
    assert_eq!((counts(&undo), problems(&undo)), ([0, 2, 0], vec![]));
    let after = account.get(&path).await.ok();
    for member in ["contact_status", "contact_lname", "contact_external_id"] {
        assert_eq!(after[member], before[member], "{member}");
    }
    assert_eq!(after["tags"][0]["tag_name"], "board");
    let emails = |contact: &Reply| {
        let email = |email: &Value| [email["email_address"].clone(), email["email_type"].clone()];
        contact["emails"].as_array().unwrap().iter().map(email).collect::<Vec<_>>()
    };
    assert_eq!(emails(&after), emails(&before));
    let made = &all(&account, "contacts", ["contact_status", "contact_external_id", "emails"]).await[1];
    assert_eq!(made, &[json!("archive"), Value::Null, json!([])]);
    let updates = api.events(&account).await.into_iter().filter(|event| event.name == "contacts.update");
    assert_eq!(updates.count(), 3, "one of the import, and two of its undo");
}

async fn what_has_changed_since_or_is_needed_stays(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = format!("{HEADER}donor,Changed,a,,\ndonor,Giver,b,,\ndonor,Gone,c,,\n");
    let import = api.imported(&account, "contacts", &file).await;
    let rows = account.get(&format!("/imports/{}/rows", import.id())).await.ok();
    let ids: Vec<_> = rows.list().iter().map(|row| row["record_id"].as_i64().unwrap()).collect();
    account.put(&format!("/contacts/{}", ids[0]), json!({"contact_fname": "Ada"})).await.ok();
    let (gift, _) = account
        .record("gifts", json!({"contact_id": ids[1], "gift_amount": 5, "gift_date": "2026-01-01"}))
        .await;
    let undo = undone(&api, &account, &import).await;
    assert_eq!(counts(&undo), [0, 1, 2]);
    let expected = [
        format!(
            "3 -: contact {} stays, because it is needed by later records: change those first, and it yourself",
            ids[1]
        ),
        format!("2 -: contact {} stays, because it has been changed since: change it yourself", ids[0]),
    ];
    assert_eq!(problems(&undo), expected);
    let statuses = all(&account, "contacts", ["contact_status"]).await.concat();
    assert_eq!(statuses, ["donor", "donor", "archive"]);
    assert_eq!(account.get(&gift).await.ok()["gift_status"], "received");
}

async fn a_contact_stays_who_has_a_record_of_any_kind(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let kinds: Vec<_> = kinds_of_contacts().collect();
    let rows = kinds.iter().map(|kind| format!("donor,{kind},{kind},,\n"));
    let file = format!("{HEADER}{}donor,Gone,none,,\n", rows.collect::<Vec<_>>().concat());
    let import = api.imported(&account, "contacts", &file).await;
    let rows = account.get(&format!("/imports/{}/rows", import.id())).await.ok();
    for (kind, row) in kinds.iter().zip(rows.list()) {
        account.record(kind, least(kind, row["record_id"].as_i64().unwrap())).await;
    }
    undone(&api, &account, &import).await;
    let mut expected = vec!["donor"; kinds.len()];
    expected.push("archive");
    assert_eq!(all(&account, "contacts", ["contact_status"]).await.concat(), expected);
}

async fn gifts_become_void_and_the_donors_that_they_made_are_archived(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "Date,Amount,First Name,Last Name,Email\n\
                2026-01-31,5,Ada,King,ada@king.example\n\
                2026-02-01,6,Grace,Hopper,grace@navy.example\n\
                2026-02-02,7,Grace,Hopper,grace@navy.example\n";
    let import = mapped(&api, &account, ("gifts", json!({})), ("text/csv", file.into())).await;
    assert_eq!(counts(&import), [3, 0, 0]);
    let rows = account.get(&format!("/imports/{}/rows", import.id())).await.ok();
    assert_eq!(rows.list().len(), 3, "the donors are no rows");
    let ada = all(&account, "contacts", ["id"]).await[0][0].clone();
    account.record("gifts", json!({"contact_id": ada, "gift_amount": 8, "gift_date": "2026-03-01"})).await;

    let undo = undone(&api, &account, &import).await;
    assert_eq!((counts(&undo), undo["row_count"].as_i64()), ([0, 4, 1], Some(5)));
    assert_eq!(
        problems(&undo),
        [format!(
            "2 -: contact {ada} stays, because it is needed by later records: change those first, and it yourself"
        )]
    );
    let statuses = all(&account, "gifts", ["gift_status"]).await.concat();
    assert_eq!(statuses, ["void", "void", "void", "received"]);
    assert_eq!(all(&account, "contacts", ["contact_status"]).await.concat(), ["donor", "archive"]);
    let summary = account.get("/giving-summary").await.ok();
    assert_eq!(summary["given"]["total"], 8.0, "{}", summary.data());
}

async fn pledges_and_tasks_are_cancelled(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = account.contact().await;
    let pledges = format!(
        "contact_id,pledge_amount,pledge_frequency,pledge_start_date\n{contact},5,monthly,2026-01-01\n{contact},6,monthly,2026-01-01\n"
    );
    let pledges = api.imported(&account, "pledges", &pledges).await;
    let tasks = format!("task_subject,contact_id\nCall,{contact}\n");
    let tasks = api.imported(&account, "tasks", &tasks).await;
    assert_eq!((counts(&pledges), counts(&tasks)), ([2, 0, 0], [1, 0, 0]));
    let paid = all(&account, "pledges", ["id"]).await[0][0].clone();
    let gift = json!({"contact_id": contact, "pledge_id": paid, "gift_amount": 5, "gift_date": "2026-01-01"});
    account.record("gifts", gift).await;
    assert_eq!(counts(&undone(&api, &account, &pledges).await), [0, 1, 1]);
    assert_eq!(counts(&undone(&api, &account, &tasks).await), [0, 1, 0]);
    assert_eq!(all(&account, "pledges", ["pledge_status"]).await.concat(), ["active", "cancelled"]);
    assert_eq!(all(&account, "tasks", ["task_status"]).await.concat(), ["cancelled"]);
}

async fn a_record_of_several_rows_is_taken_back_once(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let known = json!({"contact_status": "prospect", "contact_lname": "Old", "contact_external_id": "k"});
    let (path, _) = account.record("contacts", known).await;
    let file = format!("{HEADER}donor,One,k,,\ndonor,New,n,,\ndonor,Two,k,,\ndonor,Newer,n,,\n");
    let import = api.imported(&account, "contacts", &file).await;
    assert_eq!(counts(&import), [1, 3, 0]);
    let undo = undone(&api, &account, &import).await;
    assert_eq!((counts(&undo), &undo["skipped_count"]), ([0, 2, 0], &json!(2)));
    assert_eq!(account.get(&path).await.ok()["contact_lname"], "Old");
    assert_eq!(all(&account, "contacts", ["contact_status"]).await.concat(), ["prospect", "archive"]);
}

async fn many_rows_are_taken_back_part_by_part(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let rows: Vec<_> = (0..1100).map(|row| format!("donor,Name,{},,", row % 1000)).collect();
    let import = api.imported(&account, "contacts", &format!("{HEADER}{}\n", rows.join("\n"))).await;
    assert_eq!(counts(&import), [1000, 100, 0]);
    let undo = undone(&api, &account, &import).await;
    assert_eq!((counts(&undo), &undo["skipped_count"]), ([0, 1000, 0], &json!(100)));
    assert_eq!(account.get("/contacts?status=archive").await.ok().list().len(), 1000);
}

async fn an_import_that_cannot_be_undone_says_why(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let refused = async |account: &Account, id: i64, reason: &str| {
        let reply = account.post(&format!("/imports/{id}/undo"), json!({})).await;
        reply.failed(409, &format!("the import cannot be undone: {reason}"));
    };
    let funds = api.imported(&account, "funds", "fund_name\nRoof\n").await;
    refused(&account, funds.id(), "funds are not taken back: change them one by one").await;
    let dry = api.imported(&account, "contacts?dry_run=1", &format!("{HEADER}donor,A,a,,\n")).await;
    refused(&account, dry.id(), "it has written nothing").await;
    let import = api.imported(&account, "contacts", &format!("{HEADER}donor,A,a,,\n")).await;
    other.post(&format!("/imports/{}/undo", import.id()), json!({})).await.failed(404, "Not Found");
    let undo = undone(&api, &account, &import).await;
    refused(&account, import.id(), &format!("import {} has undone it, or does it now", undo.id())).await;
    refused(&account, undo.id(), "it is an undo itself: import the file again").await;
    let next = api.imported(&account, "contacts", &format!("{HEADER}donor,B,b,,\n")).await;
    let text = "UPDATE accounts SET events_removed_position = 1, events_removed_until_ms = $1";
    api.execute(text, vec![i64::MAX.into()]).await;
    refused(&account, next.id(), "the events of its time, which tell what it changed, are no longer kept")
        .await;
}

async fn a_file_can_be_imported_anew_after_its_undo(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = format!("{HEADER}donor,A,a,a@x.example,\n");
    let import = api.imported(&account, "contacts", &file).await;
    undone(&api, &account, &import).await;
    let again = api.imported(&account, "contacts", &file).await;
    assert_eq!((counts(&again), &again["same_file_import_id"]), ([1, 0, 0], &Value::Null));
    let contacts = all(&account, "contacts", ["contact_status", "contact_external_id"]).await;
    assert_eq!(contacts, [[json!("archive"), Value::Null], [json!("donor"), json!("a")]]);
}

async fn gifts_pledges_and_kinds_of_contacts_that_were_changed_are_as_before_or_told(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = account.contact().await;
    account.put(&format!("/contacts/{contact}"), json!({"contact_external_id": "c"})).await.ok();
    let gift = json!({"contact_id": contact, "gift_amount": 5.5, "gift_date": "2026-01-01", "gift_external_id": "g",
        "gift_fund": "Roof"});
    let (gift, _) = account.record("gifts", gift).await;
    let pledge = json!({"contact_id": contact, "pledge_amount": 10, "pledge_frequency": "monthly",
        "pledge_start_date": "2026-01-01", "pledge_external_id": "p"});
    let (pledge, _) = account.record("pledges", pledge).await;
    let file = "gift_external_id,gift_amount,gift_fund,gift_memo\ng,7,Tower,New\n";
    let import = api.imported(&account, "gifts", file).await;
    assert_eq!(counts(&undone(&api, &account, &import).await), [0, 1, 0]);
    let after = account.get(&gift).await.ok();
    assert_eq!(
        (&after["gift_amount"], &after["gift_fund"], &after["gift_memo"]),
        (&json!(5.5), &json!("Roof"), &Value::Null)
    );

    let import = api.imported(&account, "pledges", "pledge_external_id,pledge_amount\np,20\n").await;
    let undo = undone(&api, &account, &import).await;
    assert_eq!(counts(&undo), [0, 0, 1], "its terms would not be as before");
    assert!(
        problems(&undo)[0].contains("stays, because it got its terms by the import"),
        "{:?}",
        problems(&undo)
    );
    assert_eq!(account.get(&pledge).await.ok()["pledge_amount"], 20.0);

    let file = "contact_external_id,contact_type,contact_lname\nc,organization,King & Co\n";
    let import = api.imported(&account, "contacts", file).await;
    let undo = undone(&api, &account, &import).await;
    assert_eq!(counts(&undo), [0, 0, 1]);
    assert!(problems(&undo)[0].contains("contact_type"), "{:?}", problems(&undo));
}

async fn a_fund_that_was_renamed_meanwhile_does_not_get_its_old_name_back(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let gift = |id: &str, fund: &str| json!({"gift_amount": 5, "gift_date": "2026-01-01", "gift_external_id": id, "gift_fund": fund});
    let (first, _) = account.record("gifts", gift("g", "Roof")).await;
    let (second, _) = account.record("gifts", gift("h", "Well")).await;
    let file = "gift_external_id,gift_fund\ng,Tower\nh,Tower\n";
    let import = api.imported(&account, "gifts", file).await;
    let funds = account.get("/funds?name=Roof").await.ok();
    let roof = format!("/funds/{}", funds.list()[0]["id"]);
    account.put(&roof, json!({"fund_name": "New roof"})).await.ok();
    let undo = undone(&api, &account, &import).await;
    assert_eq!(counts(&undo), [0, 1, 1]);
    let said = "stays, because it was for Roof, which has another name by now: change it yourself";
    assert!(problems(&undo)[0].contains(said), "{:?}", problems(&undo));
    assert_eq!(account.get(&first).await.ok()["gift_fund"], "Tower");
    assert_eq!(account.get(&second).await.ok()["gift_fund"], "Well");
    assert!(account.get("/funds?name=Roof").await.ok().list().is_empty());
    assert_eq!(account.get(&roof).await.ok()["fund_name"], "New roof");
}

async fn what_others_show_of_a_record_is_no_change_of_it(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let cash = account.gift_type("cash").await;
    let import =
        api.imported(&account, "gifts", "gift_amount,gift_date,gift_type\n5,2026-01-01,cash\n").await;
    account.put(&format!("/gift-types/{cash}"), json!({"gift_type_name": "coins"})).await.ok();
    api.work().await;
    assert_eq!(counts(&undone(&api, &account, &import).await), [0, 1, 0]);
}

async fn a_change_that_was_taken_back_is_none(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "gift_amount,gift_date\n5,2026-01-01\n6,2026-01-02\n7,2026-01-03\n";
    let import = api.imported(&account, "gifts", file).await;
    let ids = all(&account, "gifts", ["id"]).await.concat();
    // Letters mark what they thank for, and un-mark it when they were not printed after all.
    let (day, none) = (json!("2026-01-05"), Value::Null);
    for (id, on) in [(0, &day), (0, &none), (1, &day), (2, &day), (2, &json!("2026-01-06"))] {
        account.put(&format!("/gifts/{}", ids[id]), json!({"gift_thanked_on": on})).await.ok();
    }
    assert_eq!(counts(&undone(&api, &account, &import).await), [0, 1, 2]);
    assert_eq!(all(&account, "gifts", ["gift_status"]).await.concat(), ["void", "received", "received"]);
}

async fn an_adjusted_gift_stays_while_its_adjustment_counts(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let import = api.imported(&account, "gifts", "gift_amount,gift_date\n100,2026-01-01\n").await;
    let gift = all(&account, "gifts", ["id"]).await[0][0].clone();
    let back = json!({"gift_amount": -100, "gift_date": "2026-01-02", "gift_adjusts_id": gift});
    account.record("gifts", back).await;
    assert_eq!(counts(&undone(&api, &account, &import).await), [0, 0, 1]);
    assert_eq!(all(&account, "gifts", ["gift_status"]).await.concat(), ["received", "received"]);
}

async fn gifts_of_an_erased_donor_are_taken_back_unless_they_have_lost_something(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = account.contact().await;
    let file = format!(
        "contact_id,gift_amount,gift_date,gift_memo\n{contact},5,2026-01-01,\n{contact},6,2026-01-02,For Ada\n"
    );
    let import = api.imported(&account, "gifts", &file).await;
    crate::erasure::report(&api, &account, contact, false).await;
    assert_eq!(counts(&undone(&api, &account, &import).await), [0, 1, 1]);
    assert_eq!(all(&account, "gifts", ["gift_status"]).await.concat(), ["void", "received"]);
}

async fn imports_are_undone_one_after_the_other(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let first = api.imported(&account, "contacts", &format!("{HEADER}donor,One,k,,\n")).await;
    let second = api.imported(&account, "contacts", &format!("{HEADER}donor,Two,k,,\n")).await;
    assert_eq!(counts(&undone(&api, &account, &second).await), [0, 1, 0]);
    assert_eq!(all(&account, "contacts", ["contact_lname"]).await.concat(), ["One"]);
    assert_eq!(counts(&undone(&api, &account, &first).await), [0, 1, 0]);
    assert_eq!(all(&account, "contacts", ["contact_status"]).await.concat(), ["archive"]);
}

async fn an_undo_that_failed_or_left_something_can_be_repeated(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let import = api.imported(&account, "contacts", &format!("{HEADER}donor,One,k,,\ndonor,Two,l,,\n")).await;
    let undo = account.post(&format!("/imports/{}/undo", import.id()), json!({})).await.created();
    let text = "UPDATE imports SET import_status = 'failed', finished_at_ms = created_at_ms WHERE id = $1";
    api.execute(text, vec![undo.id().into()]).await;
    let undo = undone(&api, &account, &import).await;
    assert_eq!(counts(&undo), [0, 2, 0]);
    account.post(&format!("/imports/{}/undo", import.id()), json!({})).await.failed(
        409,
        &format!("the import cannot be undone: import {} has undone it, or does it now", undo.id()),
    );
    // So can one that had to leave everything as it was.
    let import = api.imported(&account, "contacts", &format!("{HEADER}donor,Giver,m,,\n")).await;
    let rows = account.get(&format!("/imports/{}/rows", import.id())).await.ok();
    let gift =
        json!({"contact_id": rows.list()[0]["record_id"], "gift_amount": 5, "gift_date": "2026-01-01"});
    let (gift, _) = account.record("gifts", gift).await;
    assert_eq!(counts(&undone(&api, &account, &import).await), [0, 0, 1]);
    account.put(&gift, json!({"gift_status": "void"})).await.ok();
    assert_eq!(counts(&undone(&api, &account, &import).await), [0, 1, 0]);
    // And one that had to leave something: the next one comes to the rest alone.
    let file = format!("{HEADER}donor,Giver,n,,\ndonor,Other,o,,\n");
    let import = api.imported(&account, "contacts", &file).await;
    let rows = account.get(&format!("/imports/{}/rows", import.id())).await.ok();
    let gift =
        json!({"contact_id": rows.list()[0]["record_id"], "gift_amount": 5, "gift_date": "2026-01-01"});
    let (gift, _) = account.record("gifts", gift).await;
    assert_eq!(counts(&undone(&api, &account, &import).await), [0, 1, 1]);
    account.put(&gift, json!({"gift_status": "void"})).await.ok();
    let undo = undone(&api, &account, &import).await;
    assert_eq!((counts(&undo), &undo["skipped_count"]), ([0, 1, 0], &json!(1)));
    let again = account.post(&format!("/imports/{}/undo", import.id()), json!({})).await;
    again.failed(
        409,
        &format!("the import cannot be undone: import {} has undone it, or does it now", undo.id()),
    );
}
