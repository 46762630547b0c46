//! The vocabulary of people.

use super::*;

const SITTING_AND_GOING: &[Row] = &[
    ("sit please", &[M::Sit(None)]),
    ("pls sit", &[M::Sit(None)]),
    ("partner, sit", &[M::Sit(None)]),
    ("Tandem: sit", &[M::Sit(None)]),
    ("you must sit now", &[M::Sit(None)]),
    ("let's sit", &[M::Sit(None)]),
    ("wait", &[M::Sit(None)]),
    ("hold", &[M::Sit(None)]),
    ("hold on", &[M::Sit(None)]),
    ("don't move", &[M::Sit(None)]),
    ("do not go", &[M::Sit(None)]),
    ("ok sit", &[M::Sit(None)]),
    ("go go go", &[M::Go(None)]),
    ("you can go", &[M::Go(None)]),
    ("go on", &[M::Go(None)]),
    ("go now, partner", &[M::Go(None)]),
    ("stop sitting", &[M::Go(None)]),
    ("dont sit", &[M::Go(None)]),
    ("go fast", &[M::Go(None), M::Fast]),
    ("hurry up", &[M::Fast]),
    ("watch the clock", &[M::Fast]),
    ("look time", &[M::Fast]),
    ("slow down", &[M::Slow]),
    ("take your time", &[M::Slow]),
    ("I sit", &[M::Sitting(None)]),
    ("im sitting", &[M::Sitting(None)]),
    ("I have to sit", &[M::Sitting(None)]),
    ("not sitting anymore", &[M::Moving]),
    ("I'm moving", &[M::Moving]),
    ("sit (we're up)", &[M::Sit(Some(Reason::AheadOnTime))]),
    ("sit, n mates me", &[M::Sit(None), M::Avoid(N, Mates)]),
    ("sit (n mates me)", &[M::Sit(None), M::Avoid(N, Mates)]),
    ("sit - n mates me", &[M::Sit(None), M::Avoid(N, Mates)]),
    ("sit... q mates me", &[M::Sit(None), M::Avoid(Q, Mates)]),
    ("sit because n mates me", &[M::Sit(None), M::Avoid(N, Mates)]),
    ("wait for n", &[M::Sit(None)]),
    ("sit n mates me", &[M::Sit(None), M::Avoid(N, Mates)]),
    ("sit, I have mate with everything", &[M::Sit(None)]),
];

