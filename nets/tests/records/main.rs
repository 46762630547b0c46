//! Records of games: what is written is read, whatever happens to the end of a file.

mod files;
mod games;
mod support;
