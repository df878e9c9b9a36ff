//! How the document and its pages are served: to anybody, for a while, and once.

use async_compression::tokio::bufread::BrotliDecoder;
use reqwest::header::{ACCEPT_ENCODING, HeaderMap, IF_NONE_MATCH};
use reqwest::redirect::Policy;
use shared::both_databases;
use shared::database::testing::TestDb;
use tokio::io::AsyncReadExt;

use crate::support::{Api, Reply};

both_databases!(
    the_document_and_its_pages_are_the_same_for_everybody_and_kept_for_a_while,
    any_site_may_read_the_document_and_nothing_else,
    who_asks_where_people_would_is_led_to_the_documentation,
);

const PATHS: [&str; 7] = [
    "/openapi.json",
    "/asyncapi.json",
    "/docs",
    "/docs/guide",
    "/docs/recipes",
    "/docs/webhooks",
    "/docs/stability",
];

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).map(|value| value.to_str().unwrap())
}

async fn the_document_and_its_pages_are_the_same_for_everybody_and_kept_for_a_while(db: TestDb) {
    let api = Api::start(db).await;
    for path in PATHS {
        let get = |coding: &str| api.http.request("GET", path).header(ACCEPT_ENCODING, coding);
        let plain = get("").header("host", "one.example").send().await.unwrap();
        assert_eq!(header(plain.headers(), "cache-control"), Some("public, max-age=300"), "{path}");
        let tag = header(plain.headers(), "etag").unwrap().to_owned();
        let plain = plain.text().await.unwrap();
        let other = get("").header("host", "two.example").send().await.unwrap();
        assert_eq!(header(other.headers(), "etag"), Some(&*tag), "{path}");
        assert_eq!(other.text().await.unwrap(), plain, "{path}");

        let coded = format!("{}-br\"", tag.trim_end_matches('"'));
        for _ in 0..2 {
            let compressed = get("br").send().await.unwrap();
            assert_eq!(header(compressed.headers(), "etag"), Some(&*coded), "{path}");
            let (bytes, mut text) = (compressed.bytes().await.unwrap(), String::new());
            BrotliDecoder::new(&*bytes).read_to_string(&mut text).await.unwrap();
            assert_eq!(text, plain, "{path}");
        }
        for (held, coding, confirmed) in [(&tag, "", &tag), (&coded, "br", &coded), (&tag, "br", &tag)] {
            let known = get(coding).header(IF_NONE_MATCH, held).send().await.unwrap();
            assert_eq!(known.status(), 304, "{path} {held}");
            assert_eq!(header(known.headers(), "etag"), Some(&**confirmed), "{path} {held}");
            assert_eq!(header(known.headers(), "cache-control"), Some("public, max-age=300"), "{path}");
            assert_eq!(known.text().await.unwrap(), "", "{path}");
        }
        assert_eq!(get("").header(IF_NONE_MATCH, "\"x\"").send().await.unwrap().status(), 200, "{path}");
    }
}

async fn any_site_may_read_the_document_and_nothing_else(db: TestDb) {
    const ALLOWED: &str = "access-control-allow-origin";
    let api = Api::start(db).await;
    for method in ["GET", "HEAD", "OPTIONS"] {
        let request = api.http.request(method, "/openapi.json").header("origin", "https://editor.example");
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), if method == "OPTIONS" { 204 } else { 200 }, "{method}");
        assert_eq!(header(response.headers(), ALLOWED), Some("*"), "{method}");
        if method == "OPTIONS" {
            assert_eq!(header(response.headers(), "allow"), Some("GET, HEAD, OPTIONS"));
            assert_eq!(header(response.headers(), "access-control-allow-methods"), Some("GET, HEAD"));
        }
    }
    let account = api.account().await;
    for path in ["/docs", "/sign-in", "/nowhere"] {
        let response = api.http.request("GET", path).send().await.unwrap();
        assert_eq!(header(response.headers(), ALLOWED), None, "{path}");
    }
    assert_eq!(account.get("/contacts").await.ok().header(ALLOWED), None);
}

async fn who_asks_where_people_would_is_led_to_the_documentation(db: TestDb) {
    const LINKS: &str = "</docs>; rel=\"service-doc\", </openapi.json>; rel=\"service-desc\"";
    let api = Api::start(db).await;
    let client = reqwest::Client::builder().no_proxy().tls_certs_only([]).redirect(Policy::none());
    let root = client.build().unwrap().get(format!("http://{}/", api.http.address));
    for accepted in ["*/*", "application/json"] {
        let answer = root.try_clone().unwrap().header("accept", accepted).send().await.unwrap();
        let headers = answer.headers();
        assert_eq!(
            (answer.status().as_u16(), header(headers, "location")),
            (303, Some("/docs")),
            "{accepted}"
        );
        assert_eq!(header(headers, "link"), Some(LINKS), "{accepted}");
        assert!(answer.text().await.unwrap().starts_with("See /docs"), "{accepted}");
    }
    let followed = api.http.request("GET", "/").send().await.unwrap();
    assert_eq!((followed.status().as_u16(), followed.url().path()), (200, "/docs"));
    // The API has nothing at its root. The answer is that of any other unknown path, and points to the documentation.
    for path in ["/api/v1", "/api/v1/"] {
        let reply = api.http.get(path).await;
        reply.failed(404, "Not Found");
        assert_eq!(reply.header("link"), Some(LINKS), "{path}");
    }
    let unknown = Reply::to(api.http.request("GET", "/api/v1/nowhere")).await;
    assert_eq!(unknown.header("link"), None);
}
