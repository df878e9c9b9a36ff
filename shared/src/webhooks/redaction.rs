//! Keeps a webhook's secrets out of what is stored of an answer. A receiver may repeat them, as many do with the headers of
//! a request that they refuse.

/// The text that stands in place of a secret.
const MARK: &str = "[redacted]";
/// A shorter value is no secret, and would make an answer unreadable wherever its characters occur.
const VALUE_MIN: usize = 3;
/// The shortest part of a value that is a secret of its own, such as the token in `Bearer dXNlcjpwYXNz`.
const WORD_MIN: usize = 8;

/// Texts that must not be stored.
#[derive(Debug, Default)]
pub(super) struct Secrets(Vec<String>);

impl Secrets {
    /// Adds a secret: its whole text, its longer words, and both as JSON writes them.
    pub(super) fn add(&mut self, text: &str) {
        let words = text.split(char::is_whitespace).filter(|word| word.len() >= WORD_MIN);
        for secret in std::iter::once(text).filter(|text| text.len() >= VALUE_MIN).chain(words) {
            let json = serde_json::Value::from(secret).to_string();
            let escaped = json.trim_start_matches('"').strip_suffix('"').unwrap_or_default();
            // Some languages escape slashes, too.
            self.0.extend([secret.to_owned(), escaped.to_owned(), escaped.replace('/', "\\/")]);
        }
        // The longest first, so that no rest of it stays.
        self.0.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    }

    /// Returns the first `keep` bytes of a text, with a mark in place of each secret that begins in them.
    pub(super) fn redact(&self, text: &str, keep: usize) -> String {
        let mut redacted = String::new();
        let mut rest = text;
        while text.len() - rest.len() < keep
            && let Some(next) = rest.chars().next()
        {
            if let Some(secret) = self.0.iter().find(|secret| rest.starts_with(secret.as_str())) {
                redacted.push_str(MARK);
                rest = &rest[secret.len()..];
            } else {
                redacted.push(next);
                rest = &rest[next.len_utf8()..];
            }
        }
        redacted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_replaced_whole_wherever_they_begin() {
        let mut secrets = Secrets::default();
        for secret in ["Bearer dXNlcg/cGFzcw", "abc", "abcdef", "is \"quoted\"", "42", ""] {
            secrets.add(secret);
        }
        for (text, redacted) in [
            ("no secret, 42", "no secret, 42"),
            ("abcdefabc", "[redacted][redacted]"),
            ("Bearer dXNlcg/cGFzcw and dXNlcg/cGFzcw alone", "[redacted] and [redacted] alone"),
            (
                r#"{"a":"is \"quoted\"","b":"Bearer dXNlcg\/cGFzcw"}"#,
                r#"{"a":"[redacted]","b":"[redacted]"}"#,
            ),
            ("é\u{1f469}abc", "é\u{1f469}[redacted]"),
        ] {
            assert_eq!(secrets.redact(text, 1000), redacted);
        }
        assert_eq!(secrets.redact("12345abcdef678", 6), "12345[redacted]");
        secrets.add("Token 12345678 1234567");
        assert_eq!(secrets.redact("12345678 1234567", 1000), "[redacted] 1234567", "a word of eight or more");
        assert_eq!(secrets.redact("ééé", 3), "éé");
        assert_eq!(secrets.redact("123456", 3), "123");
    }
}
