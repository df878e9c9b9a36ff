//! Sandboxes: accounts of the same members, to try things out in.

use std::process::Command;

use api::accounts::{Actor, invitations, members};
use api::background::retention::Remover;
use api::resources::sandboxes;
use reqwest::header::IF_NONE_MATCH;
use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::entities::AccountScope;
use shared::values::choices::MembershipRole as R;

use crate::support::records::{kinds, kinds_with_events, record};
use crate::support::rows::{TABLES, changed_tables};
use crate::support::{Account, Api, Reply};
use crate::web::browser::User;

both_databases!(
    an_owner_makes_a_sandbox_for_the_members,
    its_members_are_those_of_the_account,
    an_owner_still_helps_a_member_who_has_forgotten_the_password,
    a_reset_empties_it_and_fills_it_anew,
    a_reset_touches_no_other_account,
    every_table_of_records_is_emptied,
    its_log_begins_anew_and_every_cursor_is_refused,
    a_reset_happens_once_at_a_time_and_not_during_an_import,
    a_sandbox_of_any_currency_is_filled,
    what_a_program_of_the_version_before_has_done_is_put_right,
    an_event_is_triggered_there_alone,
);

const SETTINGS: &str = "/settings/account";
const CREATE: &str = "/settings/account/sandbox";

/// Makes a sandbox of an account, with a key of the owner.
async fn sandbox(api: &Api, owner: &User) -> Account {
    let actor = Actor { user_id: Some(owner.id), ..Actor::operator(api.app.clock.now_ms()) };
    let sandbox = sandboxes::create(&api.app, actor, AccountScope::new(owner.account_id)).await.unwrap();
    let key = api.new_key(sandbox.account_id(), owner.id).await;
    api.account_with_key(sandbox.account_id(), owner.id, &key)
}

async fn an_owner_makes_a_sandbox_for_the_members(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let member = api.member(owner.account_id, "member").await;
    let mut colleague = api.signed_in(&member).await;
    colleague.get(SETTINGS).await.has("Owners can make it.").lacks("This is a sandbox");
    let mut browser = api.signed_in(&owner).await;
    let done = browser.fill(SETTINGS, CREATE, &[]).await;
    let page = browser.follow(&done).await.shows(200, "Overview").has("You are now in your sandbox.");
    page.has("This is a sandbox: nobody in it is real.").has("Test (sandbox)");
    browser.get("/contacts").await.has("This is a sandbox").has("300");
    // A sandbox has none of its own.
    let token = browser.get(SETTINGS).await.lacks("Make a sandbox").between("name=\"csrf\" value=\"", "\"");
    let refused = browser.post(CREATE, &[("csrf", &token)]).await;
    browser.follow(&refused).await.has("Not done: the account is a sandbox itself.");
    browser
        .get("/settings/members")
        .await
        .lacks("Make invitation")
        .lacks("Leave the account")
        .has("of a sandbox are those");
    // The member gets in, too, as a member.
    let page = colleague.get(SETTINGS).await.has("Go to the sandbox");
    let ids = api.query("SELECT id FROM accounts WHERE sandbox_of = $1", vec![owner.account_id.into()]).await;
    let id: i64 = ids[0].try_get_by_index(0).unwrap();
    let (there, back) = (id.to_string(), owner.account_id.to_string());
    let (there, back) = ([("account_id", &*there)], [("account_id", &*back)]);
    let done = colleague.submit(&page, "/account/switch", &there).await;
    colleague.follow(&done).await.has("This is a sandbox");
    colleague.get("/settings/audit").await.shows(403, "This is not for you");
    let page = colleague.get(SETTINGS).await;
    let done = colleague.submit(&page, "/settings/account/reset", &[]).await;
    colleague.follow(&done).await.has("The sandbox is emptied and filled anew.");
    let page = colleague.get(SETTINGS).await.has("Back to your account");
    let done = colleague.submit(&page, "/account/switch", &back).await;
    colleague.follow(&done).await.lacks("This is a sandbox");
    let page = browser.get(SETTINGS).await;
    let done = browser.submit(&page, "/account/switch", &back).await;
    browser.follow(&done).await;
    let page = browser.get(SETTINGS).await.lacks("Make a sandbox");
    let token = page.between("name=\"csrf\" value=\"", "\"");
    let refused = browser.post(CREATE, &[("csrf", &token)]).await;
    browser.follow(&refused).await.has("Not done: the account has a sandbox already.");
    let audited = api.audited(owner.account_id).await;
    assert_eq!(audited, ["sandbox_created Test (sandbox)"]);
}

