//! The rights of each role: every route of the application, asked by everybody. A route that this file does not know
//! fails the test.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use api::http::sign_in_limits::SignInLimits;
use api::web::{ROUTES, Who};
use reqwest::header::CONTENT_TYPE;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, Page, User};
use crate::support::records::kinds;
use crate::support::{Api, Reply};

both_databases!(
    every_route_answers_each_visitor_as_its_row_says,
    programs_are_answered_with_envelopes,
    a_method_that_a_page_does_not_have_is_405,
);

/// Every route but those of the kinds, with the status that it answers to an owner who sends a form with nothing in it but the token. This is
/// here by hand, so that a new route is looked at: see also `api::web::ROUTES`, which says who may see it.
const EXPECTED: &[(&str, Who, u16)] = &[
    ("GET /", Who::Anyone, 303),
    ("GET /assets/:name", Who::Public, 404),
    ("GET /sign-in", Who::Anyone, 303),
    ("POST /sign-in", Who::Anyone, 422),
    ("GET /sign-in/second-step", Who::Anyone, 303),
    ("POST /sign-in/second-step", Who::Anyone, 303),
    ("POST /sign-out", Who::SignedIn, 303),
    ("GET /setup", Who::Anyone, 404),
    ("POST /setup", Who::Anyone, 404),
    ("GET /forgotten-password", Who::Anyone, 200),
    // Without a mail server, there is nothing to send.
    ("POST /forgotten-password", Who::Anyone, 404),
    ("GET /password", Who::Anyone, 404),
    ("POST /password", Who::Anyone, 404),
    ("GET /invitation", Who::Anyone, 404),
    ("POST /invitation", Who::Anyone, 404),
    ("GET /forms/:token", Who::Anyone, 404),
    ("POST /forms/:token", Who::Anyone, 404),
    ("GET /forms/:token/logo", Who::Anyone, 404),
    ("GET /no-account", Who::SignedIn, 303),
    ("POST /account/switch", Who::SignedIn, 404),
    ("GET /account/logo/:version", Who::Member, 404),
    ("GET /imports", Who::Member, 200),
    ("POST /imports", Who::Member, 422),
    ("GET /imports/fields/:kind", Who::Member, 404),
    ("GET /imports/fields/:kind/template", Who::Member, 404),
    ("GET /imports/:id", Who::Member, 404),
    ("GET /imports/:id/columns", Who::Member, 404),
    ("POST /imports/:id/columns", Who::Member, 404),
    ("POST /imports/:id/rows", Who::Member, 404),
    ("POST /imports/:id/run", Who::Member, 404),
    ("POST /imports/:id/undo", Who::Member, 404),
    ("POST /imports/:id/remove", Who::Member, 404),
    ("GET /imports/:id/failed-rows", Who::Member, 404),
    ("GET /overview", Who::Member, 200),
    ("GET /answers", Who::Member, 200),
    // Somebody else has decided about it before, and the page says so.
    ("POST /answers/:id/add", Who::Member, 303),
    ("POST /answers/:id/fill", Who::Member, 303),
    ("POST /answers/:id/discard", Who::Member, 303),
    ("GET /contacts/suggest", Who::Member, 200),
    ("GET /contacts/duplicates", Who::Member, 200),
    ("POST /contacts/duplicates/apart", Who::Member, 404),
    ("POST /contacts/duplicates/take-back", Who::Member, 404),
    ("GET /contacts/ticked", Who::Member, 200),
    // Nothing is ticked, and the list says so.
    ("POST /contacts/ticked/tag", Who::Member, 303),
    ("POST /contacts/ticked/task", Who::Member, 303),
    ("POST /contacts/:id/log", Who::Member, 404),
    ("GET /contacts/:id/statement", Who::Member, 404),
    ("GET /contacts/:id/copy", Who::Owner, 404),
    ("GET /contacts/:id/copy/file", Who::Owner, 404),
    ("GET /contacts/:id/erase", Who::Owner, 404),
    ("POST /contacts/:id/erase", Who::Owner, 404),
    ("GET /contacts/:id/files", Who::Member, 404),
    ("POST /contacts/:id/files", Who::Member, 404),
    ("GET /contacts/:id/files/:file", Who::Member, 404),
    ("POST /contacts/:id/files/:file/remove", Who::Member, 404),
    ("GET /contacts/:id/died", Who::Member, 404),
    ("POST /contacts/:id/died", Who::Member, 404),
    ("GET /contacts/:id/archive", Who::Member, 404),
    ("POST /contacts/:id/archive", Who::Member, 404),
    ("POST /contacts/:id/bring-back", Who::Member, 404),
    ("GET /contacts/:id/household", Who::Member, 404),
    ("POST /contacts/:id/household", Who::Member, 404),
    ("GET /contacts/:id/move-out", Who::Member, 404),
    ("POST /contacts/:id/move-out", Who::Member, 404),
    ("GET /contacts/:id/merge", Who::Member, 404),
    ("POST /contacts/:id/merge", Who::Member, 404),
    ("GET /funds/:id/merge", Who::Member, 404),
    ("POST /funds/:id/merge", Who::Member, 404),
    ("GET /campaigns/:id/merge", Who::Member, 404),
    ("POST /campaigns/:id/merge", Who::Member, 404),
    ("GET /gifts/quick", Who::Member, 200),
    ("POST /gifts/quick", Who::Member, 422),
    ("GET /lists", Who::Member, 200),
    // A list is saved from the page that shows it, which says of what kind it is.
    ("GET /lists/new", Who::Member, 404),
    ("POST /lists", Who::Member, 404),
    ("GET /lists/:id", Who::Member, 404),
    ("POST /lists/:id", Who::Member, 404),
    ("POST /lists/:id/remove", Who::Member, 404),
    ("GET /batches/:id/deposit", Who::Member, 404),
    ("GET /batches/:id/close", Who::Member, 404),
    ("POST /batches/:id/close", Who::Member, 404),
    ("GET /batches/:id/reopen", Who::Owner, 404),
    ("POST /batches/:id/reopen", Who::Owner, 404),
    ("POST /tasks/:id/done", Who::Member, 404),
    ("GET /letters", Who::Member, 200),
    ("GET /letters/thank-yous", Who::Member, 200),
    // Nothing is ticked, and the page says so.
    ("POST /letters/thank-yous", Who::Member, 303),
    ("POST /letters/thank-yous/mark", Who::Member, 303),
    ("GET /letters/statements", Who::Member, 200),
    ("POST /letters/statements", Who::Member, 422),
    ("GET /letters/reminders", Who::Member, 200),
    ("POST /letters/reminders", Who::Member, 303),
    ("GET /letters/:id", Who::Member, 404),
    ("GET /letters/:id/pdf", Who::Member, 404),
    ("POST /letters/:id/mail-again", Who::Member, 404),
    ("POST /letters/:id/take-back", Who::Member, 404),
    ("GET /settings/profile", Who::SignedIn, 200),
    ("POST /settings/profile", Who::SignedIn, 422),
    ("POST /settings/profile/password", Who::SignedIn, 422),
    ("GET /settings/profile/second-factor", Who::SignedIn, 200),
    ("POST /settings/profile/second-factor", Who::SignedIn, 422),
    // It is off, so that there is nothing to change.
    ("POST /settings/profile/second-factor/codes", Who::SignedIn, 404),
    ("POST /settings/profile/second-factor/off", Who::SignedIn, 404),
    ("POST /settings/profile/theme", Who::SignedIn, 303),
    ("POST /settings/profile/language", Who::SignedIn, 303),
    ("POST /settings/profile/sessions/end", Who::SignedIn, 404),
    ("POST /settings/profile/sessions/end-others", Who::SignedIn, 303),
    ("GET /settings/account", Who::Member, 200),
    ("POST /settings/account", Who::Owner, 422),
    ("POST /settings/account/sandbox", Who::Owner, 303),
    ("POST /settings/account/reset", Who::Member, 303),
    ("GET /settings/letters", Who::Member, 200),
    ("POST /settings/letters", Who::Owner, 422),
    ("GET /settings/letters/:kind", Who::Member, 404),
    ("POST /settings/letters/:kind", Who::Owner, 404),
    ("POST /settings/letters/:kind/reset", Who::Owner, 404),
    ("GET /settings/letters/:kind/sample", Who::Member, 404),
    ("GET /settings/members", Who::Member, 200),
    ("POST /settings/members/invite", Who::Owner, 422),
    ("POST /settings/members/invitation-link", Who::Owner, 404),
    ("POST /settings/members/revoke", Who::Owner, 404),
    ("POST /settings/members/role", Who::Owner, 404),
    ("POST /settings/members/remove", Who::Owner, 404),
    ("POST /settings/members/password-link", Who::Owner, 404),
    ("POST /settings/members/password-link/revoke", Who::Owner, 404),
    // The only owner cannot leave, and is told so on the page.
    ("POST /settings/members/leave", Who::Member, 303),
    ("GET /settings/services", Who::Member, 200),
    ("POST /settings/services/keys", Who::Member, 422),
    ("POST /settings/services/keys/:id/refresh", Who::Member, 303),
    ("POST /settings/services/keys/:id/remove", Who::Member, 303),
    ("GET /settings/webhooks", Who::Member, 200),
    ("GET /settings/webhooks/new", Who::Owner, 200),
    ("POST /settings/webhooks/new", Who::Owner, 422),
    ("GET /settings/webhooks/:id", Who::Member, 404),
    ("GET /settings/webhooks/:id/edit", Who::Owner, 404),
    ("POST /settings/webhooks/:id/edit", Who::Owner, 404),
    ("POST /settings/webhooks/:id/status", Who::Owner, 404),
    ("POST /settings/webhooks/:id/dismiss", Who::Owner, 404),
    ("POST /settings/webhooks/:id/rotate-secret", Who::Owner, 404),
    ("POST /settings/webhooks/:id/test", Who::Owner, 404),
    ("POST /settings/webhooks/:id/recover", Who::Owner, 404),
    ("GET /settings/webhooks/:id/deliveries", Who::Member, 404),
    ("GET /settings/webhooks/:id/deliveries/:delivery", Who::Member, 404),
    ("POST /settings/webhooks/:id/deliveries/:delivery/redeliver", Who::Owner, 404),
    ("GET /settings/forms", Who::Member, 200),
    ("GET /settings/forms/new", Who::Owner, 200),
    ("POST /settings/forms/new", Who::Owner, 422),
    ("GET /settings/forms/:id", Who::Member, 404),
    ("POST /settings/forms/:id", Who::Owner, 404),
    ("POST /settings/forms/:id/remove", Who::Owner, 404),
    ("GET /settings/gift-types", Who::Member, 200),
    ("POST /settings/gift-types", Who::Member, 422),
    ("POST /settings/gift-types/:id", Who::Member, 404),
    ("GET /settings/audit", Who::Owner, 200),
    ("GET /reports", Who::Member, 200),
    ("GET /reports/board", Who::Member, 200),
    ("GET /reports/giving", Who::Member, 200),
    ("GET /reports/giving/export", Who::Member, 200),
    ("GET /reports/donors", Who::Member, 200),
    ("GET /reports/donors/export", Who::Member, 200),
    ("GET /reports/levels", Who::Member, 200),
    ("GET /reports/levels/export", Who::Member, 200),
    ("GET /reports/pledges", Who::Member, 200),
    ("GET /reports/pledges/export", Who::Member, 200),
    ("GET /reports/top-donors", Who::Member, 200),
    ("GET /reports/top-donors/export", Who::Member, 200),
];

