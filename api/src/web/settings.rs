//! The settings: of the user, of the account, and of the access of other programs.

pub(super) mod account;
pub(super) mod audit;
pub(super) mod members;
pub(super) mod profile;
pub(super) mod second_factor;
pub(super) mod services;
pub(super) mod webhooks;
