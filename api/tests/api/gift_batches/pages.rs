//! The pages of batches of gifts.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::{batch, closed, gift};
use crate::web::browser::start;
use crate::web::form::Form;

both_databases!(
    a_batch_is_made_filled_and_closed_on_pages,
    a_page_asks_why_the_gifts_differ,
    quick_entry_counts_into_the_batch_that_stays_chosen,
    a_deposit_list_has_the_sums_by_type,
    a_member_is_told_who_reopens_a_batch,
);

async fn a_batch_is_made_filled_and_closed_on_pages(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    browser.get("/batches").await.has("No batches yet.").has("href=\"/batches/new\"");
    let form = Form::of(&browser.get("/batches/new").await, "/batches");
    let form = form.set("batch_name", "Box of June").set("batch_expected_count", "2");
    let path = form.set("batch_expected_total", "$30.00").send(&mut browser).await.location().to_owned();
    let id = account.get(&path).await.ok().id();
    let page = browser.get(&path).await.has("0 of 2").has("$0.00 of $30.00").lacks("History");
    page.has("2 gifts missing, $30.00 missing").has(&format!("href=\"/gifts/quick?batch_id={id}\""));
    gift(&account, id, 10).await;
    let form = Form::of(&browser.get(&format!("/gifts/new?batch_id={id}")).await, "/gifts");
    assert_eq!(form.value("batch_id"), id.to_string());
    let made = form.set("gift_amount", "20").send(&mut browser).await.location().to_owned();
    browser.get(&made).await.has(&format!("href=\"{path}\"")).has("Box of June");
    browser.get("/batches?status=open").await.has("2 of 2").has("$30.00 of $30.00");
    let close = format!("{path}/close");
    let form = Form::of(&browser.get(&close).await.has("2 of 2 gifts, $30.00 of $30.00"), &close);
    let done = form.send(&mut browser).await;
    browser.follow(&done).await.has("The batch is closed.").has("This batch is closed").has("Reopen");
    assert_eq!(browser.get(&close).await.location(), path, "it is closed already");
    // The form of a gift says why it does not change.
    let form = Form::of(&browser.get(&format!("{made}/edit")).await, &made).set("gift_amount", "21");
    let refused = form.send(&mut browser).await;
    assert_eq!(refused.status, 422);
    refused.has(&format!(
        "Must stay as it is while batch {id} (Box of June) is closed: an owner reopens it first"
    ));
    let reopen = format!("{path}/reopen");
    let form = Form::of(&browser.get(&reopen).await, &reopen);
    let done = form.send(&mut browser).await;
    browser.follow(&done).await.has("The batch is open again.").has("Close");
}

async fn a_page_asks_why_the_gifts_differ(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, id) = batch(&account, json!({"batch_expected_count": 1, "batch_expected_total": 5})).await;
    gift(&account, id, 7).await;
    let close = format!("{path}/close");
    let form = Form::of(&browser.get(&close).await.has("$2.00 too much"), &close);
    let refused = form.clone().send(&mut browser).await;
    assert_eq!(refused.status, 422);
    refused.has("The batch is still open").has("the gifts come to 7.00");
    let long = form.clone().set("batch_close_reason", &"x".repeat(501)).send(&mut browser).await;
    assert_eq!(long.status, 422);
    let done = form.set("batch_close_reason", "Two coins more.").send(&mut browser).await;
    browser.follow(&done).await.has("This batch is closed: Two coins more.");
}

async fn quick_entry_counts_into_the_batch_that_stays_chosen(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let fields = json!({"batch_name": "Euros", "batch_currency": "EUR", "batch_expected_count": 2, "batch_expected_total": 12});
    let (path, id) = batch(&account, fields).await;
    let (other, _) = batch(&account, json!({"batch_name": "Shut"})).await;
    account.put(&other, closed()).await.ok();
    let page = browser.get("/gifts/quick").await.has("Euros").lacks("Shut");
    let form = Form::of(&page, "/gifts/quick").set("batch_id", &id.to_string()).set("gift_amount", "5");
    let done = form.set("no_donor", "1").send(&mut browser).await;
    assert!(done.location().contains(&format!("batch_id={id}")), "{}", done.location());
    let page = browser.follow(&done).await;
    let page = page.has("1 of 2 gifts, €5.00 of €12.00").has("1 gift missing, €7.00 missing");
    let form = Form::of(&page, "/gifts/quick");
    assert_eq!(form.value("batch_id"), id.to_string());
    let done = form.set("gift_amount", "€7").set("no_donor", "1").send(&mut browser).await;
    browser.follow(&done).await.has("2 of 2 gifts").lacks("missing");
    assert_eq!(account.get(&path).await.ok()["gift_total"], 12.0);
}

async fn a_deposit_list_has_the_sums_by_type(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, id) = batch(&account, json!({"batch_name": "Bank", "batch_expected_total": 100})).await;
    browser.get(&format!("{path}/deposit")).await.has("No gifts were received in this batch yet.");
    let body = json!({"contact_status": "donor", "contact_fname": "Ada", "contact_lname": "King"});
    let (_, ada) = account.record("contacts", body).await;
    let (check, cash) = (account.gift_type("check").await, account.gift_type("cash").await);
    for (amount, type_id, number, status) in [
        (30, Some(check), "1042", "received"),
        (12, Some(check), "1043", "received"),
        (8, Some(cash), "", "received"),
        (1, None, "", "refunded"),
        (500, Some(cash), "", "pending"),
    ] {
        let gift = json!({"gift_amount": amount, "gift_type_id": type_id, "gift_check_number": number,
            "gift_status": status, "batch_id": id, "contact_id": if amount == 30 { json!(ada) } else { json!(null) }});
        account.record("gifts", gift).await;
    }
    let page = browser.get(&format!("{path}/deposit")).await.shows(200, "Deposit list: Bank");
    let page =
        page.has("Deposit of 4 gifts").has("Ada King").has("1042").has("Unattributed").lacks("$500.00");
    let page =
        page.has("Check, 2 gifts").has("$42.00").has("Cash, 1 gift").has("$8.00").has("Without a type");
    page.has("$51.00 USD").has("$49.00 missing").has("data-print");
    browser.get(&path).await.has(&format!("href=\"{path}/deposit\""));
}

async fn a_member_is_told_who_reopens_a_batch(db: TestDb) {
    let (api, account, mut owner) = start(db).await;
    let (path, _) = batch(&account, json!({})).await;
    let mut member = api.signed_in(&api.member(account.id, "member").await).await;
    let (close, reopen) = (format!("{path}/close"), format!("{path}/reopen"));
    let form = Form::of(&member.get(&close).await, &close).set("batch_close_reason", "Not counted");
    form.send(&mut member).await.location();
    let refused = member.get(&reopen).await;
    assert_eq!(refused.status, 403);
    refused.has("Only owners of the account may do this.");
    let form = Form::of(&owner.get(&reopen).await, &reopen);
    form.send(&mut owner).await.location();
    assert_eq!(account.get(&path).await.ok()["batch_status"], "open");
}
