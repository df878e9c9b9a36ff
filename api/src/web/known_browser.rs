//! A browser that a user has signed in with before. It has a count of attempts of its own, so that nobody who tries
//! passwords elsewhere keeps the user out.
//!
//! It has a sealed cookie, which is no sign-in. It holds for one user, for 180 days after the last sign-in, and until the
//! password is changed or set by a link. The browser that changes it gets another one.

use serde::{Deserialize, Serialize};
use shared::crypto::bytes::random;
use shared::entities::users;
use shared::times::ms;

use super::cookies::Cookie;
use super::visit::Visit;
use crate::accounts::{Refusal, users as people};
use crate::error::AppError;
use crate::http::sign_in_limits::Place;
use crate::times::BROWSER_LIFE;

const CONTEXT: &str = "a browser that its user has signed in with";

/// The content of the cookie.
#[derive(Serialize, Deserialize)]
struct KnownBrowser {
    user_id: i64,
    browser: u64,
    password_changed_at_ms: Option<i64>,
    at_ms: i64,
}

/// Remembers that a user has signed in with the visitor's browser, or has chosen a password with it.
pub(crate) async fn remember(visit: &mut Visit, user_id: i64) -> Result<(), AppError> {
    let user = people::read(visit.app.store.read(), user_id).await?;
    let known = KnownBrowser {
        user_id,
        browser: u64::from_be_bytes(random()?),
        password_changed_at_ms: user.password_changed_at_ms,
        at_ms: visit.app.clock.now_ms(),
    };
    // Numbers always serialise.
    let sealed = visit.app.secrets_key.token(CONTEXT, &serde_json::to_vec(&known).unwrap_or_default())?;
    visit.set(Cookie::KnownBrowser, &sealed);
    Ok(())
}

/// Returns where an attempt of the visitor on a user comes from. Only a browser that has signed in before can look up a
/// user here: for all others, nothing is looked up.
pub(crate) async fn place(visit: &Visit, is_user: impl Fn(&users::Model) -> bool) -> Result<Place, AppError> {
    let key = &visit.app.secrets_key;
    for sealed in &visit.known_browser {
        let opened = key.open_token(CONTEXT, sealed).ok();
        let Some(known) = opened.and_then(|bytes| serde_json::from_slice::<KnownBrowser>(&bytes).ok()) else {
            continue;
        };
        let user = match people::read(visit.app.store.read(), known.user_id).await {
            Ok(user) => user,
            Err(Refusal::NotFound) => continue,
            Err(other) => return Err(other.into()),
        };
        let holds = user.password_changed_at_ms == known.password_changed_at_ms
            && known.at_ms > visit.app.clock.now_ms() - ms(BROWSER_LIFE);
        if holds && is_user(&user) {
            return Ok(Place::Browser(known.browser));
        }
    }
    Ok(Place::Network(visit.context.client))
}

/// Returns where an attempt of the visitor on the user of an email address comes from, whether or not there is such a
/// user.
pub(crate) async fn place_for(visit: &Visit, email: &str) -> Result<Place, AppError> {
    let email = email.trim().to_lowercase();
    place(visit, |user| user.email_key == email).await
}
