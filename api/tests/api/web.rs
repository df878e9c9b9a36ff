//! The web application as its visitors see it: a real server in the test's process, asked as a browser asks.

mod amounts;
mod archived;
mod audit;
pub mod browser;
mod form;
mod forms;
mod giving;
mod imports;
mod keys;
mod links;
mod limits;
mod lists;
mod lockout;
mod mail;
mod mail_limits;
mod matrix;
mod merge;
mod overview;
mod pages;
mod password_queue;
mod people;
mod proving;
mod second_factor;
mod sessions;
mod sign_in;
mod statements;
mod webhooks;
