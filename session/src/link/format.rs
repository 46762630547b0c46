//! Words and sizes of the lines over a link.

/// Maximum length of a line in bytes, without its end. A board report has less than 200.
pub const LONGEST_LINE: usize = 512;

/// First word of a Tandem's first line.
pub(super) const NAME: &str = "tandem-link";
/// Version of the handshake and of the lines that follow it.
pub(super) const VERSION: &str = "1";
/// First word of the second line.
pub(super) const PROOF: &str = "proof";
