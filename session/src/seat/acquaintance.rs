//! The acquaintance of two partners, each of which may be a Tandem that the other has to recognize.
//! `docs/team-play.md` has the table of its states.

use tandem_protocol::ptell::Dialect;

/// Number of boards told by partner talk after which a doubtful partner that reports back knows us:
/// one of them may be lost.
const ENOUGH: u8 = 2;

/// The partner as far as it is known, and the greetings that it has had from us.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Acquaintance {
    /// No partner is named, and nobody has spoken as one.
    Nobody,
    /// A partner that we have not greeted.
    Ungreeted(Dialect),
    /// A partner that we have greeted, but that may not have heard it.
    Greeted(Dialect),
    /// A partner that is not known to be a Tandem, and that we have greeted once more because a
    /// Tandem at the other end of the link takes us for its partner.
    Asked(Dialect),
    /// A Tandem that greets again after our greeting, so that it may have forgotten us.
    GreetsAgain,
    /// A Tandem that greeted again and was greeted back. It is not greeted any more in this game: a
    /// line that is repeated must not set off others without end.
    GreetedBack,
    /// A Tandem that greets even after that, so that it may not know us yet: it is not relied on to
    /// take boards from the link alone until it has been told some by partner talk, and reports
    /// back.
    Doubtful { told: u8 },
}

impl Acquaintance {
    /// The partner's dialect; `None` without a partner.
    pub(crate) fn dialect(self) -> Option<Dialect> {
        match self {
            Self::Nobody => None,
            Self::Ungreeted(dialect) | Self::Greeted(dialect) | Self::Asked(dialect) => {
                Some(dialect)
            }
            Self::GreetsAgain | Self::GreetedBack | Self::Doubtful { .. } => Some(Dialect::Tandem),
        }
    }

    /// The acquaintance after a greeting in this dialect.
    #[must_use]
    pub(crate) fn after_greeting(self, dialect: Dialect) -> Self {
        match (self, dialect) {
            (Self::Nobody | Self::Ungreeted(_), _) => Self::Ungreeted(dialect),
            (Self::Greeted(Dialect::Tandem) | Self::GreetsAgain, Dialect::Tandem) => {
                Self::GreetsAgain
            }
            (Self::GreetedBack, Dialect::Tandem) => Self::Doubtful { told: 0 },
            (Self::Doubtful { .. }, Dialect::Tandem) => self,
            (Self::Asked(_), other) if other != Dialect::Tandem => Self::Asked(other),
            (
                Self::Greeted(_)
                | Self::Asked(_)
                | Self::GreetsAgain
                | Self::GreetedBack
                | Self::Doubtful { .. },
                _,
            ) => Self::Greeted(dialect),
        }
    }

    /// The acquaintance after a board report, which only a Tandem sends, and only to one that it
    /// has recognized.
    #[must_use]
    pub(crate) fn after_report(self) -> Self {
        match self {
            Self::Nobody | Self::Ungreeted(_) => Self::Ungreeted(Dialect::Tandem),
            Self::Greeted(_) | Self::Asked(_) => Self::Greeted(Dialect::Tandem),
            Self::Doubtful { told: ENOUGH.. } => Self::GreetedBack,
            Self::GreetsAgain | Self::GreetedBack | Self::Doubtful { .. } => self,
        }
    }

    /// The acquaintance after one more greeting of ours, by which a Tandem that takes us for its
    /// partner can show itself; `None` if there is nobody to ask, nothing to ask, or if we have
    /// asked in this game.
    #[must_use]
    pub(crate) fn asking(self) -> Option<Self> {
        match self {
            Self::Ungreeted(dialect) | Self::Greeted(dialect) if dialect != Dialect::Tandem => {
                Some(Self::Asked(dialect))
            }
            _ => None,
        }
    }

    /// True for a Tandem that may not know us although we have greeted it as often as we do.
    pub(crate) fn is_doubtful(self) -> bool {
        matches!(self, Self::Doubtful { .. })
    }

    /// The acquaintance after a board report of ours by partner talk.
    #[must_use]
    pub(crate) fn told(self) -> Self {
        match self {
            Self::Doubtful { told } => Self::Doubtful { told: told.saturating_add(1) },
            other => other,
        }
    }

    /// True for a Tandem that may not know us.
    pub(crate) fn owes_greeting(self) -> bool {
        matches!(self, Self::Ungreeted(Dialect::Tandem) | Self::GreetsAgain)
    }

    /// The acquaintance after our greeting.
    #[must_use]
    pub(crate) fn greeted(self) -> Self {
        match self {
            Self::Ungreeted(dialect) => Self::Greeted(dialect),
            Self::GreetsAgain => Self::GreetedBack,
            Self::Nobody
            | Self::Greeted(_)
            | Self::Asked(_)
            | Self::GreetedBack
            | Self::Doubtful { .. } => self,
        }
    }

    /// The acquaintance in the next game.
    #[must_use]
    pub(crate) fn in_next_game(self) -> Self {
        match self {
            Self::GreetedBack | Self::Doubtful { .. } => Self::Greeted(Dialect::Tandem),
            Self::Asked(dialect) => Self::Greeted(dialect),
            Self::Nobody | Self::Ungreeted(_) | Self::Greeted(_) | Self::GreetsAgain => self,
        }
    }
}
