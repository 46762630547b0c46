//! Every number of the search that could be tuned, one line each.

/// Deepest line searched, in plies.
pub(super) const MAX_PLY: usize = 128;
/// Half the first aspiration window, in centipawns.
pub(super) const WINDOW: i32 = 40;
/// No windows below this depth: scores still jump.
pub(super) const WINDOW_DEPTH: u32 = 5;
/// Null move from this depth on, reduced by this plus a quarter of the depth.
pub(super) const NULL_DEPTH: u32 = 3;
pub(super) const NULL_REDUCTION: u32 = 3;
/// Late moves are reduced from this depth and this place in the list on.
pub(super) const LATE_DEPTH: u32 = 3;
pub(super) const LATE_MOVE: usize = 4;
/// Near the leaves, quiet moves from this place plus so many for each ply squared are not tried.
pub(super) const FUTILE_DEPTH: u32 = 3;
pub(super) const FUTILE_MOVE: usize = 10;
pub(super) const FUTILE_MOVE_PER_PLY: usize = 6;
/// A quiescence capture must get this near to alpha.
pub(super) const DELTA: i32 = 250;
/// Plies of quiescence in which every evasion is looked at.
pub(super) const EVASION_PLIES: usize = 6;
/// History never grows beyond this.
pub(super) const HISTORY_MOST: i32 = 16_000;
