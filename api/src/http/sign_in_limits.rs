//! How often somebody may try a password or a code, ask for a link, or have an invitation mailed: GCRA, for each address and
//! for each user, known or not. Each process counts only its own requests.

use std::fmt;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};

use governor::Quota;

use super::error::AppError;
use super::rate_limit::{Counts, Ticks, network};

/// How many attempts an address may make at once, and after which time one more. Colleagues often share an address.
const OF_ADDRESS: (u32, Duration) = (30, Duration::from_secs(6));
/// How many attempts may be made at once for a user, and after which time one more.
const OF_USER: (u32, Duration) = (10, Duration::from_secs(30));

/// The same for the codes of a user's second factor. A code is short, so somebody who knows the password may try only a few.
const OF_CODE: (u32, Duration) = (5, Duration::from_mins(5));

/// How many links for a new password an address may ask for, and how many may be asked for a user.
const LINKS_OF_ADDRESS: (u32, Duration) = (10, Duration::from_mins(1));
const LINKS_OF_USER: (u32, Duration) = (3, Duration::from_mins(10));

/// How many invitations may be mailed at once for an account and for an inviter, and after which time one more.
const INVITATIONS_OF_ACCOUNT: (u32, Duration) = (50, Duration::from_mins(10));
const INVITATIONS_OF_USER: (u32, Duration) = (20, Duration::from_mins(20));

/// The limits of all addresses and users. Clones share them.
#[derive(Clone)]
pub struct SignInLimits(Arc<Limits>);

struct Limits {
    addresses: Counts<IpAddr>,
    users: Counts<String>,
    codes: Counts<i64>,
    link_addresses: Counts<IpAddr>,
    link_users: Counts<String>,
    invitation_accounts: Counts<i64>,
    invitation_users: Counts<i64>,
}

impl Default for SignInLimits {
    /// Makes the limits, with the machine's clock.
    fn default() -> Self {
        let start = Instant::now();
        Self::with_clock(move || start.elapsed())
    }
}

impl SignInLimits {
    /// Makes the limits, with another clock. `now` returns the time since some fixed moment.
    pub fn with_clock(now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        let ticks = Ticks(Arc::new(now));
        let quota = |(burst, every): (u32, Duration)| {
            let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
            // `None` would mean a period of zero.
            Quota::with_period(every).unwrap_or(Quota::per_second(NonZeroU32::MIN)).allow_burst(burst)
        };
        Self(Arc::new(Limits {
            addresses: Counts::new(quota(OF_ADDRESS), ticks.clone()),
            users: Counts::new(quota(OF_USER), ticks.clone()),
            codes: Counts::new(quota(OF_CODE), ticks.clone()),
            link_addresses: Counts::new(quota(LINKS_OF_ADDRESS), ticks.clone()),
            link_users: Counts::new(quota(LINKS_OF_USER), ticks.clone()),
            invitation_accounts: Counts::new(quota(INVITATIONS_OF_ACCOUNT), ticks.clone()),
            invitation_users: Counts::new(quota(INVITATIONS_OF_USER), ticks),
        }))
    }

    /// Counts an attempt to sign in as the user of an email address.
    ///
    /// # Errors
    /// [`AppError::TooManyRequests`] if there were too many from this address, or for this user.
    pub fn take(&self, client: IpAddr, email: &str) -> Result<(), AppError> {
        self.0.addresses.take(&network(client))?;
        self.0.users.take(&user_of(email))?;
        Ok(())
    }

    /// Counts a request for a link with which the user of an email address sets a new password.
    ///
    /// # Errors
    /// [`AppError::TooManyRequests`] if there were too many from this address, or for this user, known or not.
    pub fn take_link(&self, client: IpAddr, email: &str) -> Result<(), AppError> {
        self.0.link_addresses.take(&network(client))?;
        self.0.link_users.take(&user_of(email))?;
        Ok(())
    }

    /// Counts an invitation of an account that a user has mailed.
    ///
    /// # Errors
    /// [`AppError::TooManyRequests`] if there were too many by this user, or for this account.
    pub fn take_invitation(&self, account_id: i64, user_id: i64) -> Result<(), AppError> {
        self.0.invitation_users.take(&user_id)?;
        self.0.invitation_accounts.take(&account_id)?;
        Ok(())
    }

    /// Counts a code that somebody tries who has given the password of this user.
    ///
    /// # Errors
    /// [`AppError::TooManyRequests`] if there were too many from this address, or for this user.
    pub fn take_code(&self, client: IpAddr, user_id: i64) -> Result<(), AppError> {
        self.0.addresses.take(&network(client))?;
        self.0.codes.take(&user_id)?;
        Ok(())
    }
}

/// Returns by what a user is counted: the email address, as long as one may be, so that nobody fills the memory.
fn user_of(email: &str) -> String {
    email.trim().to_lowercase().chars().take(254).collect()
}

impl fmt::Debug for SignInLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SignInLimits")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn addresses_and_users_are_counted_apart() {
        let clock = Arc::new(AtomicU64::new(0));
        let now = clock.clone();
        let limits = SignInLimits::with_clock(move || Duration::from_secs(now.load(Ordering::Relaxed)));
        let take = |client: &str, email: &str| limits.take(client.parse().unwrap(), email).is_ok();
        for attempt in 0..10 {
            assert!(take(&format!("203.0.113.{attempt}"), " Ada@almoner.example"));
        }
        assert!(!take("203.0.113.77", "ada@ALMONER.example"), "from any address");
        assert!(take("203.0.113.77", "grace@almoner.example"), "others are not affected");
        clock.store(30, Ordering::Relaxed);
        assert!(take("203.0.113.78", "ada@almoner.example"));
        assert!(!take("203.0.113.78", "ada@almoner.example"));
        for attempt in 0..30 {
            assert!(take("2001:db8::1", &format!("{attempt}@almoner.example")));
        }
        assert!(!take("2001:db8::2", "new@almoner.example"), "a network counts as one");
        assert!(take("2001:db8:0:1::1", "new@almoner.example"));
    }
}
