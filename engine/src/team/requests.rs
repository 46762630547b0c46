//! Requests of the partner, and the prices that follow from them.

use tandem_rules::talk::{PartnerMessage, Urgency};
use tandem_rules::{Millis, PieceType};

use crate::Prices;

/// A request expires after the base time divided by this, unless repeated: few say when it ends.
const WISH_DIVISOR: i64 = 2;
/// A request for a piece that mates now expires after the base time divided by this: it seldom
/// mates for longer.
const MATE_DIVISOR: i64 = 6;

/// The validity of the partner's words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holds {
    /// Until the partner retracts them.
    UntilRetracted,
    /// For a fraction of this base time.
    PartOf(Millis),
}

impl Holds {
    /// Expiry of a word of this urgency that is not repeated; `None` for never.
    fn until(self, urgency: Urgency, now: Millis) -> Option<Millis> {
        let Self::PartOf(Millis(base)) = self else { return None };
        let divisor = if urgency == Urgency::Mates { MATE_DIVISOR } else { WISH_DIVISOR };
        Some(now + Millis(base / divisor))
    }
}

/// A request about one piece type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Word {
    urgency: Urgency,
    /// Time of expiry; `None` for never.
    until: Option<Millis>,
}

impl Word {
    fn holds_at(self, now: Millis) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

/// The partner's opinion of exchanges.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Trades {
    #[default]
    Indifferent,
    Good,
    Bad,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Requests {
    needs: [Option<Word>; 5],
    bans: [Option<Word>; 5],
    trades: Trades,
}

impl Requests {
    pub(super) fn hear(&mut self, message: PartnerMessage, holds: Holds, now: Millis) {
        use PartnerMessage as P;
        let word = |urgency| Word { urgency, until: holds.until(urgency, now) };
        match message {
            P::Need(piece, urgency) => {
                set(&mut self.needs, piece, Some(word(urgency)));
            }
            P::Avoid(piece, urgency) => {
                set(&mut self.bans, piece, Some(word(urgency)));
            }
            P::Indifferent(piece) => {
                set(&mut self.needs, piece, None);
                set(&mut self.bans, piece, None);
            }
            P::TradesGood => self.trades = Trades::Good,
            P::TradesBad => self.trades = Trades::Bad,
            P::TradesIndifferent => self.trades = Trades::Indifferent,
            P::Cancel => *self = Self::default(),
            _ => {}
        }
    }

    /// The prices at `now`, from the words that still hold.
    pub(super) fn prices(&self, now: Millis) -> Prices {
        let mut prices = Prices::NEUTRAL;
        let (exchange_gain, exchange_loss) = match self.trades {
            Trades::Indifferent => (0, 0),
            Trades::Good => (2, -2),
            Trades::Bad => (-2, 2),
        };
        let heard = |words: &[Option<Word>; 5], piece: PieceType| {
            words[piece.index()].filter(|word| word.holds_at(now)).map(|word| word.urgency)
        };
        for piece in PieceType::DROPPABLE {
            let [need, ban] = [heard(&self.needs, piece), heard(&self.bans, piece)];
            prices.set_gain(piece, exchange_gain + need.map_or(0, quarters));
            prices.set_loss(piece, exchange_loss + ban.map_or(0, quarters));
            if need == Some(Urgency::Mates) {
                prices.set_winning(piece);
            }
            if ban == Some(Urgency::Mates) {
                prices.set_losing(piece);
            }
        }
        prices
    }
}

fn set(words: &mut [Option<Word>; 5], piece: PieceType, word: Option<Word>) {
    if let Some(place) = words.get_mut(piece.index()) {
        *place = word;
    }
}

/// The price of a request, in quarter pawns beyond the average.
fn quarters(urgency: Urgency) -> i8 {
    match urgency {
        Urgency::Some => 3,
        Urgency::Much => 6,
        Urgency::Mates => 12,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use PartnerMessage as P;
    use tandem_rules::PieceType::{Knight, Pawn, Queen};
    use tandem_rules::PieceTypes;

    const TWO_MINUTES: Holds = Holds::PartOf(Millis::from_seconds(120));

    /// (words heard and at which second, second of the question, gain and loss of a knight)
    type Case = (&'static [(i64, PartnerMessage)], i64, i32, i32);

    const CASES: &[Case] = &[
        (&[], 0, 0, 0),
        (&[(0, P::Need(Knight, Urgency::Some))], 59, 75, 0),
        (&[(0, P::Need(Knight, Urgency::Some))], 60, 0, 0),
        (&[(0, P::Need(Knight, Urgency::Mates))], 19, 300, 0),
        (&[(0, P::Need(Knight, Urgency::Mates))], 20, 0, 0),
        (&[(0, P::Avoid(Knight, Urgency::Much))], 1, 0, 150),
        (&[(0, P::Avoid(Knight, Urgency::Much)), (1, P::Indifferent(Knight))], 2, 0, 0),
        (&[(0, P::Avoid(Knight, Urgency::Much)), (1, P::Indifferent(Queen))], 2, 0, 150),
        (&[(0, P::TradesBad), (0, P::Need(Knight, Urgency::Some))], 1, 25, 50),
        (&[(0, P::TradesGood), (1, P::Cancel)], 2, 0, 0),
    ];

    #[test]
    fn words_become_prices_as_long_as_they_hold() {
        for (words, now, gain, loss) in CASES {
            let mut requests = Requests::default();
            for &(at, message) in *words {
                requests.hear(message, TWO_MINUTES, Millis::from_seconds(at));
            }
            let prices = requests.prices(Millis::from_seconds(*now));
            assert_eq!((prices.gain(Knight), prices.loss(Knight)), (*gain, *loss), "{words:?}");
        }
    }

    #[test]
    fn the_words_of_a_partner_that_takes_them_back_hold_until_then() {
        let mut requests = Requests::default();
        let gain = |requests: &Requests| requests.prices(Millis::from_seconds(10_000)).gain(Knight);
        requests.hear(P::Need(Knight, Urgency::Mates), Holds::UntilRetracted, Millis::ZERO);
        assert_eq!(gain(&requests), 300);
        requests.hear(P::Indifferent(Knight), Holds::UntilRetracted, Millis::from_seconds(54));
        assert_eq!(gain(&requests), 0);
    }

    #[test]
    fn a_piece_that_mates_is_marked_as_winning_or_losing() {
        let mut requests = Requests::default();
        requests.hear(P::Need(Knight, Urgency::Mates), TWO_MINUTES, Millis::ZERO);
        requests.hear(P::Avoid(Pawn, Urgency::Mates), TWO_MINUTES, Millis::ZERO);
        requests.hear(P::Need(Queen, Urgency::Much), TWO_MINUTES, Millis::ZERO);
        let prices = requests.prices(Millis(1));
        assert_eq!(prices.winning(), PieceTypes::NONE.with(Knight));
        assert_eq!(prices.losing(), PieceTypes::NONE.with(Pawn));
    }
}
