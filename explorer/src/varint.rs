//! Numbers in as many bytes as they need: seven bits a byte, the lowest first, and a mark on all
//! bytes but the last.

/// Appends a number.
pub(crate) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number from bytes that `next` returns; `None` if it has more than 64 bits.
pub(crate) fn get<E>(mut next: impl FnMut() -> Result<u8, E>) -> Result<Option<u64>, E> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let byte = next()?;
        let bits = u64::from(byte & 0x7f);
        if bits << shift >> shift != bits {
            return Ok(None);
        }
        number |= bits << shift;
        if byte < 0x80 {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(bytes: &[u8]) -> Result<Option<u64>, ()> {
        let mut rest = bytes.iter();
        get(|| rest.next().copied().ok_or(()))
    }

    proptest! {
        #[test]
        fn numbers_survive(number in any::<u64>(), shift in 0..64) {
            let (number, mut bytes) = (number >> shift, Vec::new());
            put(&mut bytes, number);
            prop_assert_eq!(read(&bytes), Ok(Some(number)));
            prop_assert_eq!(read(&bytes[..bytes.len() - 1]), Err(()));
        }
    }

    #[test]
    fn a_number_of_more_than_64_bits_is_none() {
        assert_eq!(read(&[0xff; 11]), Ok(None));
        assert_eq!(read(&[&[0x80; 9][..], &[2]].concat()), Ok(None));
    }
}
