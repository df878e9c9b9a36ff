//! The API as its callers see it: a real server in the test's process, asked over HTTP, on SQLite and on PostgreSQL.
//!
//! Tests are named after the rule that they prove; `spec_4_rule_6_…` is rule 6 of the specification's section 4.
//! [`support::Reply`] asserts that every response is the envelope, so this holds for each request of the suite.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(unreachable_pub, reason = "a test program exports nothing")]

mod account;
mod auth;
mod bad_input;
mod batches;
mod circles;
mod conditional;
mod contact_match;
mod contacts;
mod deliveries;
mod docs;
mod envelope;
mod erasure;
mod error_codes;
mod event_envelope;
mod event_log;
mod events;
mod examples;
mod exports;
mod gift_batches;
mod gift_types;
mod gifts;
mod giving_summary;
mod guide;
mod hidden;
mod households;
mod idempotency;
mod imports;
mod include;
mod isolation;
mod key_rotation;
mod lists;
mod meanwhile;
mod metrics;
mod mirror;
mod moving;
mod names;
mod numbers;
mod openapi;
mod outlet;
mod own_ids;
mod plausible;
mod pledges;
mod purposes;
mod recipes;
mod recoveries;
mod related_records;
mod reports;
mod retention;
mod row_security;
mod samples;
mod sandboxes;
mod saved_lists;
mod schema;
mod support;
mod tasks;
mod transactions;
mod transport;
mod unique_columns;
mod upgrades;
mod web;
mod webhooks;