async fn its_members_are_those_of_the_account(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let member = api.member(owner.account_id, "member").await;
    let sandbox = sandbox(&api, &owner).await;
    let (account, of_sandbox) = (AccountScope::new(owner.account_id), AccountScope::new(sandbox.id));
    let roles = async || {
        let mut roles = Vec::new();
        for scope in [account, of_sandbox] {
            let members = members::list(api.app.store.read(), scope).await.unwrap();
            roles.push(members.into_iter().map(|member| (member.user_id, member.role)).collect::<Vec<_>>());
        }
        assert_eq!(roles[0], roles[1]);
        roles.swap_remove(0)
    };
    assert_eq!(roles().await, [(owner.id, R::Owner), (member.id, R::Member)]);
    let (store, actor) = (&api.app.store, Actor { user_id: Some(owner.id), ..Actor::operator(0) });
    members::change_role(store, actor, account, (member.id, R::Owner), 0).await.unwrap();
    assert_eq!(roles().await, [(owner.id, R::Owner), (member.id, R::Owner)]);
    let invited =
        invitations::invite(store, actor, account, ("new@shelter.example", R::Member), false).await.unwrap();
    let new = ("Grace", "a long pass phrase");
    let (new, _) = invitations::accept_as_new(store, actor, &invited.token, new).await.unwrap();
    assert_eq!(roles().await, [(owner.id, R::Owner), (member.id, R::Owner), (new, R::Member)]);
    // A key for the sandbox, and a session on it, end with the membership in the account, which an owner ends in a browser.
    let key = sandbox.with_key(&api.new_key(sandbox.id, member.id).await);
    let in_sandbox = User { id: member.id, account_id: sandbox.id, email: String::new() };
    let mut browser = api.signed_in(&in_sandbox).await;
    key.get("/contacts?limit=1").await.ok();
    browser.get("/overview").await.shows(200, "Overview");
    let mut removing = api.signed_in(&owner).await;
    let id = member.id.to_string();
    let done = removing.fill("/settings/members", "/settings/members/remove", &[("user_id", &*id)]).await;
    removing.follow(&done).await.has("The member is removed.");
    assert_eq!(roles().await, [(owner.id, R::Owner), (new, R::Member)]);
    key.get("/contacts?limit=1").await.failed(403, "Forbidden");
    assert_eq!(browser.get("/overview").await.status, 303);
    // There, nobody is added, removed or given another role.
    let rule = "members of a sandbox are those of its account: change them there";
    let refused = [
        members::remove(store, actor, of_sandbox, new).await.err(),
        members::change_role(store, actor, of_sandbox, (new, R::Owner), 0).await.err(),
        invitations::invite(store, actor, of_sandbox, ("x@shelter.example", R::Member), false).await.err(),
    ];
    for refusal in refused {
        assert_eq!(refusal.unwrap().problems().unwrap().to_string(), rule);
    }
    assert_eq!(roles().await, [(owner.id, R::Owner), (new, R::Member)]);
}

async fn an_owner_still_helps_a_member_who_has_forgotten_the_password(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    api.member(owner.account_id, "member").await;
    sandbox(&api, &owner).await;
    let mut browser = api.signed_in(&owner).await;
    let page = browser.get("/settings/members").await.has("Make password link");
    let done = browser.submit(&page, "/settings/members/password-link", &[]).await;
    let link = browser.follow(&done).await.between("id=\"link-value\">", "<");
    let path = link[link.find("/password").unwrap()..].replace("&#61;", "=");
    let mut fresh = crate::web::browser::Browser::new(&api);
    fresh.get(&path).await.has("New password");
}

