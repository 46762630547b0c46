//! `tandem completions`: completion of commands and options in a shell.

use std::io::{Write, stdout};

use clap::{Args, Command};
use clap_complete::Shell;

/// Prints a script that completes commands and options in a shell.
///
/// For bash: `tandem completions bash > ~/.local/share/bash-completion/completions/tandem`. For zsh:
/// the file `_tandem` in a directory of `fpath`. For fish:
/// `tandem completions fish > ~/.config/fish/completions/tandem.fish`.
#[derive(Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs, mut program: Command) -> anyhow::Result<()> {
    let name = program.get_name().to_owned();
    // Collected first: the generator does not survive an output that is closed early.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, name, &mut script);
    Ok(stdout().write_all(&script)?)
}
