//! Packs the page: the files of `web/dist/serve`, each as it is, in gzip and in Brotli where that is
//! shorter. The packed forms are made here and not checked in, since the libraries of other versions
//! pack otherwise.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

/// The folder of the page, which may not be there.
const PAGE: &str = "../web/dist/serve";
/// The best quality of Brotli, and its usual window.
const QUALITY: u32 = 11;
const WINDOW: u32 = 22;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={PAGE}");
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let mut names = Vec::new();
    let page = Path::new(PAGE);
    if page.is_dir() {
        find(page, "", &mut names)?;
    }
    names.sort();
    let mut table = String::from("&[");
    for (number, name) in names.iter().enumerate() {
        let source = fs::canonicalize(page.join(name))?;
        let plain = fs::read(&source)?;
        let source = literal(&source);
        let gzip = packed(&out.join(format!("{number}.gz")), &gzip(&plain)?, &plain)?;
        let brotli = packed(&out.join(format!("{number}.br")), &brotli(&plain)?, &plain)?;
        let tag = tag(&plain);
        write!(
            table,
            "File {{ name: {name:?}, tag: {tag:?}, plain: include_bytes!({source}), \
             gzip: {gzip}, brotli: {brotli} }},"
        )
        .expect("a text takes all");
    }
    table.push(']');
    fs::write(out.join("files.rs"), table)
}

/// Collects the names of the files in a folder, with slashes.
fn find(folder: &Path, before: &str, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            find(&entry.path(), &format!("{name}/"), names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}

/// Writes a packed form, and returns it as an expression: none if it is not shorter.
fn packed(path: &Path, packed: &[u8], plain: &[u8]) -> io::Result<String> {
    if packed.len() >= plain.len() {
        return Ok("None".to_owned());
    }
    fs::write(path, packed)?;
    Ok(format!("Some(include_bytes!({}))", literal(path)))
}

/// A path as a literal of Rust.
fn literal(path: &Path) -> String {
    format!("{:?}", path.to_string_lossy())
}

fn gzip(plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain)?;
    encoder.finish()
}

fn brotli(plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    let mut encoder = brotli::CompressorWriter::new(&mut packed, 4096, QUALITY, WINDOW);
    encoder.write_all(plain)?;
    drop(encoder); // writes the end
    Ok(packed)
}

/// A name of the content, for caches.
fn tag(plain: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    plain.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
