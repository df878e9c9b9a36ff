//! Organisations among the people of a file: by a column of their own, or by the legal form at the end of a name.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::as_it_is::mapped;
use super::{counts, problems};
use crate::support::{Account, Api, Reply};

both_databases!(
    a_column_has_the_organisation_of_a_row_that_names_no_person,
    a_legal_form_makes_an_organisation_of_a_row_without_a_title,
    an_organisation_may_stand_in_the_columns_of_a_name,
    an_employer_is_filled_in_where_there_is_none,
    a_contact_whom_a_row_changes_stays_what_it_is,
    what_a_mapping_says_counts_more_than_a_name,
    an_organisation_gives_and_a_donor_who_is_found_stays_as_it_is,
);

const KIND: [&str; 4] = ["contact_type", "contact_title", "contact_fname", "contact_lname"];

async fn import(api: &Api, account: &Account, columns: Value, file: &str) -> Reply {
    let mapping = json!({"columns": columns, "constants": {"contact_status": "donor"}});
    mapped(api, account, ("contacts", mapping), ("text/csv", file.into())).await
}

/// Returns some members of all contacts, in the order of their ids.
async fn contacts<const N: usize>(account: &Account, members: [&str; N]) -> Vec<Value> {
    let list = account.get("/contacts?sort=id").await.ok();
    let shown = |contact: &Value| json!(members.map(|member| contact[member].clone()).to_vec());
    list.list().iter().map(shown).collect()
}

async fn a_column_has_the_organisation_of_a_row_that_names_no_person(db: TestDb) {
    let api = Api::start(db).await;
    for header in ["Company,First name,Last name,City", "Firma,Vorname,Nachname,Ort"] {
        let account = api.account().await;
        let file = format!("{header}\nBackhaus,,,Köln\nBackhaus,Ada,King,Köln\n,,,Köln\n");
        let import = import(&api, &account, json!([]), &file).await;
        assert_eq!(counts(&import), [2, 0, 1], "{:?}", problems(&import));
        assert_eq!(import["mapping"]["columns"][0]["field"], "organization_name", "{header}");
        assert_eq!(
            contacts(&account, KIND).await,
            [json!(["organization", null, null, "Backhaus"]), json!(["person", null, "Ada", "King"])]
        );
        assert_eq!(contacts(&account, ["contact_employer"]).await, [json!([null]), json!(["Backhaus"])]);
        // As before, it is archived by the undo.
        account.post(&format!("/imports/{}/undo", import.id()), json!({})).await.created();
        api.work().await;
        let archived = json!(["organization", "archive"]);
        assert_eq!(contacts(&account, ["contact_type", "contact_status"]).await[0], archived);
    }
    let account = api.account().await;
    let import = import(&api, &account, json!([]), "Firma,Ort\nBackhaus,Köln\n").await;
    assert_eq!(counts(&import), [1, 0, 0], "{:?}", problems(&import));
    assert_eq!(contacts(&account, KIND).await, [json!(["organization", null, null, "Backhaus"])]);
}

async fn a_legal_form_makes_an_organisation_of_a_row_without_a_title(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "Anrede,Name\n,Müller GmbH\nFrau,Lee AG\n,Smith & Sons Ltd\n,Ana Sá\n,Anna von AG\n,Verein e.V.\n,Dr. Inc\n";
    let import = import(&api, &account, json!([]), file).await;
    assert_eq!(counts(&import), [7, 0, 0], "{:?}", problems(&import));
    assert_eq!(
        contacts(&account, KIND).await,
        [
            json!(["organization", null, null, "Müller GmbH"]),
            json!(["person", "Frau", "Lee", "AG"]),
            json!(["organization", null, null, "Smith & Sons Ltd"]),
            json!(["person", null, "Ana", "Sá"]),
            json!(["person", null, "Anna", "von AG"]),
            json!(["organization", null, null, "Verein e.V."]),
            json!(["person", null, null, "Inc"]),
        ]
    );
}

async fn an_organisation_may_stand_in_the_columns_of_a_name(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "First name,Last name\n,Müller GmbH\nVerein e.V.,\n,First Baptist Church\nCharlotte,Church\n";
    let import = import(&api, &account, json!([]), file).await;
    assert_eq!(counts(&import), [4, 0, 0], "{:?}", problems(&import));
    assert_eq!(
        contacts(&account, KIND).await,
        [
            json!(["organization", null, null, "Müller GmbH"]),
            json!(["organization", null, null, "Verein e.V."]),
            json!(["organization", null, null, "First Baptist Church"]),
            json!(["person", null, "Charlotte", "Church"]),
        ]
    );
}

