//! Almoner's HTTP API: records of giving behind a JSON envelope, and an event in the outbox for every change.
//!
//! A request passes the [shell](http::shell), is authenticated to an account, and reaches an operation of a
//! [resource](resources). A change is one transaction: the record, its event, and the event's outbox row; after
//! the commit the [relay] carries the event to the queue. What lies behind the queue, this crate knows only where
//! it runs the dispatcher within itself ([embedded]).

pub mod accounts;
pub mod admin;
pub mod app;
pub mod cli;
pub mod demo;
pub mod embedded;
pub mod events;
pub mod housekeeping;
pub mod http;
pub mod idempotency;
pub mod imports;
pub mod listing;
pub mod money;
pub mod openapi;
pub mod relay;
pub mod resource;
pub mod resources;
pub mod serve;
pub mod validator;
