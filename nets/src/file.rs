//! Reading of whole files that somebody names: networks, books, checkpoints.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Maximum size of a file in bytes. A network has a quarter of a million, a checkpoint of its training some
/// three million.
const LONGEST: u64 = 64 << 20;

/// Reads a regular file of at most 64 MiB. Anything else is refused before it is read: a pipe would
/// block the program, and a device may have no end.
///
/// # Errors
/// There is no such file, it cannot be read, it is not a regular file, or it is too long.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_at_most(LONGEST, path)
}

/// The bytes of a file after its magic number, or the first ones of another file, as text.
pub(crate) fn after_magic<'a>(bytes: &'a [u8], magic: &[u8]) -> Result<&'a [u8], String> {
    let begin = || bytes[..bytes.len().min(magic.len())].escape_ascii().to_string();
    bytes.strip_prefix(magic).ok_or_else(begin)
}

fn read_at_most(longest: u64, path: &Path) -> io::Result<Vec<u8>> {
    if !path.metadata()?.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file"));
    }
    let mut content = Vec::new();
    File::open(path)?.take(longest + 1).read_to_end(&mut content)?;
    if content.len() as u64 > longest {
        let text = format!("longer than {longest} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, text));
    }
    Ok(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_longest_length() {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/file.rs"));
        let length = path.metadata().expect("it is there").len();
        assert_eq!(
            read_at_most(length, path).map(|content| content.len() as u64).ok(),
            Some(length)
        );
        let refused = read_at_most(length - 1, path).expect_err("it is too long");
        assert_eq!(refused.kind(), ErrorKind::FileTooLarge);
    }

    #[test]
    fn anything_but_a_regular_file_is_refused_unread() {
        let endless: &[&str] = if cfg!(unix) { &["/", "/dev/zero"] } else { &["."] };
        for path in endless {
            let refused = read(Path::new(path)).expect_err("it is no file");
            assert_eq!(refused.to_string(), "not a regular file", "{path}");
        }
    }
}
