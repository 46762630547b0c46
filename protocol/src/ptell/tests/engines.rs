//! The vocabularies of engines: lines that they send or understand.

use super::*;

/// Lines that Fairy-Stockfish sends, and lines that it understands.
const FAIRY_STOCKFISH: &[Row] = &[
    ("sit", &[M::Sit(None)]),
    ("go", &[M::Go(None)]),
    ("move", &[M::Go(None)]),
    ("fast", &[M::Fast]),
    ("slow", &[M::Slow]),
    ("dead", &[M::Dead]),
    ("x", &[M::Cancel, M::NotDead]),
    ("time 12345", &[M::Clock(Millis(123_450))]),
    ("time -20", &[M::Clock(Millis(-200))]),
    ("otim 1", &[M::OpponentClock(Millis(10))]),
    ("otim -429496729599", &[M::OpponentClock(Millis(-4_294_967_295_990))]),
];

const SJENG: &[Row] = &[
    ("sit", &[M::Sit(None)]),
    ("go", &[M::Go(None)]),
    ("fast", &[M::Fast]),
    ("slow", &[M::Slow]),
    ("time", &[M::Fast]),
    ("abort", &[M::Abort]),
    ("flag", &[M::CallFlag]),
    ("+n", &[M::Need(N, NICE)]),
    ("++n", &[M::Need(N, Much)]),
    ("+++n", &[M::Need(N, Mates)]),
    ("-q", &[M::Avoid(Q, NICE)]),
    ("--q", &[M::Avoid(Q, Much)]),
    ("---q", &[M::Avoid(Q, Mates)]),
    ("+np", &[M::Need(P, NICE), M::Need(N, NICE)]),
    ("++ r", &[M::Need(R, Much)]),
    ("+d", &[M::Need(B, NICE), M::Need(Q, NICE)]),
    ("--h", &[M::Avoid(R, Much), M::Avoid(Q, Much)]),
    ("+trades", &[M::TradesGood]),
    ("+trade", &[M::TradesGood]),
    ("--trades", &[M::TradesBad]),
    ("---trades", &[M::TradesBad]),
    ("+++", &[M::TradesGood]),
    ("---", &[M::TradesBad]),
    ("x", &[M::Cancel, M::NotDead]),
    ("=", &[M::Cancel]),
    ("n mates me", &[M::Avoid(N, Mates)]),
    ("n doesn't mate me anymore", &[M::Indifferent(N)]),
    ("doesn't mate me anymore", &[M::Cancel]),
    ("dead", &[M::Dead]),
    ("Mate in 3, give him no more pieces.", &[M::Mate(Some(3)), M::TradesBad]),
    ("You can trade freely.", &[M::TradesIndifferent]),
    ("I'll have to sit...(dead)", &[M::Sitting(None), M::Dead]),
    ("I'll have to sit...(piece)", &[M::Sitting(None)]),
    ("I'll have to sit...(lose piece that mates you)", &[M::Sitting(None)]),
    ("I am forcedly mated (dead). Tell me 'go' to start moving into it.", &[M::Dead]),
];

const SUNSETTER: &[Row] = &[
    ("sitting", &[M::Sitting(None)]),
    ("frozen", &[M::Sitting(None)]),
    ("sit", &[M::Sit(None)]),
    ("go", &[M::Go(None)]),
    ("move", &[M::Go(None)]),
    ("flag", &[M::CallFlag]),
    ("abort", &[M::Abort]),
    ("cancel", &[M::Cancel, M::Moving]),
    ("sit (I am in trouble)", &[M::Sit(Some(Reason::Trouble))]),
    ("sit (my opponent is waiting for something)", &[M::Sit(Some(Reason::OpponentWaits))]),
    ("go (watch our time)", &[M::Go(Some(Reason::BehindOnTime))]),
    ("go (I am ok)", &[M::Go(Some(Reason::Safe))]),
    ("sitting (I am mated)", &[M::Sitting(None), M::Dead]),
];

/// The chat buttons of pychess-variants.
const PYCHESS: &[Row] = &[
    ("p", &[M::Need(P, Much)]),
    ("n", &[M::Need(N, Much)]),
    ("b", &[M::Need(B, Much)]),
    ("r", &[M::Need(R, Much)]),
    ("q", &[M::Need(Q, Much)]),
    ("nop", &[M::Avoid(P, Much)]),
    ("non", &[M::Avoid(N, Much)]),
    ("nob", &[M::Avoid(B, Much)]),
    ("nor", &[M::Avoid(R, Much)]),
    ("noq", &[M::Avoid(Q, Much)]),
    ("sit", &[M::Sit(None)]),
    ("go", &[M::Go(None)]),
    ("trade", &[M::TradesGood]),
    ("notrade", &[M::TradesBad]),
    ("mate", &[M::Mate(None)]),
    ("nvm", &[M::Cancel]),
];

