//! Rules for every request, whatever the operation: ids and traces, ignored parameters, the rate limit, compression,
//! and the limits that no client may exceed.

mod compression;
mod ids;
mod limits;
mod parameters;
mod protocol;
mod rates;
mod slow;
