//! Files that are written as a whole: the file is there as it should be, or as it was before.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::games::reading::is_one_file;

/// Writes a file beside its place and moves it there, so that a full disk or a kill leaves the file
/// as it was. Anything but a regular file, such as a pipe, is written in place.
///
/// # Errors
/// The file cannot be written; what was written of it is removed.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    match path.canonicalize() {
        Ok(there) if !there.is_file() => {
            fs::write(there, bytes).with_context(|| cannot_write(path))
        }
        _ => write_by(path, |file| Ok(file.write_all(bytes)?)),
    }
}

/// Writes a file of any length in the same way; `fill` writes the content.
///
/// # Errors
/// The file cannot be written, or `fill` has failed; what was written of it is removed.
pub(crate) fn write_by(
    path: &Path,
    fill: impl FnOnce(&mut File) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    // Behind any link.
    let there = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut name = there.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    let written = filled(&new, fill).and_then(|()| Ok(fs::rename(&new, &there)?));
    if written.is_err() {
        let _there_may_be_none = fs::remove_file(&new);
    }
    written.with_context(|| cannot_write(path))
}

/// Refuses one file for two outputs, which would ruin each other. A device such as `/dev/null` is no file.
///
/// # Errors
/// Two of the paths lead to the same file.
pub(crate) fn refuse_doubled<const N: usize>(outputs: [Option<&PathBuf>; N]) -> anyhow::Result<()> {
    let outputs: Vec<&PathBuf> = outputs.into_iter().flatten().collect();
    for (at, output) in outputs.iter().enumerate() {
        let is_device = output.metadata().is_ok_and(|data| !data.is_file());
        if !is_device && outputs[..at].iter().any(|other| is_one_file(other, output)) {
            bail!("outputs need different files, found `{}`", output.display());
        }
    }
    Ok(())
}

fn filled(path: &Path, fill: impl FnOnce(&mut File) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let mut new = File::create(path)?;
    fill(&mut new)?;
    Ok(new.sync_all()?)
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write `{}`", path.display())
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