#[test]
fn the_words_of_fairy_stockfish_are_understood() {
    check(FAIRY_STOCKFISH);
}

#[test]
fn the_signs_of_sjeng_are_understood() {
    check(SJENG);
}

#[test]
fn the_words_of_sunsetter_are_understood() {
    check(SUNSETTER);
    let rows = [("N@f7", N, Much), ("Q@h7 with mate", Q, Mates)];
    for (drop, piece, urgency) in rows {
        let line = format!(
            "sitting ({drop}). Tell me \"sitting\" if no stuff comes for me or \"go\" to make one \
             move ."
        );
        let sits = M::Sitting(Some(Reason::AwaitsPiece));
        assert_eq!(hear(&line), messages(&[sits, M::Need(piece, urgency)]), "{line}");
    }
}

#[test]
fn the_buttons_of_pychess_are_understood() {
    check(PYCHESS);
    for (line, expected) in PYCHESS {
        assert_eq!(hear(&format!("!bug!{line}")), messages(expected), "{line}");
        assert_eq!(button(&format!("!bug!{line}")), Some(*line));
    }
    for line in ["ok", "no", "mb", "nice"] {
        assert_eq!(hear(line), [Heard::Courtesy], "{line}");
        assert_eq!(hear(&format!("!bug!{line}")), [Heard::Courtesy], "{line}");
        assert_eq!(button(&format!("!bug!{line}")), Some(line));
    }
}

#[test]
fn engines_are_known_by_what_they_recite() {
    use Dialect::{FairyStockfish, Sjeng, Sunsetter, Tandem};
    let rows = [
        (
            FairyStockfish,
            "partner Fairy-Stockfish is an engine. Ask it 'help' for supported commands.",
        ),
        (
            FairyStockfish,
            "I listen to the commands help, sit, go, move, fast, slow, dead, x, time, and otim.",
        ),
        (FairyStockfish, "Tell 'help sit', etc. for details."),
        (FairyStockfish, "After receiving 'dead', I assume you are dead and I play fast."),
        (FairyStockfish, "If you specify a valid move, e.g., 'move e2e4', I will play it."),
        (Sjeng, "Hello! I am Sjeng and hope you enjoy playing with me."),
        (Sjeng, "For help on some commands that I understand, ptell me 'help'"),
        (
            Sjeng,
            "Please note : you *must* use ptell when talking with me, a normal tell will not work.",
        ),
        (
            Sjeng,
            "Commands that I understand are : sit, go, fast, slow, abort, flag, \
             +/++/+++/-/--/---{p,n,b,r,q,d,h,trades}, x, dead, help.",
        ),
        (Sunsetter, "Hi.  Thanks for being my partner.  Tell me \"help\" for the commands"),
        (
            Sunsetter,
            "I understand the following commands:  sitting/frozen, sit, go/move, flag and abort.",
        ),
        (Sunsetter, "sit means to sit, go means to stop sitting."),
        (Tandem, "Tandem is an engine. Say 'help' to see which words it understands."),
    ];
    for (dialect, line) in rows {
        assert_eq!(hear(line), [Heard::Greeting(dialect)], "{line}");
    }
}

#[test]
fn answers_of_engines_are_not_taken_for_their_wishes() {
    let lines = [
        "I play fast, tell me 'slow' to play normally again",
        "I play fast, tell me 'x' if you are no longer dead.",
        "I play at normal speed again.",
        "I play normally again",
        "sorry, not possible",
        "Ok, I'm going FAST!",
        "Ok, moving normally.",
        "Requesting abort...",
        "Flagging...",
        "Ok, trading is GOOD",
        "Ok, Knight mates",
        "Ok, Queen mates you (ptell me 'x' when it no longer mates you)",
        "Ok, Diagonal is VERY good (ptell me 'x' to play normal again)",
        "Ok, reverting to STANDARD piece values!",
        "Sorry, but I don't understand that command.",
        "Sorry, but I'm not playing a bughouse game.",
        "Greetings.",
        "Sorry , I didn't understand need n",
        "hi!",
    ];
    for line in lines {
        assert_eq!(hear(line), [Heard::Courtesy], "{line}");
    }
    assert_eq!(hear("Ok, I sit next move. Tell me when to go."), messages(&[M::Sitting(None)]));
    assert_eq!(hear("I sit, tell me 'go' to continue"), messages(&[M::Sitting(None)]));
    assert_eq!(hear("Ok, I'm moving."), messages(&[M::Moving]));
}
