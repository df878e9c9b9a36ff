//! The name of a browser, from its `User-Agent`, for its user to recognise it.

/// Browsers by the words of their headers. One that is built on another names both, so the order matters.
const BROWSERS: [(&str, &str); 7] = [
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
];
const SYSTEMS: [(&str, &str); 6] = [
    ("Windows", "Windows"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Mac OS X", "macOS"),
    ("Android", "Android"),
    ("Linux", "Linux"),
];

/// Returns a name such as `Firefox on Linux`.
pub(crate) fn name(user_agent: Option<&str>) -> String {
    let Some(agent) = user_agent.filter(|agent| !agent.is_empty()) else {
        return t!("user-agent-unknown").to_owned();
    };
    let find = |known: &[(&str, &'static str)]| {
        known.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => t!("user-agent-on", browser = browser, system = system),
        (Some(browser), None) => browser.to_owned(),
        // Programs name themselves in the first word.
        (None, _) => agent.split_whitespace().next().unwrap_or_default().chars().take(60).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn browsers_are_recognised() {
        for (agent, expected) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            ("curl/8.5.0", "curl"),
            ("ledger-sync/2.1 (+https://x.example)", "ledger-sync/2.1"),
        ] {
            assert_eq!(name(Some(agent)), expected);
        }
        assert_eq!(name(None), "Unknown browser");
    }
}
