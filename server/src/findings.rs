//! Findings of the analysis of one connection, on their way to it.
//!
//! They do not queue: only the latest of each board and the latest plans are kept, and with a new position all of the old
//! one are dropped. So a page never gets lines of a position that it has left.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use crate::message::{BoardName, BoardScore, Mating, TeamPlans, ToPage};
use crate::services::Finding;

/// Shortest time between two messages on one analysis.
const PAUSE: Duration = Duration::from_millis(100);

/// The findings that wait to be sent.
#[derive(Default)]
pub(crate) struct Findings {
    kept: Mutex<Kept>,
    news: Notify,
}

#[derive(Default)]
struct Kept {
    /// The number of the analysis that runs.
    id: Option<u32>,
    boards: Vec<BoardScore>,
    wins: Option<f64>,
    plans: Option<TeamPlans>,
    mates: Option<Vec<[Option<Mating>; 2]>>,
    done: Option<String>,
    /// The boards of which something was sent.
    shown: Vec<BoardName>,
    /// True if plans were sent.
    has_shown_plans: bool,
    /// The moment before which nothing more is sent of these.
    not_before: Option<Instant>,
}

impl Findings {
    /// Begins with a new analysis, or with none: what was found before is forgotten.
    pub(crate) fn begin(&self, id: Option<u32>) {
        *self.kept.lock() = Kept { id, ..Kept::default() };
    }

    /// Keeps a finding, unless it is about another position.
    pub(crate) fn keep(&self, id: u32, finding: Finding) {
        let mut kept = self.kept.lock();
        if kept.id != Some(id) {
            return;
        }
        match finding {
            Finding::Board(score) => {
                kept.boards.retain(|known| known.board != score.board);
                kept.boards.push(score);
            }
            Finding::Wins(wins) => kept.wins = Some(wins),
            Finding::Plans(plans) => kept.plans = Some(plans),
            Finding::Mates(mates) => kept.mates = Some(mates),
            Finding::Done(reason) => kept.done = Some(reason),
        }
        drop(kept);
        self.news.notify_one();
    }

    /// Ends the analysis that runs, for this reason.
    pub(crate) fn end(&self, reason: &str) {
        let running = self.kept.lock().id;
        if let Some(id) = running {
            self.keep(id, Finding::Done(reason.to_owned()));
        }
    }

    /// Waits until there is something to send.
    pub(crate) async fn wait(&self) {
        loop {
            let not_before = {
                let kept = self.kept.lock();
                kept.has_news().then(|| kept.not_before.filter(|_| !kept.has_first_news()))
            };
            match not_before {
                // The first news of something ends the pause.
                Some(Some(moment)) if moment > Instant::now() => tokio::select! {
                    () = sleep_until(moment) => {}
                    () = self.news.notified() => {}
                },
                Some(_) => return,
                None => self.news.notified().await,
            }
        }
    }

    /// Takes the messages that wait.
    pub(crate) fn take(&self) -> Vec<ToPage> {
        let mut kept = self.kept.lock();
        let Some(id) = kept.id else { return Vec::new() };
        let mut messages = Vec::new();
        let boards = std::mem::take(&mut kept.boards);
        if !boards.is_empty() {
            kept.shown.extend(boards.iter().map(|score| score.board));
            messages.push(ToPage::Analysis { id, boards, team_one_wins: kept.wins });
            kept.not_before = Some(Instant::now() + PAUSE);
        }
        if let Some(plans) = kept.plans.take() {
            kept.has_shown_plans = true;
            messages.push(ToPage::AnalysisPlans { id, plans });
            kept.not_before = Some(Instant::now() + PAUSE);
        }
        if let Some(boards) = kept.mates.take() {
            messages.push(ToPage::AnalysisMates { id, boards });
        }
        if let Some(reason) = kept.done.take() {
            messages.push(ToPage::AnalysisDone { id, reason });
            kept.id = None;
        }
        messages
    }

    /// True if no analysis runs.
    pub(crate) fn is_idle(&self) -> bool {
        self.kept.lock().id.is_none()
    }
}

