//! Email by the settings of a real api: over TLS, with a certificate of an authority that the operator has added.

use std::sync::Arc;
use std::time::Duration;

use bench::deployment::{Program, until};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;

use crate::embedded::Embedded;
use crate::mail_server::MailServer;
use crate::people::send;
use crate::stopping::{api, failure};

const PATIENCE: Duration = Duration::from_secs(30);
const BASE: &str = "https://donors.shelter.example";

/// Starts a mail server with a certificate for this machine. Returns the authority that has signed it, too.
async fn server() -> (MailServer, String) {
    let mut authority = CertificateParams::default();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    authority.distinguished_name.push(DnType::CommonName, "The operator's authority");
    let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(["localhost".to_owned()]).unwrap();
    let certificate = certificate.signed_by(&key, &authority).unwrap();
    let config = ServerConfig::builder().with_no_client_auth();
    let config = config.with_single_cert(vec![certificate.der().clone()], key.into()).unwrap();
    (MailServer::start(Some(TlsAcceptor::from(Arc::new(config)))).await, authority.pem())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_for_a_new_password_is_mailed_over_tls() {
    let embedded = Embedded::new();
    let (server, authority) = server().await;
    let roots = embedded.directory.path().join("roots.pem");
    std::fs::write(&roots, authority).unwrap();
    let url = embedded.directory.path().join("smtp-url");
    let port = server.address.port();
    std::fs::write(&url, format!("smtps://almoner:p%40ss@localhost:{port}\n")).unwrap();
    let mut variables = embedded.variables().to_vec();
    variables.extend([
        ("SSL_CERT_FILE", roots.display().to_string()),
        ("ALMONER_SMTP_URL_FILE", url.display().to_string()),
        ("ALMONER_MAIL_FROM", "Almoner <almoner@shelter.example>".to_owned()),
        ("ALMONER_PUBLIC_URL", format!("{BASE}/")),
    ]);
    let log = embedded.directory.path().join("api.log");
    let through = ["/bin/sh", "-c", r#"exec "$0" serve"#];
    let mut program = Program::spawn_through(&through, "almoner", &variables, log).unwrap();
    let serves = async || program.log().unwrap().contains(r#""message":"serving""#);
    until("the api serves", PATIENCE, serves).await.unwrap();

    let base = format!("http://{}", embedded.listen);
    let fields = [("email", "demo@almoner.example")];
    let (status, location, _) = send(&base, "/forgotten-password", &fields).await;
    assert_eq!((status, &*location), (303, "/forgotten-password"));
    let letter = server.letter(1).await;
    assert_eq!(letter.to, "demo@almoner.example");
    assert_eq!(server.credentials().as_deref(), Some("almoner p@ss"));
    let path = letter.path(BASE);
    let (status, location, _) = send(&base, &path, &[("password", "another horse battery")]).await;
    assert_eq!((status, &*location), (303, "/sign-in"));
    assert_eq!(server.letter(2).await.headers("Subject"), ["Your password was changed"]);
    assert_eq!(program.terminate(Duration::from_secs(25)).await.unwrap(), Some(0));
    let log = program.log().unwrap();
    let token = path.split_once("token=").unwrap().1;
    for secret in [token, "p@ss", "p%40ss"] {
        assert!(!log.contains(secret), "{secret}");
    }
}

#[tokio::test]
async fn settings_of_the_mail_server_that_are_missing_or_wrong_are_errors_at_start() {
    let [url, from, public] = ["ALMONER_SMTP_URL", "ALMONER_MAIL_FROM", "ALMONER_PUBLIC_URL"];
    let (good, sender) = ("smtps://u:secret@mail.example", "almoner@shelter.example");
    for (variables, expected) in [
        (vec![(url, good)], "required with ALMONER_SMTP_URL: ALMONER_MAIL_FROM, ALMONER_PUBLIC_URL\n"),
        (vec![(url, good), (from, sender)], "required with ALMONER_SMTP_URL: ALMONER_PUBLIC_URL\n"),
        (vec![(url, good), (from, "Almoner"), (public, BASE)], "ALMONER_MAIL_FROM: "),
        (
            vec![(url, "http://u:secret@mail.example"), (from, sender), (public, BASE)],
            "ALMONER_SMTP_URL must begin with",
        ),
        (vec![(public, "donors.shelter.example")], "ALMONER_PUBLIC_URL"),
    ] {
        let embedded = Embedded::new();
        let mut all = embedded.variables().to_vec();
        all.extend(variables.iter().map(|(name, value)| (*name, (*value).to_owned())));
        let message =
            failure(api(&all).args(["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"])).await;
        assert!(message.contains(expected) && !message.contains("secret"), "{message}");
    }
}
