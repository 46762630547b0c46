//! The slots for analyses of positions.

use std::sync::Arc;
use std::thread;

use parking_lot::Mutex;

use crate::findings::Findings;
use crate::turns::Client;

/// Analyses at once, also where there are fewer processors: one person may have two windows.
const LEAST_SLOTS: usize = 4;
/// The end of an analysis whose slot others need.
const OTHERS: &str = "others wait for an analysis, and your address has several";

/// The slots for analyses of positions: as many as the machine can serve at once.
pub(crate) struct AnalysisSlots {
    most: usize,
    taken: Mutex<Vec<Taken>>,
}

/// Error for an analysis for which there is no slot; it is said to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} analyses run already; this machine has no more")]
pub(crate) struct NoSlot(usize);

/// A slot that is taken.
struct Taken {
    by: Client,
    findings: Arc<Findings>,
}

/// A slot that was taken; it is free again once this is dropped.
pub(crate) struct AnalysisSlot {
    slots: Arc<AnalysisSlots>,
    by: Client,
}

impl AnalysisSlots {
    pub(crate) fn of_this_machine() -> Self {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Self::new(processors.max(LEAST_SLOTS))
    }

    fn new(most: usize) -> Self {
        Self { most, taken: Mutex::default() }
    }

    /// Takes a slot for the analysis of a connection. If all are taken, the address with the most of
    /// them gives up the one that it has had for the longest time, if it has two more than this one.
    ///
    /// # Errors
    /// [`NoSlot`] if there is none.
    pub(crate) fn take(
        slots: &Arc<Self>,
        by: Client,
        findings: &Arc<Findings>,
    ) -> Result<AnalysisSlot, NoSlot> {
        let mut taken = slots.taken.lock();
        let of = |address| taken.iter().filter(|taken| taken.by.address == address).count();
        if taken.len() >= slots.most {
            let none = NoSlot(taken.len());
            // The first of the address with the most, which is the one that began first.
            let busiest = taken.iter().rev().max_by_key(|taken| of(taken.by.address));
            let busiest = busiest.map(|taken| taken.by.address).ok_or(none)?;
            if of(busiest) < of(by.address) + 2 {
                return Err(none);
            }
            let oldest = taken.iter().position(|taken| taken.by.address == busiest).ok_or(none)?;
            taken.remove(oldest).findings.end(OTHERS);
        }
        taken.push(Taken { by, findings: Arc::clone(findings) });
        Ok(AnalysisSlot { slots: Arc::clone(slots), by })
    }
}

impl AnalysisSlot {
    /// False once it was given up to others.
    pub(crate) fn is_held(&self) -> bool {
        self.slots.taken.lock().iter().any(|taken| taken.by.connection == self.by.connection)
    }
}

impl Drop for AnalysisSlot {
    fn drop(&mut self) {
        self.slots.taken.lock().retain(|taken| taken.by.connection != self.by.connection);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::ToPage;
    use crate::turns::tests::client;

    #[test]
    fn an_address_with_many_slots_gives_one_up_for_another() {
        let slots = Arc::new(AnalysisSlots::new(3));
        let take = |address, connection| {
            let findings = Arc::<Findings>::default();
            findings.begin(Some(connection as u32));
            let slot = AnalysisSlots::take(&slots, client(address, connection), &findings);
            slot.map(|slot| (slot, findings))
        };
        let (_first, first) = take(1, 1).expect("a slot");
        let (second, _) = take(1, 2).expect("a slot");
        let (_third, _) = take(1, 3).expect("a slot");
        assert!(take(1, 4).is_err(), "its own address has them all");
        let _other = take(2, 5).expect("a slot is given up");
        let told = first.take();
        assert!(matches!(&told[..], [ToPage::AnalysisDone { id: 1, .. }]), "{told:?}");
        assert!(first.is_idle());
        assert!(take(2, 6).is_err() && take(1, 1).is_err(), "two of one, one of another");
        let _third = take(3, 7).expect("a slot is given up");
        assert!(take(4, 8).is_err(), "each has one");
        drop(second); // it was given up
        assert!(take(4, 8).is_err());
    }
}
