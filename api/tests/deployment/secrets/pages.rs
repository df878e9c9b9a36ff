//! The work of people in a browser: signing in, with a second factor too, and passwords, keys and links.

use std::time::{SystemTime, UNIX_EPOCH};

use super::{ADA, BASE, MAIL, NEXT_PASSWORD, PASSWORD, Scan, WRONG_PASSWORD};
use crate::browsing::{Browser, Page};
use crate::mail_server::MailServer;

impl Scan {
    /// Keeps a page.
    fn keep(&mut self, place: &str, page: Page) -> Page {
        self.answers.push((place.to_owned(), format!("{} {}", page.status, page.html)));
        page
    }

    fn keep_session(&mut self, browser: &Browser) {
        let token = browser.cookies["almoner"].clone();
        self.marks.add("a session", &token);
    }

    pub(super) async fn pages(&mut self, mail: &MailServer) {
        let mut browser = Browser::at(format!("http://{}", self.world.listen));
        let sign_in = async |browser: &mut Browser, password: &str| {
            browser.fill("/sign-in", "/sign-in", &[("email", ADA), ("password", password)]).await
        };
        let page = sign_in(&mut browser, WRONG_PASSWORD).await;
        self.keep("a wrong password", page);
        assert_eq!(sign_in(&mut browser, PASSWORD).await.location(), "/overview");
        self.keep_session(&browser);

        let factor = "/settings/profile/second-factor";
        let page = browser.get(factor).await;
        let secret = page.second_factor();
        let text = secret.in_groups().replace(' ', "");
        self.marks.add("a second factor", &text);
        self.marks.add_bytes("a second factor", secret.bytes());
        let now =
            || i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap();
        let fields = [("code", &*secret.code_at(now())), ("password", PASSWORD)];
        let done = browser.submit(&page, factor, &fields).await;
        let codes = browser.follow(&done).await.recovery_codes();
        for code in &codes {
            self.marks.add("a recovery code", code);
        }
        self.keep_session(&browser);

        let key =
            browser.fill("/settings/services", "/settings/services/keys", &[("key_name", "Ledger")]).await;
        let key = browser.follow(&key).await.html;
        let key = &key[key.find("alm_").unwrap()..];
        self.marks.add("a key of a page", key.split(['<', '"', '&']).next().unwrap());
        for path in [
            "/overview",
            "/contacts",
            "/contacts/1",
            "/gifts",
            "/pledges",
            "/tasks",
            "/imports",
            "/settings/profile",
            factor,
            "/settings/account",
            "/settings/members",
            "/settings/services",
            "/settings/audit",
            "/settings/webhooks",
            "/settings/webhooks/1",
            "/settings/webhooks/2",
            "/settings/webhooks/1/edit",
            "/no/such/page",
        ] {
            let page = browser.get(path).await;
            self.keep(path, page);
        }
        let fields = [("current_password", WRONG_PASSWORD), ("password", NEXT_PASSWORD)];
        let page = browser.fill("/settings/profile", "/settings/profile/password", &fields).await;
        self.keep("a password that is not changed", page);

        let mut browser = Browser::at(format!("http://{}", self.world.listen));
        // The pages about the second factor and the key.
        mail.letter(2).await;
        let before = mail.letters().len();
        browser.fill("/forgotten-password", "/forgotten-password", &[("email", ADA)]).await;
        let link = mail.letter(before + 1).await.path(BASE);
        self.marks.add("a mailed link", link.split_once("token=").unwrap().1);
        let page = browser.fill(&link, "/password", &[("password", "short")]).await;
        assert_eq!(
            browser.submit(&page, "/password", &[("password", NEXT_PASSWORD)]).await.location(),
            "/sign-in"
        );
        let page = browser.get(&link).await;
        self.keep("a link that was used", page);
        let second_step = sign_in(&mut browser, NEXT_PASSWORD).await;
        let second_step = browser.follow(&second_step).await;
        let wrong =
            browser.submit(&second_step, "/sign-in/second-step", &[("code", "wrong-code-of-ada")]).await;
        let wrong = self.keep("a wrong code", wrong);
        let done = browser.submit(&wrong, "/sign-in/second-step", &[("code", &codes[0])]).await;
        assert_eq!(done.location(), "/overview");
        self.keep_session(&browser);
        assert_eq!(mail.credentials().unwrap(), format!("almoner {MAIL}"));
    }
}
