//! Options for the openings of games.

use std::cell::RefCell;
use std::path::Path;

use anyhow::{Context, bail};
use clap::Args;
use tandem_arbiter::openings::{Opening, OpeningFile, Openings, RandomOpenings};
use tandem_arbiter::schedule::Fixture;
use tandem_rules::notation::bpgn::ReadOptions;
use tandem_rules::{Boards, MoveRules, Position, Setup, Variant};

use crate::games::reading::content;
use crate::games::start::Start;
use crate::search::balance::Judge;

#[derive(Args)]
pub(super) struct OpeningArgs {
    /// Openings: start for the usual start, random for random moves, or a file of positions (BFEN,
    /// FEN, EPD) or games (BPGN, PGN), compressed (gzip, bzip2, zstd) or not, which are used in their order
    #[arg(long, default_value = "start", value_name = "start|random|FILE")]
    openings: String,
    /// Use the openings of a file in a random order that depends on the seed
    #[arg(long)]
    shuffle: bool,
    /// Number of random moves in a random opening, on both boards together
    #[arg(long, default_value_t = 8, value_name = "N")]
    random_plies: usize,
    /// Keep a random opening only if a short search and then a longer one call it even within CP centipawns
    #[arg(long, default_value_t = 150, value_name = "CP")]
    balance: u32,
    /// Seed of random openings, of the order with --shuffle and of random clock offsets
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(super) seed: u64,
    /// Start from these two boards, as BFEN or as two FENs with holdings joined by `|`
    #[arg(long, value_name = "BFEN", conflicts_with_all = ["chess960", "openings"])]
    bfen: Option<String>,
    /// Start from this Chess960 position, 0 to 959, on every board
    #[arg(long, value_name = "NUMBER", conflicts_with = "openings")]
    chess960: Option<u16>,
}

/// The starts of games.
pub(super) struct Starts {
    openings: Openings,
    /// The clocks of White and Black on each board in milliseconds, if a given start tells them.
    clocks: [Option<[i64; 2]>; 2],
    /// Largest imbalance of a random opening in centipawns, see [`Judge::is_even`].
    balance: i32,
}

impl OpeningArgs {
    pub(super) fn starts(&self, variant: Variant, rules: MoveRules) -> anyhow::Result<Starts> {
        let start = Starts {
            openings: Openings::Start(Boards::start_of(variant, rules)),
            clocks: [None; 2],
            balance: self.balance.min(i32::MAX as u32) as i32,
        };
        if let Some(text) = &self.bfen {
            if variant != Variant::Bughouse {
                bail!("--bfen is for two boards; a FEN can be a line of an --openings file");
            }
            let Start { boards, clocks } = Start::of(text, rules)?;
            return Ok(Starts { openings: Openings::Start(boards), clocks, ..start });
        }
        if let Some(number) = self.chess960 {
            let setup = Setup::chess960(number).with_context(|| {
                format!("invalid Chess960 position `{number}`, expected 0 to 959")
            })?;
            let position = Position::from_setup(&setup, variant, rules)?;
            let boards = Boards::new(position.clone(), position);
            return Ok(Starts { openings: Openings::Start(boards), ..start });
        }
        let openings = match self.openings.as_str() {
            "start" => return Ok(start),
            "random" => {
                let (seed, plies) = (self.seed, self.random_plies);
                let (chess960, gifts) = (false, false);
                Openings::Random(RandomOpenings { seed, plies, variant, rules, chess960, gifts })
            }
            path => {
                let file = content(Path::new(path));
                let file = file.with_context(|| format!("openings `{path}`"))?;
                let read = OpeningFile::read(&file, ReadOptions { variant, rules });
                Openings::File(read.with_context(|| format!("openings `{path}`"))?)
            }
        };
        let openings = if self.shuffle { openings.shuffled(self.seed) } else { openings };
        Ok(Starts { openings, ..start })
    }

    /// All opening options as names and values, to tell one match from another.
    pub(super) fn text(&self) -> Vec<(&'static str, String)> {
        let chess960 = self.chess960.map_or_else(String::new, |number| number.to_string());
        vec![
            ("openings", self.openings.clone()),
            ("random-plies", self.random_plies.to_string()),
            ("balance", self.balance.to_string()),
            ("shuffle", self.shuffle.to_string()),
            ("seed", self.seed.to_string()),
            ("bfen", self.bfen.clone().unwrap_or_default()),
            ("chess960", chess960),
        ]
    }
}

impl Starts {
    /// True if all games have the same start.
    pub(super) const fn is_single(&self) -> bool {
        matches!(self.openings, Openings::Start(_))
    }

    /// The start of a game, and the opening that leads to it.
    pub(super) fn of(&self, fixture: &Fixture, judge: &mut Judge) -> (Start, Opening) {
        let judge = RefCell::new(judge);
        let is_even = |boards: &Boards| judge.borrow_mut().is_even(boards, self.balance);
        let opening = self.openings.of_pair(fixture.opening, &is_even);
        let [a, b] = self.clocks;
        let (opening, clocks) = match fixture.mirrored {
            true => (opening.mirrored(), [b, a]),
            false => (opening, [a, b]),
        };
        (Start { boards: opening.boards().clone(), clocks }, opening)
    }
}
