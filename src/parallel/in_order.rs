//! Results that come in any order, taken in the order of their numbers.

use std::collections::BTreeMap;

/// A queue of numbered results. A result is handed out once all earlier ones have been.
pub(crate) struct InOrder<Numbers: Iterator, T> {
    /// Numbers after the next one.
    later: Numbers,
    /// The number that is next; `None` after the last one.
    next: Option<Numbers::Item>,
    /// Results that wait for an earlier one, by number.
    early: BTreeMap<Numbers::Item, T>,
}

impl<Numbers: Iterator<Item: Ord + Copy>, T> InOrder<Numbers, T> {
    /// A queue for results with these numbers, in this order.
    pub(crate) fn new(numbers: Numbers) -> Self {
        let (mut later, early) = (numbers, BTreeMap::new());
        Self { next: later.next(), later, early }
    }

    /// Adds a result.
    pub(crate) fn add(&mut self, number: Numbers::Item, result: T) {
        self.early.insert(number, result);
    }

    /// Removes the next result if it is there.
    pub(crate) fn take_next(&mut self) -> Option<T> {
        let result = self.early.remove(&self.next?)?;
        self.next = self.later.next();
        Some(result)
    }

    /// Removes the results that wait for an earlier one, in the order of their numbers.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = T> + use<Numbers, T> {
        std::mem::take(&mut self.early).into_values()
    }

    /// The numbers of all results that have not been handed out.
    #[cfg(any(test, feature = "train"))]
    pub(crate) fn left(&self) -> std::iter::Chain<std::option::IntoIter<Numbers::Item>, Numbers>
    where
        Numbers: Clone,
    {
        self.next.into_iter().chain(self.later.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_handed_out_in_the_order_of_their_numbers() {
        let mut queue = InOrder::new([4, 2, 9].into_iter());
        let mut taken = Vec::new();
        for number in [9, 2, 4] {
            assert_eq!(queue.take_next(), None);
            queue.add(number, number * 10);
        }
        assert_eq!(queue.left().collect::<Vec<_>>(), [4, 2, 9]);
        taken.extend(std::iter::from_fn(|| queue.take_next()));
        assert_eq!(taken, [40, 20, 90]);
        assert_eq!(queue.left().count(), 0);
        let mut queue = InOrder::new(1..5);
        queue.add(4, 'd');
        queue.add(2, 'b');
        assert_eq!((queue.take_next(), queue.drain().collect::<String>()), (None, "bd".to_owned()));
    }
}
