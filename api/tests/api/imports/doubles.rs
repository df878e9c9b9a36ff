//! People whom a file has in several rows.

use reqwest::Url;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::as_it_is::mapped;
use super::{counts, problems};
use crate::support::{Account, Api, Reply};

both_databases!(
    rows_of_one_person_are_contacts_of_their_own_unless_somebody_says_otherwise,
    a_column_says_that_a_row_is_that_of_an_earlier_one,
    an_earlier_row_may_be_that_of_a_contact_who_is_there,
    without_a_good_earlier_row_the_answer_is_a_problem,
);

fn mapping() -> Value {
    json!({"constants": {"contact_status": "donor"}})
}

/// Judges a file of contacts completely, and returns the dry run.
async fn judged(api: &Api, account: &Account, file: &str) -> Reply {
    let text = mapping().to_string();
    let query = [("dry_run", "1"), ("mapping", &*text)];
    let path = Url::parse_with_params("http://x/imports", &query).unwrap();
    let kind = format!("contacts?{}", path.query().unwrap());
    let sent = account.import(&kind, file.to_owned()).await.created();
    api.work().await;
    account.get(&format!("/imports/{}", sent.id())).await.ok()
}

/// Imports a file of contacts, and returns the import.
async fn imported(api: &Api, account: &Account, file: &str) -> Reply {
    mapped(api, account, ("contacts", mapping()), ("text/csv", file.into())).await
}

async fn contacts(account: &Account) -> Vec<Value> {
    account.get("/contacts?sort=id").await.ok().list().to_vec()
}

async fn rows_of_one_person_are_contacts_of_their_own_unless_somebody_says_otherwise(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = format!("Name,E-mail,Zip\n{}", "Ada King,ada@king.example,04109\n".repeat(2));
    assert_eq!(counts(&judged(&api, &account, &file).await), [2, 0, 0]);
    assert_eq!(counts(&imported(&api, &account, &file).await), [2, 0, 0]);
    assert_eq!(contacts(&account).await.len(), 2);
}

async fn a_column_says_that_a_row_is_that_of_an_earlier_one(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "Name,E-mail,Zip,Contact here\nAda King,ada@king.example,,\nTom King,ada@king.example,,\n\
                Eve King,ada@king.example,04109,Earlier\nIda Noel,,,earlier\nAda King,ada@king.example,,new\n\
                Ada King,ada@king.example,,out\n";
    let rule =
        "5 Contact here: Contact here must be empty or another word: no earlier row is of the same person";
    let dry_run = judged(&api, &account, file).await;
    assert_eq!((counts(&dry_run), problems(&dry_run)), ([3, 1, 1], vec![rule.to_owned()]));
    let import = imported(&api, &account, file).await;
    assert_eq!((counts(&import), problems(&import)), ([3, 1, 1], vec![rule.to_owned()]));
    assert_eq!(import["skipped_count"], 1);
    let all = contacts(&account).await;
    let names: Vec<_> = all.iter().map(|contact| contact["contact_fname"].clone()).collect();
    assert_eq!(names, ["Ada", "Tom", "Ada"]);
    assert_eq!(all[0]["addresses"][0]["address_postal_code"], "04109");
}

async fn an_earlier_row_may_be_that_of_a_contact_who_is_there(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let ada = json!({"contact_status": "donor", "contact_fname": "Ada", "contact_lname": "King"});
    let (_, id) = account.record("contacts", ada).await;
    let file = format!(
        "Name,E-mail,Zip,Contact here\nAda King,ada@king.example,,{id}\n\
         Ada King,ada@king.example,04109,earlier\nAda King,,04 109,earlier\n"
    );
    assert_eq!(counts(&judged(&api, &account, &file).await), [0, 3, 0]);
    assert_eq!(counts(&imported(&api, &account, &file).await), [0, 3, 0]);
    let all = contacts(&account).await;
    assert_eq!(all.len(), 1);
    assert_eq!(all[0]["emails"][0]["email_address"], "ada@king.example");
    assert_eq!(all[0]["addresses"][0]["address_postal_code"], "04109");
}

async fn without_a_good_earlier_row_the_answer_is_a_problem(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let guest = |n| format!("Guest Number{n},guest{n}@x.example,,\n");
    let guests: String = (0..500).map(guest).collect();
    let file = format!(
        "Name,E-mail,Zip,Contact here\nAda King,ada at king,04109,\nAda King,,04109,earlier\n\
         Tom Byron,tom@byron.example,,out\nTom Byron,tom@byron.example,,earlier\n\
         Eve Noel,eve@noel.example,,\n{guests}Eve Noel,eve@noel.example,,earlier\n"
    );
    for import in [judged(&api, &account, &file).await, imported(&api, &account, &file).await] {
        // Eve's last row is in another part of the file than her first one.
        assert_eq!(counts(&import), [501, 1, 3]);
        let problems = problems(&import);
        let of_nobody = problems.iter().filter(|problem| problem.contains("no earlier row"));
        let rows: Vec<_> = of_nobody.map(|problem| problem.split_once(' ').unwrap().0).collect();
        assert_eq!(rows, ["3", "5"], "{problems:?}");
    }
}
