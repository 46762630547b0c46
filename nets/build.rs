//! Names the network that is embedded: `default.nnue`, or that of `TANDEM_EVALFILE`, by which testing
//! frameworks build a program with another one.

use std::env;
use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-env-changed=TANDEM_EVALFILE");
    let named = env::var_os("TANDEM_EVALFILE").filter(|name| !name.is_empty());
    let own = || PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let path = named.map_or_else(|| own().join("default.nnue"), PathBuf::from);
    println!("cargo::rerun-if-changed={}", path.display());
    println!("cargo::rustc-env=TANDEM_NETWORK={}", path.display());
}
