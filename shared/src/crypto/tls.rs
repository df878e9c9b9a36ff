//! The one TLS stack: rustls on ring.

/// Makes ring the process's provider of cryptography. Call it at the start of each program; later calls change
/// nothing.
pub fn install_crypto_provider() {
    // An error means that a provider is installed already. It can only be ring, because no other is compiled in.
    let _ = rustls::crypto::ring::default_provider().install_default();
}
