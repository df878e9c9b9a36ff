//! Files of gifts whose rows also say who gave: the donor is found, or made with the gift.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::as_it_is::mapped;
use super::{counts, problems};
use crate::support::{Account, Api, Reply};

both_databases!(
    a_donor_is_found_by_email_or_made_with_the_gift,
    a_donor_without_an_email_is_found_by_name_and_postal_code,
    a_dry_run_makes_no_donor_and_tells_what_is_wrong_with_one,
    a_row_that_fails_makes_no_donor,
    a_row_that_says_too_little_of_its_donor_fails,
    a_name_that_two_contacts_share_is_said,
    a_gift_for_a_pledge_names_its_donor,
    an_organisation_and_a_couple_are_made_as_what_they_are,
);

async fn gifts(api: &Api, account: &Account, mapping: Value, file: &str) -> Reply {
    mapped(api, account, ("gifts", mapping), ("text/csv", file.into())).await
}

/// Returns the name of the donor and the amount of each gift, in the order of the file.
async fn given(account: &Account) -> Vec<Value> {
    let gifts = account.get("/gifts?sort=id&include=contact").await.ok();
    let shown = |gift: &Value| json!([gift["contact_id"], gift["gift_amount"]]);
    gifts.list().iter().map(shown).collect()
}

async fn contacts(account: &Account) -> Vec<Value> {
    account.get("/contacts?sort=id").await.ok().list().to_vec()
}

async fn a_donor_is_found_by_email_or_made_with_the_gift(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let known = json!({"contact_status": "prospect", "contact_lname": "King", "emails": [{"email_address": "ada@king.example"}]});
    let (_, ada) = account.record("contacts", known).await;
    let file = "Date,Amount,First Name,Last Name,Email,Phone,Address,City,State,Zip,Country\n\
                2026-01-31,5,Ada,King,ADA@king.example,,,,,,\n\
                2026-02-01,6,Grace,Hopper,grace@navy.example,555-0100,1 Main St,Arlington,VA,22201,USA\n\
                2026-02-02,7,Grace,Hopper,grace@navy.example,,,,,,\n\
                2026-02-03,8,,,,,,,,,\n";
    let import = gifts(&api, &account, json!({}), file).await;
    assert_eq!((counts(&import), problems(&import)), ([4, 0, 0], vec![]));
    let columns: Vec<_> =
        import["mapping"]["columns"].as_array().unwrap().iter().map(|one| one["field"].clone()).collect();
    let donor = ["fname", "lname", "email", "phone", "street", "city", "state", "postal_code", "country"];
    let expected = ["gift_date".to_owned(), "gift_amount".to_owned()].into_iter();
    assert_eq!(columns, expected.chain(donor.map(|part| format!("donor_{part}"))).collect::<Vec<_>>());
    let all = contacts(&account).await;
    assert_eq!(all.len(), 2);
    let grace = &all[1];
    let id = grace["id"].as_i64().unwrap();
    assert_eq!(
        given(&account).await,
        [json!([ada, 5.0]), json!([id, 6.0]), json!([id, 7.0]), json!([null, 8.0])]
    );
    assert_eq!(
        [
            &grace["contact_fname"],
            &grace["contact_status"],
            &grace["emails"][0]["email_address"],
            &grace["phones"][0]["phone_number"]
        ],
        [&json!("Grace"), &json!("donor"), &json!("grace@navy.example"), &json!("555-0100")]
    );
    let address = &grace["addresses"][0];
    let address = ["street", "city", "state", "postal_code", "country"]
        .map(|part| address[format!("address_{part}")].clone());
    assert_eq!(address, ["1 Main St", "Arlington", "VA", "22201", "US"].map(Value::from));
    let events: Vec<_> = api.events(&account).await.into_iter().map(|event| event.name).collect();
    assert_eq!(events.iter().filter(|name| *name == "contacts.create").count(), 2);
    assert_eq!(events.iter().filter(|name| *name == "gifts.create").count(), 4);
}

async fn a_donor_without_an_email_is_found_by_name_and_postal_code(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let person = |fname: &str, code: &str| {
        json!({"contact_status": "donor", "contact_fname": fname, "contact_lname": "Núñez",
            "addresses": [{"address_postal_code": code}]})
    };
    let (_, jose) = account.record("contacts", person("José", "SW1A 1AA")).await;
    account.record("contacts", person("José", "10115")).await;
    account.record("contacts", person("Zoë", "SW1A 1AA")).await;
    let file = "Date,Amount,Name,Zip\n2026-01-31,5,\"NUNEZ, Jose\",sw1a1aa\n2026-02-01,6,\"Núñez, Eve\",SW1A 1AA\n\
                2026-02-02,7,Eve Nunez,SW1A1AA\n";
    let import = gifts(&api, &account, json!({}), file).await;
    assert_eq!((counts(&import), problems(&import)), ([3, 0, 0], vec![]));
    let eve = contacts(&account).await[3]["id"].clone();
    assert_eq!(given(&account).await, [json!([jose, 5.0]), json!([eve, 6.0]), json!([eve, 7.0])]);
}

