//! Contacts that look like the same.

use sea_orm::QueryResult;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::{Account, Api, MISSING_ID, Reply};

both_databases!(
    contacts_that_share_something_are_listed_with_the_reasons,
    what_is_not_enough_is_not_listed,
    two_of_one_name_come_last_while_nothing_tells_them_apart,
    a_person_and_an_organisation_of_one_name_are_a_pair,
    names_and_places_are_the_same_however_their_umlauts_are_written,
    a_short_form_of_a_first_name_is_the_same_name_at_one_place,
    archived_contacts_and_other_kinds_are_left_out,
    what_many_share_says_nothing,
    the_list_has_pages,
    the_list_is_whole_over_several_chunks,
    the_list_is_304_while_nothing_has_changed,
    two_that_are_kept_apart_are_no_pair_until_that_is_taken_back,
    only_two_contacts_of_one_account_are_kept_apart,
    the_path_is_that_of_no_contact,
);

const PATH: &str = "/contacts/duplicates";

async fn contact(account: &Account, names: [&str; 2], mut more: Value) -> i64 {
    let members = more.as_object_mut().unwrap();
    for (field, name) in [("contact_fname", names[0]), ("contact_lname", names[1])] {
        members.insert(field.to_owned(), name.into());
    }
    members.entry("contact_status").or_insert("donor".into());
    account.record("contacts", more).await.1
}

/// Returns the pairs of a list: the ids, and the reasons.
fn pairs(list: &Reply) -> Vec<([i64; 2], Vec<&str>)> {
    let mut pairs = Vec::new();
    for pair in list.list() {
        let contacts = pair["contacts"].as_array().unwrap();
        assert_eq!(contacts.len(), 2, "{pair}");
        let ids = [&contacts[0], &contacts[1]].map(|contact| contact["id"].as_i64().unwrap());
        let reasons = pair["reasons"].as_array().unwrap().iter();
        pairs.push((ids, reasons.map(|reason| reason.as_str().unwrap()).collect()));
    }
    pairs
}

fn address(city: &str, code: &str) -> Value {
    json!({"address_city": city, "address_postal_code": code})
}

fn email(address: &str) -> Value {
    json!([{"email_address": address}])
}

fn phone(number: &str) -> Value {
    json!([{"phone_number": number}])
}

