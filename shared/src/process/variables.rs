//! Environment variables whose names no setting reads: typos, which end a program, and names of earlier versions, which
//! are warned of, so that an upgrade does not stop a service.

use std::collections::HashMap;
use std::ffi::OsString;

use clap::Command;
use strsim::damerau_levenshtein;

/// The name of a setting in earlier versions. It stays here for two minor versions after the change.
#[derive(Clone, Copy, Debug)]
pub struct Former {
    /// The name that the setting had.
    name: &'static str,
    /// Its present name, which has the same values; or none, if the setting is gone.
    now: Option<&'static str>,
}

/// What was renamed or removed within the last two minor versions.
const FORMER: &[Former] = &[];

/// How many letters of a name may be wrong for another one to be meant.
const TYPOS_MAX: usize = 3;

/// Makes a program's settings read former names, too, where the present name has no value.
///
/// # Errors
/// What to say of the first `ALMONER_…` variable that no setting reads, and none has read lately.
pub fn resolve(command: Command) -> Result<Command, String> {
    resolve_with(command, FORMER, &given())
}

/// Logs each former name that has a value.
pub fn warn_of_former() {
    for warning in warnings(FORMER, &given()) {
        tracing::warn!("{warning}");
    }
}

fn given() -> HashMap<String, OsString> {
    std::env::vars_os().map(|(name, value)| (name.to_string_lossy().into_owned(), value)).collect()
}

fn resolve_with(
    mut command: Command,
    former: &[Former],
    given: &HashMap<String, OsString>,
) -> Result<Command, String> {
    let known: Vec<_> = command
        .get_arguments()
        .filter_map(|argument| Some((argument.get_env()?.to_str()?.to_owned(), argument.get_id().clone())))
        .collect();
    let is_known = |name: &str| {
        known.iter().any(|(known, _)| known == name) || former.iter().any(|former| former.name == name)
    };
    let mut unknown: Vec<_> =
        given.keys().filter(|name| name.starts_with("ALMONER_") && !is_known(name)).collect();
    unknown.sort();
    if let Some(name) = unknown.first() {
        let near = known.iter().map(|(known, _)| (damerau_levenshtein(name, known), known));
        let nearest = near.min().filter(|(typos, _)| *typos <= TYPOS_MAX);
        let advice = nearest.map_or_else(
            || "see --help".to_owned(),
            |(_, nearest)| format!("did you mean {nearest}? See --help"),
        );
        return Err(format!("unknown variable {name}: {advice}"));
    }
    for former in former.iter().filter(|former| given.contains_key(former.name)) {
        let present = former.now.filter(|now| !given.contains_key(*now));
        if let Some((_, id)) = known.iter().find(|(name, _)| Some(name.as_str()) == present) {
            command = command.mut_arg(id, |argument| argument.env(former.name));
        }
    }
    Ok(command)
}

fn warnings(former: &[Former], given: &HashMap<String, OsString>) -> Vec<String> {
    let found = former.iter().filter(|former| given.contains_key(former.name));
    found
        .map(|&Former { name, now }| match now {
            Some(now) if given.contains_key(now) => {
                format!("{name} is ignored, because {now} is set: remove it")
            }
            Some(now) => {
                format!("{name} is now called {now}: rename it, because a later version ends with an error")
            }
            None => format!(
                "{name} has no effect any more: remove it, because a later version ends with an error"
            ),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, FromArgMatches, Parser};

    use super::*;
    use crate::process::config::Settings;

    #[derive(Parser)]
    struct Program {
        #[command(flatten)]
        settings: Settings,
    }

    /// `PATH` is a variable that the tests have, too.
    const FORMER: &[Former] = &[
        Former { name: "PATH", now: Some("ALMONER_LOG") },
        Former { name: "ALMONER_BIND", now: Some("ALMONER_LISTEN") },
        Former { name: "ALMONER_THREADS", now: None },
    ];

    fn given(names: &[&str]) -> HashMap<String, OsString> {
        names.iter().map(|name| ((*name).to_owned(), "x".into())).collect()
    }

    fn refused(name: &str) -> Option<String> {
        resolve_with(Program::command(), FORMER, &given(&[name])).err()
    }

    fn log(names: &[&str], args: &[&str]) -> String {
        let command = resolve_with(Program::command(), FORMER, &given(names)).unwrap();
        let matches = command.try_get_matches_from([&["program"], args].concat()).unwrap();
        Program::from_arg_matches(&matches).unwrap().settings.log
    }

    #[test]
    fn an_unknown_variable_is_named_with_the_nearest_known_one() {
        let typo = "unknown variable ALMONER_LISTENN: did you mean ALMONER_LISTEN? See --help";
        assert_eq!(refused("ALMONER_LISTENN").as_deref(), Some(typo));
        let strange = "unknown variable ALMONER_COLOUR_OF_PAGES: see --help";
        assert_eq!(refused("ALMONER_COLOUR_OF_PAGES").as_deref(), Some(strange));
        for name in ["HOME", "LISTENN", "ALMONER_LISTEN", "ALMONER_BIND", "ALMONER_THREADS"] {
            assert_eq!(refused(name), None, "{name}");
        }
    }

    #[test]
    fn a_former_name_is_read_where_the_present_one_has_no_value() {
        let path = std::env::var("PATH").unwrap();
        assert_eq!(log(&["PATH"], &[]), path);
        assert_eq!(log(&["PATH"], &["--log", "warn"]), "warn");
        assert_ne!(log(&["PATH", "ALMONER_LOG"], &[]), path);
        assert_ne!(log(&[], &[]), path);
    }

    #[test]
    fn each_former_name_that_has_a_value_is_warned_of() {
        assert_eq!(warnings(FORMER, &given(&["HOME", "ALMONER_LOG"])), Vec::<String>::new());
        let warned = |names: &[&str]| warnings(FORMER, &given(names)).join("\n");
        assert!(
            warned(&["ALMONER_BIND"]).starts_with("ALMONER_BIND is now called ALMONER_LISTEN: rename it")
        );
        assert!(warned(&["ALMONER_BIND", "ALMONER_LISTEN"]).contains("ALMONER_BIND is ignored"));
        assert!(
            warned(&["ALMONER_THREADS"]).starts_with("ALMONER_THREADS has no effect any more: remove it")
        );
    }

    #[test]
    fn each_former_name_leads_to_a_setting_and_is_none() {
        let command = Program::command();
        let names: Vec<_> =
            command.get_arguments().filter_map(|argument| argument.get_env()?.to_str()).collect();
        for former in super::FORMER {
            assert!(!names.contains(&former.name), "{former:?}");
            assert!(former.now.is_none_or(|now| names.contains(&now)), "{former:?}");
        }
    }
}