async fn a_dry_run_makes_no_donor_and_tells_what_is_wrong_with_one(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "Date,Amount,Donor,Email,Country\n2026-01-31,5,Ada King,ada@king.example,GB\n\
                2026-01-31,5,Eve King,eve at king,GB\n2026-01-31,5,Tom King,tom@king.example,Atlantis\n";
    let sent = account.import("gifts?dry_run=1&mapping=%7B%7D", file).await.created();
    api.work().await;
    let import = account.get(&format!("/imports/{}", sent.id())).await.ok();
    assert_eq!(counts(&import), [1, 0, 2]);
    let found = problems(&import);
    assert!(found[0].starts_with("3 Email: Email must be an email address"), "{found:?}");
    assert!(found[1].starts_with("4 Country: Country must be"), "{found:?}");
    assert!(contacts(&account).await.is_empty());
    assert!(api.events(&account).await.is_empty());
}

async fn a_row_that_fails_makes_no_donor(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "Date,Amount,Donor,Email\nsoon,5,Ada King,ada@king.example\n2026-01-31,,Eve King,eve@king.example\n\
                2026-01-31,1.234,Tom King,tom@king.example\n";
    let import = gifts(&api, &account, json!({}), file).await;
    assert_eq!(counts(&import), [0, 0, 3], "{:?}", problems(&import));
    assert!(contacts(&account).await.is_empty());
}

async fn a_row_that_says_too_little_of_its_donor_fails(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "Date,Amount,Donor,Email\n2026-01-31,5,Ada King,\n2026-01-31,5,,ada@king.example\n";
    let import = gifts(&api, &account, json!({}), file).await;
    assert_eq!(counts(&import), [0, 0, 2]);
    let found = problems(&import);
    let rule = "2 Donor: Donor needs an email, or a last name with a postal code, to find the donor by";
    assert_eq!(found[0], rule);
    assert!(found[1].starts_with("3 Donor: Donor is required"), "a contact needs a name: {found:?}");
    let file = "Date,Amount,Donor,Email,donor_type\n2026-01-31,5,Ada King,ada@king.example,robot\n";
    let import = gifts(&api, &account, json!({}), file).await;
    let rule = "2 donor_type: donor_type must be one of person, organization";
    assert_eq!((counts(&import), problems(&import)), ([0, 0, 1], vec![rule.to_owned()]));
}

async fn a_name_that_two_contacts_share_is_said(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for _ in 0..2 {
        let twin = json!({"contact_status": "donor", "contact_fname": "Ada", "contact_lname": "King",
            "addresses": [{"address_postal_code": "10115"}]});
        account.record("contacts", twin).await;
    }
    let import =
        gifts(&api, &account, json!({}), "Date,Amount,Donor,Zip\n2026-01-31,5,Ada King,10115\n").await;
    assert_eq!(counts(&import), [0, 0, 1]);
    let found = problems(&import);
    assert!(found[0].starts_with("2 Donor: Donor fits several contacts ("), "{found:?}");
}

async fn a_gift_for_a_pledge_names_its_donor(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let ada = json!({"contact_status": "donor", "contact_lname": "King", "emails": [{"email_address": "ada@king.example"}]});
    let (_, ada) = account.record("contacts", ada).await;
    let pledge = json!({"contact_id": ada, "pledge_amount": 30, "pledge_external_id": "p-1"});
    let (_, pledge) = account.record("pledges", pledge).await;
    let file = "Date,Amount,Donor,Email,pledge_external_id\n2026-01-31,30,Ada King,ada@king.example,p-1\n\
                2026-01-31,30,Eve King,eve@king.example,p-1\n";
    let import = gifts(&api, &account, json!({}), file).await;
    assert_eq!(counts(&import), [1, 0, 1], "{:?}", problems(&import));
    assert!(problems(&import)[0].contains("pledge"), "{:?}", problems(&import));
    let gifts = account.get("/gifts").await.ok();
    assert_eq!(gifts.list()[0]["pledge_id"], pledge);
}

async fn an_organisation_and_a_couple_are_made_as_what_they_are(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "Date,Amount,Donor,Email\n2026-01-31,5,Mill Road Foundation,mill@road.example\n\
                2026-01-31,6,\"Smith, John & Mary\",john@smith.example\n";
    let import = gifts(&api, &account, json!({}), file).await;
    assert_eq!((counts(&import), problems(&import)), ([2, 0, 0], vec![]));
    let all = contacts(&account).await;
    assert_eq!(
        (&all[0]["contact_type"], &all[0]["contact_lname"]),
        (&json!("organization"), &json!("Mill Road Foundation"))
    );
    let couple = ["contact_type", "contact_fname", "contact_lname", "contact_spouse_fname"];
    assert_eq!(
        couple.map(|field| all[1][field].clone()),
        ["person", "John", "Smith", "Mary"].map(Value::from)
    );
}