async fn an_employer_is_filled_in_where_there_is_none(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (id, employer) in [("a", Value::Null), ("b", json!("Navy"))] {
        let contact = json!({"contact_status": "donor", "contact_lname": "King", "contact_employer": employer,
            "contact_external_id": id});
        account.record("contacts", contact).await;
    }
    let file = "External id,Company,First name,Last name\na,Backhaus,Ada,King\nb,Backhaus,Eve,King\n";
    let import = import(&api, &account, json!([]), file).await;
    assert_eq!(counts(&import), [0, 2, 0], "{:?}", problems(&import));
    assert_eq!(
        contacts(&account, ["contact_fname", "contact_employer"]).await,
        [json!(["Ada", "Backhaus"]), json!(["Eve", "Navy"])]
    );
}

async fn a_contact_whom_a_row_changes_stays_what_it_is(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let ada = json!({"contact_status": "donor", "contact_fname": "Ada", "contact_lname": "King", "contact_external_id": "p"});
    account.record("contacts", ada).await;
    let church = json!({"contact_status": "donor", "contact_is_org": 1, "contact_lname": "First Baptist Church",
        "contact_external_id": "o"});
    account.record("contacts", church).await;
    let before = contacts(&account, KIND).await;
    for file in [
        "External id,Name,Phone\np,King Ltd,1\no,First Baptist Church,1\n",
        "External id,Company,Last name,Phone\np,Backhaus,,2\n",
        "External id,Name,Contact type,Phone\np,King Ltd,organization,3\no,Church Ltd,person,3\n",
    ] {
        let import = import(&api, &account, json!([]), file).await;
        let rows = i64::try_from(file.lines().count()).unwrap() - 1;
        assert_eq!(counts(&import), [0, rows, 0], "{:?}", problems(&import));
        assert_eq!(contacts(&account, KIND).await, before, "{file}");
    }
    let phones = contacts(&account, ["phones"]).await;
    assert_eq!([0, 1].map(|i| phones[i][0][0]["phone_number"].clone()), ["3", "3"]);
    // Its name is changed by one of its kind.
    let file = "External id,Name\no,First Baptist Church Ltd\n";
    let renamed = import(&api, &account, json!([]), file).await;
    assert_eq!(counts(&renamed), [0, 1, 0], "{:?}", problems(&renamed));
    assert_eq!(contacts(&account, KIND).await[1][3], "First Baptist Church Ltd");
}

async fn what_a_mapping_says_counts_more_than_a_name(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let employer = json!([{"heading": "Company", "field": "contact_employer"}]);
    let file = "Company,First name,Last name\nBackhaus,Ada,King\nBackhaus,,\n";
    let people = import(&api, &account, employer, file).await;
    assert_eq!(counts(&people), [1, 0, 1], "{:?}", problems(&people));
    let kind = json!([{"heading": "Art", "field": "contact_type"}]);
    let file = "Name,Art\nMüller GmbH,Privatperson\nFirst Baptist Church,Verein\nLee Ltd,\n";
    let said = import(&api, &account, kind, file).await;
    assert_eq!(counts(&said), [3, 0, 0], "{:?}", problems(&said));
    assert_eq!(
        contacts(&account, ["contact_type", "contact_lname", "contact_employer"]).await,
        [
            json!(["person", "King", "Backhaus"]),
            json!(["person", "GmbH", null]),
            json!(["organization", "First Baptist Church", null]),
            json!(["organization", "Lee Ltd", null]),
        ]
    );
}

async fn an_organisation_gives_and_a_donor_who_is_found_stays_as_it_is(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let ada = json!({"contact_status": "donor", "contact_fname": "Ada", "contact_lname": "King",
        "emails": [{"email_address": "ada@king.example"}]});
    account.record("contacts", ada).await;
    let file = "Date,Amount,Company,First name,Last name,Email\n\
                2026-01-31,5,Backhaus,,,post@backhaus.example\n\
                2026-01-31,6,Backhaus,Eve,Jones,eve@jones.example\n\
                2026-01-31,7,King Ltd,,,ada@king.example\n";
    let import = mapped(&api, &account, ("gifts", json!({})), ("text/csv", file.into())).await;
    assert_eq!((counts(&import), problems(&import)), ([3, 0, 0], vec![]));
    assert_eq!(import["mapping"]["columns"][2]["field"], "donor_organization");
    assert_eq!(
        contacts(&account, KIND).await,
        [
            json!(["person", null, "Ada", "King"]),
            json!(["organization", null, null, "Backhaus"]),
            json!(["person", null, "Eve", "Jones"]),
        ]
    );
    assert_eq!(contacts(&account, ["contact_employer"]).await[2], json!(["Backhaus"]));
}
