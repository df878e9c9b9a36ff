//! The certificates of receivers that the dispatcher accepts, with a certification authority that an operator has added.

use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd};
use shared::values::choices::{AttemptOutcome, EventType};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;

use crate::deployment::Deployment;

/// Starts a receiver with this certificate, and returns its port. The certificate is signed by this authority; without
/// one it is self-signed.
async fn serve(params: CertificateParams, authority: Option<&CertifiedIssuer<'_, KeyPair>>) -> u16 {
    let key = KeyPair::generate().unwrap();
    let certificate = match authority {
        Some(authority) => params.signed_by(&key, authority),
        None => params.self_signed(&key),
    };
    let chain = vec![certificate.unwrap().der().clone()];
    let config = ServerConfig::builder().with_no_client_auth().with_single_cert(chain, key.into()).unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let _ = stream.read(&mut [0; 4096]).await;
            let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await;
        }
    });
    port
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_valid_certificate_of_the_host_is_believed() {
    shared::crypto::tls::install_crypto_provider();
    let mut authority = CertificateParams::default();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    authority.distinguished_name.push(DnType::CommonName, "The operator's authority");
    let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let roots = directory.path().join("roots.pem");
    std::fs::write(&roots, authority.pem()).unwrap();

    let certificate = |host: &str| CertificateParams::new([host.to_owned()]).unwrap();
    let mut expired = certificate("localhost");
    (expired.not_before, expired.not_after) = (date_time_ymd(2020, 1, 1), date_time_ymd(2021, 1, 1));
    let deployment = Deployment::new().await;
    let world = &deployment.world;
    let mut webhooks = Vec::new();
    for (params, authority, reason) in [
        (certificate("localhost"), Some(&authority), None),
        (expired, Some(&authority), Some("has expired")),
        (certificate("other.example"), Some(&authority), Some("for another host")),
        (certificate("localhost"), None, Some("it is self-signed")),
    ] {
        let port = serve(params, authority).await;
        webhooks.push((world.webhook_to(&format!("https://localhost:{port}/")).await, reason));
    }
    let _program = deployment.start(&[("SSL_CERT_FILE", roots.to_str().unwrap())]).await;
    deployment.publish(world.event(EventType::GiftsCreate).await).await;

    for (webhook_id, reason) in webhooks {
        let attempt = world.first_attempt(webhook_id).await;
        match reason {
            None => assert_eq!(attempt.attempt_outcome, AttemptOutcome::Success, "{attempt:?}"),
            Some(reason) => {
                assert_eq!(attempt.attempt_outcome, AttemptOutcome::Tls, "{attempt:?}");
                assert!(attempt.error.as_ref().is_some_and(|error| error.contains(reason)), "{attempt:?}");
            }
        }
    }
}
