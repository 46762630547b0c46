//! The checksum of the format: the CRC-32 of zlib and PNG.

/// The bytes do not match the checksum stored beside them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("its checksum is `{found:08x}`, expected `{stated:08x}`")]
pub struct Altered {
    /// Checksum of the bytes found.
    pub found: u32,
    /// Checksum stated in the file.
    pub stated: u32,
}

/// Compares bytes with the checksum stored beside them.
pub(crate) fn verify(bytes: &[u8], stated: u32) -> Result<(), Altered> {
    let found = checksum(bytes);
    if found == stated { Ok(()) } else { Err(Altered { found, stated }) }
}

/// CRC-32 of the bytes.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_one_that_others_have() {
        assert_eq!(checksum(b""), 0);
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }
}
