//! Numbers of boards on the wire: two for each table, the lowest that are free.

/// The tables in the order of their numbers.
#[derive(Default)]
pub(super) struct Numbers(Vec<Option<String>>);

impl Numbers {
    /// The number of the first board of a table. Those of tables that nobody uses any more are free.
    pub(super) fn of(&mut self, table: &str, is_used: impl Fn(&str) -> bool) -> usize {
        let own = |slot: &Option<String>| slot.as_deref() == Some(table);
        let at = self.0.iter().position(own).unwrap_or_else(|| {
            let is_free = |slot: &Option<String>| slot.as_ref().is_none_or(|name| !is_used(name));
            let free = self.0.iter().position(is_free).unwrap_or_else(|| {
                self.0.push(None);
                self.0.len() - 1
            });
            self.0[free] = Some(table.to_owned());
            free
        });
        2 * at + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_keeps_its_numbers_and_leaves_them_to_others_at_its_end() {
        let mut numbers = Numbers::default();
        let all = |_: &str| true;
        assert_eq!(["a", "b", "a", "c"].map(|table| numbers.of(table, all)), [1, 3, 1, 5]);
        assert_eq!(numbers.of("d", |name| name != "b"), 3);
        assert_eq!(numbers.of("c", all), 5);
    }
}