async fn a_reset_empties_it_and_fills_it_anew(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let sandbox = sandbox(&api, &owner).await;
    let shown = sandbox.get("/account").await.ok();
    assert_eq!((&shown["account_id"], &shown["account_sandbox"]), (&json!(sandbox.id), &json!(1)));
    // Everything but the ids is as it was at first.
    let state = async || {
        let mut texts = Vec::new();
        for kind in kinds() {
            let list = sandbox.get(&format!("/{kind}?include=none&sort=id")).await.ok();
            let records: Vec<_> = list
                .list()
                .iter()
                .cloned()
                .map(|mut record| {
                    let fields = record.as_object_mut().unwrap();
                    fields.retain(|name, _| {
                        !name.ends_with("id") && !["updated_at", "created_at", "household"].contains(&&**name)
                    });
                    for list in ["emails", "phones", "addresses", "tags", "members"] {
                        if let Some(items) = fields.get_mut(list).and_then(|items| items.as_array_mut()) {
                            for item in items {
                                item.as_object_mut()
                                    .unwrap()
                                    .retain(|name, _| !["id", "contact_id"].contains(&&**name));
                            }
                        }
                    }
                    record
                })
                .collect();
            let least = match kind {
                "households" => 5,
                "funds" | "campaigns" => 3,
                "batches" => 2,
                _ => 41,
            };
            assert!(records.len() >= least, "{kind}: {}", records.len());
            texts.push(serde_json::to_string(&records).unwrap());
        }
        texts
    };
    let first = state().await;
    let webhook =
        sandbox.post("/webhooks", json!({"webhook_url": "https://example.com/hook"})).await.created().id();
    for kind in kinds() {
        record(&api, &sandbox, kind).await;
    }
    sandbox.post("/gift-types", json!({"gift_type_name": "Cow"})).await.created();
    sandbox.import("contacts", "contact_status,contact_lname\ndonor,Somerville\n").await.created();
    api.work().await;
    let keyed = |body: &'static str| {
        let request = sandbox.request("POST", "/contacts").header("Idempotency-Key", "k1");
        request.header("Content-Type", "application/json").body(body)
    };
    let body = r#"{"contact_status": "donor", "contact_lname": "Babbage"}"#;
    Reply::to(keyed(body)).await.created();
    let reset = sandbox.send("POST", "/account/reset", "").await.ok();
    assert_eq!((&reset.json["type"], &reset["account_sandbox"]), (&json!("account.reset"), &json!(1)));
    assert_eq!(state().await, first);
    assert_eq!(sandbox.get("/contacts?external_id=demo-1").await.ok().list().len(), 1);
    assert_eq!(sandbox.get("/gift-types").await.ok().list().len(), 8);
    assert_eq!(sandbox.get("/imports").await.ok().list().len(), 0);
    assert_eq!(sandbox.get("/funds").await.ok().list().len(), 3);
    // Its webhooks stay, and nothing is taken for done that was done before.
    sandbox.get(&format!("/webhooks/{webhook}")).await.ok();
    assert_eq!(Reply::to(keyed(body)).await.created().header("idempotent-replayed"), None);
    assert_eq!(api.audited(sandbox.id).await.last().unwrap(), "sandbox_reset");
}

async fn a_reset_touches_no_other_account(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let sandbox = sandbox(&api, &owner).await;
    let key = api.new_key(owner.account_id, owner.id).await;
    let (own, other) = (api.account_with_key(owner.account_id, owner.id, &key), api.account().await);
    for account in [&own, &other] {
        for kind in kinds() {
            record(&api, account, kind).await;
        }
    }
    // The first part counts the rows of all accounts.
    let state = async |account| api.state(account).await.split_off(1);
    let before = [state(&own).await, state(&other).await];
    sandbox.send("POST", "/account/reset", "").await.ok();
    for account in [&own, &other] {
        account.send("POST", "/account/reset", "").await.failed(403, "Forbidden");
    }
    assert_eq!([state(&own).await, state(&other).await], before);
}

async fn every_table_of_records_is_emptied(_: TestDb) {
    const STAY: [&str; 13] = [
        "api_keys",
        "sessions",
        "invitations",
        "audit_log",
        "webhooks",
        // They are settings.
        "letterheads",
        "letter_templates",
        "web_forms",
        // They are given up, and the retention deletes what nobody waits for.
        "events",
        "outbox",
        "deliveries",
        "attempts",
        "recoveries",
    ];
    // These are of no account.
    const OF_ALL: [&str; 2] = ["recovery_codes", "letters"];
    let mut left: Vec<_> = changed_tables().collect();
    let is_emptied = |table: &str| sandboxes::emptied().any(|(one, _)| one == table);
    left.retain(|table| !is_emptied(table) && !STAY.contains(table) && !OF_ALL.contains(table));
    assert_eq!(left, Vec::<&str>::new(), "{TABLES:?}");
}