async fn contacts_that_share_something_are_listed_with_the_reasons(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    assert_eq!(account.get(PATH).await.ok().data(), &json!([]));
    let mut expected = Vec::new();
    let mut two = async |names: [[&str; 2]; 2], more: [Value; 2], reasons: &[&'static str]| {
        let [first, second] = more;
        let ids = [contact(&account, names[0], first).await, contact(&account, names[1], second).await];
        expected.push((ids, reasons.to_vec()));
    };
    let (ada, grace) = (["Ada", "Lovelace"], ["Grace", "Hopper"]);
    two(
        [ada, grace],
        [json!({"emails": email("Box\u{e9}@X.example")}), json!({"emails": email("BOX\u{c9}@x.example")})],
        &["email"],
    )
    .await;
    two(
        [["Mary", "Somerville"], ["William", "Greig"]],
        [json!({"phones": phone("+44 20 7946 0000")}), json!({"phones": phone("(020) 7946-0000")})],
        &["phone"],
    )
    .await;
    two(
        [["\u{c9}lodie", "O\u{2019}Brien"], ["elodie", "OBrien"]],
        [json!({"addresses": [address("Z\u{fc}rich", "1")]}), json!({"addresses": [address("ZURICH", "2")]})],
        &["name_and_place"],
    )
    .await;
    two(
        [["Anne", "King-Noel"], ["Anne", "King Noel"]],
        [
            json!({"addresses": [address("London", "SW1Y 4JH")]}),
            json!({"addresses": [address("", "X"), address("Ockham", "sw1y4jh")]}),
        ],
        &["sound"],
    )
    .await;
    two(
        [["Katherine", "Smyth"], ["Catherine", "Smith"]],
        [json!({"contact_birthday": "--12-10"}), json!({"contact_birthday": "--12-10"})],
        &["sound"],
    )
    .await;
    two(
        [["Edsger", "Dijkstra"], ["Edsger", "Dijkstra"]],
        [
            json!({"contact_birthday": "1930-05-11", "emails": email("e@y.example"), "phones": phone("5550100")}),
            json!({"contact_birthday": "1930-05-11", "emails": email("e@y.example"), "phones": phone("555-0100")}),
        ],
        &["email", "phone", "sound"],
    )
    .await;
    let org = |more: Value| {
        let mut body = json!({"contact_is_org": 1, "addresses": [address("Leeds", "")]});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    two([["", "Mills & Sons"], ["", "MILLS & SONS"]], [org(json!({})), org(json!({}))], &["name_and_place"])
        .await;
    // Contacts of another account are not looked at.
    contact(&other, ada, json!({"emails": email("box\u{e9}@x.example"), "phones": phone("020 7946 0000")}))
        .await;

    let list = account.get(PATH).await.ok();
    assert_eq!(list.json["type"], "duplicates.index");
    // More reasons come first, then stronger ones, then lower ids.
    let order = [5, 0, 1, 2, 6, 3, 4];
    let expected: Vec<_> = order.iter().map(|i| expected[*i].clone()).collect();
    assert_eq!(pairs(&list), expected);
    assert_eq!((list.header("total-count"), list.header("link")), (Some("7"), None));
    let first = &list.list()[0]["contacts"][0];
    let read = account.get(&format!("/contacts/{}", first["id"])).await.ok();
    assert_eq!(first, read.data(), "a contact is as a read shows it");
    assert_eq!(other.get(PATH).await.ok().data(), &json!([]));

    // A merged pair is gone.
    let ([into, from], _) = expected[0];
    account.post(&format!("/contacts/{into}/merge"), json!({"from_id": from})).await.ok();
    assert_eq!(pairs(&account.get(PATH).await.ok()), expected[1..]);
}

async fn what_is_not_enough_is_not_listed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let here = || json!({"addresses": [address("Leeds", "LS1")]});
    for (names, more) in [
        // The same place alone, the same name alone, and a last name alone.
        (["Ada", "Lovelace"], here()),
        (["Grace", "Hopper"], here()),
        (["Grace", "Hopper"], json!({"addresses": [address("Bath", "BA1")]})),
        (["", "Noether"], here()),
        (["", "Noether"], here()),
        // An extension, and a place that says nothing.
        (["Emmy", "Byron"], json!({"phones": phone("1234")})),
        (["Mary", "Greig"], json!({"phones": phone("1234")})),
        (["Anne", "Noel"], json!({"addresses": [address("-", "")]})),
        (["Anna", "Noel"], json!({"addresses": [address("-", "")]})),
        // An office has one number, and many extensions.
        (["Niels", "Bohr"], json!({"phones": [{"phone_number": "020 7946 0001", "phone_extension": "1"}]})),
        (["Max", "Planck"], json!({"phones": [{"phone_number": "020 7946 0001", "phone_extension": "2"}]})),
        // One contact may have an address or a number twice.
        (
            ["Lise", "Meitner"],
            json!({"phones": [{"phone_number": "5550199"}, {"phone_number": "555 0199"}],
                   "addresses": [address("Wien", "1"), address("Wien", "1")]}),
        ),
    ] {
        contact(&account, names, more).await;
    }
    assert_eq!(pairs(&account.get(PATH).await.ok()), []);
}

