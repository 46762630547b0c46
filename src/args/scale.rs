//! The option that chooses the scale of forecasts.

use clap::ValueEnum;
use tandem_analysis::forecast::Scale;

/// The players that a forecast is made for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScaleArg {
    /// People: leads are often lost again.
    People,
    /// Engines: leads are rarely lost again.
    Engines,
}

impl From<ScaleArg> for Scale {
    fn from(named: ScaleArg) -> Self {
        match named {
            ScaleArg::People => Self::People,
            ScaleArg::Engines => Self::Engines,
        }
    }
}
