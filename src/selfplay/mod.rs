//! Records of self-play: the file that grows game by game, and the scores in it.

pub(crate) mod games_file;
pub(crate) mod labeller;
