//! Questions for what was played in many games, and the judging of the moves by the engine, in turns
//! with reviews.

use std::sync::Arc;

use crossbeam::channel::{Receiver, Sender, bounded};

use crate::app::AppState;
use crate::message::{BoardMove, ExplorerAnswer, ExplorerQuestion, ToPage};
use crate::page_sender::PageSender;
use crate::pool::is_stopped;
use crate::turns::{NoTurn, Turn};

/// Most moves of an answer that are judged: those that are seen first.
const MOST_JUDGED: usize = 8;

/// The message that asks.
const EXPLORE: &str = "explore";

/// A question that is answered. The judging ends when this is dropped.
pub(crate) struct Exploring {
    _open: Sender<()>,
}

impl Exploring {
    /// Asks, in its turn.
    ///
    /// # Errors
    /// [`NoTurn`] if too many questions wait.
    pub(crate) fn begin(
        app: &Arc<AppState>,
        page: &PageSender,
        (id, judged): (u32, bool),
        question: ExplorerQuestion,
    ) -> Result<Self, NoTurn> {
        let (open, stop) = bounded(0);
        let (own, errands) = (page.clone(), &app.pools.errands);
        let app = Arc::clone(app);
        errands.push(page, EXPLORE, move |(), turn| {
            match app.explorer().and_then(|explorer| explorer.ask(&question)) {
                Ok(answer) => {
                    let left = if judged { to_judge(&answer) } else { Vec::new() };
                    own.answer(EXPLORE, &ToPage::Explored { id, answer }, turn);
                    // After the answer, so that no score comes before it.
                    Judging { app, page: own, id, question, left, stop }.begin();
                }
                Err(reason) => own.refuse(EXPLORE, reason),
            }
        })?;
        Ok(Self { _open: open })
    }
}

/// The moves that are left to judge, the least frequent first.
struct Judging {
    app: Arc<AppState>,
    page: PageSender,
    id: u32,
    question: ExplorerQuestion,
    left: Vec<BoardMove>,
    stop: Receiver<()>,
}

/// The moves of an answer that are judged, the most frequent last.
fn to_judge(answer: &ExplorerAnswer) -> Vec<BoardMove> {
    let legal = answer.moves.iter().filter(|m| m.is_legal).take(MOST_JUDGED);
    let mut moves: Vec<BoardMove> =
        legal.map(|m| BoardMove { board: m.board, coordinates: m.coordinates.clone() }).collect();
    moves.reverse();
    moves
}

impl Judging {
    fn begin(self) {
        if self.left.is_empty() {
            return;
        }
        let (app, page) = (Arc::clone(&self.app), self.page.clone());
        let pushed = app.pools.reviews.push(&page, EXPLORE, move |(), turn| self.go_on(turn));
        if let Err(full) = pushed {
            log::debug!("moves are not judged: {full}"); // the question itself is answered
        }
    }

    /// Judges the next move, and lets the others wait for their turns.
    fn go_on(mut self, turn: Turn) {
        if is_stopped(&self.stop) {
            return;
        }
        let Some(m) = self.left.pop() else { return };
        let explorer = self.app.explorer().ok();
        let wins = explorer.and_then(|explorer| explorer.judge(&self.question, &m, &self.stop));
        if is_stopped(&self.stop) {
            return;
        }
        let (app, page, id) = (Arc::clone(&self.app), self.page.clone(), self.id);
        app.pools.reviews.again(&turn, &page, EXPLORE, move |(), turn| self.go_on(turn));
        if let Some(wins) = wins {
            page.answer(EXPLORE, &ToPage::ExploredScore { id, m, wins }, turn);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{
        AnalysisPosition, BoardName, ExplorerFilter, ExplorerMove, ExplorerScope, StudyRequest,
    };
    use crate::services::tests::services;
    use crate::services::{GamesExplorer, ServiceError};
    use crate::study::{Study, Whence};
    use crate::tables::Tables;
    use crate::turns::tests::client;

    /// Games with two moves, each of which wins half of them.
    struct Two;

    impl GamesExplorer for Two {
        fn boards(&self) -> u32 {
            2
        }

        fn ask(&self, _: &ExplorerQuestion) -> Result<ExplorerAnswer, ServiceError> {
            let of = |coordinates: &str, is_legal| ExplorerMove {
                board: BoardName::A,
                coordinates: coordinates.to_owned(),
                san: String::new(),
                is_legal,
                games: 1,
                won: 0,
                drawn: 0,
                lost: 0,
                seconds: None,
                rating: None,
                examples: Vec::new(),
            };
            let moves = vec![of("e2e4", true), of("N@e4", false), of("d2d4", true)];
            Ok(ExplorerAnswer { games: 2, whatever_held: None, moves })
        }

        fn judge(&self, _: &ExplorerQuestion, _: &BoardMove, _: &Receiver<()>) -> Option<f64> {
            Some(0.5)
        }

        fn game(&self, board: u32) -> Result<String, ServiceError> {
            Err(ServiceError(format!("no board {board}")))
        }
    }

    fn question() -> ExplorerQuestion {
        let position =
            AnalysisPosition { rules: "fics".to_owned(), fens: Vec::new(), clocks_ms: None };
        ExplorerQuestion {
            position,
            scope: ExplorerScope::Both {},
            filter: ExplorerFilter::default(),
        }
    }

    #[tokio::test]
    async fn an_answer_is_followed_by_the_scores_of_its_legal_moves() {
        let services = crate::Services { explorer: Some(Box::new(Two)), ..services() };
        let tables = Tables::new(services, None).expect("threads");
        let (page, mut queue) = PageSender::new(client(1, 1), &Arc::default());
        let mut study = Study::new(Arc::clone(&tables.app), page, Whence::Here);
        let asked = StudyRequest::Explore { id: 7, question: question(), judged: true };
        study.take(asked).expect("it is asked");
        let mut texts = Vec::new();
        for _ in 0..3 {
            let outgoing = queue.outgoing.recv().await.expect("an answer");
            texts.push(outgoing.content.json().as_str().to_owned());
        }
        assert!(texts[0].starts_with(r#"{"type":"explored","id":7"#), "{texts:?}");
        let score = |coordinates| {
            format!(
                r#"{{"type":"explored_score","id":7,"move":{{"board":"A","coordinates":"{coordinates}"}},"wins":0.5}}"#
            )
        };
        assert_eq!(texts[1..], [score("e2e4"), score("d2d4")]);
    }

    #[tokio::test]
    async fn a_server_without_games_says_so() {
        let tables = Tables::new(services(), None).expect("threads");
        let (page, mut queue) = PageSender::new(client(1, 1), &Arc::default());
        let mut study = Study::new(Arc::clone(&tables.app), page, Whence::Here);
        let asked = StudyRequest::Explore { id: 7, question: question(), judged: false };
        study.take(asked).expect("it is asked");
        let outgoing = queue.outgoing.recv().await.expect("a refusal");
        let text = outgoing.content.json();
        assert!(text.contains("no file of games"), "{}", text.as_str());
    }
}
