# Short names for the scripts of this repository: `just` lists them. Each recipe is one command that works without just, too.

[private]
default:
    @just --list --unsorted

# What must hold for every commit: format, lints, tests, documentation, bench
gate:
    .ci/gate

# All of CI, from a clean clone; installs what it needs by apt-get, npm and pip
ci:
    .ci/run

# Slow tests, measurements and five minutes of each fuzz target, on an idle machine
nightly:
    .ci/nightly

# Some tests: `just test -p tandem-rules perft`
test *ARGS="--workspace":
    cargo test {{ ARGS }}

# The bench with each set of vector instructions of this machine, against the one that the last commit states
bench:
    .ci/bench

# The oldest compiler that Cargo.toml promises
msrv:
    .ci/msrv

# Licenses, sources and known vulnerabilities of the dependencies (cargo-deny)
deny *CHECKS:
    .ci/deny {{ CHECKS }}

# The pages: types, tests, and that web/dist is what their sources give
web:
    .ci/web

# The engine as WebAssembly, and its tests in node
wasm:
    wasm/build
    node --test wasm/test/*.test.mjs

# Fuzz targets, all or some: `just fuzz 300 bpgn`
fuzz SECONDS="20" *TARGETS:
    fuzz/run {{ SECONDS }} {{ TARGETS }}

# tandem.exe: builds it, and tests it under wine
windows:
    .ci/windows

# The packages of a release: makes and checks them
release:
    release/build
    release/check
