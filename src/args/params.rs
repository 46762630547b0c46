//! The option `--param`, which sets parameters of the search.

use anyhow::Context;
use clap::Args;
use tandem_engine::ParamSet;

/// Options that replace search parameters, to measure the effect of other values.
#[derive(Args)]
pub(crate) struct ParamArgs {
    /// Set a search parameter, as in `aspiration_window=20`; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    param: Vec<String>,
}

impl ParamArgs {
    /// The options as text, to tell one run from another.
    #[cfg(feature = "train")]
    pub(crate) fn text(&self) -> String {
        self.param.join(" ")
    }

    /// The default parameters, changed as the options say.
    ///
    /// # Errors
    /// An option is not of the form `NAME=VALUE`, or its name or value is unknown.
    pub(crate) fn params(&self) -> anyhow::Result<ParamSet> {
        let mut params = ParamSet::default();
        for text in &self.param {
            let (name, value) = text
                .split_once('=')
                .with_context(|| format!("invalid setting `{text}`, expected NAME=VALUE"))?;
            let value = value.parse().with_context(|| {
                format!("invalid value `{value}` for {name}, expected a number")
            })?;
            params.set(name, value)?;
        }
        Ok(params)
    }
}
