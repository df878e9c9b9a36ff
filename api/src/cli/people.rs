//! The commands of operators on accounts, users and keys. They follow the same rules as the web application, and leave the
//! same entries in the audit log. Each prints JSON.

use std::io::Read;

use chrono_tz::Tz;
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use shared::entities::AccountScope;
use shared::process::config::Settings;
use shared::values::choices::MembershipRole;
use shared::values::clock::{Clock, rfc3339};
use shared::{Error, Store};

use crate::accounts::{self, Actor, NewAccount, Refusal, invitations, keys, links, second_factor, users};
use crate::state;

#[derive(Subcommand)]
pub(super) enum Accounts {
    /// Create an account with its owner and the owner's API key, and print them as JSON
    Create {
        /// The account's name
        #[arg(long)]
        name: String,
        /// The owner's email address
        #[arg(long)]
        email: String,
        /// Read the owner's password from standard input
        #[arg(long, required = true)]
        password_stdin: bool,
        /// The account's currency, ISO 4217
        #[arg(long, default_value = "USD")]
        currency: String,
        /// The account's time zone, from the IANA database
        #[arg(long, default_value = "UTC")]
        timezone: Tz,
    },
    /// List the accounts
    List,
}

#[derive(Subcommand)]
pub(super) enum Users {
    /// Create a user in an account; without a password, print the path of a link that sets one
    Create {
        /// The account's id
        #[arg(long)]
        account: i64,
        /// The user's email address
        #[arg(long)]
        email: String,
        /// The user's name
        #[arg(long)]
        name: Option<String>,
        /// What the user may do: owner or member
        #[arg(long, default_value = "member")]
        role: MembershipRole,
        /// Read the user's password from standard input
        #[arg(long)]
        password_stdin: bool,
    },
    /// Set a user's password; without one, print the path of a link that sets it
    Password {
        /// The user's email address
        #[arg(long)]
        user: String,
        /// Read the password from standard input
        #[arg(long)]
        password_stdin: bool,
    },
    /// Turn the second factor of a user off who has lost it; the user's sessions end
    ResetSecondFactor {
        /// The user's email address
        #[arg(long, alias = "email")]
        user: String,
    },
    /// Invite somebody to an account, and print the path of the link
    Invite {
        /// The account's id
        #[arg(long)]
        account: i64,
        /// The email address
        #[arg(long)]
        email: String,
        /// What the new member may do: owner or member
        #[arg(long, default_value = "member")]
        role: MembershipRole,
    },
}

#[derive(Subcommand)]
pub(super) enum Keys {
    /// Create an API key of a user for an account, and print it
    Create(OfUser),
    /// Replace an API key of a user for an account, and print the new one; the old one stops at once
    Refresh(OfUser),
    /// Remove an API key of a user for an account; it stops at once
    Revoke(OfUser),
    /// List the API keys of an account, with their last use
    List {
        /// The account's id
        #[arg(long)]
        account: i64,
    },
}

/// A key of a user in an account.
#[derive(Args)]
pub(super) struct OfUser {
    /// The account's id
    #[arg(long)]
    account: i64,
    /// The user's email address
    #[arg(long)]
    user: String,
    /// The key's name, such as that of the program that uses it; for a user's only key, it may be left out
    #[arg(long, value_name = "NAME")]
    key_name: Option<String>,
}

impl OfUser {
    fn which(&self) -> keys::Which<'_> {
        self.key_name.as_deref().map_or(keys::Which::Only, keys::Which::Named)
    }
}

/// Runs a command on accounts.
pub(super) async fn accounts(settings: &Settings, command: Accounts) -> Result<(), Error> {
    let output = match command {
        Accounts::Create { name, email, password_stdin: _, currency, timezone } => {
            let new = NewAccount {
                organisation: name,
                name: String::new(),
                email,
                password: password()?,
                currency,
                timezone: timezone.name().to_owned(),
                status_follows_gifts: false,
            };
            json!(accounts::create(&state::open(settings).await?, &Clock::default(), new).await?)
        }
        Accounts::List => {
            settings.expect_database()?;
            json!(accounts::all(state::open(settings).await?.read()).await?)
        }
    };
    println!("{output}");
    Ok(())
}

