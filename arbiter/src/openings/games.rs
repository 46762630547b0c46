//! Openings given as games: play begins at the final position of each.

use tandem_rules::notation::bpgn::{
    Fault, FaultReason, ReadGame, ReadOptions, Reader, WarningKind,
};
use tandem_rules::notation::{BfenError, Fen};
use tandem_rules::{BoardId, Boards, Variant};

use super::error::OpeningError;
use super::opening::{Opening, playable};

/// Reads the final positions of all games.
pub(super) fn read(file: &[u8], options: ReadOptions) -> Result<Vec<Opening>, OpeningError> {
    let games = Reader::with_options(file, options);
    if options.variant != Variant::Bughouse {
        return games.map(|game| end_of(&game?)).collect();
    }
    // A game of bughouse may be a record of one board, so each is read as crazyhouse too, which
    // also reads chess.
    let alone = ReadOptions { variant: Variant::Crazyhouse, ..options };
    let pairs = games.zip(Reader::with_options(file, alone));
    let found = pairs.map(|(game, alone)| match (game, alone) {
        (Ok(game), _) => end_of(&game),
        (Err(fault), Ok(alone)) if is_of_one_board(&fault.reason) => {
            on_both_boards(&alone, options)
        }
        (Err(fault), _) => Err(fault.into()),
    });
    found.collect()
}

fn end_of(game: &ReadGame) -> Result<Opening, OpeningError> {
    whole(game)?;
    let record = &game.record;
    let moves = record.plies().iter().map(|ply| (ply.seat, ply.m)).collect();
    let start = record.start().clone();
    playable(game.line, Opening::after(start, moves, record.boards()))
}

/// Fails if a move could not be read, since the opening would end before it.
fn whole(game: &ReadGame) -> Result<(), OpeningError> {
    for warning in &game.warnings {
        if let WarningKind::Cut(reason) = &warning.kind {
            let (line, game, reason) = (warning.line, game.game, (**reason).clone());
            return Err(Fault { line, game, reason }.into());
        }
    }
    Ok(())
}

/// True if a game was refused as bughouse because it has only one board.
fn is_of_one_board(reason: &FaultReason) -> bool {
    match reason {
        FaultReason::Unnumbered(_) | FaultReason::Start(BfenError::Count(1)) => true,
        FaultReason::ForeignRule { reason, .. } => is_of_one_board(reason),
        _ => false,
    }
}

/// Plays the moves of one board on A and B in turn, so that captures on one board arrive on the
/// other and the pieces remain two complete sets.
fn on_both_boards(game: &ReadGame, options: ReadOptions) -> Result<Opening, OpeningError> {
    whole(game)?;
    let &ReadGame { ref record, line, game, .. } = game;
    let start = record.start().position(BoardId::A).to_fen();
    let start = Fen::position(&start, Variant::Bughouse, options.rules)
        .map_err(|error| OpeningError::Board { line, text: start, error })?;
    let start = Boards::new(start.clone(), start);
    let (mut boards, mut moves) = (start.clone(), Vec::new());
    for ply in record.plies() {
        for board in BoardId::ALL {
            let seat = board.seat(ply.seat.color);
            let played = boards.play(seat, ply.m);
            let _already_handed_over =
                played.map_err(|refused| OpeningError::OnBothBoards { line, game, refused })?;
            moves.push((seat, ply.m));
        }
    }
    playable(line, Opening::after(start, moves, &boards))
}
