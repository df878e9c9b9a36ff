//! The pages of households.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::{couple, person};
use crate::web::browser::start;
use crate::web::form::Form;

both_databases!(
    two_people_become_a_household_on_a_page,
    a_form_names_members_by_their_contacts,
    who_moves_out_is_asked_about_pledges_and_tasks,
    who_stays_alone_needs_no_household,
    the_dead_of_a_household_get_no_letters_alone,
    several_who_stay_keep_their_household_under_their_names,
    a_household_is_no_longer_called_after_who_has_died,
    a_name_that_was_made_follows_who_joins,
    a_suggestion_says_the_household_and_to_whom_its_letter_goes,
    a_statement_of_the_household_names_each_giver,
    a_spouse_who_is_no_contact_becomes_one_in_a_household,
);

async fn two_people_become_a_household_on_a_page(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (ada, william) = (person(&account, "Ada", "King").await, person(&account, "William", "King").await);
    let page = format!("/contacts/{william}/household");
    browser.get(&format!("/contacts/{william}")).await.has(&format!("href=\"{page}\""));
    let form = Form::of(&browser.get(&page).await, &page);
    assert_eq!(form.value("member_role"), "partner");
    let title = "Household of William King";
    form.clone().send(&mut browser).await.shows(422, title).has("Is required");
    let own = form.clone().set("contact_id", &william.to_string());
    own.send(&mut browser).await.shows(422, title).has("Choose another contact");
    let to = form.set("contact_id", "Ada").send(&mut browser).await.location().to_owned();
    let household = account.get(&to).await.ok();
    assert_eq!(household["household_name"], "Ada and William King");
    let role =
        |id: i64, role: &str| json!({"contact_id": id, "contact_external_id": null, "member_role": role});
    assert_eq!(household["members"], json!([role(ada, "head"), role(william, "partner")]));
    // A third one joins the same household.
    let child = person(&account, "Byron", "King").await;
    let page = format!("/contacts/{child}/household");
    let form = Form::of(&browser.get(&page).await, &page).set("member_role", "child");
    assert_eq!(form.set("contact_id", &ada.to_string()).send(&mut browser).await.location(), to);
    assert_eq!(account.get(&to).await.ok()["members"].as_array().unwrap().len(), 3);
    assert_eq!(browser.get(&page).await.location(), to, "who has a household is shown it");
    browser.get(&format!("/contacts/{ada}")).await.has("id=\"household\"").has("William King");
}

async fn a_form_names_members_by_their_contacts(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, ada, _) = couple(&account).await;
    let mary = person(&account, "Mary", "Smith").await;
    let shown = browser.get(&path).await.has("Dear Ada and William").lacks("History");
    shown.has(&format!("href=\"/contacts/{ada}\""));
    let edit = format!("{path}/edit");
    let form = Form::of(&browser.get(&edit).await, &path);
    assert_eq!(form.value("members[0].contact_id"), format!("Ada King (#{ada})"));
    let form = form.set("members[2].contact_id", "Mary Smith").set("members[2].member_role", "other");
    form.set("members[1].remove", "1").send(&mut browser).await.location();
    let members = account.get(&path).await.ok()["members"].clone();
    let ids: Vec<_> = members.as_array().unwrap().iter().map(|one| &one["contact_id"]).collect();
    assert_eq!(ids, [ada, mary]);
    let form = Form::of(&browser.get(&edit).await, &path).set("members[2].contact_id", "Nobody Atall");
    let refused = form.send(&mut browser).await;
    assert_eq!(refused.status, 422);
    refused.has("No contact is found by this");
}

