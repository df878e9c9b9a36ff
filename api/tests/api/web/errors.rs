//! The messages of a page that shows a refused form again.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, Page, start};
use super::form::Form;
use crate::support::Api;

both_databases!(
    a_refused_form_says_on_top_what_needs_a_look,
    every_form_says_on_top_that_nothing_happened,
    rules_are_said_in_the_words_of_the_page,
);

impl Page {
    /// Returns the links of the summary on top, each with the id of its field.
    #[track_caller]
    fn summary(&self) -> Vec<(String, String)> {
        let summary = self.between(
            "<div class=\"message problem summary\" role=\"alert\" tabindex=\"-1\" autofocus",
            "</div>",
        );
        let links = summary.split("<a href=\"#").skip(1);
        links
            .map(|link| {
                let (id, rest) = link.split_once("\">").unwrap();
                (id.to_owned(), rest.split_once("</a>").unwrap().0.to_owned())
            })
            .collect()
    }

    /// Asserts that each link of the summary leads to a field that is marked, and says why.
    #[track_caller]
    fn links_to_its_fields(&self) {
        for (id, text) in self.summary() {
            let tag = self.between(&format!(" id=\"{id}\""), ">");
            let described = tag.split("aria-describedby=\"").nth(1).unwrap_or_else(|| panic!("{id}: {tag}"));
            let described = described.split('"').next().unwrap();
            assert!(described.split(' ').any(|one| one == format!("{id}-error")), "{id}: {described}");
            let error = self.between(&format!("id=\"{id}-error\">"), "</p>");
            let said = text.split_once(": ").unwrap().1;
            assert_eq!(said.to_lowercase(), error.to_lowercase(), "{id}");
        }
        let before = self.html.split("class=\"message problem summary\"").next().unwrap();
        assert!(!before.contains("autofocus"), "the summary has the focus");
    }
}

async fn a_refused_form_says_on_top_what_needs_a_look(db: TestDb) {
    let (_api, _account, mut browser) = start(db).await;
    let form = Form::of(&browser.get("/contacts/new").await, "/contacts");
    let form = form.set("contact_birthday", "tomorrow").set("emails[0].email_address", "nobody");
    let page = form.send(&mut browser).await.shows(422, "New contact");
    let page = page.has("<title>Error: nothing was saved – New contact · Almoner</title>");
    let page = page.has("Nothing was saved. 3 fields need a look:");
    page.links_to_its_fields();
    let expected = [
        ("contact_lname", "Last name: is required, unless the contact is anonymous."),
        ("contact_birthday", "Birthday: must be a date, such as 10 Dec 1951, or 10 Dec without the year."),
        ("emails-0--email_address", "Emails, 1, Address: must be an email address, such as ada@example.org."),
    ];
    let mut summary = page.summary();
    summary.sort_by_key(|(id, _)| expected.iter().position(|(one, _)| one == id));
    assert_eq!(summary, expected.map(|(id, text)| (id.to_owned(), text.to_owned())));
    // A page without an error has neither.
    let page = browser.get("/contacts/new").await.lacks("class=\"message problem summary\"");
    page.has("<title>New contact · Almoner</title>");
}

async fn every_form_says_on_top_that_nothing_happened(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (contact, _) =
        account.record("contacts", json!({"contact_status": "donor", "contact_lname": "King"})).await;
    for (page, action, fields, title) in [
        ("/gifts/new", "/gifts", &[("gift_amount", "much")][..], "nothing was saved"),
        (
            "/gifts/quick",
            "/gifts/quick",
            &[("contact_id", "Nobody"), ("gift_amount", "")],
            "nothing was saved",
        ),
        ("/pledges/new", "/pledges", &[("pledge_amount", "0")], "nothing was saved"),
        ("/tasks/new", "/tasks", &[("task_subject", "")], "nothing was saved"),
        ("/settings/account", "/settings/account", &[("account_name", "")], "nothing was saved"),
        (
            "/settings/members",
            "/settings/members/invite",
            &[("email", "x"), ("role", "member")],
            "nobody was invited",
        ),
        ("/settings/webhooks/new", "/settings/webhooks/new", &[("webhook_url", "x")], "nothing was saved"),
        ("/imports", "/imports", &[("kind", "gifts")], "nothing was imported"),
    ] {
        let page = browser.fill(page, action, fields).await;
        assert_eq!(page.status, 422, "{action}");
        assert!(page.html.contains(&format!("<title>Error: {title} – ")), "{action}: {}", page.html);
        assert!(!page.summary().is_empty(), "{action}");
        page.links_to_its_fields();
    }
    let title = |page: Page, title: &str| page.has(&format!("<title>Error: {title} – ")).summary().len();
    for address in ["/gifts?min_amount=much", "/contacts?last_gift_before=x"] {
        let page = browser.get(address).await;
        page.links_to_its_fields();
        assert_eq!(title(page, "nothing is shown"), 1, "{address}");
    }
    let page = browser.get(&format!("{contact}/merge?from_id=Nobody")).await;
    assert_eq!(title(page, "nothing was merged"), 1);
}

async fn rules_are_said_in_the_words_of_the_page(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let mut browser = Browser::new(&api);
    let page = browser.fill("/sign-in", "/sign-in", &[("email", &owner.email), ("password", "wrong")]).await;
    let page = page.has("<title>Error: you are not signed in – Sign in").has("You are not signed in.</h2>");
    assert!(page.summary().is_empty(), "it does not say which of the two is wrong");
    let mut browser = api.signed_in(&owner).await;
    let fields =
        [("pledge_amount", "5"), ("pledge_start_date", "2026-06-01"), ("pledge_end_date", "2020-01-01")];
    let page = browser.fill("/pledges/new", "/pledges", &fields).await.shows(422, "New pledge");
    let said = page.summary().into_iter().find(|(id, _)| id == "pledge_end_date").unwrap().1;
    assert_eq!(said, "Last due date: must not lie before “First due date”.");
    page.links_to_its_fields();
}
