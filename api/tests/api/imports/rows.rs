//! Rows of contacts: the meaning of their cells, and the rules that they can break.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::{counts, problems};
use crate::support::Api;

both_databases!(
    cells_are_what_the_fields_of_a_body_are,
    lists_are_values_with_semicolons_or_json,
    every_problem_is_told_with_its_row_and_column,
    links_are_judged_as_in_a_body,
    a_formula_in_a_cell_comes_back_as_it_was,
    an_external_id_is_found_in_whatever_form_it_is_written,
    a_row_of_a_byte_order_mark_is_a_row,
    a_cell_that_is_nested_too_deeply_is_a_problem_of_its_row,
    a_nul_character_is_a_problem_of_its_row,
    what_is_no_list_of_pairs_is_a_problem_that_shows_one,
    a_cell_of_more_items_than_a_list_has_is_a_problem_of_its_row,
);

async fn a_cell_that_is_nested_too_deeply_is_a_problem_of_its_row(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let nested = |depth: usize| {
        let depth = depth - 1;
        format!("\"{{\"\"a\"\":{}{}}}\"", "[".repeat(depth), "]".repeat(depth))
    };
    let deep = format!("{}{}", "[".repeat(32), "]".repeat(32));
    let file = format!(
        "contact_status,contact_lname,contact_custom,tags,contact_notes,unknown\n\
         donor,One,{},,,\n\
         donor,Two,{},,,\n\
         donor,Three,,{deep},,\n\
         donor,Four,{},{deep},,\n\
         donor,Five,,,{deep},{deep}\n\
         donor,Six,{}=1,,,\n\
         donor,Seven,{}=1,,,\n\
         donor,Eight,a{}=1,,,\n\
         donor,Nine,{}={{}},,,\n",
        nested(31),
        nested(32),
        nested(10_000),
        vec!["a"; 31].join("."),
        vec!["a"; 40].join("."),
        "[0]".repeat(10_000),
        vec!["a"; 31].join("."),
    );
    let import = api.imported(&account, "contacts", &file).await;
    assert_eq!((&import["import_status"], counts(&import)), (&json!("finished"), [3, 0, 6]));
    let rule = "must not have more than 31 arrays and objects within each other";
    let expected = [
        "1 unknown: unknown is no field of contacts and is ignored".to_owned(),
        format!("3 contact_custom: contact_custom {rule}"),
        format!("4 tags: tags {rule}"),
        format!("5 contact_custom: contact_custom {rule}"),
        format!("5 tags: tags {rule}"),
        format!("8 contact_custom: contact_custom {rule}"),
        format!("9 contact_custom: contact_custom {rule}"),
        format!("10 contact_custom: contact_custom {rule}"),
    ];
    assert_eq!(problems(&import), expected);
}

async fn a_nul_character_is_a_problem_of_its_row(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "contact_status,contact_lname,contact_external_id,tags\n\
                donor,One,crm-1,\n\
                donor,Two,crm\0-2,\n\
                donor,Three,,a;\0\n\
                donor,Four,crm-4,\n\
                donor,Five,crm\0-2,\n";
    let rule = "must not contain control characters other than tab and newline";
    let expected = [
        format!("3 contact_external_id: contact_external_id {rule}"),
        format!("4 tags: tags[1] {rule}"),
        format!("6 contact_external_id: contact_external_id {rule}"),
    ];
    for kind in ["contacts?dry_run=1", "contacts"] {
        let import = api.imported(&account, kind, file).await;
        assert_eq!((&import["import_status"], counts(&import)), (&json!("finished"), [2, 0, 3]), "{kind}");
        assert_eq!(problems(&import), expected, "{kind}");
    }
}

async fn what_is_no_list_of_pairs_is_a_problem_that_shows_one(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "contact_status,contact_lname,contact_custom\n\
                donor,One,shirt\n\
                donor,Two,a[1]=1\n\
                donor,Three,{\n\
                donor,Four,\n\
                donor,Five,a=1;a=2\n";
    let import = api.imported(&account, "contacts", file).await;
    let rule = "contact_custom must be pairs such as shirt=M;table=7, or a JSON object";
    let expected = [
        format!("2 contact_custom: {rule}"),
        format!("3 contact_custom: {rule}"),
        format!("4 contact_custom: {rule}"),
        "6 contact_custom: contact_custom must not have a twice in an object".to_owned(),
    ];
    assert_eq!((counts(&import), problems(&import)), ([1, 0, 4], expected.to_vec()));
}

