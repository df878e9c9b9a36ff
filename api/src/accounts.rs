//! Accounts, their users, members, keys and sessions (specification, section 5). Each rule is here once, for the web
//! application and for the command line.

pub mod audit;
pub mod invitations;
pub mod keys;
pub mod links;
pub mod members;
mod new_account;
mod outstanding;
pub mod passwords;
mod proving;
mod recovery_codes;
mod refusal;
pub mod sandboxes;
pub mod second_factor;
pub mod sessions;
pub mod settings;
mod texts;
pub mod totp;
pub mod users;

pub use audit::Actor;
pub use new_account::{Created, CreatedWithKey, NewAccount, create, insert_gift_types};
pub use refusal::Refusal;
pub use settings::{AccountRow, Settings, all, change};
