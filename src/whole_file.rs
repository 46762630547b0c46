//! Files that are written as a whole: the file is there as it should be, or as it was before.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Writes a file beside its place and moves it there, so that a full disk or a kill leaves the file
/// as it was. Anything but a regular file, such as a pipe, is written in place.
///
/// # Errors
/// The file cannot be written; what was written of it is removed.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let written = match path.canonicalize() {
        Ok(there) if there.is_file() => replace(&there, bytes), // behind any link
        Ok(there) => fs::write(there, bytes),
        Err(_) => replace(path, bytes),
    };
    written.with_context(|| format!("cannot write `{}`", path.display()))
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    let written = fill(&new, bytes).and_then(|()| fs::rename(&new, path));
    if written.is_err() {
        let _there_may_be_none = fs::remove_file(&new);
    }
    written
}

fn fill(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::TempDir::new().expect("a folder can be made");
        let path = folder.path().join("file");
        for text in ["first", "second and longer", "3"] {
            write(&path, text.as_bytes()).expect("there is room");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
            assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1);
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_link_stays_a_link() {
        let folder = tempfile::TempDir::new().expect("a folder can be made");
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "before").expect("there is room");
        std::os::unix::fs::symlink(&file, &link).expect("a link can be made");
        write(&link, b"after").expect("there is room");
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).expect("it is there"), "after");
    }

    #[test]
    fn a_place_that_does_not_exist_is_named() {
        let error = write(Path::new("no/such/folder/file"), b"").expect_err("there is no folder");
        assert!(error.to_string().contains("cannot write `no/such/folder/file`"), "{error}");
    }
}