async fn a_cell_of_more_items_than_a_list_has_is_a_problem_of_its_row(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let cell = |count: usize| format!("{}a@x.example", ";".repeat(count - 1));
    let file = format!(
        "contact_status,contact_lname,emails\n\
         donor,One,{}\n\
         donor,Two,{}\n\
         donor,Three,{}\n",
        cell(100),
        cell(101),
        cell(500_000),
    );
    let import = api.imported(&account, "contacts", &file).await;
    let rule = "emails: emails must not have more than 100 items";
    assert_eq!(
        (counts(&import), problems(&import)),
        ([1, 0, 2], vec![format!("3 {rule}"), format!("4 {rule}")])
    );
}

async fn an_external_id_is_found_in_whatever_form_it_is_written(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file =
        "contact_status,contact_lname,contact_external_id\ndonor,One,\"a\r\nb\"\ndonor,Two,\" a\nb \"\n";
    let import = api.imported(&account, "contacts", file).await;
    assert_eq!((counts(&import), problems(&import)), ([1, 1, 0], vec![]));
    let import = api.imported(&account, "contacts", file).await;
    assert_eq!((counts(&import), problems(&import)), ([0, 2, 0], vec![]));
}

async fn a_row_of_a_byte_order_mark_is_a_row(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let import = api.imported(&account, "contacts", "\u{feff}contact_status\n\u{feff}\n").await;
    assert_eq!(counts(&import), [0, 0, 1]);
}

async fn cells_are_what_the_fields_of_a_body_are(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = json!({
        "contact_status": "donor", "contact_lname": "Engines", "contact_is_org": 1, "contact_birthday": "--12-10",
        "contact_do_not_call": true, "contact_custom": {"shirt": "M", "n": [1, 2.50]}, "contact_fname": "007",
        "contact_newsletter": "email", "familyMembers": [{"family_fname": "Byron"}],
        "profilePicture": {"picture_url": "https://x.example/a.jpg"},
    });
    let (path, _) = account.record("contacts", body).await;
    let file = "contact_status,contact_lname,contact_is_org,contact_birthday,contact_do_not_call,contact_custom,contact_fname,\
                contact_newsletter,familyMembers,profilePicture\n\
                donor,Engines,1,--12-10,true,\"{\"\"shirt\"\":\"\"M\"\",\"\"n\"\":[1,2.50]}\",007, email ,\
                \"[{\"\"family_fname\"\":\"\"Byron\"\"}]\",\"{\"\"picture_url\"\":\"\"https://x.example/a.jpg\"\"}\"\n";
    let import = api.imported(&account, "contacts", file).await;
    assert_eq!((counts(&import), problems(&import)), ([1, 0, 0], vec![]));
    let contacts = account.get("/contacts").await.ok();
    let imported = account.get(&format!("/contacts/{}", contacts.list()[1]["id"])).await.ok();
    let plain = |text: String| {
        let mut value: Value = serde_json::from_str(&text).unwrap();
        value["id"] = json!(0);
        value["familyMembers"][0]["id"] = json!(0);
        value["profilePicture"]["id"] = json!(0);
        value
    };
    assert_eq!(plain(imported.raw_data()), plain(account.get(&path).await.ok().raw_data()));
}

