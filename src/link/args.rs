//! How a link is asked for on the command line.

use std::env;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use super::address::Address;
use super::token::{LONGEST, Token};
use crate::platform;

/// Holds the token where no file does.
const VARIABLE: &str = "TANDEM_LINK_TOKEN";

/// Where a link leads, and who may use it.
#[derive(Args)]
pub(crate) struct LinkArgs {
    /// Show boards and clocks to a partner that is a Tandem too, past the server, over a
    /// connection at this address (without a host, within this machine); both are started with
    /// the same address and token
    #[arg(long, value_name = "[HOST:]PORT")]
    link: Option<String>,
    /// The file with the token, 16 bytes or more that nobody else knows; without it, the
    /// token is in the environment variable `TANDEM_LINK_TOKEN`
    #[arg(long, value_name = "FILE", requires = "link")]
    link_token_file: Option<PathBuf>,
}

/// A link that is wanted.
pub(crate) struct Plan {
    pub(super) address: Address,
    pub(super) token: Token,
}

impl LinkArgs {
    /// The link that is wanted, if one is.
    ///
    /// # Errors
    /// Its address or its token is none.
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

/// No more of a file than a token may have, and a byte.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let mut text = Vec::new();
    (&file).take(LONGEST as u64 + 1).read_to_end(&mut text)?;
    if platform::is_open_to_all(&file.metadata()?) {
        log::warn!("the token in `{}` can be read by everybody here", path.display());
    }
    Ok(text)
}
