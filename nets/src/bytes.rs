//! Little-endian numbers in bytes, and the checksum of the file formats.

/// A byte slice that is read from the front.
pub(crate) struct Bytes<'a>(pub(super) &'a [u8]);

impl<'a> Bytes<'a> {
    /// The next `N` bytes; `None` if fewer are left.
    pub(crate) fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*head)
    }

    pub(crate) fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    pub(crate) fn i32(&mut self) -> Option<i32> {
        self.take().map(i32::from_le_bytes)
    }

    /// The next `count` bytes; `None` if fewer are left.
    pub(crate) fn take_slice(&mut self, count: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(head)
    }
}

const REMAINDERS: [u32; 256] = {
    let mut remainders = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut remainder = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            let carry = remainder & 1 != 0;
            remainder >>= 1;
            if carry {
                remainder ^= 0xedb8_8320;
            }
            bit += 1;
        }
        remainders[byte] = remainder;
        byte += 1;
    }
    remainders
};

/// Bytes do not match their checksum.
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

/// CRC-32 as in zlib and PNG.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    let step = |crc: u32, &byte: &u8| REMAINDERS[usize::from(crc as u8 ^ byte)] ^ crc >> 8;
    !bytes.iter().fold(!0, step)
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
