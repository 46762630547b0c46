//! The analysis of a position as text.

use tandem_engine::Info;
use tandem_rules::notation::diagram::{self, Ink};
use tandem_rules::{BoardId, Color, Team, Variant};

use super::notation::san_line;
use super::scores::in_words;
use crate::analyst::{Analysis, BoardAnalysis};
use crate::scene::Scene;

/// The boards as lines, then the analysis of each board and of the game.
pub fn of_scene(scene: &Scene, analysis: &Analysis, ink: Ink) -> Vec<String> {
    let labels = BoardId::ALL.map(|board| {
        Color::ALL.map(|color| {
            let clock = scene.clocks[board.index()].map(|pair| pair[color.index()]);
            let clock = clock.map(|left| format!("  {:.1}", left.seconds())).unwrap_or_default();
            format!("{color}{clock}")
        })
    });
    let mut lines = match scene.shown() {
        [_, _] => diagram::both(&scene.boards, &labels, Team::One, ink),
        _ => diagram::one(scene.boards.position(BoardId::A), Color::White, &labels[0], ink),
    };
    for board in &analysis.boards {
        lines.push(String::new());
        lines.extend(of_board(board, scene.shown().len() == 2));
    }
    if scene.shown().len() == 2 {
        lines.push(String::new());
        let wins = (analysis.win_rate(scene, Team::One) * 100.0).round();
        lines.push(format!("White on A and Black on B would win {wins} of 100 such games."));
        lines.extend(sitting(scene));
    }
    lines
}

fn of_board(analysis: &BoardAnalysis, has_partner: bool) -> Vec<String> {
    let BoardAnalysis { board, position, lines, .. } = analysis;
    let us = position.side_to_move();
    let named = if has_partner { format!("Board {board}: ") } else { String::new() };
    let best = lines.first();
    let mut text = vec![best.map_or_else(String::new, |best| {
        let Info { depth, nodes, time, .. } = best;
        format!("{named}{us} to move. Depth {depth}, {nodes} nodes, {:.2} s", time.seconds())
    })];
    for info in lines {
        let moves = san_line(position, &info.pv).join(" ");
        let moves = if moves.is_empty() { "no move" } else { &moves };
        text.push(format!("  {:>8}  {moves}", in_words(info.score)));
    }
    if position.variant() == Variant::Bughouse {
        text.extend(Color::ALL.into_iter().filter_map(|color| wants(analysis, color)));
    }
    text
}

/// A line on the mate of a color: that it mates, or with which one more piece; `None` otherwise.
fn wants(analysis: &BoardAnalysis, color: Color) -> Option<String> {
    let on_turn = analysis.position.side_to_move() == color;
    let verb = if on_turn { "mates" } else { "threatens mate" };
    match analysis.mates_with(color) {
        (true, _) => Some(format!("  {color} {verb}")),
        (false, pieces) if pieces.is_empty() => None,
        (false, pieces) => {
            let names: Vec<String> = pieces.iter().map(|piece| piece.to_string()).collect();
            Some(format!("  {color} {verb} with one more {}", names.join(" or ")))
        }
    }
}

/// A line on the seat that can sit, if clocks are known: the seat on turn with a positive diagonal
/// lead. If one team is on turn on both boards, neither of its seats can.
fn sitting(scene: &Scene) -> Option<String> {
    let on_turn = BoardId::ALL.map(|board| scene.boards.on_turn(board));
    let [a, b] = on_turn;
    if a.team() == b.team() {
        scene.lead(a)?;
        return Some(format!("{a} and {b} are on turn: waiting costs them time on both boards."));
    }
    let ahead =
        on_turn.into_iter().find(|seat| scene.lead(*seat).is_some_and(|lead| lead.0 > 0))?;
    let by = scene.lead(ahead)?.seconds();
    Some(format!("{ahead} can wait {by:.1} s longer than {}.", ahead.diagonal()))
}