async fn two_of_one_name_come_last_while_nothing_tells_them_apart(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let names = ["Ada", "Lovelace"];
    let bare = contact(&account, names, json!({})).await;
    let mailed = contact(&account, ["ada", "LOVELACE"], json!({"emails": email("a@x.example")})).await;
    let [grace, hopper] = [
        contact(&account, ["Grace", "Hopper"], json!({"phones": phone("5550100")})).await,
        contact(&account, ["Gracia", "Murray"], json!({"phones": phone("5550100")})).await,
    ];
    let expected = [([grace, hopper], vec!["phone"]), ([bare, mailed], vec!["name"])];
    assert_eq!(pairs(&account.get(PATH).await.ok()), expected);
    // A detail of one kind that both have tells them apart; of two kinds, it may be the same person.
    let path = format!("/contacts/{bare}");
    for (change, is_listed) in [
        (json!({"phones": phone("5550111")}), true),
        (json!({"addresses": [address("Leeds", "")]}), true),
        (json!({"contact_birthday": "1815-12-10"}), true),
        (json!({"emails": email("b@x.example")}), false),
        (json!({"emails": []}), true),
    ] {
        account.put(&path, change.clone()).await.ok();
        let list = account.get(PATH).await.ok();
        assert_eq!(pairs(&list).len(), if is_listed { 2 } else { 1 }, "{change}");
    }
    // A better reason is told alone.
    account.put(&path, json!({"emails": email("A@x.example")})).await.ok();
    assert_eq!(pairs(&account.get(PATH).await.ok())[0], ([bare, mailed], vec!["email"]));
}