const PIECES: &[Row] = &[
    ("need n", &[M::Need(N, Much)]),
    ("need N!!", &[M::Need(N, Much)]),
    ("i need a knight please", &[M::Need(N, Much)]),
    ("+n.", &[M::Need(N, NICE)]),
    ("n+", &[M::Need(N, NICE)]),
    ("n++", &[M::Need(N, Much)]),
    ("give me a pawn", &[M::Need(P, Much)]),
    ("need 2 pawns", &[M::Need(P, Much)]),
    ("need n or b", &[M::Need(N, Much), M::Need(B, Much)]),
    ("need n/q", &[M::Need(N, Much), M::Need(Q, Much)]),
    ("need n, q", &[M::Need(N, Much), M::Need(Q, Much)]),
    ("need a diagonal", &[M::Need(B, Much), M::Need(Q, Much)]),
    ("n, b", &[M::Need(N, Much), M::Need(B, Much)]),
    ("knight please", &[M::Need(N, Much)]),
    ("n would be nice", &[M::Need(N, NICE)]),
    ("I would like a rook", &[M::Need(R, NICE)]),
    ("n good", &[M::Need(N, NICE)]),
    ("trade queens", &[M::Need(Q, NICE)]),
    ("knight wins a queen", &[M::Need(N, Much)]),
    ("knight mates", &[M::Need(N, Mates)]),
    ("n mates!", &[M::Need(N, Mates)]),
    ("n#", &[M::Need(N, Mates)]),
    ("n or q mates", &[M::Need(N, Mates), M::Need(Q, Mates)]),
    ("need n to mate", &[M::Need(N, Mates)]),
    ("q mates in 2", &[M::Need(Q, Mates)]),
    ("n mates me", &[M::Avoid(N, Mates)]),
    ("knight kills me", &[M::Avoid(N, Mates)]),
    ("p and n mate me", &[M::Avoid(P, Mates), M::Avoid(N, Mates)]),
    ("no q", &[M::Avoid(Q, Much)]),
    ("no more queens", &[M::Avoid(Q, Much)]),
    ("no q, r or b", &[M::Avoid(Q, Much), M::Avoid(B, Much), M::Avoid(R, Much)]),
    ("no n q mates", &[M::Avoid(N, Much), M::Need(Q, Mates)]),
    ("don't give him a knight", &[M::Avoid(N, Much)]),
    ("dont lose the q", &[M::Avoid(Q, Much)]),
    ("no queen trade", &[M::Avoid(Q, Much)]),
    ("keep your q", &[M::Avoid(Q, Much)]),
    ("don't give up a knight", &[M::Avoid(N, Much)]),
    ("keep q", &[M::Avoid(Q, Much)]),
    ("he needs n", &[M::Avoid(N, Much)]),
    ("q bad", &[M::Avoid(Q, NICE)]),
    ("no q, need n", &[M::Avoid(Q, Much), M::Need(N, Much)]),
    ("need n no q", &[M::Need(N, Much), M::Avoid(Q, Much)]),
    ("haha, need n", &[M::Need(N, Much)]),
    ("n doesnt mate me any more", &[M::Indifferent(N)]),
    ("knight no longer mates me", &[M::Indifferent(N)]),
    ("n no longer needed", &[M::Indifferent(N)]),
    ("dont need n anymore", &[M::Indifferent(N)]),
    ("q ok now", &[M::Indifferent(Q)]),
    ("nvm the q", &[M::Indifferent(Q)]),
    ("never mind", &[M::Cancel]),
    ("forget it", &[M::Cancel]),
    ("does not mate me any more", &[M::Cancel]),
];

const ALL_PIECES_MATE: &[M] = &[
    M::Avoid(P, Mates),
    M::Avoid(N, Mates),
    M::Avoid(B, Mates),
    M::Avoid(R, Mates),
    M::Avoid(Q, Mates),
];

const EXCHANGES_AND_MATES: &[Row] = &[
    ("trades good", &[M::TradesGood]),
    ("trades are good", &[M::TradesGood]),
    ("need trades", &[M::TradesGood]),
    ("trade more", &[M::TradesGood]),
    ("need pieces", &[M::TradesGood]),
    ("Yes trade", &[M::TradesGood]),
    ("Feed me", &[M::TradesGood]),
    ("u can sac", &[M::TradesIndifferent]),
    ("dont trade", &[M::TradesBad]),
    ("don't trade", &[M::TradesBad]),
    ("no trades please", &[M::TradesBad]),
    ("stop trading", &[M::TradesBad]),
    ("trades bad", &[M::TradesBad]),
    ("no more pieces", &[M::TradesBad]),
    ("trades are ok", &[M::TradesIndifferent]),
    ("anything mates me", ALL_PIECES_MATE),
    ("mate in 2", &[M::Mate(Some(2))]),
    ("i have mate in two", &[M::Mate(Some(2))]),
    ("I mate", &[M::Mate(None)]),
    ("he's mated", &[M::Mate(None)]),
    ("I'm dead", &[M::Dead]),
    ("I will be checkmated", &[M::Dead]),
    ("im dead", &[M::Dead]),
    ("he mates me in 2", &[M::Dead]),
    ("mated", &[M::Dead]),
    ("I'm getting mated", &[M::Dead]),
    ("not dead yet", &[M::NotDead]),
    ("not dead", &[M::NotDead]),
    ("im no longer dead", &[M::NotDead]),
    ("I'm ok", &[M::NotDead]),
];

