//! Almoner's HTTP API: records of giving behind a JSON envelope, and an event in the outbox for every change.
//!
//! A request passes the [request log](http::request_log), is authenticated to an account, and reaches an operation of a
//! [resource](resources). A change is one transaction: the record, its event, and the event's outbox row; after
//! the commit the [relay](background::relay) carries the event to the queue. What lies behind the queue, this crate knows only where
//! it runs the dispatcher within itself ([embedded](background::embedded)).

pub mod accounts;
pub mod auth;
pub mod background;
pub mod cli;
pub mod http;
pub mod idempotency;
pub mod openapi;
pub mod records;
pub mod resources;
pub mod router;
pub mod state;