async fn who_moves_out_is_asked_about_pledges_and_tasks(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, _, william) = couple(&account).await;
    let pledge = json!({"contact_id": william, "pledge_amount": 5, "pledge_start_date": "2026-01-01"});
    let (pledge, pledge_id) = account.record("pledges", pledge).await;
    let (task, _) = account.record("tasks", json!({"contact_id": william, "task_subject": "Call"})).await;
    let etag = account.get(&path).await.ok().header("etag").unwrap().to_owned();
    let page = format!("/contacts/{william}/move-out");
    let shown = browser.get(&page).await.shows(200, "William King moves out");
    let form = Form::of(&shown.has("End these pledges").has("Cancel these tasks"), &page);
    assert_eq!((form.value("after"), form.value("household_name")), ("dissolve", "Ada King"));
    let form = form.set("pledge", &pledge_id.to_string()).set("after", "keep");
    let refused = form.clone().set("household_name", " ").send(&mut browser).await;
    refused.shows(422, "William King moves out").has("Is required");
    assert_eq!(form.send(&mut browser).await.location(), format!("/contacts/{william}"));
    assert_eq!(account.get(&format!("/contacts/{william}")).await.ok()["household"], Value::Null);
    let left = account.get(&path).await.ok();
    assert_eq!(left["members"].as_array().unwrap().len(), 1);
    assert_eq!((&left["household_name"], &left["household_joint"]), (&json!("Ada King"), &json!(0)));
    assert_eq!(account.get(&pledge).await.ok()["pledge_end_date"], "2026-06-14");
    assert_eq!(account.get(&task).await.ok()["task_status"], "open", "what is not ticked stays");
    assert_eq!(browser.get(&page).await.status, 404);
    // Whoever has read the household before is told that it is another one now.
    let stale =
        account.request("PUT", &path).header("if-match", etag).header("content-type", "application/json");
    let stale = stale.body(r#"{"household_joint": 0}"#).send().await.unwrap();
    assert_eq!(stale.status(), 412);
    browser.get(&format!("/contacts/{william}")).await.has("Household 1, partner");
}

async fn who_stays_alone_needs_no_household(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, ada, william) = couple(&account).await;
    let page = format!("/contacts/{william}/move-out");
    browser.get(&format!("/contacts/{william}")).await.has(&format!("href=\"{page}\""));
    let shown = browser.get(&path).await.has(&format!("href=\"/contacts/{ada}/move-out\""));
    shown.has(&format!("href=\"{page}\""));
    let shown = browser.get(&page).await.has("the person who stays keeps their own name and address");
    let form = Form::of(&shown, &page);
    // What somebody else has changed since is looked at first.
    account.put(&path, json!({"household_name": "The Kings"})).await.ok();
    let answer = form.send(&mut browser).await;
    browser.follow(&answer).await.has("Somebody else has just changed the household");
    let form = Form::of(&browser.get(&page).await, &page);
    assert_eq!(form.value("household_name"), "The Kings", "it has nobody's first name");
    assert_eq!(form.send(&mut browser).await.location(), format!("/contacts/{william}"));
    assert_eq!(account.get(&path).await.status, 404);
    for id in [ada, william] {
        assert_eq!(account.get(&format!("/contacts/{id}")).await.ok()["household"], Value::Null);
    }
    // The last one leaves nobody behind.
    let body = json!({"household_name": "Ada", "members": [{"contact_id": ada}]});
    let (path, _) = account.record("households", body).await;
    let page = format!("/contacts/{ada}/move-out");
    let shown =
        browser.get(&page).await.has("Nobody else in the household gets letters").lacks("household_name");
    Form::of(&shown, &page).send(&mut browser).await.location();
    assert_eq!(account.get(&path).await.status, 404);
}

