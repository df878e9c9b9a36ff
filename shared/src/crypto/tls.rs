//! The one TLS stack: rustls on ring.

/// Makes ring the process's provider of cryptography. Call it at the start of each program; later calls change
/// nothing.
pub fn install_crypto_provider() {
    // An error says that there is one already, which is this one: no other is compiled in.
    let _ = rustls::crypto::ring::default_provider().install_default();
}
