//! The first screen when the service has started: its address, how to sign in, and one command to try. Every line can
//! be copied as it stands, so the box has no sides.

use shared::process::terminal;

use super::demo::{self, Demo, Fresh};
use crate::http::routes::BASE_PATH;

/// The width of the box, in columns.
const WIDTH: usize = 80;

/// The content of the first screen.
pub(super) struct Greeting {
    /// The address of the service, as in `http://127.0.0.1:8080`.
    pub(super) base: String,
    /// The demo account, if there is one.
    pub(super) demo: Option<Demo>,
    /// The token of the page on which the first user is made, if there is none yet.
    pub(super) setup_token: Option<String>,
}

impl Greeting {
    /// Prints it.
    pub(super) fn print(&self) {
        println!("{}", self.text(terminal::shows_colours(&std::io::stdout())));
    }

    fn text(&self, in_colours: bool) -> String {
        let [bold, dim, blue, green, plain] =
            if in_colours { ["\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[32m", "\x1b[0m"] } else { [""; 5] };
        let title = "── Almoner ";
        let rest = WIDTH - title.chars().count();
        let mut lines = vec![
            format!("\n{green}── {bold}Almoner{plain}{green} {}{plain}", "─".repeat(rest)),
            String::new(),
        ];
        let mut line = |label: &str, value: String| lines.push(format!("  {dim}{label:<15}{plain}{value}"));
        let Self { base, .. } = self;
        line("application", format!("{blue}{base}/{plain}"));
        line("documentation", format!("{blue}{base}/docs{plain}"));
        if let Some(token) = &self.setup_token {
            line("first user", format!("{blue}{base}/setup?token={token}{plain}"));
            line("", "This link makes the first user and account, within 24 hours.".to_owned());
        }
        if let Some(Demo { key_file, fresh }) = &self.demo {
            let file = key_file.display();
            let (before, key) = match fresh {
                Some(Fresh { password, api_key }) => {
                    line("demo sign-in", format!("{} / {password}", demo::EMAIL));
                    line("demo key", format!("{api_key}   (kept in {file})"));
                    (String::new(), api_key.as_str())
                }
                None => {
                    line("demo key", format!("kept in {file}"));
                    (format!(". {file}; "), "$API_KEY")
                }
            };
            lines.push(format!("\n  {dim}Try it:{plain}\n"));
            lines.push(format!("  {before}curl \"{base}{BASE_PATH}/giving-summary?api_key={key}\""));
        }
        lines.push(format!("\n{green}{}{plain}\n", "─".repeat(WIDTH)));
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn greeting(fresh: Option<Fresh>) -> Greeting {
        let demo = Some(Demo { key_file: "./data/demo.env".into(), fresh });
        Greeting { base: "http://127.0.0.1:8080".to_owned(), demo, setup_token: None }
    }

    #[test]
    fn it_fits_a_terminal_and_is_coloured_only_where_colours_are_shown() {
        let fresh = || Fresh { password: "p".repeat(20), api_key: "k".repeat(44) };
        let text = greeting(Some(fresh())).text(false);
        assert!(!text.contains('\x1b'), "{text}");
        for line in text.lines() {
            assert!(line.chars().count() <= 120, "{line}");
        }
        let mut coloured = greeting(Some(fresh())).text(true);
        assert!(coloured.contains('\x1b'), "{coloured}");
        for code in ["\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[32m", "\x1b[0m"] {
            coloured = coloured.replace(code, "");
        }
        assert_eq!(coloured, text);
    }

    #[test]
    fn without_a_user_it_has_the_link_that_makes_one() {
        let text = Greeting { setup_token: Some("t".to_owned()), demo: None, ..greeting(None) }.text(false);
        assert!(text.contains("http://127.0.0.1:8080/setup?token=t\n"), "{text}");
        assert!(!text.contains("demo") && !text.contains("curl"), "{text}");
    }
}
