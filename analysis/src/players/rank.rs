//! Numbers that choose among the moves of many games as a lottery would, and always the same ones.

use tandem_rules::notation::bpgn::GameRecord;

use crate::record::players;

/// A number that differs from game to game: it depends on the players, the date and the moves, and not
/// on the file or the place in it.
pub(super) fn seed(record: &GameRecord) -> u64 {
    let tags = players(record).into_iter().chain(record.tag("Date").map(str::to_owned));
    let of_tags = tags.fold(0, |seed, tag| tag.bytes().fold(mixed(seed), then));
    let moves = record.plies().iter();
    moves.fold(of_tags, |seed, ply| {
        mixed(seed ^ u64::from(ply.m.bits()) << 2 ^ ply.seat.index() as u64)
    })
}

fn then(seed: u64, byte: u8) -> u64 {
    mixed(seed ^ u64::from(byte))
}

/// The rank of a move in the lottery.
pub(super) fn rank(seed: u64, ply: usize) -> u64 {
    mixed(seed ^ (ply as u64 + 1))
}

/// A number in which each bit depends on all bits of another one: the finalizer of `SplitMix64`.
const fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
