//! A form as a browser fills it in: every field with its value, until the visitor changes it.

use super::browser::{Browser, Page};

/// The fields of a form, in their order.
#[derive(Clone, Debug)]
pub struct Form {
    action: String,
    fields: Vec<(String, String)>,
    /// The fields without which a browser does not send the form.
    required: Vec<String>,
}

/// Returns the value of an attribute of a tag.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    Some(text(rest.split_once('"')?.0))
}

/// Returns a text without its escapes.
fn text(html: &str) -> String {
    let escapes = [("&#60;", "<"), ("&#62;", ">"), ("&#34;", "\""), ("&#39;", "'"), ("&#38;", "&")];
    escapes.iter().fold(html.to_owned(), |html, (escape, plain)| html.replace(escape, plain))
}

impl Form {
    /// Reads the form of a page that is sent to a path.
    #[track_caller]
    pub fn of(page: &Page, path: &str) -> Self {
        let action = page.action(path);
        let html = page.between(&format!("method=\"post\" action=\"{action}\">"), "</form>");
        let (mut fields, mut required) = (Vec::new(), Vec::new());
        let mut rest = html.as_str();
        while let Some(start) = rest.find('<') {
            let (tag, after) = rest[start + 1..].split_once('>').unwrap();
            rest = after;
            let Some(name) = attribute(tag, "name") else { continue };
            let value = attribute(tag, "value").unwrap_or_default();
            if tag.split(' ').any(|word| word == "required") {
                required.push(name.clone());
            }
            let is_box = tag.contains("type=\"checkbox\"") || tag.contains("type=\"radio\"");
            match tag.split(' ').next().unwrap() {
                "input" if is_box && !tag.split(' ').any(|word| word == "checked") => {}
                "input" => fields.push((name, value)),
                "textarea" => {
                    let (inner, after) = rest.split_once("</textarea>").unwrap();
                    rest = after;
                    fields.push((name, text(inner.strip_prefix('\n').unwrap_or(inner))));
                }
                "select" => {
                    let (inner, after) = rest.split_once("</select>").unwrap();
                    rest = after;
                    let options: Vec<_> = inner.split("<option").skip(1).collect();
                    let chosen = options
                        .iter()
                        .find(|option| option.split('>').next().unwrap().ends_with(" selected"));
                    let chosen = chosen.or(options.first()).map(|option| attribute(option, "value").unwrap());
                    fields.push((name, chosen.unwrap_or_default()));
                }
                _ => {}
            }
        }
        Self { action, fields, required }
    }

    /// Asserts that a browser would send the form: nothing is empty that is required.
    #[track_caller]
    pub fn complete(self) -> Self {
        for name in &self.required {
            assert_ne!(self.value(name), "", "{name} is required");
        }
        self
    }

    /// Returns the value of a field.
    #[track_caller]
    pub fn value(&self, name: &str) -> &str {
        let found = self.fields.iter().find(|(one, _)| one == name);
        found.map_or_else(|| panic!("no field {name}: {:?}", self.fields), |(_, value)| value.as_str())
    }

    /// Types a value into a field, or chooses it.
    #[must_use]
    pub fn set(mut self, name: &str, value: &str) -> Self {
        // A box that is not ticked is not a field yet, and a ticked one has a 0 before it.
        match self.fields.iter_mut().rev().find(|(one, _)| one == name) {
            Some(field) => value.clone_into(&mut field.1),
            None => self.fields.push((name.to_owned(), value.to_owned())),
        }
        self
    }

    /// Adds a value to those of a field.
    #[must_use]
    pub fn and(mut self, name: &str, value: &str) -> Self {
        self.fields.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Takes the tick from a box.
    #[must_use]
    pub fn without(mut self, name: &str, value: &str) -> Self {
        self.fields.retain(|(one, its)| one != name || its != value);
        self
    }

    /// Sends the form.
    pub async fn send(&self, browser: &mut Browser) -> Page {
        let fields: Vec<_> =
            self.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        browser.post(&self.action, &fields).await
    }
}
