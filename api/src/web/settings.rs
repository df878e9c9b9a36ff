//! The settings: of the user, of the account, and of the access of other programs.

pub(super) mod account;
pub(super) mod audit;
pub(super) mod forms;
pub(super) mod gift_types;
pub(super) mod letter_words;
pub(super) mod letterhead;
pub(super) mod members;
pub(super) mod profile;
pub(super) mod second_factor;
pub(super) mod services;
pub(super) mod webhooks;

use super::visit::Visit;
use crate::error::AppError;

/// Returns an id in the path of a page, by its place: `/settings/webhooks/{3}/deliveries/{5}`.
fn id_at(visit: &Visit, place: usize) -> Result<i64, AppError> {
    let text = visit.path.split('/').nth(place).unwrap_or_default();
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number).ok_or(AppError::NotFound)
}
