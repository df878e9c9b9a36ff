//! Output on a terminal.

use std::env::var_os;
use std::io::IsTerminal;

/// Returns whether a stream shows colours: it is a terminal that knows them, and `NO_COLOR` (<https://no-color.org>) does
/// not forbid them.
pub fn shows_colours(stream: &impl IsTerminal) -> bool {
    let is_forbidden = var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_dumb = var_os("TERM").is_some_and(|name| name == "dumb");
    stream.is_terminal() && !is_forbidden && !is_dumb
}
