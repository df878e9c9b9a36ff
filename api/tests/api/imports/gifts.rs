//! Imports of gifts.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::as_it_is::mapped;
use super::{counts, problems};
use crate::support::Api;

both_databases!(
    gifts_name_contacts_pledges_and_types_or_give_their_ids,
    the_problems_of_gifts_are_told_with_their_rows_and_columns,
    a_gift_with_a_known_external_id_is_changed,
    a_name_with_a_nul_character_is_a_problem_of_its_row,
    external_ids_that_are_unknown_are_named,
    gifts_that_are_there_are_left_out_where_the_mapping_says_it,
    a_gift_that_is_there_stands_for_the_row_that_fits_best,
    a_gift_that_is_there_stands_for_a_row_without_problems,
);

async fn a_gift_that_is_there_stands_for_a_row_without_problems(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact =
        |id: &str| json!({"contact_status": "donor", "contact_lname": "King", "contact_external_id": id});
    let (_, ada) = account.record("contacts", contact("a")).await;
    let (_, eve) = account.record("contacts", contact("b")).await;
    let pledge = json!({"contact_id": eve, "pledge_amount": 5, "pledge_external_id": "p"});
    account.record("pledges", pledge).await;
    let gift = json!({"contact_id": ada, "gift_amount": 5, "gift_date": "2026-01-31"});
    account.record("gifts", gift).await;
    // The pledge is somebody else's. Another contact gave as much on that day.
    let file = "contact_external_id,gift_date,gift_amount,pledge_external_id\n\
                a,2026-01-31,5,p\na,2026-01-31,5,\nb,2026-01-31,5,\n";
    let mapping = json!({"leave_out_known": true});
    let import = mapped(&api, &account, ("gifts", mapping), ("text/csv", file.into())).await;
    assert_eq!((counts(&import), &import["skipped_count"]), ([1, 0, 1], &json!(1)), "{}", import.text);
}

async fn a_gift_that_is_there_stands_for_the_row_that_fits_best(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = json!({"contact_status": "donor", "contact_lname": "King", "contact_external_id": "a"});
    let (_, ada) = account.record("contacts", contact).await;
    for (amount, member, value) in [
        (5, "gift_memo", "At the door"),
        (6, "gift_status", "pending"),
        (7, "gift_reference", "R1"),
        (8, "gift_external_id", "x"),
        (9, "gift_memo", "By hand"),
    ] {
        let gift =
            json!({"contact_id": ada, "gift_amount": amount, "gift_date": "2026-01-31", member: value});
        account.record("gifts", gift).await;
    }
    // The gift of 5 is the second row. One that was promised, one of another payment, and those that external ids tell, are no
    // other rows.
    let file = "contact_external_id,gift_date,gift_amount,gift_check_number,gift_reference,gift_external_id\n\
                a,2026-01-31,5,77,,\na,2026-01-31,5,,,\na,2026-01-31,6,,,\na,2026-01-31,7,,R2,\n\
                a,2026-01-31,8,,,\na,2026-01-31,8,,,x\na,2026-01-31,9,,,y\n";
    let import = async || {
        let mapping = json!({"leave_out_known": true});
        mapped(&api, &account, ("gifts", mapping), ("text/csv", file.into())).await
    };
    let first = import().await;
    assert_eq!((counts(&first), &first["skipped_count"]), ([5, 1, 0], &json!(1)), "{}", first.text);
    let second = import().await;
    assert_eq!((counts(&second), &second["skipped_count"]), ([0, 2, 0], &json!(5)), "{}", second.text);
    // The rows that were left out are no rows of the undo.
    let undo = account.post(&format!("/imports/{}/undo", second.id()), json!({})).await.created();
    api.work().await;
    let undo = account.get(&format!("/imports/{}", undo.id())).await.ok();
    let done = ["row_count", "processed_count", "skipped_count"].map(|count| undo[count].as_i64());
    assert_eq!(done, [Some(2), Some(2), Some(0)], "{}", undo.text);
}

