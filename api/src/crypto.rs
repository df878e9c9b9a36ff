//! The credentials of callers: API keys, and the tokens of sessions, invitations and links.

pub mod keys;
pub mod tokens;
