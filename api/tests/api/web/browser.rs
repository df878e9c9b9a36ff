//! Users of the suite, and their browsers.

use std::sync::atomic::{AtomicU64, Ordering};

use api::accounts::totp::TotpSecret;
use api::crypto::tokens::{hash_token, new_token};
use sea_orm::Value;
use shared::crypto::user_cipher::UserCipher;
use shared::database::testing::TestDb;

pub use crate::support::browser::{Browser, Page};
use crate::support::{Account, Api};

/// The password of every user that the suite makes.
pub const PASSWORD: &str = "correct horse battery";

/// Starts an account with its browser.
pub async fn start(db: TestDb) -> (Api, Account, Browser) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let browser = browser_of(&api, &account).await;
    (api, account, browser)
}

/// Signs the account's owner in.
pub async fn browser_of(api: &Api, account: &Account) -> Browser {
    api.signed_in(&User { id: account.user_id, account_id: account.id, email: String::new() }).await
}

impl Browser {
    pub fn new(api: &Api) -> Self {
        Self::at(format!("http://{}", api.http.address))
    }

    /// Signs in with the suite's password.
    pub async fn sign_in(&mut self, email: &str) -> Page {
        self.fill("/sign-in", "/sign-in", &[("email", email), ("password", PASSWORD)]).await
    }
}

/// A user in an account.
#[derive(Clone, Debug)]
pub struct User {
    pub id: i64,
    pub account_id: i64,
    pub email: String,
}

impl Api {
    /// Makes an account with an owner who has the suite's password.
    pub async fn owner(&self) -> User {
        let account = self.account().await;
        let user = User {
            id: account.user_id,
            account_id: account.id,
            email: format!("owner-{}@almoner.example", account.id),
        };
        self.set_password(&user).await;
        user
    }

    /// Makes a user with the suite's password who belongs to an account.
    pub async fn member(&self, account_id: i64, role: &str) -> User {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let email = format!("new-{role}-{}@almoner.example", NUMBER.fetch_add(1, Ordering::Relaxed));
        let text = "INSERT INTO users (email, email_key, password_hash, created_at_ms, address_proven_at_ms) VALUES ($1, $1, '', 0, 0)";
        let id = self.insert(text, vec![email.as_str().into()]).await;
        let user = User { id, account_id, email };
        self.set_password(&user).await;
        self.join(&user, account_id, role).await;
        user
    }

    /// Adds a user to an account.
    pub async fn join(&self, user: &User, account_id: i64, role: &str) {
        let text =
            "INSERT INTO memberships (account_id, user_id, role, created_at_ms) VALUES ($1, $2, $3, 0)";
        self.insert(text, vec![account_id.into(), user.id.into(), role.into()]).await;
    }

    async fn set_password(&self, user: &User) {
        // Once for the whole suite, because the hash is slow.
        static HASH: tokio::sync::OnceCell<String> = tokio::sync::OnceCell::const_new();
        let hash =
            HASH.get_or_init(|| async { api::accounts::passwords::hash(PASSWORD.to_owned()).await.unwrap() });
        let values = vec![hash.await.as_str().into(), user.id.into()];
        assert_eq!(self.execute("UPDATE users SET password_hash = $1 WHERE id = $2", values).await, 1);
    }

    /// Gives a user a second factor, without its page.
    pub async fn second_factor(&self, user: &User) -> TotpSecret {
        let secret = TotpSecret::generate().unwrap();
        let sealed = UserCipher::new(&self.app.secrets_key, user.id).encrypt(secret.bytes()).unwrap();
        let text = "UPDATE users SET second_factor_sealed = $1, second_factor_since_ms = $2 WHERE id = $3";
        let values = vec![sealed.into(), self.app.clock.now_ms().into(), user.id.into()];
        assert_eq!(self.execute(text, values).await, 1);
        secret
    }

    /// Returns a browser in which a user is signed in, without the slow sign-in.
    pub async fn signed_in(&self, user: &User) -> Browser {
        let token = new_token().unwrap();
        let text = "INSERT INTO sessions (token_hash, user_id, account_id, created_at_ms, last_used_at_ms, expires_at_ms)
                    VALUES ($1, $2, $3, $4, $4, $4 + 2592000000)";
        let account_id = (user.account_id > 0).then_some(user.account_id);
        let now_ms = self.app.clock.now_ms();
        let values: Vec<Value> =
            vec![hash_token(&token).into(), user.id.into(), account_id.into(), now_ms.into()];
        self.insert(text, values).await;
        let mut browser = Browser::new(self);
        browser.cookies.insert("almoner".to_owned(), token);
        browser
    }

    /// Returns the actions in the audit log of an account, the oldest first, each with its detail.
    pub async fn audited(&self, account_id: i64) -> Vec<String> {
        let text = "SELECT action, coalesce(detail, '') FROM audit_log WHERE account_id = $1 ORDER BY id";
        let rows = self.query(text, vec![account_id.into()]).await;
        let entry = |row: &sea_orm::QueryResult| -> (String, String) {
            (row.try_get_by_index(0).unwrap(), row.try_get_by_index(1).unwrap())
        };
        rows.iter()
            .map(entry)
            .map(|(action, detail)| format!("{action} {detail}").trim_end().to_owned())
            .collect()
    }
}
