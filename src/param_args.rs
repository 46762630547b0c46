//! The option that sets numbers of the search.

use anyhow::Context;
use clap::Args;
use tandem_engine::Params;

/// Other numbers for the search than the usual ones, to measure what they are worth.
#[derive(Args)]
pub(crate) struct ParamArgs {
    /// Set a number of the search, as in `window=20`; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    param: Vec<String>,
}

impl ParamArgs {
    /// The usual numbers, changed as was asked.
    pub(crate) fn params(&self) -> anyhow::Result<Params> {
        let mut params = Params::default();
        for text in &self.param {
            let (name, value) = text
                .split_once('=')
                .with_context(|| format!("`{text}` is not of the form NAME=VALUE"))?;
            let value =
                value.parse().with_context(|| format!("`{value}` is no number for {name}"))?;
            params.set(name, value)?;
        }
        Ok(params)
    }
}
