//! User settings for team play.

/// User settings for team play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Habits {
    /// True if the seat sends messages to its partner.
    pub talks: bool,
    /// Permission to let the clock run although the seat could move.
    pub sitting: Sitting,
}

/// Permission to sit although the seat could move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sitting {
    /// Never.
    Never,
    /// If the partner asks for it, or mates.
    WhenAsked,
    /// Also where it pays.
    Freely,
}

impl Default for Habits {
    fn default() -> Self {
        Self { talks: true, sitting: Sitting::Freely }
    }
}