/// The same for the routes that every kind has: the method, what follows the path of the list, and the status.
const OF_A_KIND: [(&str, &str, u16); 7] = [
    ("GET", "", 200),
    ("GET", "/export", 200),
    ("GET", "/new", 200),
    ("POST", "", 422),
    ("GET", "/:id", 404),
    ("GET", "/:id/edit", 404),
    ("POST", "/:id", 404),
];

/// Returns every route, with who may see it, and the status that it answers to an owner.
fn expected() -> Vec<(String, Who, u16)> {
    let own = EXPECTED.iter().map(|(name, who, status)| ((*name).to_owned(), *who, *status));
    let of_kinds = kinds().flat_map(|kind| {
        OF_A_KIND.map(|(method, end, status)| (format!("{method} /{kind}{end}"), Who::Member, status))
    });
    own.chain(of_kinds).collect()
}

/// A kind of visitor.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Visitor {
    Anonymous,
    Expired,
    /// Has given the password, and no code of the second factor yet.
    HalfSignedIn,
    WithoutAccount,
    Member,
    Owner,
}

const VISITORS: [Visitor; 6] = [
    Visitor::Anonymous,
    Visitor::Expired,
    Visitor::HalfSignedIn,
    Visitor::WithoutAccount,
    Visitor::Member,
    Visitor::Owner,
];

