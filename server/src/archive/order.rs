//! Orders and other changes for the thread that writes.

use crossbeam::channel::Sender;
use tandem_rules::notation::bpgn::GameRecord;

use super::step::Step;
use super::store::Store;

/// Orders of the games that are played.
pub(super) enum Order {
    Begin(i64, Box<GameRecord>),
    Add(i64, Step),
    /// The sender hears once the game is stored, and is dropped if it is not.
    End(i64, Box<GameRecord>, Sender<()>),
    Abort(i64, &'static str, Sender<()>),
    /// Tells that all orders before this one were done.
    Tell(Sender<()>),
    /// The end of all orders.
    Finish,
}

/// Another change, which waits until no order does.
pub(super) type Change = Box<dyn FnOnce(&mut Store) + Send>;