async fn a_person_and_an_organisation_of_one_name_are_a_pair(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let org = |more: Value| {
        let mut body = json!({"contact_is_org": 1});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let person = contact(&account, ["Jürgen", "Müller"], json!({})).await;
    let trader = contact(&account, ["", "Juergen MUELLER"], org(json!({}))).await;
    let firm = contact(&account, ["", "Huber & Sons"], org(json!({}))).await;
    let by_mistake = contact(&account, ["", "Huber & Sons"], json!({})).await;
    // Both have an address of their own, or the name only begins so.
    contact(&account, ["Ada", "King"], json!({"emails": email("a@x.example")})).await;
    contact(&account, ["", "King"], org(json!({"emails": email("b@x.example")}))).await;
    contact(&account, ["", "Müller"], json!({})).await;
    let expected = [([person, trader], vec!["name"]), ([firm, by_mistake], vec!["name"])];
    assert_eq!(pairs(&account.get(PATH).await.ok()), expected);
}

async fn names_and_places_are_the_same_however_their_umlauts_are_written(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let lives = |city: &str| json!({"addresses": [address(city, "")]});
    let neighbours = [
        contact(&account, ["Jürgen", "Müller"], lives("Köln")).await,
        contact(&account, ["Juergen", "MUELLER"], lives("Koeln")).await,
    ];
    let alone = [
        contact(&account, ["Dörte", "Oeztuerk"], json!({})).await,
        contact(&account, ["Doerte", "Öztürk"], json!({})).await,
    ];
    contact(&account, ["Joe", "Bauer"], json!({})).await;
    contact(&account, ["Jo", "Bauer"], json!({})).await;
    let expected = [(neighbours, vec!["name_and_place"]), (alone, vec!["name"])];
    assert_eq!(pairs(&account.get(PATH).await.ok()), expected);
}

async fn a_short_form_of_a_first_name_is_the_same_name_at_one_place(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let lives = |street: &str, code: &str| json!({"addresses": [{"address_street": street, "address_postal_code": code}]});
    let ids = [
        contact(&account, ["Tom", "O'Brien"], lives("1 Elm St", "04101")).await,
        contact(&account, ["Thomas", "O'Brien"], lives("1 Elm Street", "04101")).await,
    ];
    // Elsewhere, it is not enough.
    contact(&account, ["Liz", "Moreau"], lives("1 Elm St", "04101")).await;
    contact(&account, ["Elizabeth", "Moreau"], lives("1 Elm St", "04102")).await;
    contact(&account, ["Bill", "Noor"], json!({})).await;
    contact(&account, ["William", "Noor"], json!({})).await;
    assert_eq!(pairs(&account.get(PATH).await.ok()), [(ids, vec!["name_and_place"])]);
    // Where too many share the formal name, those of one spelling are pairs all the same.
    for (first, count) in [("Bob", 11), ("Robert", 10)] {
        for _ in 0..count {
            contact(&account, [first, "Lee"], lives("2 Elm St", "04103")).await;
        }
    }
    assert_eq!(account.get(PATH).await.ok().header("total-count"), Some("101"), "1, 55 and 45");
}

async fn archived_contacts_and_other_kinds_are_left_out(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let with = |more: Value| {
        let mut body = json!({"emails": email("a@x.example"), "addresses": [address("Leeds", "")]});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let names = ["Ada", "Lovelace"];
    let ada = contact(&account, names, with(json!({}))).await;
    let archived = contact(&account, names, with(json!({"contact_status": "archive"}))).await;
    contact(&account, names, with(json!({"contact_is_org": 1}))).await;
    assert_eq!(pairs(&account.get(PATH).await.ok()), []);
    account.put(&format!("/contacts/{archived}"), json!({"contact_status": "prospect"})).await.ok();
    let expected = ([ada, archived], vec!["email", "name_and_place"]);
    assert_eq!(pairs(&account.get(PATH).await.ok()), [expected]);
}

async fn what_many_share_says_nothing(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let office = || json!({"emails": email("office@x.example")});
    for n in 0..20 {
        contact(&account, [&format!("N{n}"), "King"], office()).await;
    }
    let list = account.get(&format!("{PATH}?limit=1000")).await.ok();
    assert_eq!((list.list().len(), list.header("total-count")), (190, Some("190")));
    assert_eq!(account.get(PATH).await.ok().list().len(), 100, "by default");
    contact(&account, ["N20", "King"], office()).await;
    assert_eq!(pairs(&account.get(PATH).await.ok()), []);
}

async fn the_list_has_pages(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    for n in 0..4 {
        contact(&account, [&format!("N{n}"), "King"], json!({"emails": email("a@x.example")})).await;
    }
    let whole = account.get(PATH).await.ok();
    assert_eq!(whole.list().len(), 6);
    let (mut path, mut found) = (format!("{PATH}?limit=4"), Vec::new());
    let mut cursor = String::new();
    for count in [4, 2] {
        let page = account.get(&path).await.ok();
        assert_eq!((page.list().len(), page.header("total-count")), (count, Some("6")));
        found.extend(page.list().to_vec());
        let Some(link) = page.header("link") else { break };
        let next = link.strip_prefix("</api/v1").unwrap().strip_suffix(">; rel=\"next\"").unwrap();
        assert!(!next.contains("api_key"), "{next}");
        next.clone_into(&mut path);
        next.split("cursor=").nth(1).unwrap().clone_into(&mut cursor);
    }
    assert_eq!((&found[..], cursor.is_empty()), (whole.list(), false));
    let rule = "cursor must be that of a Link to the next page";
    account.get(&format!("{PATH}?cursor=x")).await.failed(422, rule);
    other.get(&format!("{PATH}?cursor={cursor}")).await.failed(422, rule);
    account.get(&format!("{PATH}?limit=0")).await.failed(422, "limit must be a whole number from 1 to 1000");
}

async fn the_list_is_whole_over_several_chunks(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let first = contact(&account, ["Ada", "Lovelace"], json!({"phones": phone("5550100")})).await;
    crate::lists::fill(&api, account.id, 5003).await;
    let last = contact(&account, ["Ada", "King"], json!({"phones": phone("5550100")})).await;
    assert_eq!(pairs(&account.get(PATH).await.ok()), [([first, last], vec!["phone"])]);
}

async fn the_list_is_304_while_nothing_has_changed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    contact(&account, ["Ada", "King"], json!({"emails": email("a@x.example")})).await;
    api.settle().await;
    let etag = account.get(PATH).await.ok().header("etag").unwrap().to_owned();
    let ask = async || account.request("GET", PATH).header("If-None-Match", &etag).send().await.unwrap();
    assert_eq!(ask().await.status(), 304);
    contact(&account, ["Eda", "King"], json!({"emails": email("a@x.example")})).await;
    assert_eq!(ask().await.status(), 200);
}

/// Returns the contacts whose pair the audit log has, with what was done, the first first.
async fn noted(api: &Api, account: &Account) -> Vec<(String, String, i64)> {
    let text =
        "SELECT action, detail, user_id FROM audit_log WHERE account_id = $1 AND detail LIKE 'contacts %'
                ORDER BY id";
    let rows = api.query(text, vec![account.id.into()]).await;
    let get = |row: &QueryResult| {
        let (action, detail) = (row.try_get_by_index(0).unwrap(), row.try_get_by_index(1).unwrap());
        (action, detail, row.try_get_by_index(2).unwrap())
    };
    rows.iter().map(get).collect()
}

async fn two_that_are_kept_apart_are_no_pair_until_that_is_taken_back(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let same = || json!({"emails": email("a@x.example")});
    let ada = contact(&account, ["Ada", "King"], same()).await;
    let eda = contact(&account, ["Eda", "King"], same()).await;
    api.settle().await;
    let state = async || (account.get("/contacts").await.ok().text, api.events(&account).await.len());
    let before = state().await;
    let list = account.get(PATH).await.ok();
    assert_eq!(pairs(&list), [([ada, eda], vec!["email"])]);
    let mut etag = list.header("etag").unwrap().to_owned();
    for (apart, count) in [(1, 0), (0, 1)] {
        // The other way round, it is the same pair, and a second request changes nothing.
        for (id, other) in [(ada, eda), (eda, ada)] {
            let body = json!({"contact_id": other, "apart": apart});
            let answer = account.post(&format!("/contacts/{id}/apart"), body).await.ok();
            assert_eq!((&answer.json["type"], &answer["apart"]), (&json!("contacts.apart"), &json!(apart)));
            for (n, id) in [ada, eda].into_iter().enumerate() {
                let read = account.get(&format!("/contacts/{id}")).await.ok();
                assert_eq!(&answer["contacts"][n], read.data(), "a contact is as a read shows it");
            }
        }
        let list = account.get(PATH).await.ok();
        assert_eq!(list.list().len(), count, "apart {apart}");
        let changed = list.header("etag").unwrap().to_owned();
        assert_ne!(etag, changed, "a copy of the list is no longer true");
        etag = changed;
    }
    assert_eq!(state().await, before, "no contact has changed, and no event tells of it");
    let note = |action: &str| (action.to_owned(), format!("contacts {ada} and {eda}"), account.user_id);
    let expected = [note("contacts_kept_apart"), note("contacts_not_kept_apart")];
    assert_eq!(noted(&api, &account).await, expected);
}

async fn only_two_contacts_of_one_account_are_kept_apart(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let (ada, eda, foreign) = (account.contact().await, account.contact().await, other.contact().await);
    let path = format!("/contacts/{ada}/apart");
    for (body, message) in [
        (json!({}), "contact_id is required; apart is required"),
        (json!({"contact_id": eda}), "apart is required"),
        (json!({"contact_id": eda, "apart": null}), "apart is required"),
        (json!({"contact_id": ada, "apart": 1}), "contact_id must be the id of another contact"),
        (json!({"contact_id": ada, "apart": 0}), "contact_id must be the id of another contact"),
        (
            json!({"contact_id": foreign, "apart": 1}),
            "contact_id must be the id of a contact of this account",
        ),
        (
            json!({"contact_id": MISSING_ID, "apart": 1}),
            "contact_id must be the id of a contact of this account",
        ),
        (
            json!({"contact_id": "x", "apart": 2}),
            "contact_id must be the id of a record; apart must be 0 or 1",
        ),
    ] {
        account.post(&path, body).await.failed(422, message);
    }
    for id in [foreign, MISSING_ID] {
        let body = json!({"contact_id": eda, "apart": 1});
        account.post(&format!("/contacts/{id}/apart"), body).await.failed(404, "Not Found");
    }
    let body = json!({"contact_id": eda, "apart": 1});
    account.with_key("alm_x").post(&path, body).await.failed(403, "Forbidden");
    assert!(noted(&api, &account).await.is_empty());
}

async fn the_path_is_that_of_no_contact(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    assert_eq!(account.get(PATH).await.ok().json["type"], "duplicates.index");
    assert_eq!(account.get(&format!("{PATH}/")).await.ok().json["type"], "duplicates.index");
    account.put(PATH, json!({})).await.failed(405, "Method Not Allowed");
    account.get(&format!("{PATH}x")).await.failed(404, "Not Found");
}
