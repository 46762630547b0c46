//! Records of games: what is written is read back, however the end of the file is damaged.

mod files;
mod games;
mod support;