async fn its_log_begins_anew_and_every_cursor_is_refused(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let sandbox = sandbox(&api, &owner).await;
    assert!(!sandbox.get("/contacts?q=lisbon").await.ok().list().is_empty(), "its people can be looked for");
    let webhook =
        sandbox.post("/webhooks", json!({"webhook_url": "https://example.com/hook"})).await.created().id();
    let (_, contact) =
        sandbox.record("contacts", json!({"contact_status": "donor", "contact_lname": "Babbage"})).await;
    sandbox.put(&format!("/contacts/{contact}"), json!({"contact_lname": "Somerville"})).await.ok();
    api.settle().await;
    let events = sandbox.get("/events").await.ok();
    let last = events.list().last().unwrap()["id"].as_str().unwrap().to_owned();
    let waiting = api.events(&sandbox).await.pop().unwrap();
    api.delivery(&sandbox, webhook, waiting.id, "pending").await;
    let list = sandbox.get("/contacts?limit=1&include=none").await.ok();
    let next = list.header("link").unwrap().split(['<', '>']).nth(1).unwrap().replace("/api/v1", "");
    let (cursor, tag) =
        (list.header("sync-cursor").unwrap().to_owned(), list.header("etag").unwrap().to_owned());

    sandbox.send("POST", "/account/reset", "").await.ok();
    assert_eq!(sandbox.get("/events").await.ok().list().len(), 0);
    assert_eq!(sandbox.get(&format!("/events?after={last}")).await.status, 422);
    assert_eq!(sandbox.get(&format!("/contacts?updated_since={cursor}")).await.status, 422);
    assert_eq!(sandbox.get(&next).await.status, 422);
    let again = sandbox
        .request("GET", "/contacts?limit=1&include=none")
        .header(IF_NONE_MATCH, tag)
        .send()
        .await
        .unwrap();
    assert_eq!(again.status(), 200);
    // What comes then is in the log, and in what a new cursor brings.
    let cursor = sandbox.get("/contacts?limit=1").await.ok().header("sync-cursor").unwrap().to_owned();
    let (_, new) =
        sandbox.record("contacts", json!({"contact_status": "donor", "contact_lname": "Byron"})).await;
    api.settle().await;
    let events = sandbox.get("/events").await.ok();
    assert_eq!((events.list().len(), &events.list()[0]["data"]["id"]), (1, &json!(new)));
    let changed = sandbox.get(&format!("/contacts?updated_since={cursor}")).await.ok();
    assert_eq!(changed.list().iter().map(|record| record["id"].as_i64().unwrap()).collect::<Vec<_>>(), [new]);
    // What was given up is deleted, although the operator keeps events for ever, but for what is still to be delivered.
    let text = "DELETE FROM outbox WHERE event_id <> $1 AND event_id IN (SELECT id FROM events WHERE account_id = $2)";
    api.execute(text, vec![waiting.id.into(), sandbox.id.into()]).await;
    let mut remover = Remover::default();
    for _ in 0..2 {
        remover.turn(&api.app).await.unwrap();
    }
    let left: Vec<_> = api.events(&sandbox).await.into_iter().map(|event| event.id).collect();
    assert_eq!(left.len(), 2, "{left:?}");
    assert!(left.contains(&waiting.id));
    // A reset just after a reset, and a log without any event.
    sandbox.send("POST", "/account/reset", "").await.ok();
    sandbox.send("POST", "/account/reset", "").await.ok();
    let (_, new) =
        sandbox.record("contacts", json!({"contact_status": "donor", "contact_lname": "Lovelace"})).await;
    api.settle().await;
    assert_eq!(sandbox.get("/events").await.ok().list()[0]["data"]["id"], new);
}

