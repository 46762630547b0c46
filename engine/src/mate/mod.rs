//! Mate on one board, by a drop beside the king, seen at a glance.

mod contact;

pub use contact::contact_mates;
