//! Signed LEB128: numbers of seven bits a byte, the lowest first, and a bit that says whether more
//! follow (DWARF 5, appendix C). Most weights of a network are small and take one byte.

/// The most bytes of a number of 32 bits.
const LONGEST: usize = 5;

/// Appends a number.
pub(crate) fn write(mut number: i32, bytes: &mut Vec<u8>) {
    loop {
        let low = number as u8 & 0x7f;
        let sign = if low & 0x40 == 0 { 0 } else { -1 };
        number >>= 7;
        if number == sign {
            bytes.push(low);
            return;
        }
        bytes.push(low | 0x80);
    }
}

/// Takes a number from the beginning; `None` if there is none, if it has more than 32 bits, or if it
/// is not in its shortest form, the only one that is [written](write).
pub(crate) fn read(bytes: &mut &[u8]) -> Option<i32> {
    let length = bytes.iter().take(LONGEST).position(|byte| byte & 0x80 == 0)? + 1;
    let (taken, rest) = bytes.split_at(length);
    let joined = |number, (at, byte): (usize, &u8)| number | (i64::from(byte & 0x7f) << (7 * at));
    let number: i64 = taken.iter().enumerate().fold(0, joined);
    let unused = 64 - 7 * length as u32;
    let number = i32::try_from((number << unused) >> unused).ok()?;
    // Without its last byte it would be the same number, if that only repeats the sign before it.
    let is_shortest = match taken {
        [.., before, last] => *last != if before & 0x40 == 0 { 0 } else { 0x7f },
        _ => true,
    };
    is_shortest.then(|| {
        *bytes = rest;
        number
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(number: i32) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(number, &mut bytes);
        bytes
    }

    #[test]
    fn numbers_are_written_as_in_the_standard() {
        // The examples of DWARF 5, figure 22, and the ends of the range.
        let table: [(i32, &[u8]); 11] = [
            (0, &[0]),
            (2, &[2]),
            (-2, &[0x7e]),
            (63, &[0x3f]),
            (64, &[0xc0, 0]),
            (-64, &[0x40]),
            (127, &[0xff, 0]),
            (-127, &[0x81, 0x7f]),
            (129, &[0x81, 1]),
            (i32::MAX, &[0xff, 0xff, 0xff, 0xff, 7]),
            (i32::MIN, &[0x80, 0x80, 0x80, 0x80, 0x78]),
        ];
        for (number, bytes) in table {
            assert_eq!(written(number), bytes, "{number}");
        }
    }

    #[test]
    fn a_number_is_read_as_it_was_written() {
        let wide = (0..32).flat_map(|bit| [1i32 << bit, -1 << bit, (1i32 << bit).wrapping_sub(1)]);
        for number in (i32::from(i16::MIN)..=i32::from(i16::MAX)).chain(wide) {
            let bytes = [written(number), vec![7]].concat();
            let mut rest = &bytes[..];
            assert_eq!((read(&mut rest), rest), (Some(number), &[7][..]));
        }
    }

    #[test]
    fn anything_else_is_no_number() {
        let table: [&[u8]; 6] = [
            &[],
            &[0x80],
            &[0x80, 0],                         // 0, in two bytes
            &[0xff, 0x7f],                      // -1, in two bytes
            &[0xff, 0xff, 0xff, 0xff, 8],       // 2^31 and more
            &[0x80, 0x80, 0x80, 0x80, 0x80, 0], // six bytes
        ];
        for mut bytes in table {
            let before = bytes;
            assert_eq!((read(&mut bytes), bytes), (None, before));
        }
    }
}
