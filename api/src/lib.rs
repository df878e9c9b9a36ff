//! Almoner's HTTP API: records of giving behind a JSON envelope, and an event in the outbox for every change.
//!
//! A request passes the [request log](http::request_log), is authenticated to an account ([`auth`]), and reaches an
//! operation of a [resource](resources). A change is one transaction: the record, its event, and the event's outbox
//! row. After the commit the [relay](background::relay) carries the event to the queue. This crate knows what lies
//! behind the queue only where it runs the dispatcher within itself ([`background::embedded`]).
//!
//! `.github/ARCHITECTURE.md` has the layers, the invariants, and the way of a request and of an event through the files.

#[macro_use]
pub mod language;

pub mod accounts;
pub mod auth;
pub mod background;
pub mod cli;
pub mod crypto;
pub mod erasure;
pub mod error;
pub mod events;
pub mod fields;
pub mod gather;
pub mod giving;
pub mod http;
pub mod idempotency;
pub mod locale;
pub mod mail;
pub mod metrics;
pub mod money;
pub mod openapi;
pub mod records;
pub mod resealing;
pub mod resources;
pub mod rest;
pub mod router;
pub mod state;
pub mod times;
pub mod typeset;
pub mod waiting_letters;
pub mod web;