async fn the_dead_of_a_household_get_no_letters_alone(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, ada, william) = couple(&account).await;
    let died = json!({"contact_deceased_on": "2026-05-02"});
    account.put(&format!("/contacts/{william}"), died).await.ok();
    let byron = person(&account, "Byron", "King").await;
    let members = [ada, william, byron].map(|id| json!({"contact_id": id}));
    account.put(&path, json!({"members": members})).await.ok();
    // One stays who lives, and so gets the letters.
    let page = format!("/contacts/{byron}/move-out");
    let shown = browser.get(&page).await.has("the person who stays keeps their own name and address");
    Form::of(&shown, &page).set("after", "keep").send(&mut browser).await.location();
    let left = account.get(&path).await.ok();
    assert_eq!(left["members"].as_array().unwrap().len(), 2, "the dead stay in the household");
    assert_eq!(left["household_joint"], 0);
    // The widow leaves nobody behind who gets any.
    let page = format!("/contacts/{ada}/move-out");
    let shown =
        browser.get(&page).await.has("Nobody else in the household gets letters").lacks("household_name");
    Form::of(&shown, &page).send(&mut browser).await.location();
    assert_eq!(account.get(&path).await.status, 404);
    assert_eq!(account.get(&format!("/contacts/{william}")).await.ok()["household"], Value::Null);
}

async fn several_who_stay_keep_their_household_under_their_names(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, ada, william) = couple(&account).await;
    let child = person(&account, "Byron", "King").await;
    let members = json!([
        {"contact_id": ada, "member_role": "head"},
        {"contact_id": william, "member_role": "partner"},
        {"contact_id": child, "member_role": "child"},
    ]);
    let names = json!({"members": members, "household_salutation": "Dear Ada and Will",
        "household_envelope_name": "Ada & William King"});
    account.put(&path, names).await.ok();
    let page = format!("/contacts/{william}/move-out");
    let form = Form::of(&browser.get(&page).await.lacks("name=\"after\""), &page);
    assert_eq!(form.value("household_name"), "Ada King");
    form.set("household_name", "Ada and Byron").send(&mut browser).await.location();
    let left = account.get(&path).await.ok();
    assert_eq!((&left["household_name"], &left["household_joint"]), (&json!("Ada and Byron"), &json!(1)));
    assert_eq!(left["household_envelope_name"], Value::Null, "it named who has left");
    assert_eq!(left["household_salutation"], "Dear Ada and Will");
    assert_eq!(left["members"].as_array().unwrap().len(), 2);
}

async fn a_household_is_no_longer_called_after_who_has_died(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, ada, william) = couple(&account).await;
    let page = format!("/contacts/{william}/died");
    let form = Form::of(&browser.get(&page).await, &page);
    // What somebody else has changed in the household since is looked at first.
    let typed = json!({"household_salutation": "Dear Kings", "household_envelope_name": "Mr & Mrs King"});
    account.put(&path, typed).await.ok();
    let answer = form.send(&mut browser).await;
    browser.follow(&answer).await.has("Somebody else has just changed the contact.");
    let form = Form::of(&browser.get(&page).await, &page);
    assert_eq!(form.value("household_name"), "Ada King");
    let refused = form.clone().set("household_name", "").send(&mut browser).await;
    refused.shows(422, "William King has died").has("Is required");
    form.send(&mut browser).await.location();
    let left = account.get(&path).await.ok();
    assert_eq!(left["household_name"], "Ada King");
    assert_eq!(left["household_salutation"], "Dear Kings", "it names nobody");
    assert_eq!(left["household_envelope_name"], Value::Null, "it was for both");
    assert_eq!(left["members"].as_array().unwrap().len(), 2, "the dead stay in the household");
    // Nobody is left to whom letters go.
    let page = format!("/contacts/{ada}/died");
    browser.get(&page).await.lacks("household_name");
}

async fn a_name_that_was_made_follows_who_joins(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let mary = person(&account, "Mary", "Smith").await;
    let members = json!([{"contact_id": mary, "member_role": "head"}]);
    let body = json!({"household_name": "Mary Smith", "members": members});
    let (path, _) = account.record("households", body).await;
    let mut join = async |first: &str| {
        let page = format!("/contacts/{}/household", person(&account, first, "Smith").await);
        let form = Form::of(&browser.get(&page).await, &page).set("contact_id", &mary.to_string());
        form.send(&mut browser).await.location();
        account.get(&path).await.ok()["household_name"].clone()
    };
    assert_eq!(join("John").await, "Mary and John Smith");
    account.put(&path, json!({"household_name": "The Smiths"})).await.ok();
    assert_eq!(join("Ann").await, "The Smiths", "somebody has typed it");
    account.put(&path, json!({"household_name": "Mary, John and Ann Smith"})).await.ok();
    let long = format!("Mary, John, Ann and {} Smith", "B".repeat(100));
    assert_eq!(join(&"B".repeat(100)).await, long);
    assert_eq!(join(&"C".repeat(100)).await, long, "a name with this one would be too long");
}