impl Visitor {
    /// Returns the answer that a visitor gets instead of the page, if there is one.
    fn refusal(self, who: Who, is_page: bool, path: &str) -> Option<(u16, String)> {
        let signed_in = !matches!(self, Self::Anonymous | Self::Expired | Self::HalfSignedIn);
        let to_sign_in = if is_page {
            let next: String = url::form_urlencoded::byte_serialize(path.as_bytes()).collect();
            format!("/sign-in?next={next}")
        } else {
            "/sign-in".to_owned()
        };
        match who {
            Who::Public | Who::Anyone => None,
            _ if !signed_in => Some((303, to_sign_in)),
            Who::SignedIn => None,
            _ if self == Self::WithoutAccount => Some((303, "/no-account".to_owned())),
            Who::Owner if self == Self::Member => Some((403, String::new())),
            Who::Member | Who::Owner => None,
        }
    }

    async fn browser(self, api: &Api, owner: &User) -> Browser {
        match self {
            Self::Anonymous => Browser::new(api),
            Self::Expired => {
                let user = api.member(owner.account_id, "owner").await;
                let browser = api.signed_in(&user).await;
                let text = "UPDATE sessions SET expires_at_ms = $1 WHERE user_id = $2";
                let values = vec![api.app.clock.now_ms().into(), user.id.into()];
                assert_eq!(api.execute(text, values).await, 1);
                browser
            }
            Self::HalfSignedIn => {
                let user = api.member(owner.account_id, "owner").await;
                api.second_factor(&user).await;
                let mut browser = Browser::new(api);
                assert_eq!(browser.sign_in(&user.email).await.location(), "/sign-in/second-step");
                browser
            }
            Self::WithoutAccount => {
                let user = api.member(owner.account_id, "member").await;
                api.execute("DELETE FROM memberships WHERE user_id = $1", vec![user.id.into()]).await;
                api.signed_in(&User { account_id: 0, ..user }).await
            }
            Self::Member => api.signed_in(&api.member(owner.account_id, "member").await).await,
            Self::Owner => api.signed_in(owner).await,
        }
    }
}