impl Kept {
    /// True if there is news of a board of which nothing was sent, or the first plans: they do not
    /// wait.
    fn has_first_news(&self) -> bool {
        let has_first_plans = self.plans.is_some() && !self.has_shown_plans;
        has_first_plans || self.boards.iter().any(|score| !self.shown.contains(&score.board))
    }

    const fn has_news(&self) -> bool {
        let has_lines = !self.boards.is_empty() || self.plans.is_some();
        has_lines || self.mates.is_some() || self.done.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::TeamName;

    fn score(board: BoardName, depth: u32) -> Finding {
        let lines = Vec::new();
        Finding::Board(BoardScore { board, depth, nodes: 0, nps: 0, time_ms: 0, lines })
    }

    /// Plans without any, asked for with this condition.
    fn plans(must_move: Option<BoardName>) -> TeamPlans {
        TeamPlans { team: TeamName::One, must_move, cases: Vec::new() }
    }

    #[tokio::test(start_paused = true)]
    async fn the_first_plans_do_not_wait_for_a_pause_and_only_the_latest_are_kept() {
        let (findings, begun) = (Findings::default(), Instant::now());
        findings.begin(Some(1));
        findings.keep(1, score(BoardName::A, 1));
        findings.wait().await;
        assert_eq!(findings.take().len(), 1);
        findings.keep(1, Finding::Plans(plans(None)));
        findings.wait().await;
        assert_eq!(findings.take(), [ToPage::AnalysisPlans { id: 1, plans: plans(None) }]);
        assert_eq!(begun.elapsed(), Duration::ZERO);
        for board in [BoardName::A, BoardName::B] {
            findings.keep(1, Finding::Plans(plans(Some(board))));
        }
        findings.wait().await;
        let latest = plans(Some(BoardName::B));
        assert_eq!(findings.take(), [ToPage::AnalysisPlans { id: 1, plans: latest }]);
        assert_eq!(begun.elapsed(), PAUSE);
        findings.keep(1, Finding::Plans(plans(None)));
        findings.begin(Some(2));
        assert_eq!(findings.take(), []);
    }

    #[tokio::test(start_paused = true)]
    async fn the_first_lines_of_a_board_do_not_wait_for_a_pause() {
        let (findings, begun) = (Findings::default(), Instant::now());
        findings.begin(Some(1));
        findings.keep(1, score(BoardName::A, 1));
        findings.wait().await;
        assert_eq!(findings.take().len(), 1);
        findings.keep(1, score(BoardName::A, 2));
        let later = async {
            sleep_until(begun + PAUSE / 10).await;
            findings.keep(1, score(BoardName::B, 1));
        };
        tokio::join!(findings.wait(), later);
        assert_eq!((findings.take().len(), begun.elapsed()), (1, PAUSE / 10));
        findings.keep(1, score(BoardName::B, 2));
        findings.wait().await;
        assert_eq!(begun.elapsed(), PAUSE / 10 + PAUSE);
    }

    #[test]
    fn only_the_latest_of_the_current_position_is_sent() {
        let findings = Findings::default();
        findings.begin(Some(1));
        findings.keep(1, score(BoardName::A, 1));
        findings.keep(1, score(BoardName::B, 1));
        findings.keep(1, score(BoardName::A, 2));
        findings.keep(1, Finding::Wins(0.5));
        let sent = findings.take();
        let [ToPage::Analysis { id: 1, boards, team_one_wins: Some(_) }] = sent.as_slice() else {
            panic!("{sent:?}");
        };
        let depths: Vec<_> = boards.iter().map(|score| (score.board, score.depth)).collect();
        assert_eq!(depths, [(BoardName::B, 1), (BoardName::A, 2)]);
        findings.keep(1, score(BoardName::A, 3));
        findings.begin(Some(2));
        findings.keep(1, score(BoardName::A, 4));
        assert_eq!(findings.take(), []);
        findings.keep(2, Finding::Done("time".to_owned()));
        assert_eq!(findings.take().len(), 1);
        findings.keep(2, score(BoardName::A, 5));
        assert_eq!(findings.take(), [], "nothing follows the end");
    }
}
