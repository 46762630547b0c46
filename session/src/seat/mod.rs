//! Parts of a conversation that every protocol has.

mod acquaintance;
pub(crate) mod brain;
pub(crate) mod buttons;
pub(crate) mod decision;
pub(crate) mod evaluation;
pub(crate) mod files;
pub(crate) mod kind;
pub(crate) mod lateness;
mod measure;
pub(crate) mod mind;
pub(crate) mod openings;
pub(crate) mod options;
pub(crate) mod pace;
pub(crate) mod partnership;
pub(crate) mod record;
pub(crate) mod rule_book;
#[cfg(test)]
pub(crate) mod script;
pub(crate) mod strength;
pub(crate) mod thought;
pub(crate) mod timing;
pub(crate) mod told;
pub(crate) mod vigil;
