//! The page that shows the document.

use std::sync::OnceLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use poem::http::header::CONTENT_SECURITY_POLICY;
use poem::web::Html;
use poem::{Endpoint, IntoResponse, Response, endpoint::make_sync};
use poem_openapi::{OpenApi, OpenApiService};
use sha2::{Digest, Sha256};

/// Makes the page of a document.
pub fn docs<T: OpenApi>(service: &OpenApiService<T, ()>, document: &str) -> String {
    let html = service.swagger_ui_html().replacen(&service.spec(), document, 1);
    html.replacen("<title>Swagger UI</title>", "<title>Almoner API</title>", 1)
}

/// Serves the page. It loads nothing from elsewhere and runs no scripts but its own, and the policy enforces that.
pub fn serve_docs(html: &'static str) -> impl Endpoint<Output = Response> {
    // The page is large, so its parts are hashed only when somebody asks for it.
    let hashed = OnceLock::new();
    make_sync(move |_| {
        let policy: &String = hashed.get_or_init(|| policy(html));
        Html(html).with_header(CONTENT_SECURITY_POLICY, policy).into_response()
    })
}

/// Returns the policy that allows the scripts and styles in a page, by their hashes, and nothing else of this kind.
fn policy(html: &str) -> String {
    let (mut scripts, mut styles) = (Vec::new(), Vec::new());
    let mut rest = html;
    while let Some((name, content, after)) = next_element(rest) {
        let hash = format!("'sha256-{}'", STANDARD.encode(Sha256::digest(content)));
        if name == "script" {
            scripts.push(hash);
        } else {
            styles.push(hash);
        }
        rest = after;
    }
    let (scripts, styles) = (scripts.join(" "), styles.join(" "));
    format!(
        "default-src 'none'; script-src {scripts}; style-src {styles}; img-src data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// Returns the first script or style in a page: its name, its content, and what comes after it.
fn next_element(html: &str) -> Option<(&'static str, &str, &str)> {
    let starts = ["script", "style"].into_iter();
    let (start, name) = starts.filter_map(|name| Some((html.find(&format!("<{name}"))?, name))).min()?;
    let (_, after) = html[start..].split_once('>')?;
    let (content, after) = after.split_once(&format!("</{name}>"))?;
    Some((name, content, after))
}
