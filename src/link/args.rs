//! Command-line options for the link.

use std::env;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use tandem_session::link::{LONGEST_TOKEN, Token};

use super::address::Address;
use crate::platform;

/// Environment variable with the token, used if no file is given.
const VARIABLE: &str = "TANDEM_LINK_TOKEN";

/// Options for a direct link to the partner.
#[derive(Args)]
pub(crate) struct LinkArgs {
    /// Exchange boards and clocks with a partner that is a Tandem too, past the server, over a
    /// connection at this address (without a host, within this machine); both are started with the
    /// same address and token
    #[arg(long, value_name = "[HOST:]PORT")]
    link: Option<String>,
    /// File with the token, a secret of 16 bytes or more; without it, the token is in the
    /// environment variable `TANDEM_LINK_TOKEN`
    #[arg(long, value_name = "FILE", requires = "link")]
    link_token_file: Option<PathBuf>,
}

/// Address and token of a link to be opened.
pub(crate) struct Plan {
    pub(super) address: Address,
    pub(super) token: Token,
}

impl LinkArgs {
    /// The link that the options ask for, if any.
    ///
    /// # Errors
    /// The address is malformed, or the token is missing, unreadable, too short or too long.
    pub(crate) fn plan(&self) -> anyhow::Result<Option<Plan>> {
        let Some(address) = &self.link else { return Ok(None) };
        let address = address.parse()?;
        let token = self.token()?;
        Ok(Some(Plan { address, token }))
    }

    fn token(&self) -> anyhow::Result<Token> {
        if let Some(path) = &self.link_token_file {
            let text = read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
            return Token::new(&text).with_context(|| format!("`{}`", path.display()));
        }
        let Some(text) = env::var_os(VARIABLE) else {
            anyhow::bail!(
                "a link needs a token: `--link-token-file FILE`, or the environment variable `{VARIABLE}`"
            );
        };
        Token::new(text.as_encoded_bytes()).with_context(|| format!("`{VARIABLE}`"))
    }
}

/// Reads a token file, up to one byte more than a token may have.
///
/// # Errors
/// Others can read or change the file: then it holds no secret.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    platform::check_is_private(&file.metadata()?)?;
    let mut text = Vec::new();
    file.take(LONGEST_TOKEN as u64 + 1).read_to_end(&mut text)?;
    Ok(text)
}
