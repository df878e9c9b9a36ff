//! Manual pages and shell completions of a program, as packages have them.

use std::fs::create_dir_all;
use std::io;
use std::path::Path;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::Error;

/// Writes the manual pages of a program and its commands, and its completions for bash, fish and zsh, into a folder.
///
/// # Errors
/// [`Error::Io`] if a file cannot be written.
pub fn write(mut command: Command, folder: &Path) -> Result<(), Error> {
    let written = create_dir_all(folder).and_then(|()| {
        let name = command.get_name().to_owned();
        for shell in [Shell::Bash, Shell::Fish, Shell::Zsh] {
            clap_complete::generate_to(shell, &mut command, &name, folder)?;
        }
        command.build();
        write_manual(&command, folder)
    });
    written.map_err(|error| Error::Io(folder.display().to_string(), error))
}

fn write_manual(command: &Command, folder: &Path) -> io::Result<()> {
    Man::new(command.clone()).generate_to(folder)?;
    let commands = command.get_subcommands().filter(|command| !command.is_hide_set());
    for command in commands.filter(|command| command.get_name() != "help") {
        // The page of the program has the settings, which all commands share.
        let own = command.clone().mut_args(|argument| {
            let is_shared = argument.is_global_set();
            argument.hide(is_shared)
        });
        write_manual(&own, folder)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::{Args, FromArgMatches};

    use super::*;
    use crate::process::config::Settings;

    #[test]
    fn each_command_has_a_page_and_the_program_alone_shows_the_settings() {
        let program = Settings::augment_args(Command::new("program"));
        let program = program.subcommand(Command::new("keys").subcommand(Command::new("create")));
        assert!(Settings::from_arg_matches(&program.clone().get_matches_from(["program"])).is_ok());
        let folder = tempfile::tempdir().unwrap();
        write(program, folder.path()).unwrap();
        let page = |name| std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(page("program.1").contains("ALMONER_DATA_DIR"));
        for name in ["program-keys.1", "program-keys-create.1"] {
            assert!(!page(name).contains("ALMONER_DATA_DIR"), "{name}");
        }
        assert!(page("program.bash").contains("create") && page("_program").contains("create"));
    }
}
