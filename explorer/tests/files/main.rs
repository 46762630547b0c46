//! Files that are built from random boards, and asked.

mod corpus;
mod damage;
mod naive;
mod oracle;
mod round_trip;
