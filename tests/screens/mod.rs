//! The look of `tandem play`: sizes of the terminal, colors, and pictures of all of them.

use crate::folder::Folder;
use crate::terminal::Terminal;

/// White on A is in check; on B there is something to do at once.
const BOARDS: &str = "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR[NPPbp] w KQkq - 1 3 | \
     r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[Ppn] w KQkq - 4 4";

/// A game from [`BOARDS`] in a terminal of this size, with more arguments and variables.
fn game(
    folder: &Folder,
    size: (u16, u16),
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> Terminal {
    let mut game = table(folder, size, arguments, variables);
    game.be_ready();
    game
}

/// The same before the person is ready, while nobody moves.
fn table(
    folder: &Folder,
    size: (u16, u16),
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> Terminal {
    let path = folder.path("games.bpgn");
    let play = ["play", "--hash", "1", "--nodes", "100", "--bfen", BOARDS, "--bpgn", &path];
    Terminal::of_size(size, &[&play[..], arguments].concat(), variables)
}

fn leave(mut game: Terminal) {
    game.press("\x03");
    assert!(game.wait_for_end().success());
}

#[test]
fn both_boards_are_shown_at_every_usual_width_in_both_themes() {
    let folder = Folder::new();
    for size in [(120, 40), (60, 24), (40, 32), (30, 32), (30, 24)] {
        for (theme, pieces) in [("light", "unicode"), ("dark", "letters")] {
            let look = ["--theme", theme, "--pieces", pieces];
            let mut game = game(&folder, size, &look, &[]);
            game.press("Ke2");
            game.wait_for("a check, a move on B and what is typed", |shown| {
                let is_moved = size == (30, 24) || shown.contains("B. "); // no room for moves
                let signs = ["> you ", " check", "Your turn."];
                let has_signs = signs.iter().all(|sign| shown.contains(sign));
                (is_moved && has_signs && shown.trim_end().ends_with("> Ke2")).then_some(())
            });
            assert!(game.has_colors());
            let shown = game.shown();
            assert!(shown.contains("partner") && !shown.contains("no room"), "{shown}");
            game.picture(&format!("{}x{}-{theme}-{pieces}", size.0, size.1));
            leave(game);
        }
    }
}

#[test]
fn a_terminal_that_shrinks_says_what_has_no_room() {
    let folder = Folder::new();
    let mut game = game(&folder, (90, 30), &[], &[]);
    game.wait_for_text("Your turn.");
    for (size, text) in [
        ((37, 17), "The other board has no room."),
        ((20, 17), "1 board: no room"),
        ((60, 13), "The boards have no room: make the terminal larger."),
        ((16, 17), "boards: no room"),
        ((90, 30), "partner"),
    ] {
        game.resize(size);
        game.wait_for(text, |shown| {
            let is_whole = size.0 < 90 || !shown.contains("no room");
            (is_whole && shown.contains(text)).then_some(())
        });
        game.picture(&format!("shrunk-{}x{}", size.0, size.1));
    }
    leave(game);
}

#[test]
fn without_colors_the_game_is_drawn_in_place_all_the_same() {
    let folder = Folder::new();
    let mut game = game(&folder, (90, 30), &[], &[("NO_COLOR", "1")]);
    game.wait_for_text("Your turn.");
    assert!(game.is_taken() && !game.has_colors());
    let shown = game.shown();
    assert!(shown.contains("!K"), "the king in check is marked: {shown}");
    game.picture("90x30-no-color");
    leave(game);
}

#[test]
fn the_bell_rings_when_the_person_is_on_turn_if_that_is_wanted() {
    let folder = Folder::new();
    for (arguments, rings) in [(&["--bell"][..], 1), (&[], 0)] {
        let mut game = game(&folder, (90, 30), arguments, &[]);
        game.wait_for_text("Your turn.");
        game.type_line("moves"); // what is shown after it came after the bell
        game.wait_for_text("g3");
        assert_eq!(game.rings(), rings);
        leave(game);
    }
}

#[test]
fn a_narrow_terminal_has_all_hands_and_the_welcome_in_whole_words() {
    let folder = Folder::new();
    let mut game = table(&folder, (40, 16), &[], &[]);
    game.wait_for("the hands", |shown| {
        let hands = ["[NPP]", "[bp]", "[P]", "[np]"];
        hands.iter().all(|hand| shown.contains(hand)).then_some(())
    });
    game.be_ready();
    game.wait_for("the welcome", |shown| {
        let lines: Vec<&str> = shown.lines().map(str::trim_end).collect();
        let welcome = ["Type moves as in Nf3, and 'need n to", "your partner; `help` lists all."];
        lines.windows(2).any(|two| two == welcome).then_some(())
    });
    game.picture("40x16");
    leave(game);
}

#[test]
fn a_large_terminal_has_large_boards_and_all_moves() {
    let folder = Folder::new();
    for size in [(120, 40), (200, 50)] {
        let mut game = game(&folder, size, &["--theme", "light"], &[]);
        game.wait_for_text("Your turn.");
        game.type_line("g3");
        game.wait_for_text("3A. g3");
        game.wait_for("boards of most of the height", |shown| {
            let ranks =
                shown.lines().filter(|line| line.starts_with("8 ") || line.starts_with("1 "));
            (ranks.count() == 2 && shown.lines().count() > 30).then_some(())
        });
        game.picture(&format!("{}x{}-moves", size.0, size.1));
        leave(game);
    }
}