/// Returns a route's path with names and ids of nothing.
fn filled(path: &str) -> String {
    path.replace(":name", "nothing.css")
        .replace(":token", "nothing")
        .replace(":id", "999999")
        .replace(":delivery", "999999")
}

/// Returns the token of a visitor's forms.
async fn csrf(browser: &mut Browser) -> String {
    // A page with a form, whether or not the visitor is signed in.
    let mut page = browser.get("/sign-in").await;
    if page.status == 303 {
        page = browser.get("/settings/profile").await;
    }
    page.between("name=\"csrf\" value=\"", "\"")
}

#[track_caller]
fn is_refused(page: &Page, expected: &(u16, String), case: &str) {
    assert_eq!(page.status, expected.0, "{case}: {}", page.html);
    if expected.0 == 303 {
        // From the sign-in, a form leads back to its page.
        let (location, to) = (page.location(), expected.1.as_str());
        let is_form = to == "/sign-in" && location.starts_with("/sign-in?next=%2F");
        assert!(is_form || location == to, "{case}: {location}");
    }
}

async fn every_route_answers_each_visitor_as_its_row_says(db: TestDb) {
    // An hour for every attempt, because all visitors come from the same address.
    let hours = AtomicU64::new(0);
    let limits =
        SignInLimits::with_clock(move || Duration::from_hours(hours.fetch_add(1, Ordering::Relaxed)));
    let api = Api::start_with(db, |app| app.sign_in_limits = limits).await;
    let known: Vec<_> =
        ROUTES.iter().map(|route| (format!("{} {}", route.method, route.path), route.who)).collect();
    let rows = expected();
    let expected: Vec<_> = rows.iter().map(|(name, who, _)| (name.clone(), *who)).collect();
    assert_eq!(known, expected, "every route has a row in EXPECTED, with who may see it");

    for (route, (name, who, status)) in ROUTES.iter().zip(&rows) {
        let path = filled(&route.path);
        let is_page = route.method == "GET";
        for visitor in VISITORS {
            // An account of its own, so that no case changes what another one sees.
            let owner = api.owner().await;
            let other = api.owner().await;
            let before = (api.audited(owner.account_id).await, api.audited(other.account_id).await);
            let mut browser = visitor.browser(&api, &owner).await;
            let refusal = visitor.refusal(*who, is_page, &path);
            let case = format!("{name} by {visitor:?}");
            if is_page {
                let page = browser.get(&path).await;
                match &refusal {
                    Some(expected) => is_refused(&page, expected, &case),
                    None if visitor == Visitor::Owner => {
                        assert_eq!(page.status, *status, "{case}: {}", page.html);
                    }
                    None => assert!(page.status < 500 && page.status != 403, "{case}: {}", page.html),
                }
                continue;
            }
            let token = csrf(&mut browser).await;
            // Without the token, with a wrong one, and with that of another visitor.
            let others = csrf(&mut api.signed_in(&other).await).await;
            for fields in [&[][..], &[("csrf", "")], &[("csrf", "x")], &[("csrf", others.as_str())]] {
                let page = browser.post(&path, fields).await;
                match &refusal {
                    Some(expected) => is_refused(&page, expected, &case),
                    None => drop(page.shows(403, "This form was not accepted")),
                }
            }
            // With the token, but from another site.
            for (header, value) in
                [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example"), ("origin", "null")]
            {
                let body = format!("csrf={token}");
                let request = browser.request("POST", &path).header(header, value);
                let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(body);
                let page = browser.send(request).await;
                assert_eq!(
                    page.status,
                    refusal.as_ref().map_or(403, |(status, _)| *status),
                    "{case} {value}"
                );
            }
            assert_eq!(
                (api.audited(owner.account_id).await, api.audited(other.account_id).await),
                before,
                "{case}"
            );
            let page = browser.post(&path, &[("csrf", &token)]).await;
            match &refusal {
                Some(expected) => is_refused(&page, expected, &case),
                None if visitor == Visitor::Owner => {
                    assert_eq!(page.status, *status, "{case}: {}", page.html);
                }
                None => assert!(page.status < 500 && page.status != 403, "{case}: {}", page.html),
            }
            // The actions of one account are not in the audit log of another.
            assert_eq!(api.audited(other.account_id).await, before.1, "{case}");
        }
    }
}

async fn programs_are_answered_with_envelopes(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    for (name, who, _) in &expected() {
        let (method, path) = name.split_once(' ').unwrap();
        let path = filled(path);
        let request = api.http.request(method, &path).header("accept", "application/json");
        match who {
            Who::SignedIn | Who::Member | Who::Owner => Reply::to(request).await.failed(401, "Unauthorized"),
            // Without a cookie, no form is anybody's.
            Who::Anyone if method == "POST" => {
                let request =
                    request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body("csrf=x");
                Reply::to(request).await.failed(403, "Forbidden");
            }
            _ => assert_ne!(request.send().await.unwrap().status(), 401, "{name}"),
        }
    }
    // The same with a session that does not suffice.
    let member = api.member(owner.account_id, "member").await;
    let browser = api.signed_in(&member).await;
    let session = format!("almoner={}", browser.cookies["almoner"]);
    let request = api.http.request("GET", "/settings/audit").header("cookie", &session);
    Reply::to(request.header("accept", "application/json")).await.failed(403, "Forbidden");
}

async fn a_method_that_a_page_does_not_have_is_405(db: TestDb) {
    let api = Api::start(db).await;
    let mut browser = Browser::new(&api);
    for (method, path, allow) in [
        ("DELETE", "/sign-in", "GET, HEAD, POST"),
        ("POST", "/overview", "GET, HEAD"),
        ("GET", "/sign-out", "POST"),
    ] {
        let page = browser.send(browser.request(method, path)).await.shows(405, "This page cannot do that");
        assert_eq!(page.headers["allow"], allow, "{method} {path}");
        let reply = Reply::to(api.http.request(method, path)).await;
        reply.failed(405, "Method Not Allowed");
        assert_eq!(reply.header("allow"), Some(allow), "{method} {path}");
    }
}
