//! Secrets that must be nowhere, and how they are found: in clear, and in every encoding that a program might use.

use base64::Engine;
use base64::engine::GeneralPurpose;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use shared::crypto::bytes::hex;
use url::form_urlencoded::byte_serialize;

/// The shortest text to search for. A shorter one would be found by chance.
const LENGTH_MIN: usize = 10;

/// The secrets, each with its name and its possible forms.
#[derive(Default)]
pub(crate) struct Marks(Vec<(String, Vec<String>)>);

impl Marks {
    pub(crate) fn add(&mut self, what: &str, secret: &str) {
        let mut forms = forms(secret.as_bytes());
        let form: String = byte_serialize(secret.as_bytes()).collect();
        forms.extend([secret.to_owned(), form.replace('+', "%20"), form]);
        let quoted = format!("{secret:?}");
        forms.push(quoted.trim_matches('"').to_owned());
        self.0.push((what.to_owned(), forms));
    }

    /// Adds a secret that is not a text, such as a key.
    pub(crate) fn add_bytes(&mut self, what: &str, secret: &[u8]) {
        self.0.push((what.to_owned(), forms(secret)));
    }

    /// Returns the secrets that are in a text, with their surroundings.
    pub(crate) fn found(&self, text: &str) -> Vec<String> {
        let lower = text.to_lowercase();
        let is_in = |form: &&String| text.contains(*form) || lower.contains(*form);
        let found = self.0.iter().filter_map(|(what, forms)| Some((what, forms.iter().find(is_in)?)));
        found.map(|(what, form)| format!("{what}: {}", around(text, form))).collect()
    }

    /// Panics if a text has a secret.
    #[track_caller]
    pub(crate) fn expect_none(&self, place: &str, text: &str) {
        assert!(!text.is_empty(), "{place} is empty");
        assert_eq!(self.found(text), Vec::<String>::new(), "{place}");
    }
}

/// Returns the encodings of bytes.
fn forms(secret: &[u8]) -> Vec<String> {
    assert!(secret.len() >= LENGTH_MIN, "a secret is too short to be searched for");
    let mut forms = vec![hex(secret)];
    for engine in [&STANDARD, &URL_SAFE] {
        forms.extend((0..3).map(|offset| base64_at(engine, secret, offset)));
    }
    forms
}

/// Returns the part of the base64 of bytes after others that depends neither on those, nor on the bytes that follow.
fn base64_at(engine: &GeneralPurpose, secret: &[u8], offset: usize) -> String {
    let bytes = [&vec![0; offset], secret].concat();
    let (first, end) = ((offset * 8).div_ceil(6), bytes.len() * 8 / 6);
    engine.encode(bytes)[first..end].to_owned()
}

fn around(text: &str, form: &str) -> String {
    let Some(at) = text.find(form).or_else(|| text.to_lowercase().find(form)) else { return String::new() };
    String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(200)..(at + form.len() + 100).min(text.len())])
        .into_owned()
}

#[test]
fn a_secret_is_found_in_every_encoding() {
    let mut marks = Marks::default();
    let secret = "canary +/? \"of\" a test";
    marks.add("a password", secret);
    let form: String = byte_serialize(secret.as_bytes()).collect();
    for text in [
        secret.to_owned(),
        hex(secret.as_bytes()),
        hex(secret.as_bytes()).to_uppercase(),
        STANDARD.encode(secret),
        STANDARD.encode(format!("a{secret}b")),
        URL_SAFE.encode(format!("ab{secret}c")),
        serde_json::json!({"password": secret}).to_string(),
        form.replace('+', "%20"),
        form,
    ] {
        assert_eq!(marks.found(&format!("before {text} after")).len(), 1, "{text}");
    }
    assert!(marks.found("canary +/?").is_empty());
}
