//! The names of players, each once.

use std::collections::HashMap;
use std::io::{self, Write};

use crate::filter::folded;
use crate::format::Section;

use super::output::Output;

/// Names by number, in the order in which they came.
#[derive(Default)]
pub(super) struct Names {
    numbers: HashMap<Box<str>, u32>,
    /// The first spelling of each.
    names: Vec<Box<str>>,
}

impl Names {
    pub(super) fn len(&self) -> u32 {
        self.names.len() as u32
    }

    /// The number of a name. Names that differ in case alone have one.
    pub(super) fn number(&mut self, name: &str) -> u32 {
        let folded = folded(name);
        if let Some(&number) = self.numbers.get(folded.as_str()) {
            return number;
        }
        let number = self.len();
        self.numbers.insert(folded.into(), number);
        self.names.push(name.into());
        number
    }

    /// Writes the names in the order of their folded forms, in which a reader finds one by halving.
    /// Before, `columns` writes the columns, with the new number of each name.
    pub(super) fn put<W: Write>(
        self,
        out: &mut Output<W>,
        columns: impl FnOnce(&[u32], &mut Output<W>) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut sorted: Vec<(Box<str>, u32)> = self.numbers.into_iter().collect();
        sorted.sort_unstable();
        let mut order = vec![0; sorted.len()];
        for (new, &(_, old)) in (0..).zip(&sorted) {
            order[old as usize] = new;
        }
        columns(&order, out)?;
        let (mut offsets, mut end) = (vec![0], 0);
        out.begin(Section::Names)?;
        for (_, old) in sorted {
            let name = &self.names[old as usize];
            out.write_all(name.as_bytes())?;
            end += name.len() as u64;
            offsets.push(end);
        }
        out.end(Section::Names);
        out.numbers(Section::NameOffsets, &offsets)
    }
}
