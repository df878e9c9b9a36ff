//! Contacts that look like the same person, or like the same organisation, in pairs: the strongest first.
//!
//! Nothing is stored for it but the pairs that somebody keeps apart. Each list is made from what the contacts say now: every
//! contact gets a few keys (`keys`), and two with the same key are a pair.

use std::cmp::Reverse;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use shared::values::choices::Choice;
use tokio::task::spawn_blocking;

use self::keys::{Keys, SHARED_MAX};
use crate::error::AppError;
use crate::records::Context;

mod keys;
mod nicknames;
mod reason;
mod sound;

pub use super::related::phone_key;
pub use nicknames::formal;
pub use reason::DuplicateReason;

/// The most pairs of a list. Those of the strongest keys are found first.
const PAIRS_MAX: usize = 100_000;

/// Two contacts that look like the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Their ids, the lower one first.
    pub ids: (i64, i64),
    reasons: u8,
}

/// The place of a pair in the list, after which a page begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place((Reverse<u32>, Reverse<u8>, (i64, i64)));

impl Pair {
    /// Returns what speaks for it, the strongest first.
    pub fn reasons(self) -> Vec<DuplicateReason> {
        DuplicateReason::ALL.iter().copied().filter(|reason| self.reasons & reason.bit() != 0).collect()
    }

    /// Returns its place: more reasons come first, and of as many, stronger ones.
    fn place(self) -> Place {
        Place((Reverse(self.reasons.count_ones()), Reverse(self.reasons), self.ids))
    }
}

/// A page of the list.
pub struct Page {
    /// Its pairs.
    pub pairs: Vec<Pair>,
    /// How many pairs the whole list has.
    pub total: usize,
    /// The cursor of the next page, if there is one.
    pub next: Option<String>,
}

/// Returns the place that a cursor holds, if it is one of this list.
pub fn open(context: &Context, cursor: &str) -> Option<Place> {
    let place = context.app.secrets_key.open_token(&scope(context), cursor).ok()?;
    serde_json::from_slice(&place).ok()
}

fn scope(context: &Context) -> String {
    format!("duplicates {}", context.caller.account.account_id())
}

/// Reads a page of the list, from its beginning or after a place. Waits while another request does so.
pub async fn page(context: &Context, after: Option<Place>, limit: usize) -> Result<Page, AppError> {
    let turn = Arc::clone(&context.app.duplicates).acquire_owned();
    let turn = turn.await.map_err(|error| AppError::Internal(error.into()))?;
    let tx = context.app.store.snapshot().await?;
    let keys = Keys::read(&tx, context.caller.account).await?;
    tx.end().await?;
    // Sorting takes long enough to hold others up. The turn ends with it, even if nobody waits for the answer any more.
    let sorted = spawn_blocking(move || {
        let pairs = pairs_of(keys);
        drop(turn);
        pairs
    });
    let pairs = sorted.await.map_err(|error| AppError::Internal(error.into()))?;
    let start = after.map_or(0, |after| pairs.partition_point(|pair| pair.place() <= after));
    let end = pairs.len().min(start.saturating_add(limit));
    let shown = pairs[start..end].to_vec();
    let last = shown.last().filter(|_| end < pairs.len());
    let next = last.map(|last| {
        let place = serde_json::to_vec(&last.place())?;
        Ok::<_, AppError>(context.app.secrets_key.token(&scope(context), &place)?)
    });
    Ok(Page { pairs: shown, total: pairs.len(), next: next.transpose()? })
}

/// Makes the pairs of contacts that share keys, in their order.
fn pairs_of(mut keys: Keys) -> Vec<Pair> {
    let mut found = FxHashMap::<(i64, i64), u8>::default();
    for (reason, mut of_reason) in keys.by_reason() {
        of_reason.sort_unstable();
        of_reason.dedup();
        for group in of_reason.chunk_by(|one, other| one.0 == other.0) {
            if group.len() > SHARED_MAX {
                continue;
            }
            for (i, (_, first)) in group.iter().enumerate() {
                for (_, second) in &group[i + 1..] {
                    add(&mut found, &keys, reason, (*first, *second));
                }
            }
        }
    }
    for ids in keys.of_both_kinds() {
        add(&mut found, &keys, DuplicateReason::Name, ids);
    }
    let pair = |(ids, reasons): ((i64, i64), u8)| {
        // The same names sound the same.
        let is_said = reasons & DuplicateReason::NameAndPlace.bit() != 0;
        let said = if is_said { DuplicateReason::Sound.bit() } else { 0 };
        Pair { ids, reasons: reasons & !said }
    };
    let mut pairs: Vec<_> = found.into_iter().map(pair).collect();
    pairs.sort_unstable_by_key(|pair| pair.place());
    pairs
}

