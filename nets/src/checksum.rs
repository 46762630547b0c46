//! The checksum of the file formats: the CRC-32 of zlib and PNG.

use crc::{CRC_32_ISO_HDLC, Crc, Table};

/// The smallest table: the program comes to browsers over the network.
static CRC: Crc<u32, Table<1>> = Crc::<u32, Table<1>>::new(&CRC_32_ISO_HDLC);

/// CRC-32 of the bytes.
pub(crate) fn hash(bytes: &[u8]) -> u32 {
    CRC.checksum(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_one_that_others_have() {
        assert_eq!(hash(b""), 0);
        assert_eq!(hash(b"123456789"), 0xcbf4_3926);
    }
}
