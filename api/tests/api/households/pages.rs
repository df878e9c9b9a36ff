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
    a_statement_of_the_household_names_each_giver,
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
    let form = form.set("pledge", &pledge_id.to_string());
    assert_eq!(form.send(&mut browser).await.location(), format!("/contacts/{william}"));
    assert_eq!(account.get(&format!("/contacts/{william}")).await.ok()["household"], Value::Null);
    assert_eq!(account.get(&path).await.ok()["members"].as_array().unwrap().len(), 1);
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
