//! `tandem show`: draws boards.

use std::io::{self, Write, stdout};

use clap::Args;
use tandem_rules::notation::Bfen;
use tandem_rules::notation::diagram::{self, Ink};
use tandem_rules::{Boards, Color, PieceTypes, Position, Preset, Standing, Team, Variant};

use crate::games::start;
use crate::platform;

/// Draws one board or both, and says who is in check or has no move.
#[derive(Args)]
pub(crate) struct ShowArgs {
    /// A FEN with holdings, or two joined by `|`; the start of a game if left out
    bfen: Vec<String>,
    /// The rule set, which determines the variant and the legal moves
    #[arg(long, default_value = "fics", value_name = "NAME")]
    rules: Preset,
}

pub(crate) fn run(args: &ShowArgs) -> anyhow::Result<()> {
    let (variant, rules) = (args.rules.variant(), args.rules.rules().moves);
    let text = args.bfen.join(" ");
    let ink = if platform::has_colors() { Ink::Color } else { Ink::Plain };
    let names = ["White", "Black"].map(str::to_owned);
    if Bfen::is_in(&text) || text.is_empty() && variant == Variant::Bughouse {
        let bfen = match text.as_str() {
            "" => None,
            text => Some(start::two_boards(text, rules)?),
        };
        let boards = bfen.map_or_else(|| Boards::start(rules), |bfen| bfen.boards);
        print(&diagram::both(&boards, &[names.clone(), names], Team::One, ink))?;
        for board in tandem_rules::BoardId::ALL {
            let arrivals = boards.possible_arrivals(boards.on_turn(board));
            writeln!(stdout(), "{board}: {}", describe(boards.position(board), arrivals))?;
        }
    } else {
        let position = match text.as_str() {
            "" => Position::start(variant, rules),
            text => start::one_board(text, variant, rules)?,
        };
        print(&diagram::one(&position, Color::White, &names, ink))?;
        let arrivals = position.possible_arrivals(position.side_to_move());
        writeln!(stdout(), "{}", describe(&position, arrivals))?;
    }
    Ok(())
}

fn print(lines: &[String]) -> io::Result<()> {
    lines.iter().try_for_each(|line| writeln!(stdout(), "{}", line.trim_end()))
}

fn describe(position: &Position, arrivals: PieceTypes) -> String {
    let us = position.side_to_move();
    let check = if position.in_check() { ", in check" } else { "" };
    let standing = match position.standing(arrivals) {
        Standing::Free => {
            let count = position.count_legal();
            let moves = if count == 1 { "move" } else { "moves" };
            format!("{us} to move{check}, {count} legal {moves}")
        }
        Standing::Mated => format!("{us} is mated"),
        Standing::Blocked => format!("{us} is in check and waits for a piece to block it"),
        Standing::Waiting if position.variant() == Variant::Bughouse => {
            format!("{us} has no legal move and waits for a piece")
        }
        Standing::Waiting => format!("{us} is stalemated"),
    };
    format!("{standing}\n   {}\n   key {:?}", position.to_fen(), position.key())
}
