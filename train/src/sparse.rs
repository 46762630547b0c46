//! Sparse rows: lists of 16-bit numbers (compressed sparse rows, without values).

/// Lists of 16-bit numbers in one allocation: the columns of each row.
#[derive(Default)]
pub(crate) struct SparseRows {
    numbers: Vec<u16>,
    /// End of each list, as an index into `numbers`.
    ends: Vec<usize>,
}

impl SparseRows {
    pub(crate) fn clear(&mut self) {
        self.numbers.clear();
        self.ends.clear();
    }

    /// Appends a number to the list that is not ended yet.
    pub(crate) fn push(&mut self, number: u16) {
        self.numbers.push(number);
    }

    /// Ends a list and begins the next one.
    pub(crate) fn end(&mut self) {
        self.ends.push(self.numbers.len());
    }

    /// All lists that have ended.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u16]> {
        let begins = [0].into_iter().chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, &end)| &self.numbers[begin..end])
    }

    /// Becomes the transpose of other lists: for each number below `bound`, the indices of the lists
    /// that contain it, in ascending order.
    pub(crate) fn transpose(&mut self, other: &Self, bound: usize) {
        self.ends.clear();
        self.ends.resize(bound, 0);
        for &number in &other.numbers {
            self.ends[usize::from(number)] += 1;
        }
        let mut begin = 0;
        for end in &mut self.ends {
            begin += std::mem::replace(end, begin);
        }
        // Each end is now the beginning of its list, and advances as the list grows.
        self.numbers.resize(other.numbers.len(), 0);
        for (place, numbers) in other.iter().enumerate() {
            for &number in numbers {
                let end = &mut self.ends[usize::from(number)];
                self.numbers[*end] = place as u16;
                *end += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(lists: &[&[u16]]) -> SparseRows {
        let mut all = SparseRows::default();
        for list in lists {
            list.iter().for_each(|&number| all.push(number));
            all.end();
        }
        all
    }

    #[test]
    fn the_transpose_says_in_which_lists_a_number_is() {
        let mut transpose = lists(&[&[9]]);
        let cases: [[&[&[u16]]; 2]; 2] =
            [[&[], &[&[], &[], &[], &[]]], [&[&[3, 0], &[], &[3, 1]], &[&[0], &[2], &[], &[0, 2]]]];
        for [given, expected] in cases {
            transpose.transpose(&lists(given), 4);
            assert!(transpose.iter().eq(expected.iter().copied()), "{given:?}");
        }
    }
}
