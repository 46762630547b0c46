//! The analysis of a position as text.

use tandem_engine::Info;
use tandem_rules::notation::diagram::{self, Ink};
use tandem_rules::{BoardId, Color, Outcome, Team, Variant};

use super::notation::san_line;
use super::plans::{Names, line, parts, share, why};
use super::scores::in_words;
use crate::analyst::{Analysis, BoardAnalysis};
use crate::plans::{Clocks, Lead, Ranking};
use crate::scene::Scene;

/// The number of plans that are shown.
const SHOWN_PLANS: usize = 3;

/// The boards as lines, then the plans of each team that was asked about, and the analysis of each board and of the game.
pub fn of_scene(
    scene: &Scene,
    analysis: &Analysis,
    plans: &[Vec<Ranking>],
    ink: Ink,
) -> Vec<String> {
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
    if let Some(outcome) = &analysis.outcome {
        lines.extend([String::new(), ending(scene, *outcome)]);
        return lines;
    }
    for rankings in plans {
        lines.push(String::new());
        lines.extend(of_team(scene, rankings));
    }
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

/// The end of the game in a sentence, as in `Black is mated: White has won.`
fn ending(scene: &Scene, outcome: Outcome) -> String {
    let is_one_board = scene.shown().len() == 1;
    let has_won = match outcome.winner {
        None => "the game is drawn".to_owned(),
        Some(team) if is_one_board => format!("{} has won", team.seat(BoardId::A).color),
        Some(team) => {
            let [a, b] = BoardId::ALL.map(|board| team.seat(board));
            format!("{a} and {b} have won")
        }
    };
    let reason = outcome.ending.to_string();
    let reason = if is_one_board { reason.replace(" on A", "") } else { reason };
    format!("{reason}: {has_won}.")
}

/// The plans of a team: for the clocks as they are, or for each case of them that has another best plan.
fn of_team(scene: &Scene, rankings: &[Ranking]) -> Vec<String> {
    let Some(answer) = Ranking::answer(rankings) else { return Vec::new() };
    let Some(first) = answer.plans.first() else { return Vec::new() };
    let team = BoardId::ALL.map(|board| first.team.seat(board).to_string()).join(" and ");
    let mut lines = Vec::new();
    let (same, others): (Vec<&Ranking>, Vec<&Ranking>) = rankings
        .iter()
        .partition(|ranking| ranking.plans.first().is_some_and(|plan| plan.parts == first.parts));
    let case = |ranking: &Ranking| match ranking.clocks {
        Clocks::Known(_) => None,
        Clocks::Assumed(lead) => Some(lead.name()),
    };
    let named: Vec<&str> = same.iter().filter_map(|ranking| case(ranking)).collect();
    let is_always = named.is_empty() || named.len() == Lead::ALL.len();
    lines.push(match is_always {
        true => format!("{team}:"),
        false => format!("{team}, {} on the clock:", named.join(" or ")),
    });
    lines.extend(of_ranking(scene, answer, SHOWN_PLANS));
    for ranking in others {
        let name = case(ranking).unwrap_or_default();
        lines.push(format!("{team}, {name} on the clock:"));
        lines.extend(of_ranking(scene, ranking, 1));
    }
    lines
}

fn of_ranking(scene: &Scene, ranking: &Ranking, most: usize) -> Vec<String> {
    let names = Names::of_seats();
    let mut lines = Vec::new();
    for plan in ranking.plans.iter().take(most) {
        let share = share(plan.worth);
        lines.push(format!("  {share:>8}  {}", parts(plan, &scene.boards)));
        lines.extend(why(plan, &names).into_iter().map(|reason| format!("            {reason}")));
        let rest = line(&plan.line);
        if !rest.is_empty() {
            lines.push(format!("            {rest}"));
        }
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
