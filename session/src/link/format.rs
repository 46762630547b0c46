//! Words and sizes of the lines over a link.

/// Maximum length of a told line in bytes. A board report has less than 200.
pub const LONGEST_LINE: usize = 512;

/// Bytes that sealing adds to a text.
pub(super) const SEAL: usize = 16;

/// Maximum length of a line on the wire: a sealed line, two digits for each byte.
pub(super) const LONGEST_SEALED: usize = 2 * (LONGEST_LINE + SEAL);

/// First word of a Tandem's first line.
pub(super) const NAME: &str = "tandem-link";
/// Version of the handshake and of the lines that follow it.
pub(super) const VERSION: &str = "2";