/// Adds what speaks for a pair, unless the two live together or somebody keeps them apart.
fn add(found: &mut FxHashMap<(i64, i64), u8>, keys: &Keys, reason: DuplicateReason, ids: (i64, i64)) {
    let household = |id: i64| keys.households.get(&id);
    if household(ids.0).is_some() && household(ids.0) == household(ids.1) || keys.apart.contains(&ids) {
        return;
    }
    // The weakest reason comes last, and is told of nobody who has another.
    let is_weakest = reason == DuplicateReason::Name;
    if is_weakest && (found.contains_key(&ids) || keys.are_told_apart(ids)) {
        return;
    }
    let has_room = found.len() < PAIRS_MAX;
    match found.get_mut(&ids) {
        Some(reasons) => *reasons |= reason.bit(),
        None if has_room => {
            found.insert(ids, reason.bit());
        }
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::keys::Detail;
    use super::*;

    fn pairs(keys: &[(DuplicateReason, u64, i64)]) -> Vec<((i64, i64), Vec<DuplicateReason>)> {
        let mut all = Keys::default();
        for (reason, hash, id) in keys {
            all.add(*reason, *hash, *id);
        }
        pairs_of(all).into_iter().map(|pair| (pair.ids, pair.reasons())).collect()
    }

    #[test]
    fn more_reasons_come_first_and_then_stronger_ones() {
        use DuplicateReason::{Email, NameAndPlace, Phone, Sound};
        let found = pairs(&[
            (Sound, 1, 1),
            (Sound, 1, 2),
            (Phone, 2, 3),
            (Phone, 2, 4),
            (Email, 3, 6),
            (Email, 3, 5),
            (Phone, 4, 7),
            (Phone, 4, 8),
            (Sound, 5, 8),
            (Sound, 5, 7),
            (NameAndPlace, 6, 9),
            (NameAndPlace, 6, 10),
            (NameAndPlace, 7, 9),
            (NameAndPlace, 7, 10),
            (Sound, 8, 9),
            (Sound, 8, 10),
        ]);
        let expected = [
            ((7, 8), vec![Phone, Sound]),
            ((5, 6), vec![Email]),
            ((3, 4), vec![Phone]),
            ((9, 10), vec![NameAndPlace]),
            ((1, 2), vec![Sound]),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn two_of_a_name_are_a_pair_while_nothing_tells_them_apart() {
        use DuplicateReason::{Email, Name};
        let mut keys = Keys::default();
        (1..=4).for_each(|id| keys.add(Name, 1, id));
        keys.note(Detail::Place, 1);
        keys.note(Detail::Place, 2);
        keys.note(Detail::Email, 3);
        // Those who share something have a better reason.
        keys.add(Email, 2, 3);
        keys.add(Email, 2, 4);
        let found: Vec<_> = pairs_of(keys).into_iter().map(|pair| (pair.ids, pair.reasons())).collect();
        let by_name = [(1, 3), (1, 4), (2, 3), (2, 4)].map(|ids| (ids, vec![Name]));
        assert_eq!(found, [vec![((3, 4), vec![Email])], by_name.to_vec()].concat());
    }

    #[test]
    fn what_many_share_says_nothing() {
        let of = |count: i64| (0..count).map(|id| (DuplicateReason::Email, 1, id)).collect::<Vec<_>>();
        assert_eq!(pairs(&of(1)).len(), 0);
        assert_eq!(pairs(&of(20)).len(), 190);
        assert_eq!(pairs(&of(21)).len(), 0);
        let twice = [of(20), of(20)].concat();
        assert_eq!(pairs(&twice).len(), 190, "a contact can have a key twice");
    }

    #[test]
    fn people_who_live_together_are_no_duplicates() {
        let mut keys = Keys::default();
        (1..=4).for_each(|id| keys.add(DuplicateReason::Phone, 1, id));
        keys.households.extend([(1, 7), (2, 7), (3, 8)]);
        let ids: Vec<_> = pairs_of(keys).into_iter().map(|pair| pair.ids).collect();
        assert_eq!(ids, [(1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]);
    }

    #[test]
    fn what_somebody_keeps_apart_is_no_pair() {
        let mut keys = Keys::default();
        (1..=3).for_each(|id| keys.add(DuplicateReason::Phone, 1, id));
        keys.apart.insert((1, 3));
        let ids: Vec<_> = pairs_of(keys).into_iter().map(|pair| pair.ids).collect();
        assert_eq!(ids, [(1, 2), (2, 3)]);
    }

    #[test]
    fn the_number_of_pairs_is_bounded() {
        let keys = |reason| (0..11_000_u64).flat_map(move |id| [(reason, id / 20, id.cast_signed())]);
        let all: Vec<_> = keys(DuplicateReason::Email).chain(keys(DuplicateReason::Phone)).collect();
        let found = pairs(&all);
        assert_eq!(found.len(), PAIRS_MAX);
        assert!(found.iter().all(|(_, reasons)| reasons.len() == 2), "known pairs get further reasons");
    }
}
