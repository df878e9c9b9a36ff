//! What tells that two rows of a file may be of one person: the same email address, or the same name and postal code.

use std::collections::HashMap;

use sha2::{Digest, Sha256};
use shared::crypto::bytes::hex;

use crate::records::importable::Look;
use crate::resources::contacts::alike::named;
use crate::resources::imports::file_rows::FileRow;
use crate::resources::imports::mapping::names::Name;

/// How many email addresses of a row count.
const EMAILS_MAX: usize = 3;
/// How long a key is, in characters.
pub(super) const KEY_LENGTH: usize = 32;

/// What is known of the people of some rows.
#[derive(Default)]
pub(super) struct People {
    /// The rows that had these keys first.
    first: HashMap<String, i64>,
    /// The rows whose new donors had these keys first.
    donors: HashMap<String, i64>,
    /// What tells the people of rows from others, in a dry run.
    pub(super) looks: Vec<(i64, Look)>,
    /// Donors of whom rows that fail say the name alone, in a dry run.
    pub(super) named: Vec<(i64, Look)>,
    /// The donors that are there, by the numbers of the rows, in a dry run.
    pub(super) found: Vec<(i64, i64)>,
}

/// Returns what tells somebody of whom nothing but the name is known from others.
pub(super) fn look_of_name(name: &Name) -> Look {
    named(name.is_org, [&name.first, &name.last])
}

/// Returns the keys of a person. They are hashes, because the many keys of a file are stored until its import ends.
pub(super) fn keys_of(look: &Look) -> Vec<String> {
    let kind = if look.is_org { "org" } else { "person" };
    let emails = look.emails.iter().filter(|email| !email.is_empty()).take(EMAILS_MAX);
    let by_email = emails.map(|email| format!("{kind} {email}"));
    let code = look.codes.first().filter(|code| look.is_named() && !code.is_empty());
    let by_code = code.map(|code| format!("{kind}\n{}\n{}\n{code}", look.first, look.last));
    by_email.chain(by_code).map(hashed).collect()
}

/// Returns the key of a new donor of whom a row says too little to be found by: rows that say the same are of the same one.
pub(super) fn key_of_new(record: &FileRow) -> Option<String> {
    let donor = record.donor.as_ref().filter(|_| record.named.is_some())?;
    Some(hashed(format!("new\n{}", donor.to_lowercase())))
}

fn hashed(key: String) -> String {
    hex(&Sha256::digest(key)[..KEY_LENGTH / 2])
}

impl People {
    /// Returns the earlier row whose person somebody with these keys may be.
    pub(super) fn earlier(&self, keys: &[String]) -> Option<i64> {
        keys.iter().find_map(|key| self.first.get(key).copied())
    }

    /// Returns the keys that this row, or a later one, had first, each with its row.
    pub(super) fn since(&self, row: i64) -> impl Iterator<Item = (&str, i64)> {
        let keys = self.first.iter().map(|(key, first)| (key.as_str(), *first));
        keys.filter(move |(_, first)| *first >= row)
    }

    /// Lets later rows be compared with a row that is good.
    pub(super) fn keep(&mut self, row: i64, keys: Vec<String>) {
        for key in keys {
            self.first.entry(key).or_insert(row);
        }
    }

    /// Returns the row that is the first with a new donor: the one with this number, or one before it.
    pub(super) fn first_with_donor(&mut self, row: i64, look: &Look) -> i64 {
        match keys_of(look).into_iter().next() {
            Some(key) => *self.donors.entry(key).or_insert(row),
            None => row,
        }
    }
}