async fn a_reset_happens_once_at_a_time_and_not_during_an_import(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let sandbox = sandbox(&api, &owner).await;
    let reset = || sandbox.send("POST", "/account/reset", "");
    let all = tokio::join!(reset(), reset(), reset());
    let mut statuses = [all.0.status, all.1.status, all.2.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409]);
    sandbox.import("contacts", "contact_status,contact_lname\ndonor,Somerville\n").await.created();
    reset().await.failed(409, "a file is being imported into the sandbox");
    api.work().await;
    reset().await.ok();
    assert_eq!(sandbox.get("/contacts").await.ok().list().len(), 300);
}

async fn a_sandbox_of_any_currency_is_filled(db: TestDb) {
    let api = Api::start(db).await;
    for (currency, amount) in [("JPY", "\"gift_amount\":5000,"), ("KWD", "\"gift_amount\":5.000,")] {
        let account = api.account_in(currency, chrono_tz::Tz::Asia__Tokyo).await;
        let owner = User { id: account.user_id, account_id: account.id, email: String::new() };
        let sandbox = sandbox(&api, &owner).await;
        sandbox.send("POST", "/account/reset", "").await.ok();
        let gifts = sandbox.get("/gifts").await.ok();
        assert!(gifts.text.contains(amount), "{currency}: {}", &gifts.text[..500]);
        assert!(gifts.list().iter().all(|gift| gift["gift_currency"] == currency));
    }
}

async fn what_a_program_of_the_version_before_has_done_is_put_right(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let [demoted, gone] =
        [api.member(owner.account_id, "owner").await, api.member(owner.account_id, "member").await];
    let sandbox = sandbox(&api, &owner).await;
    let stranger = api.owner().await;
    let execute = async |text: &str, user: &User, account_id: i64| {
        assert_eq!(api.execute(text, vec![user.id.into(), account_id.into()]).await, 1);
    };
    let end = "DELETE FROM memberships WHERE user_id = $1 AND account_id = $2";
    execute(end, &gone, owner.account_id).await;
    let demote = "UPDATE memberships SET role = 'member' WHERE user_id = $1 AND account_id = $2";
    execute(demote, &demoted, owner.account_id).await;
    api.join(&stranger, sandbox.id, "owner").await;
    let joined = api.member(owner.account_id, "member").await;
    let follow = || api::accounts::sandboxes::follow_all(&api.app.store);
    assert_eq!(follow().await.unwrap(), 1);
    let members = members::list(api.app.store.read(), AccountScope::new(sandbox.id)).await.unwrap();
    let members: Vec<_> = members.into_iter().map(|member| (member.user_id, member.role)).collect();
    let expected = [owner.id, demoted.id, joined.id].map(|id| (id, R::Member));
    assert_eq!(members, [(owner.id, R::Owner), expected[1], expected[2]]);
    assert_eq!(follow().await.unwrap(), 0);
}

async fn an_event_is_triggered_there_alone(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let sandbox = sandbox(&api, &owner).await;
    let own = api.new_key(owner.account_id, owner.id).await;
    let trigger = async |event: &str, key: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_almoner"));
        command.args(["events", "trigger", event, "--at", &format!("http://{}", api.http.address)]);
        command.env("API_KEY", key);
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        let text = String::from_utf8(if output.status.success() { output.stdout } else { output.stderr });
        (output.status.success(), text.unwrap())
    };
    let key = &*sandbox.key;
    for kind in kinds_with_events() {
        for what in ["create", "update"] {
            let event = format!("{kind}.{what}");
            let (done, text) = trigger(&event, key).await;
            assert!(done, "{text}");
            let last = api.last_event(&sandbox).await;
            assert_eq!(last.name, event);
            let path = text.trim().strip_prefix(&format!("{event} happened to ")).unwrap();
            sandbox.get(path).await.ok();
            assert!(path.ends_with(&format!("/{}", last.record_id)), "{path}");
        }
    }
    let (done, text) = trigger("gifts.create", &own).await;
    assert!(
        !done && text.contains("the key opens Test, where nothing can be deleted, and not a sandbox"),
        "{text}"
    );
    let (done, text) = trigger("gifts.create", "alm_x").await;
    assert!(!done && text.contains("the service does not know the key"), "{text}");
    let (done, text) = trigger("webhooks.failing", key).await;
    assert!(!done && text.contains("cannot be triggered"), "{text}");
    let (done, text) = trigger("gifts.delete", key).await;
    assert!(!done && text.contains("must be one of"), "{text}");
}
