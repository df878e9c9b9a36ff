//! The pages of saved lists.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::{donors, member};
use crate::web::browser::{User, start};
use crate::web::form::Form;

both_databases!(
    what_a_page_shows_is_saved_and_opened_again,
    a_list_is_renamed_shared_and_removed_on_its_page,
    others_see_a_shared_list_without_its_forms,
);

async fn what_a_page_shows_is_saved_and_opened_again(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    browser.get("/gifts").await.lacks("Save this list").has("href=\"/lists\"");
    let page = browser.get("/gifts?min_amount=%241%2C000.50&fund=Roof&sort=-gift_date").await;
    let save = page.between("<li><a href=\"/lists/new?", "\"").replace("&#38;", "&");
    let shown = browser.get(&format!("/lists/new?{save}")).await.shows(200, "Save a list of gifts");
    let shown = shown.has("<dt>Fund</dt><dd><bdi>Roof</bdi></dd>");
    let form = Form::of(&shown, "/lists");
    form.clone().send(&mut browser).await.shows(422, "Save a list of gifts").has("Is required");
    let opened = form.set("list_name", "Roof").set("list_columns", "Amount").send(&mut browser).await;
    let opened = opened.location().to_owned();
    let list = account.get("/lists").await.ok().list()[0].clone();
    let filter = json!({"min_amount": "1000.50", "fund": "Roof", "sort": "-gift_date"});
    assert_eq!((&list["list_filter"], &list["list_columns"]), (&filter, &json!(["Amount"])));
    assert_eq!((&list["list_kind"], &list["list_shared"]), (&json!("gifts"), &json!(0)));
    account.record("gifts", json!({"gift_amount": 1000.5, "gift_fund": "Roof"})).await;
    account.record("gifts", json!({"gift_amount": 5, "gift_fund": "Roof"})).await;
    let page = browser.get(&opened).await.shows(200, "Gifts").has("1 gift").has("$1,000.50");
    page.has("<bdi>Roof</bdi></a></li>").has("Fund: Roof");
    let page = browser.get(&format!("/lists/{}", list["id"])).await.shows(200, "Roof");
    let export = page.between("\" href=\"/gifts/export", "\"").replace("&#38;", "&");
    let file = browser.get(&format!("/gifts/export{export}")).await;
    assert_eq!(file.html, "\u{feff}Amount\r\n1000.50\r\n");
    // A list may ask for data of the account's own.
    let own = json!({"list_name": "Shirts", "list_kind": "contacts", "list_filter": {"custom.shirt": "M"}});
    account.record("lists", own).await;
    let contact =
        json!({"contact_status": "donor", "contact_lname": "King", "contact_custom": {"shirt": "M"}});
    account.record("contacts", contact).await;
    account.contact().await;
    browser.get("/contacts").await.has("/contacts?custom.shirt=M\"");
    browser.get("/contacts?custom.shirt=M").await.has("1 contact<").has("custom.shirt: M");
    assert_eq!(browser.get("/lists/new?kind=shoes").await.status, 404);
}

async fn a_list_is_renamed_shared_and_removed_on_its_page(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, _) = account.record("lists", donors()).await;
    browser
        .get("/lists")
        .await
        .has("<bdi>Large donors</bdi>")
        .has("You alone")
        .has(&format!("href=\"{path}\""));
    let form = Form::of(&browser.get(&path).await, &path);
    assert_eq!(form.value("list_name"), "Large donors");
    let form = form.set("list_name", "Ours").set("list_shared", "1");
    assert_eq!(form.send(&mut browser).await.location(), "/lists");
    let list = account.get(&path).await.ok();
    assert_eq!((&list["list_name"], &list["list_shared"]), (&json!("Ours"), &json!(1)));
    assert_eq!(list["list_filter"], donors()["list_filter"]);
    browser.get("/lists").await.has("All members");
    let form = Form::of(&browser.get(&path).await, &path).set("list_name", " ");
    form.send(&mut browser).await.shows(422, "Ours").has("Is required");
    let before = account.get("/lists").await.ok().header("etag").unwrap().to_owned();
    let remove = format!("{path}/remove");
    let removed = browser.fill(&path, &remove, &[]).await;
    assert_eq!(removed.location(), "/lists");
    browser.follow(&removed).await.has("Ours is removed").has("No list is saved yet");
    assert_eq!(account.get(&path).await.status, 404);
    assert_ne!(account.get("/lists").await.ok().header("etag").unwrap(), before);
}

async fn others_see_a_shared_list_without_its_forms(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let member = member(&api, &account).await;
    let mut own =
        api.signed_in(&User { id: member.user_id, account_id: account.id, email: String::new() }).await;
    let (private, _) = account.record("lists", donors()).await;
    let (shared, _) = account
        .record("lists", json!({"list_name": "For all", "list_kind": "tasks", "list_shared": 1}))
        .await;
    own.get("/lists").await.has("For all").lacks("Large donors");
    own.get("/tasks").await.has("<bdi>For all</bdi>");
    own.get("/contacts").await.lacks("Large donors");
    own.get(&shared).await.shows(200, "For all").lacks("Remove this list").has("can change it");
    let csrf = own.get("/settings/profile").await.between("name=\"csrf\" value=\"", "\"");
    let fields = [("csrf", csrf.as_str()), ("list_name", "Mine")];
    assert_eq!(own.get(&private).await.status, 404);
    for end in ["", "/remove"] {
        assert_eq!(own.post(&format!("{shared}{end}"), &fields).await.status, 403, "{end}");
        assert_eq!(own.post(&format!("{private}{end}"), &fields).await.status, 404, "{end}");
    }
    assert_eq!(account.get("/lists").await.ok().list().len(), 2);
    // An owner may, but sees what others keep for themselves no more than they do.
    let (theirs, _) = member.record("lists", donors()).await;
    assert_eq!(browser.get(&theirs).await.status, 404);
    member.put(&theirs, json!({"list_shared": 1})).await.ok();
    let form = Form::of(&browser.get(&theirs).await, &theirs).set("list_name", "Renamed");
    assert_eq!(form.send(&mut browser).await.location(), "/lists");
    assert_eq!(member.get(&theirs).await.ok()["list_name"], "Renamed");
}
