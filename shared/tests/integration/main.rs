//! The outbox on both databases, and the queue in its two forms.

mod outbox;
mod queue;