const CLOCKS: &[Row] = &[
    ("up", &[M::Ahead(None)]),
    ("up on time", &[M::Ahead(None)]),
    ("we're up time", &[M::Ahead(None)]),
    ("up 20", &[M::Ahead(Some(20))]),
    ("up by 20 seconds", &[M::Ahead(Some(20))]),
    ("we are up 1:05", &[M::Ahead(Some(65))]),
    ("down", &[M::Behind(None)]),
    ("down on time", &[M::Behind(None)]),
    ("im down 5s", &[M::Behind(Some(5))]),
    ("my clock 1:23.5", &[M::Clock(Millis(83_500))]),
    ("opp clock 12", &[M::OpponentClock(Millis(12_000))]),
    ("flag him", &[M::CallFlag]),
    ("call the flag", &[M::CallFlag]),
];

#[test]
fn sitting_and_going_are_understood() {
    check(SITTING_AND_GOING);
    for line in ["sit :)", "sit ;-)", "sit =D please"] {
        assert_eq!(hear(line), messages(&[M::Sit(None)]), "{line}");
    }
}

#[test]
fn wishes_for_pieces_are_understood() {
    check(PIECES);
}

/// Words of a strong player's list of buttons.
#[test]
fn a_blocker_is_any_piece() {
    for (lines, all) in [
        (["blocker", "need a blocker!", "need a piece to block", "give me a blocker"], true),
        (["no blocker", "no blockers", "no blocker please", "no blocker!"], false),
    ] {
        let message = |piece| if all { M::Need(piece, Much) } else { M::Avoid(piece, Much) };
        for line in lines {
            assert_eq!(hear(line), messages(&[P, N, B, R, Q].map(message)), "{line}");
        }
    }
    assert_eq!(hear("need a pawn to block"), messages(&[M::Need(P, Much)]));
}

#[test]
fn answers_and_news_ask_for_nothing() {
    for line in [
        "coming",
        "queen coming",
        "trades are coming",
        "U get n",
        "hard to get",
        "maybe",
        "it bounces",
        "keep check",
        "Keep Checking",
    ] {
        assert_eq!(hear(line), [Heard::Courtesy], "{line}");
    }
}

#[test]
fn exchanges_and_mates_are_understood() {
    check(EXCHANGES_AND_MATES);
}

#[test]
fn clocks_are_understood() {
    check(CLOCKS);
}

#[test]
fn moves_are_heard_in_the_notation_they_come_in() {
    let rows = [
        ("move e2e4", "e2e4"),
        ("play Nf3", "Nf3"),
        ("play nf3!", "Nf3"),
        ("Try Bxc3+ please", "Bxc3+"),
        ("e2e4", "e2e4"),
        ("N@f7", "N@f7"),
        ("n@f7", "n@f7"),
        ("N@f7#", "N@f7#"),
        ("O-O", "O-O"),
        ("bxc3", "bxc3"),
        ("e8=Q", "e8=Q"),
        ("p@e4!", "p@e4"),
    ];
    for (line, text) in rows {
        assert_eq!(hear(line), [Heard::Move(word(text))], "{line}");
    }
}

#[test]
fn help_is_asked_for_as_a_whole_or_on_a_word() {
    for line in ["help", "Help!", "help please", "help?"] {
        assert_eq!(hear(line), [Heard::Help(None)], "{line}");
    }
    for (line, text) in
        [("help sit", "sit"), ("Help 'NOQ'", "NOQ"), ("help +", "+"), ("help ♞", "♞")]
    {
        assert_eq!(hear(line), [Heard::Help(Some(word(text)))], "{line}");
    }
}

#[test]
fn courtesies_are_understood_and_wishes_beside_them_too() {
    for line in ["thanks", "thank you!", "ok mate", "my bad", "gg", "good game", "hi", "no"] {
        assert_eq!(hear(line), [Heard::Courtesy], "{line}");
    }
    assert_eq!(hear("thx, need n"), messages(&[M::Need(N, Much)]));
}
