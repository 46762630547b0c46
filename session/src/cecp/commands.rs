//! The effect of each command.

use std::time::Instant;

use tandem_protocol::cecp::{Command, Reply, announcement};

use super::Session;
use super::mode::{Leisure, Mode, Posting};
use super::state::State;
use crate::seat::brain::Brain;
use crate::seat::kind::Kind;
use crate::seat::options::{LARGEST_TABLE, MOST_THREADS, Options};

impl<B: Brain> Session<B> {
    /// Handles a command outside `edit`.
    #[expect(clippy::too_many_lines, reason = "one arm for each command, none left out")]
    pub(super) fn obey(&mut self, command: &Command, now: Instant) {
        match command {
            // The game and the mode.
            Command::New => self.new_game(now),
            Command::Variant(name) => self.set_variant(name, command, now),
            Command::SetBoard(fen) => self.set_board(fen, now),
            Command::Edit => self.begin_edit(now),
            Command::Force | Command::Result { .. } => self.set_mode(Mode::Force, now),
            Command::Go => self.go(now),
            Command::PlayOther => self.play_other(now),
            Command::Analyze => self.set_mode(Mode::Analyzing, now),
            Command::Exit => self.end_analysis(now),
            Command::UserMove(text) | Command::Move(text) => self.take_move(text, now),
            Command::Undo => self.take_back(1, now),
            Command::Remove => self.take_back(2, now),
            Command::MoveNow => self.move_now(now),
            Command::Pause => self.pause(now),
            Command::Resume => self.resume(now),
            Command::Exclude(choice) => self.exclude(choice, command, now),
            Command::Include(choice) => self.include(choice, command, now),
            // News of holdings, clocks, the partner and the opponent.
            Command::Holding(update) => self.hold(update, now),
            Command::PartnerMove(text) => self.partner_moved(text, command, now),
            Command::PartnerHolding(update) => self.partner_holds(update, now),
            Command::Time { centiseconds } => self.show_clock(*centiseconds, now),
            Command::OpponentTime { centiseconds } => self.timing.show_opponent(*centiseconds),
            Command::Partner(name) => self.set_partner(name.as_ref(), now),
            Command::Ptell(text) => self.hear_partner(text, now),
            Command::Draw => self.answer_draw(),
            // Settings.
            Command::Hard => self.set_leisure(Leisure::Ponder, now),
            Command::Easy => self.set_leisure(Leisure::Rest, now),
            Command::SetOption { name, value } => {
                self.choose_option(name, value.as_deref().unwrap_or_default(), command, now);
            }
            Command::Level { base_ms, increment_ms, .. } => {
                self.limits().set_level(*base_ms, *increment_ms);
            }
            Command::MoveTime { ms } => self.limits().set_exact(*ms),
            Command::Depth(depth) => self.limits().set_depth(*depth),
            Command::NodesPerSecond(rate) => self.limits().set_node_rate(*rate, now),
            Command::Memory(mebibytes) => {
                self.mind.resize((*mebibytes).clamp(1, LARGEST_TABLE) as usize);
            }
            Command::Cores(count) => {
                self.mind.set_threads((*count).clamp(1, MOST_THREADS) as usize);
            }
            Command::Post => self.output.post(Posting::Shown),
            Command::NoPost => self.output.post(Posting::Hidden),
            // Questions.
            Command::Protover(_) => self.announce(),
            Command::Ping(number) => self.ping(*number, now),
            Command::Hint => self.hint(),
            Command::Book => self.output.push(self.book_moves()),
            Command::Status => self.tell_status(),
            Command::Malformed { .. } | Command::Unknown(_) => {
                self.output.extend(command.complaint());
            }
            // Nothing depends on these; the owner of the session obeys `quit`.
            Command::Xboard
            | Command::Accepted(_)
            | Command::Rejected(_)
            | Command::Quit
            | Command::EgtPath { .. }
            | Command::Random
            | Command::White
            | Command::Black
            | Command::Name(_)
            | Command::Rating { .. }
            | Command::Ics(_)
            | Command::Computer
            | Command::Blank => {}
        }
    }

    fn announce(&mut self) {
        let variants = Kind::ALL.map(Kind::name);
        let name = concat!("Tandem ", env!("CARGO_PKG_VERSION"));
        let options: Vec<_> = Options::of_cecp().collect();
        self.output.extend(announcement(name, &variants, options));
    }

    fn ping(&mut self, number: u64, now: Instant) {
        self.look_at_news(now);
        if self.is_move_owed() {
            return self.output.delay_pong(number);
        }
        // A search that runs keeps its table; the reply must not be delayed by it.
        if *self.mind.activity() == State::Idle {
            self.mind.settle();
        }
        self.output.push(Reply::Pong(number));
    }
}