/// Runs a command on users.
pub(super) async fn users(settings: &Settings, command: Users) -> Result<(), Error> {
    settings.expect_database()?;
    let (store, actor) = (state::open(settings).await?, Actor::operator(Clock::default().now_ms()));
    let output = match command {
        Users::Create { account, email, name, role, password_stdin } => {
            let password = password_stdin.then(password).transpose()?;
            let typed = users::Typed { email: &email, name: name.as_deref(), password: password.as_deref() };
            let created = users::create(&store, actor, typed, (AccountScope::new(account), role)).await;
            let user_id = created.map_err(|refusal| not_found(refusal, "there is no such account"))?;
            match password {
                Some(_) => json!({"user_id": user_id}),
                None => password_link(&store, actor, user_id).await?,
            }
        }
        Users::Password { user, password_stdin } => {
            let user_id = find(&store, &user).await?;
            if password_stdin {
                users::replace_password(&store, actor, user_id, &password()?).await?;
                json!({"user_id": user_id})
            } else {
                password_link(&store, actor, user_id).await?
            }
        }
        Users::ResetSecondFactor { user } => {
            let user_id = find(&store, &user).await?;
            let reset = second_factor::reset(&store, actor, user_id).await;
            reset.map_err(|refusal| not_found(refusal, "the user has no second factor"))?;
            json!({"user_id": user_id})
        }
        Users::Invite { account, email, role } => {
            let scope = expect_account(&store, account).await?;
            let invited = invitations::invite(&store, actor, scope, (&email, role), false).await?;
            json!({"path": format!("/invitation?token={}", invited.token)})
        }
    };
    println!("{output}");
    Ok(())
}

/// Runs a command on API keys.
pub(super) async fn keys(settings: &Settings, command: Keys) -> Result<(), Error> {
    settings.expect_database()?;
    let (store, actor) = (state::open(settings).await?, Actor::operator(Clock::default().now_ms()));
    let output = match command {
        Keys::Create(of) => {
            let user_id = find(&store, &of.user).await?;
            let name = of.key_name.as_deref().unwrap_or(keys::UNNAMED);
            let key = keys::create(&store, actor, AccountScope::new(of.account), user_id, name).await;
            with_key(of.account, user_id, &key.map_err(no_member)?)
        }
        Keys::Refresh(of) => {
            let user_id = find(&store, &of.user).await?;
            let key = keys::refresh(&store, actor, AccountScope::new(of.account), user_id, of.which()).await;
            with_key(of.account, user_id, &key.map_err(no_member)?)
        }
        Keys::Revoke(of) => {
            let user_id = find(&store, &of.user).await?;
            let name = keys::revoke(&store, actor, AccountScope::new(of.account), user_id, of.which()).await;
            json!({"account_id": of.account, "user_id": user_id, "key_name": name.map_err(no_member)?})
        }
        Keys::List { account } => {
            let scope = expect_account(&store, account).await?;
            let key = |key: keys::KeyUse| {
                json!({
                    "user_id": key.user_id,
                    "email": key.email,
                    "key_name": key.key_name,
                    "created_at": rfc3339(key.created_at_ms),
                    "last_used_at": key.last_used_at_ms.map(rfc3339),
                    "last_used_agent": key.last_used_agent,
                })
            };
            keys::list(store.read(), scope, None).await?.into_iter().map(key).collect()
        }
    };
    println!("{output}");
    Ok(())
}

/// Reads a password from standard input, without the end of its line.
fn password() -> Result<String, Error> {
    let mut password = String::new();
    // More bytes than any password may have, so that a longer one is refused and not cut off.
    let read = std::io::stdin().take(10_000).read_to_string(&mut password);
    read.map_err(|error| Error::Io("standard input".to_owned(), error))?;
    Ok(password.trim_end_matches(['\r', '\n']).to_owned())
}

async fn find(store: &Store, email: &str) -> Result<i64, Error> {
    let user = users::find(store.read(), email).await?;
    user.map(|user| user.id).ok_or_else(|| Error::Config(format!("there is no user {email}")))
}

async fn expect_account(store: &Store, account_id: i64) -> Result<AccountScope, Error> {
    let known = accounts::all(store.read()).await?.iter().any(|account| account.account_id == account_id);
    let unknown = || Error::Config("there is no such account".to_owned());
    known.then(|| AccountScope::new(account_id)).ok_or_else(unknown)
}

async fn password_link(store: &Store, actor: Actor, user_id: i64) -> Result<Value, Error> {
    let token = links::new_password(store, actor, user_id).await?;
    Ok(json!({"user_id": user_id, "path": format!("/password?token={token}")}))
}

fn with_key(account_id: i64, user_id: i64, api_key: &str) -> Value {
    json!({"account_id": account_id, "user_id": user_id, "api_key": api_key})
}

fn no_member(refusal: Refusal) -> Error {
    not_found(refusal, "the user is not a member of the account")
}

fn not_found(refusal: Refusal, text: &str) -> Error {
    match refusal {
        Refusal::NotFound => Error::Config(text.to_owned()),
        other => other.into(),
    }
}