async fn gifts_that_are_there_are_left_out_where_the_mapping_says_it(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = json!({"contact_status": "donor", "contact_lname": "King", "contact_external_id": "a"});
    let (_, ada) = account.record("contacts", contact).await;
    for (amount, number) in [(5, "1044"), (6, "")] {
        let number = Some(number).filter(|number| !number.is_empty());
        let gift = json!({"contact_id": ada, "gift_amount": amount, "gift_date": "2026-01-31", "gift_check_number": number});
        account.record("gifts", gift).await;
    }
    let void = json!({"contact_id": ada, "gift_amount": 8, "gift_date": "2026-01-31", "gift_status": "void"});
    account.record("gifts", void).await;
    // The same cheque, another one, one gift twice, one of nobody, and a void one.
    let rows = "a,5,1044\na,5,1045\na,6,\na,6,7\n,6,\na,8,\n";
    // Rows of nobody fill the first part of the file: what is there stands for one row, however far apart they are.
    let rest = ",9,\n".repeat(500);
    let text =
        format!("contact_external_id,gift_amount,gift_check_number,gift_date\n{rows}{rest}a,6,\na,5,\n");
    let file = text.replace('\n', ",2026-01-31\n").replace("gift_date,2026-01-31", "gift_date");
    let mapping = json!({"leave_out_known": true});
    let import = mapped(&api, &account, ("gifts", mapping.clone()), ("text/csv", file.clone().into())).await;
    assert_eq!((counts(&import), &import["skipped_count"]), ([506, 0, 0], &json!(2)), "{}", import.text);
    // Now both gifts of 6, and the one of nobody besides, are there; the void gift has become one.
    let import = mapped(&api, &account, ("gifts", mapping), ("text/csv", file.clone().into())).await;
    assert_eq!((counts(&import), &import["skipped_count"]), ([501, 0, 0], &json!(7)), "{}", import.text);
    // Programs that do not ask for it get what they send.
    let import = mapped(&api, &account, ("gifts", json!({})), ("text/csv", file.into())).await;
    assert_eq!((counts(&import), &import["skipped_count"]), ([508, 0, 0], &json!(0)), "{}", import.text);
}

async fn external_ids_that_are_unknown_are_named(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for id in ["a", "b"] {
        let contact = json!({"contact_status": "donor", "contact_lname": "King", "contact_external_id": id});
        account.record("contacts", contact).await;
    }
    let file = "gift_amount,gift_soft_credit_external_ids\n\
                1,a;b\n\
                2,a;x;b;y\u{e9}\n";
    let import = api.imported(&account, "gifts", file).await;
    let problem = "3 gift_soft_credit_external_ids: gift_soft_credit_external_ids (x, y\\u{e9}) must be external ids of \
                   contacts of this account, separated by semicolons";
    assert_eq!((counts(&import), problems(&import)), ([1, 0, 1], vec![problem.to_owned()]));
}

async fn a_name_with_a_nul_character_is_a_problem_of_its_row(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "gift_amount,gift_external_id,gift_type,contact_external_id,pledge_external_id\n\
                1,,cash,,\n\
                2,,ca\0sh,,\n\
                3,,,\0,\n\
                4,,,,p\0\n\
                5,g\0,,,\n\
                6,g-6,check,,\n";
    let import = api.imported(&account, "gifts", file).await;
    assert_eq!((&import["import_status"], counts(&import)), (&json!("finished"), [2, 0, 4]));
    assert_eq!(
        problems(&import),
        [
            "3 gift_type: gift_type must be the name of a gift type of this account",
            "4 contact_external_id: contact_external_id must be the external id of a contact of this account",
            "5 pledge_external_id: pledge_external_id must be the external id of a pledge of this account",
            "6 gift_external_id: gift_external_id must not contain control characters other than tab and newline",
        ]
    );
}

