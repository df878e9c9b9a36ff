//! PostgreSQL over TLS: `sslmode=verify-full` connects only to the server of the name that a trusted authority certifies.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use bench::deployment::{Directory, Server, World};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use sea_orm::ConnectionTrait;
use shared::Store;
use shared::database::schema;
use tokio::process::Command;

use crate::stopping::api;

/// Makes an authority, and writes its certificate into a file.
fn authority(file: &Path) -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(DnType::CommonName, "An authority of our own");
    let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
    std::fs::write(file, issuer.pem()).unwrap();
    issuer
}

/// Gives a file to PostgreSQL's user, and to nobody else.
async fn give(file: &Path) {
    std::fs::set_permissions(file, PermissionsExt::from_mode(0o600)).unwrap();
    let given = Command::new("chown").arg("postgres:postgres").arg(file).status().await.unwrap();
    assert!(given.success(), "{}", file.display());
}

/// Makes a server speak TLS, with a certificate for 127.0.0.1, and makes the schema in it.
async fn certify(server: &Server, folder: &Path, issuer: &CertifiedIssuer<'static, KeyPair>) {
    let key = KeyPair::generate().unwrap();
    let certificate =
        CertificateParams::new(["127.0.0.1".to_owned()]).unwrap().signed_by(&key, issuer).unwrap();
    let store = Store::connect(&server.url).await.unwrap();
    schema::migrate(&store).await.unwrap();
    for (name, text) in [("ssl_cert_file", certificate.pem()), ("ssl_key_file", key.serialize_pem())] {
        let file = folder.join(name);
        std::fs::write(&file, text).unwrap();
        give(&file).await;
        let setting = format!("ALTER SYSTEM SET {name} = '{}'", file.display());
        store.write().execute_unprepared(&setting).await.unwrap();
    }
    store.write().execute_unprepared("ALTER SYSTEM SET ssl = on").await.unwrap();
    store.write().execute_unprepared("SELECT pg_reload_conf()").await.unwrap();
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn verify_full_connects_only_to_a_server_that_a_trusted_authority_certifies() {
    let directory = Directory::new().unwrap();
    // PostgreSQL may run as another user, who must be able to reach it.
    std::fs::set_permissions(directory.path(), PermissionsExt::from_mode(0o711)).unwrap();
    let (ours, another) = (directory.path().join("ours.pem"), directory.path().join("another.pem"));
    let issuer = authority(&ours);
    authority(&another);
    let server = Server::postgres(directory.path()).await.unwrap();
    certify(&server, directory.path(), &issuer).await;

    let url = format!("{}?sslmode=verify-full", server.url);
    let trusting = |url: &str, file: &Path| format!("{url}&sslrootcert={}", file.display());
    let world = World::new(&trusting(&url, &ours), &[]).await.unwrap();
    let api_program = world.start_api(None).await.unwrap();
    let over_tls = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                    WHERE backend_type = 'client backend' AND NOT ssl";
    let without: i64 = world.rows(over_tls).await.unwrap()[0].try_get_by_index(0).unwrap();
    assert_eq!(without, 0, "every connection is over TLS");
    assert!(world.create_contact(0).await);
    drop(api_program);

    // The roots of the system are those of SSL_CERT_FILE, where it is set.
    let migrate = async |url: &str, roots: &Path| {
        let mut command = api(&[("DATABASE_URL", url.to_owned())]);
        let output = command.arg("migrate").env("SSL_CERT_FILE", roots).output().await.unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    let (is_done, said) = migrate(&url, &ours).await;
    assert!(is_done, "{said}");
    let elsewhere = url.replace("127.0.0.1", "localhost");
    for (url, why) in [
        (url.clone(), "an authority that nobody here trusts"),
        (trusting(&url, &another), "an authority that is not the one of the file"),
        (trusting(&elsewhere, &ours), "a name that the certificate does not have"),
    ] {
        let (is_done, said) = migrate(&url, &another).await;
        assert!(!is_done, "{why}");
        assert!(said.contains("certificate"), "{why}: {said}");
    }
}
