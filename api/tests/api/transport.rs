//! Rules for every request, whatever the operation: ids and traces, headers against misuse, ignored parameters, the rate
//! limit, compression, and the limits that no client may exceed.

mod bodies;
mod clients;
mod compression;
mod headers;
mod ids;
mod limits;
mod parameters;
mod protocol;
mod proxies;
mod rates;
mod slow;
