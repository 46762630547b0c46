//! Between the engine protocol and the engine.

/// Speaks CECP on standard input and output until `quit` or the end of input.
pub(crate) fn run() -> anyhow::Result<()> {
    anyhow::bail!("not yet")
}
