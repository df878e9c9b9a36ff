//! Markdown as HTML: the pages of this folder that are served, and the descriptions in the document.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use serde_json::Value;

/// The path of the guide.
pub(super) const GUIDE: &str = "/docs/guide";
/// The path of the recipes.
pub(super) const RECIPES: &str = "/docs/recipes";
/// The path of the page about webhooks.
pub(super) const WEBHOOKS: &str = "/docs/webhooks";
/// The path of the page about what later versions keep.
pub(super) const STABILITY: &str = "/docs/stability";

/// The files to which the pages link and that are served, with their paths. Links to other files lead to the repository, so
/// they become plain text.
const SERVED: [(&str, &str); 5] = [
    ("guide.md", GUIDE),
    ("recipes.md", RECIPES),
    ("webhooks.md", WEBHOOKS),
    ("stability.md", STABILITY),
    ("openapi.json", "/openapi.json"),
];

/// Renders a description.
pub(super) fn part(text: &str) -> String {
    let mut rendered = String::new();
    html::push_html(&mut rendered, Parser::new(text));
    rendered
}

/// Renders a description of one paragraph, without its tags. Renders nothing if there is none.
pub(super) fn line(text: &Value) -> String {
    let rendered = part(text.as_str().unwrap_or_default());
    let inner = rendered.trim().strip_prefix("<p>").and_then(|rest| rest.strip_suffix("</p>"));
    inner.unwrap_or(&rendered).to_owned()
}

/// Renders a page. Headings get the ids by which GitHub links to them.
pub(super) fn page(text: &str) -> String {
    let mut events: Vec<Event<'_>> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    let mut is_dropped = false;
    for at in 0..events.len() {
        let heading = heading_text(&events[at..]);
        match &mut events[at] {
            Event::Start(Tag::Heading { id, .. }) => *id = Some(slug(&heading).into()),
            Event::Start(Tag::Link { dest_url, .. }) => match target(dest_url) {
                Some(served) => *dest_url = served,
                None => {
                    is_dropped = true;
                    events[at] = Event::Text(CowStr::Borrowed(""));
                }
            },
            Event::End(TagEnd::Link) if std::mem::take(&mut is_dropped) => {
                events[at] = Event::Text(CowStr::Borrowed(""));
            }
            _ => {}
        }
    }
    let mut rendered = String::new();
    html::push_html(&mut rendered, events.into_iter());
    // On a narrow screen a table is as wide as it must be, and scrolls. The keyboard can reach it to scroll it.
    let rendered = rendered.replace("<pre>", "<pre tabindex=\"0\">").replace("<th></th>", "<td></td>");
    rendered
        .replace("<table>", "<div class=\"scroll\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
}

/// Returns the target of a link within the served pages.
fn target(link: &str) -> Option<CowStr<'static>> {
    if link.starts_with('#') || link.starts_with("https://") {
        return Some(link.to_owned().into());
    }
    let (file, fragment) = link.find('#').map_or((link, ""), |at| link.split_at(at));
    let (_, path) = SERVED.iter().find(|(name, _)| *name == file)?;
    Some(format!("{path}{fragment}").into())
}

/// Returns the text of the heading with which these events begin.
fn heading_text(events: &[Event<'_>]) -> String {
    if !matches!(events.first(), Some(Event::Start(Tag::Heading { .. }))) {
        return String::new();
    }
    let inside = events.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    inside
        .filter_map(|event| match event {
            Event::Text(text) | Event::Code(text) => Some(&**text),
            _ => None,
        })
        .collect()
}

fn slug(heading: &str) -> String {
    let words = heading.to_lowercase().replace(' ', "-");
    words.chars().filter(|char| char.is_alphanumeric() || *char == '-').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_what_is_served_or_are_text() {
        let html =
            page("# Keep a copy\n\n[a](webhooks.md#verify) [b](../README.md) [c](#x) [d](https://x.example)");
        assert!(html.starts_with("<h1 id=\"keep-a-copy\">Keep a copy</h1>"), "{html}");
        for link in
            ["<a href=\"/docs/webhooks#verify\">a</a> b ", "<a href=\"#x\">c</a>", "\"https://x.example\""]
        {
            assert!(html.contains(link), "{html}");
        }
    }

    #[test]
    fn a_line_has_no_paragraph() {
        assert_eq!(line(&"`a` is <b".into()), "<code>a</code> is &lt;b");
        assert_eq!(line(&Value::Null), "");
    }
}
