//! Files that are built from random boards, and asked.

mod corpus;
mod damage;
mod growth;
mod naive;
mod oracle;
mod pairs;
mod round_trip;
