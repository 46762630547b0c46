//! The request that a search answers.

use crate::{Limits, SearchId, View};

/// The question put to a search: the view of the game, and the limits of the answer.
#[derive(Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) id: SearchId,
    pub(crate) view: &'a View,
    pub(crate) limits: &'a Limits,
}
