//! Self-play: the player in this process, the file of records that grows game by game, and the scores in it.

pub(crate) mod games_file;
pub(crate) mod in_process;
pub(crate) mod labeller;
pub(crate) mod records;