async fn gifts_name_contacts_pledges_and_types_or_give_their_ids(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = json!({"contact_status": "donor", "contact_lname": "King", "contact_external_id": "crm-1"});
    let (_, contact_id) = account.record("contacts", contact).await;
    let pledge = json!({"contact_id": contact_id, "pledge_amount": 5, "pledge_external_id": "p-1"});
    let (_, pledge_id) = account.record("pledges", pledge).await;
    let cash = account.gift_type("cash").await;
    let file = format!(
        "gift_amount,gift_date,contact_external_id,contact_id,gift_type,gift_type_id,pledge_external_id\n\
         50.00,2026-06-01,crm-1,,Cash,,p-1\n\
         -0.10,2026-06-02,,{contact_id},,{cash},\n\
         7,2026-06-03,,,,,\n\
         8,2026-06-04,crm-1,999999999,check,{cash},\n"
    );
    let import = api.imported(&account, "gifts", &file).await;
    assert_eq!((counts(&import), problems(&import)), ([4, 0, 0], vec![]));
    let gifts = account.get("/gifts").await.ok();
    let of = |day: &str| gifts.list().iter().find(|gift| gift["gift_date"] == day).unwrap().clone();
    let first = of("2026-06-01");
    assert_eq!((&first["contact_id"], &first["pledge_id"]), (&json!(contact_id), &json!(pledge_id)));
    assert_eq!(
        (&first["giftType"]["gift_type_name"], &first["contact"]["contact_lname"]),
        (&json!("cash"), &json!("King"))
    );
    assert!(gifts.text.contains("\"gift_amount\":-0.10") && gifts.text.contains("\"gift_amount\":50.00"));
    let second = of("2026-06-02");
    assert_eq!((&second["contact_id"], &second["gift_type_id"]), (&json!(contact_id), &json!(cash)));
    let third = of("2026-06-03");
    assert_eq!((&third["contact_id"], &third["gift_type_id"]), (&json!(null), &json!(null)));
    let fourth = of("2026-06-04");
    assert_eq!(
        (&fourth["contact_id"], &fourth["giftType"]["gift_type_name"]),
        (&json!(contact_id), &json!("check"))
    );
    let events = api.events(&account).await;
    assert_eq!(events.iter().filter(|event| event.name == "gifts.create").count(), 4);
}

async fn the_problems_of_gifts_are_told_with_their_rows_and_columns(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact_id = account.contact().await;
    let pledge = json!({"contact_id": contact_id, "pledge_amount": 5, "pledge_external_id": "p-1"});
    account.record("pledges", pledge).await;
    let file = "gift_amount,gift_date,contact_external_id,gift_type,pledge_external_id,gift_currency\n\
                ,2026-06-01,,,,\n\
                0.001,2026-07-01,nobody,barter,none,\n\
                5,2026-06-01,,,p-1,\n\
                0,,,,,XYZ\n";
    let import = api.imported(&account, "gifts", file).await;
    assert_eq!(counts(&import), [0, 0, 4]);
    let mut found = problems(&import);
    found.sort_unstable();
    assert_eq!(
        found,
        [
            "2 gift_amount: gift_amount is required",
            "3 contact_external_id: contact_external_id must be the external id of a contact of this account",
            "3 gift_amount: gift_amount has more than the 2 decimals of USD",
            "3 gift_date: gift_date must not lie more than one day ahead",
            "3 gift_type: gift_type must be the name of a gift type of this account",
            "3 pledge_external_id: pledge_external_id must be the external id of a pledge of this account",
            "4 pledge_external_id: pledge_external_id must be a pledge of the gift's contact and currency",
            "5 gift_amount: gift_amount must not be 0",
            "5 gift_currency: gift_currency must be an ISO 4217 currency code such as USD",
        ]
    );
    account
        .import("gifts", "gift_date\n")
        .await
        .failed(422, "gift_amount is required: there is no such column");
}

async fn a_gift_with_a_known_external_id_is_changed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let gift = json!({"gift_amount": 5, "gift_external_id": "g-1", "gift_fund": "General", "gift_memo": "x"});
    let (path, _) = account.record("gifts", gift).await;
    let file = "gift_external_id,gift_amount,gift_memo\ng-1,7.50,\ng-2,1,y\n";
    assert_eq!(counts(&api.imported(&account, "gifts", file).await), [1, 1, 0]);
    let gift = account.get(&path).await.ok();
    assert_eq!(
        (gift.raw("gift_amount"), &gift["gift_fund"], &gift["gift_memo"]),
        ("7.50".to_owned(), &json!("General"), &json!(null))
    );
}