async fn a_suggestion_says_the_household_and_to_whom_its_letter_goes(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, ada, _) = couple(&account).await;
    account.put(&format!("/contacts/{ada}"), json!({"addresses": [{"address_city": "Portland"}]})).await.ok();
    for (change, home) in [
        (json!({"household_joint": 1}), "household Ada and William King, one letter for all"),
        (json!({"household_name": "Kings"}), "household Kings, one letter to Ada and William King"),
        (json!({"household_joint": 0}), "household Kings"),
    ] {
        account.put(&path, change).await.ok();
        let page = browser.get("/contacts/suggest?q=ada").await;
        page.has(&format!("value=\"Ada King · {home} · Portland (#{ada})\""));
    }
}

async fn a_statement_of_the_household_names_each_giver(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (_, ada, william) = couple(&account).await;
    for (contact_id, amount) in [(ada, 10), (william, 25)] {
        let gift = json!({"contact_id": contact_id, "gift_amount": amount, "gift_date": "2026-06-01"});
        account.record("gifts", gift).await;
    }
    let address = json!({"addresses": [{"address_street": "1 Head Street"}]});
    account.put(&format!("/contacts/{ada}"), address).await.ok();
    let page = format!("/contacts/{ada}/statement?year=2026");
    browser.get(&page).await.has("For the household").lacks("25.00");
    let shown = browser.get(&format!("{page}&by=household")).await;
    shown.has("<bdi>Ada and William King</bdi>").has("$35.00").has("William King");
    let shown = browser.get(&format!("/contacts/{william}/statement?year=2026&by=household")).await;
    shown.has("1 Head Street");
}

async fn a_spouse_who_is_no_contact_becomes_one_in_a_household(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let body = json!({"contact_status": "donor", "contact_fname": "John", "contact_lname": "Smith",
        "contact_spouse_fname": "Mary", "addresses": [{"address_city": "Portland"}]});
    let (path, john) = account.record("contacts", body.clone()).await;
    let page = format!("{path}/household");
    let shown = browser.get(&page).await;
    let shown = shown.has(">Make a contact for Mary Smith and put both in one household</button>");
    let (form, mut other) = (Form::of(&shown, &page), browser.clone());
    tokio::join!(form.send(&mut browser), form.send(&mut other));
    let people = account.get("/contacts").await.ok();
    assert_eq!(people.list().len(), 2, "a form that is sent twice makes one contact");
    let to = browser.get(&page).await.location().to_owned();
    let household = account.get(&to).await.ok();
    assert_eq!(household["household_name"], "John and Mary Smith");
    assert_eq!(household["household_joint"], 1);
    let members = household["members"].as_array().unwrap();
    assert_eq!(members[0]["contact_id"], john);
    let mary = account.get(&format!("/contacts/{}", members[1]["contact_id"])).await.ok();
    assert_eq!([&mary["contact_fname"], &mary["contact_lname"]], ["Mary", "Smith"]);
    assert_eq!(mary["addresses"][0]["address_city"], "Portland");
    assert_eq!(account.get(&path).await.ok()["contact_spouse_fname"], Value::Null);
    // A contact of the spouse's name may be the spouse.
    let (other, _) = account.record("contacts", body).await;
    browser.get(&format!("{other}/household")).await.lacks("Make a contact for");
    let died = json!({"contact_spouse_fname": "Jane", "contact_deceased_on": "2026-05-03"});
    account.put(&other, died).await.ok();
    browser.get(&format!("{other}/household")).await.lacks("Make a contact for");
}
