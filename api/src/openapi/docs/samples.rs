//! The same request in several languages.

use std::fmt::Write;

use serde_json::Value;

/// The origin of the service in the samples. The page is the same for everybody, by whatever name they reach the
/// service.
pub(super) const ORIGIN: &str = "https://almoner.example";

/// A request to show.
pub(super) struct Sample<'a> {
    /// The method, in capitals.
    pub(super) method: &'a str,
    /// The URL, with its query.
    pub(super) url: String,
    /// The media type and the body, if there is one.
    pub(super) body: Option<(&'a str, &'a Value)>,
}

impl Sample<'_> {
    /// Writes the request in each language. The key is in the environment.
    pub(super) fn texts(&self) -> [(&'static str, String); 3] {
        [("curl", self.curl()), ("Python", self.python()), ("JavaScript", self.javascript())]
    }

    fn curl(&self) -> String {
        let Self { method, url, body } = self;
        let key = "-H \"Authorization: Bearer $API_KEY\"";
        match body {
            None if *method == "GET" => format!("curl \"{url}\" \\\n  {key}"),
            None => format!("curl -X {method} \"{url}\" \\\n  {key}"),
            Some((media_type, body)) => {
                let method = if *method == "POST" { String::new() } else { format!("-X {method} ") };
                let body = body.as_str().map_or_else(|| format!("{body:#}"), str::to_owned);
                let (header, body) = (format!("-H \"Content-Type: {media_type}\""), body.trim_end());
                format!(
                    "curl {method}\"{url}\" \\\n  {key} \\\n  {header} \\\n  --data-binary @- <<'END'\n{body}\nEND"
                )
            }
        }
    }

    fn python(&self) -> String {
        let Self { method, url, body } = self;
        let mut text = String::from("import os, requests  # pip install requests\n\n");
        let function = method.to_lowercase();
        let key = "\"Authorization\": f\"Bearer {os.environ['API_KEY']}\"";
        // Writing to a String cannot fail.
        let _ = match body {
            None => {
                write!(text, "answer = requests.{function}(\n    \"{url}\",\n    headers={{{key}}},\n)\n")
            }
            Some((media_type, Value::String(body))) => write!(
                text,
                "answer = requests.{function}(\n    \"{url}\",\n    headers={{{key}, \"Content-Type\": \"{media_type}\"}},\n    \
                 data={},\n)\n",
                Value::from(body.as_str())
            ),
            Some((_, body)) => {
                let mut literal = String::new();
                write_python(&mut literal, body, 1);
                write!(
                    text,
                    "answer = requests.{function}(\n    \"{url}\",\n    headers={{{key}}},\n    json={literal},\n)\n"
                )
            }
        };
        text + "answer.raise_for_status()\nprint(answer.json()[\"data\"])"
    }

    fn javascript(&self) -> String {
        let Self { method, url, body } = self;
        let mut text = format!("const answer = await fetch(\"{url}\", {{\n");
        if *method != "GET" {
            text.extend(["  method: \"", method, "\",\n"]);
        }
        let media_type =
            body.map_or_else(String::new, |(media_type, _)| format!(", \"Content-Type\": \"{media_type}\""));
        text.extend(["  headers: { Authorization: `Bearer ${process.env.API_KEY}`", &media_type, " },\n"]);
        match body {
            None => {}
            Some((_, Value::String(body))) => {
                text.extend(["  body: ", &Value::from(body.as_str()).to_string(), ",\n"]);
            }
            Some((_, body)) => {
                text.extend(["  body: JSON.stringify(", &format!("{body:#}").replace('\n', "\n  "), "),\n"]);
            }
        }
        text + "});\nconst { success, message, data } = await answer.json();\nif (!success) throw new Error(message);\nconsole.log(data);"
    }
}

/// Writes JSON as Python writes it.
fn write_python(text: &mut String, value: &Value, depth: usize) {
    let (inner, outer) = ("    ".repeat(depth + 1), "    ".repeat(depth));
    match value {
        Value::Null => text.push_str("None"),
        Value::Bool(true) => text.push_str("True"),
        Value::Bool(false) => text.push_str("False"),
        Value::Array(items) => {
            text.push('[');
            for (position, item) in items.iter().enumerate() {
                if position > 0 {
                    text.push_str(", ");
                }
                write_python(text, item, depth);
            }
            text.push(']');
        }
        Value::Object(members) => {
            text.push_str("{\n");
            for (name, member) in members {
                text.extend([&inner, &Value::from(name.as_str()).to_string(), ": "]);
                write_python(text, member, depth + 1);
                text.push_str(",\n");
            }
            text.extend([&outer, "}"]);
        }
        scalar => text.push_str(&scalar.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_request_is_written_in_each_language() {
        let body =
            json!({"contact_fname": null, "contact_status": "donor", "tags": ["a's", {"tag_name": "b"}]});
        let body = Some(("application/json", &body));
        let sample = Sample { method: "POST", url: "http://h/contacts".to_owned(), body };
        let [(_, curl), (_, python), (_, javascript)] = sample.texts();
        assert!(
            curl.contains("@- <<'END'\n{\n  \"contact_fname\": null,") && curl.ends_with("}\nEND"),
            "{curl}"
        );
        assert!(python.contains("requests.post(\n    \"http://h/contacts\",\n"), "{python}");
        assert!(python.contains("json={\n        \"contact_fname\": None,\n"), "{python}");
        assert!(
            javascript.contains("method: \"POST\"") && javascript.contains("JSON.stringify({\n    \""),
            "{javascript}"
        );
    }
}
