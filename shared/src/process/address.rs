//! The addresses on which a program listens.

use std::io;
use std::net::SocketAddr;

use crate::Error;

/// Returns the error for an address on which the program cannot listen. `setting` is how the user chooses another one.
pub fn unusable(address: SocketAddr, setting: &str, error: io::Error) -> Error {
    if error.kind() == io::ErrorKind::AddrInUse {
        return Error::Config(format!(
            "another program uses {address}: stop it, or choose another address with {setting}"
        ));
    }
    Error::Io(format!("{setting} {address}"), error)
}