async fn lists_are_values_with_semicolons_or_json(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "contact_status,contact_lname,tags,emails,phones,address_street,address_country\n\
                donor,One,Choir; Board;choir,a@x.example; b@x.example,+44 1;2,12 Main St,gb\n\
                donor,Two,\"[{\"\"tag_name\"\":\"\"x;y\"\"}]\",\"[{\"\"email_address\"\":\"\"c@x.example\"\",\"\"email_type\"\":\"\"work\"\"}]\",,,\n";
    let import = api.imported(&account, "contacts", file).await;
    assert_eq!((counts(&import), problems(&import)), ([2, 0, 0], vec![]));
    let contacts = account.get("/contacts").await.ok();
    let names = |contact: &Value, list: &str, field: &str| {
        let items = contact[list].as_array().unwrap().iter();
        items.map(|item| item[field].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let [one, two] = contacts.list() else { panic!("{}", contacts.text) };
    let mut tags = names(one, "tags", "tag_name");
    tags.sort_unstable();
    assert_eq!(tags, ["Board", "Choir"]);
    assert_eq!(names(one, "emails", "email_address"), ["a@x.example", "b@x.example"]);
    assert_eq!(names(one, "phones", "phone_number"), ["+44 1", "2"]);
    assert_eq!(
        (&one["emails"][0]["email_primary"], &one["emails"][1]["email_primary"]),
        (&json!(1), &json!(0))
    );
    assert_eq!(one["addresses"].as_array().unwrap().len(), 1);
    assert_eq!(one["addresses"][0]["address_street"], "12 Main St");
    assert_eq!(one["addresses"][0]["address_country"], "GB");
    assert_eq!(names(two, "tags", "tag_name"), ["x;y"]);
    assert_eq!(two["emails"][0]["email_type"], "work");
    assert_eq!((&two["phones"], &two["addresses"]), (&json!([]), &json!([])));
}

async fn every_problem_is_told_with_its_row_and_column(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let long = "x".repeat(101);
    let file = format!(
        "contact_status,contact_lname,contact_anonymous,contact_birthday,contact_custom,emails,address_city,contact_type,familyMembers\n\
         donor,One,0,,,,,,\n\
         ,,2,tomorrow,7,a@x.example;b,{long},robot,none\n\
         donor,Three,0\n\
         donor,,,,,a@x.example;A@x.example,,,\"[{{\"\"id\"\":\"\"x\"\"}}]\"\n\
         donor,Five,1,,{{,,,,\n"
    );
    let import = api.imported(&account, "contacts", &file).await;
    assert_eq!(counts(&import), [1, 0, 4]);
    let status = "must be one of contact, donor, prospect, archive, lapsed_donor";
    assert!(!problems(&import).iter().any(|problem| problem.contains(status)));
    let mut found = problems(&import);
    let mut expected = vec![
        "3 contact_type: contact_type must be one of person, organization".to_owned(),
        "3 contact_status: contact_status is required".to_owned(),
        "3 contact_anonymous: contact_anonymous must be 0 or 1".to_owned(),
        "3 contact_birthday: contact_birthday must be a date, as YYYY-MM-DD or --MM-DD".to_owned(),
        "3 contact_custom: contact_custom must be pairs such as shirt=M;table=7, or a JSON object".to_owned(),
        "3 emails: emails[1].email_address must be an email address".to_owned(),
        "3 address_city: address_city must not be longer than 100 characters".to_owned(),
        "3 familyMembers: familyMembers must be a list".to_owned(),
        "3 contact_lname: contact_lname is required unless contact_anonymous is 1".to_owned(),
        "4 -: the row must have 9 cells, not 3".to_owned(),
        "5 familyMembers: familyMembers[0].id must be the id of a record".to_owned(),
        "5 contact_lname: contact_lname is required unless contact_anonymous is 1".to_owned(),
        "5 emails: emails[1].email_address is given twice".to_owned(),
        "6 contact_custom: contact_custom must be pairs such as shirt=M;table=7, or a JSON object".to_owned(),
    ];
    assert!(
        found.is_sorted_by_key(|problem| problem.split(' ').next().unwrap().parse::<i64>().unwrap()),
        "{found:#?}"
    );
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
    assert_eq!(account.get("/contacts").await.ok().list().len(), 1, "only the good row");
}

async fn links_are_judged_as_in_a_body(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let person = account.contact().await;
    let body = json!({"contact_status": "donor", "contact_lname": "Engines", "contact_is_org": 1, "contact_external_id": "org"});
    let (_, org) = account.record("contacts", body).await;
    let file = format!(
        "contact_status,contact_lname,contact_org_id,contact_referred_by_id,contact_external_id,contact_is_org\n\
         donor,One,{org},{person},,0\n\
         donor,Two,{person},,,0\n\
         donor,Three,,999999999,,0\n\
         donor,Engines,,,org,0\n"
    );
    let import = api.imported(&account, "contacts", &file).await;
    assert_eq!(counts(&import), [1, 0, 3]);
    assert_eq!(
        problems(&import),
        [
            "3 contact_org_id: contact_org_id must be the id of another contact of this account with contact_is_org 1",
            "4 contact_referred_by_id: contact_referred_by_id must be the id of a contact of this account; in a file from another \
             account, link by contact_referred_by_external_id",
            "5 contact_is_org: contact_is_org must stay 1 while other contacts have this one as contact_org_id",
        ]
    );
    // A row sees the changes of the rows before it.
    let (_, other) = account
        .record("contacts", json!({"contact_status": "donor", "contact_lname": "X", "contact_is_org": 1, "contact_external_id": "x"}))
        .await;
    let file = format!(
        "contact_status,contact_lname,contact_org_id,contact_external_id,contact_is_org\n\
         donor,X,,x,0\n\
         donor,Late,{other},,0\n"
    );
    let import = api.imported(&account, "contacts", &file).await;
    assert_eq!(counts(&import), [0, 1, 1]);
    assert!(problems(&import)[0].starts_with("3 contact_org_id: "));
}

async fn a_formula_in_a_cell_comes_back_as_it_was(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "contact_status,contact_lname,contact_fname\ndonor,'=1+1,'quoted'\ndonor,=2,''@x\n";
    assert_eq!(counts(&api.imported(&account, "contacts", file).await), [2, 0, 0]);
    let contacts = account.get("/contacts").await.ok();
    let names = |field: &str| contacts.list().iter().map(|one| one[field].clone()).collect::<Vec<_>>();
    assert_eq!(names("contact_lname"), ["=1+1", "=2"]);
    assert_eq!(names("contact_fname"), ["'quoted'", "'@x"]);
}
