//! A game becomes its report, with a search that starts no thread.

use serde_json::{Value, json};
use tandem_analysis::analyst::Analyst;
use tandem_analysis::review::{Manner, annotated, review};
use tandem_analysis::search::Search;
use tandem_analysis::{json, page, text};
use tandem_engine::{Info, Limits, Score, View};
use tandem_rules::notation::bpgn::{Comment, Reader, ReplayRules};
use tandem_rules::{Move, OutcomeRules, Position};

/// A search that sees a mate in one and nothing else.
struct OneMove;

impl Search for OneMove {
    fn search(&mut self, view: View, limits: Limits, show: &mut dyn FnMut(Info)) -> Option<Info> {
        let legal = view.own.legal_moves();
        let moves = if limits.search_moves.is_empty() { &legal[..] } else { &limits.search_moves };
        let (score, best) = match moves.iter().find(|m| mates(&view.own, **m)) {
            Some(mate) => (-Score::mated(1), mate),
            None => (Score::DRAW, moves.first()?),
        };
        let info = Info { depth: 1, rank: 1, score, pv: vec![*best], ..Info::default() };
        show(info.clone());
        Some(info)
    }

    fn is_interrupted(&self) -> bool {
        false
    }

    fn clear(&mut self) {}
}

fn mates(position: &Position, m: Move) -> bool {
    let mut next = position.clone();
    let _no_partner = next.make(m, &mut ());
    next.in_check() && next.legal_moves().is_empty()
}

/// Black overlooks a mate.
const GAME: &str = "[Event \"a game\"]\n[Variant \"Crazyhouse\"]\n[White \"Anna\"]\n[Black \"Bert\"]\n\n\
                    1. f3 e5 2. g4 a6 *\n";

#[test]
fn a_mate_that_was_overlooked_is_in_every_form_of_a_review() {
    let mut games = Reader::with_options(GAME.as_bytes(), ReplayRules::Recorded);
    let read = games.next().expect("a game").expect("it can be read");
    let mut analyst = Analyst::new(Box::new(OneMove), Limits::clock(), OutcomeRules::default());
    let review = review(&mut analyst, &read.record, Manner::default(), &|| {})
        .expect("nothing interrupts it");

    let told = text::game::of_game("a.pgn", &read, &review);
    assert!(told.starts_with("a.pgn:1: game 1: Anna against Bert, *, 4 plies\n"), "{told}");
    assert!(told.contains("2... a6??  Bert"), "{told}");
    assert!(told.contains("gives up a mate in 1 for +0.00: Qh4#"), "{told}");

    let record = annotated(&read.record, &review.comments());
    let comments = record.plies()[3].comments.iter().map(Comment::text);
    assert_eq!(comments.collect::<Vec<_>>(), ["+0.00/1 ?? better +M1: Qh4#"]);

    let game = json::of_game(&read, &review);
    let page = serde_json::to_value(page::of_game(&read.record, &game)).expect("keys are texts");
    let marks = page["plies"].as_array().expect("a list").iter().map(|ply| ply["mark"].clone());
    assert_eq!(marks.collect::<Vec<_>>(), [Value::Null, Value::Null, Value::Null, json!("??")]);
    assert_eq!(page["plies"][3]["best"], json!({ "mate_in": 1 }));
    assert_eq!(page["squares"][3], json!(["a7", "a6"]));
    assert_eq!(page["after"].as_array().map(Vec::len), Some(4));
}
