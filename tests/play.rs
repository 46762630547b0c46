//! Tests of `tandem play`: through pipes, and in a terminal.

mod fed;
mod folder;
#[cfg(unix)]
mod interrupt;
#[expect(dead_code, reason = "closing its output is for other tests")]
mod piped;
#[cfg(unix)]
mod screens;
mod tandem;
#[cfg(unix)] // elsewhere a pseudo-terminal redraws the output in its own way
mod terminal;

use std::fs;
use std::process::ExitStatus;

use fed::fed;
use folder::Folder;
use piped::Piped;
use tandem::{command, tandem};

/// White on A mates at once, by a queen beside the king; board B is at its start.
const MATE_IN_ONE: &str = "7k/Q7/6K1/8/8/8/8/8[] w - - 0 1 | \
                           rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

/// Closes the input of a program; returns its exit status and the rest of its output.
fn ended(mut game: Piped) -> (ExitStatus, String) {
    game.close_input();
    let printed = game.rest();
    (game.wait_for_end(), printed)
}

/// The text of a file with one game that can be read, and whether that game was ended.
fn record(path: &str, rules: &str) -> (String, bool) {
    let check = tandem(&["bpgn", "check", path, "--rules", rules]);
    assert_eq!((check.code, check.number("games read")), (Some(0), 1), "{}", check.stdout);
    let text = fs::read_to_string(path).expect("the game is written");
    (text, check.number("no result") == 0)
}

#[test]
fn a_mate_ends_the_game_and_it_is_written() {
    let folder = Folder::new();
    for (file, typed) in [("san.bpgn", "Qg7#\n"), ("coordinates.bpgn", "a7g7\n")] {
        let path = folder.path(file);
        let play = command(&["play", "--bpgn", &path, "--hash", "1", "--bfen", MATE_IN_ONE]);
        let output = fed(play, typed);
        let printed = String::from_utf8(output.stdout).expect("text");
        assert!(output.status.success(), "{printed}");
        let welcome = "Type moves as in Nf3, and 'need n to your partner; `help` lists all.\n";
        for part in [welcome, "Your turn.\n", "1A. Qg7#", "1-0 (Black on A is mated), "] {
            assert!(printed.contains(part), "{part}: {printed}");
        }
        assert!(printed.ends_with(&format!("written to {path}\n")), "{printed}");
        let (text, is_ended) = record(&path, "fics");
        assert!(is_ended && !text.contains("Tandem is an engine"), "{text}");
        for tag in ["[WhiteA \"Player\"]", "[WhiteAType \"human\"]", "[Date \"20", "[Site \""] {
            assert!(text.contains(tag), "{tag}: {text}");
        }
        let analysis = tandem(&["analyze", "--nodes", "10", "--games", &path]).done();
        assert!(analysis.starts_with(&format!("{path}:1: game 1: ")), "{analysis}");
    }
}

#[test]
fn the_end_of_the_input_breaks_the_game_off_and_so_does_quit() {
    let folder = Folder::new();
    for (file, typed) in [("end.bpgn", ""), ("quit.bpgn", "quit\nQg7#\n"), ("half.bpgn", "quit")] {
        let path = folder.path(file);
        let output = fed(command(&["play", "--bpgn", &path, "--bfen", MATE_IN_ONE]), typed);
        let printed = String::from_utf8(output.stdout).expect("text");
        assert!(output.status.success(), "{printed}");
        assert!(printed.contains("* (White on A broke the game off), "), "{printed}");
        assert!(!record(&path, "fics").1, "{file}");
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_breaks_the_game_off_where_lines_are_read() {
    let folder = Folder::new();
    let path = folder.path("games.bpgn");
    let game = Piped::start(&["play", "--bpgn", &path, "--bfen", MATE_IN_ONE]);
    game.wait_for("Your turn.");
    interrupt::interrupt(game.process());
    game.wait_for("* (White on A broke the game off), ");
    assert!(ended(game).0.success());
    assert!(!record(&path, "fics").1);
}

#[test]
fn moves_before_the_turn_are_kept_for_it_and_wrong_words_are_answered() {
    let folder = Folder::new();
    let path = folder.path("games.bpgn");
    // There is no book for chess: White thinks, which leaves the time to type.
    let black = ["play", "--seat", "blacka", "--tc", "120", "--hash", "1", "--bpgn", &path];
    let mut game = Piped::start(&[&black[..], &["--rules", "chess"]].concat());
    // The king cannot go there after any first move of White.
    for (line, answer) in [
        ("a6", "`a6` is your premove"),
        ("-", "`a6` is cancelled"),
        ("cancel premove", "you have no premove"),
        ("premove h6", "`h6` is your premove"),
        ("cancel premove", "`h6` is cancelled"),
        ("sit", "your opponent is on turn; you may sit when you are"),
        ("Ke7", "`Ke7` is your premove"),
    ] {
        game.tell(line);
        game.wait_for(answer);
    }
    game.wait_for("premove cancelled: `Ke7` is not legal here");
    game.wait_for("Your turn.");
    for (line, answer) in [
        ("frobnicate", "`frobnicate` is neither a move nor a command; see `help`"),
        ("\x1b[2Jz9", "`[2Jz9` is neither a move nor a command; see `help`"),
        ("Qh4", "`Qh4` is not legal here"),
        ("'need n", "you have no partner in this game"),
        ("takeback", "you have no move to take back"),
        ("premove", "which move? Type it, as in `premove Nf3`"),
        ("sit", "you sit: your clock runs until you move"),
    ] {
        game.tell(line);
        assert_eq!(game.wait_for("").as_str(), answer, "{line:?}");
    }
    game.tell(&"x".repeat(100_000));
    game.wait_for("this line is too long");
    game.tell("moves");
    assert!(game.wait_for("e5").contains("a6 "));
    game.tell("a6");
    game.wait_for("1... a6 ");
    game.tell("quit");
    let (status, printed) = ended(game);
    assert!(status.success() && printed.contains("(Black broke the game off)"), "{printed}");
    assert!(!record(&path, "chess").1);
}

#[test]
fn a_move_that_was_taken_back_was_never_played() {
    let folder = Folder::new();
    let path = folder.path("games.bpgn");
    let play = ["play", "--tc", "300", "--elo", "1200", "--pace", "engine", "--hash", "1"];
    let play = [&play[..], &["--rules", "chess", "--bpgn", &path]].concat();
    let mut game = Piped::start(&play);
    for (line, answer) in [("a4", "1. a4 {"), ("takeback", "your last move is taken back")] {
        game.wait_for("Your turn.");
        game.tell(line);
        game.wait_for(answer);
    }
    game.wait_for("Your turn.");
    game.tell("undo");
    game.wait_for("you have no move to take back");
    game.tell("hint");
    game.wait_for("hint: ");
    game.tell("h4");
    game.wait_for("1. h4 {");
    game.wait_for("Your turn.");
    game.tell("resign");
    game.wait_for("You lost: you resigned.");
    game.wait_for("0-1 (White resigns), 2 plies");
    assert!(ended(game).0.success());
    let (text, is_ended) = record(&path, "chess");
    assert!(is_ended && text.contains("1. h4") && !text.contains("a4"), "{text}");
    assert!(text.contains("[BlackElo \"1200\"]") && text.contains("{White resigns} 0-1"), "{text}");
}

#[test]
fn a_rated_game_has_neither_hints_nor_takebacks() {
    let folder = Folder::new();
    let path = folder.path("games.bpgn");
    let play = ["play", "--rated", "--hash", "1", "--bpgn", &path, "--rules", "chess"];
    let output = fed(command(&play), "hint\ne4\ntakeback\nquit\n");
    let printed = String::from_utf8(output.stdout).expect("text");
    for part in ["a rated game has no hints", "a rated game has no takebacks", "1. e4"] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
}

#[test]
fn invalid_arguments_of_play_are_refused_in_one_line() {
    let folder = Folder::new();
    let path = folder.path("none.bpgn");
    for (arguments, said) in [
        (
            &["--seat", "white"][..],
            "unknown seat `white`, expected one of WhiteA, BlackA, WhiteB, BlackB",
        ),
        (
            &["--seat", "WhiteB", "--rules", "crazyhouse"],
            "unknown seat `WhiteB`, expected one of WhiteA, BlackA\n",
        ),
        (&["--bfen", "8/8 | 8/8"], "2 ranks"),
        (
            &["--bfen", MATE_IN_ONE, "--rules", "chess"],
            "--bfen is for two boards, but chess has one",
        ),
        (&["--rule", "nonsense"], "`nonsense`"),
    ] {
        let ran = tandem(&[&["play", "--bpgn", &path], arguments].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(ran.stderr.contains(said) && ran.stderr.lines().count() == 1, "{}", ran.stderr);
    }
    assert!(fs::metadata(&path).is_err(), "a game that cannot begin writes nothing");
}

#[cfg(unix)]
mod in_a_terminal {
    #[cfg(target_os = "linux")]
    use std::fs;
    #[cfg(target_os = "linux")]
    use std::path::Path;

    #[cfg(target_os = "linux")]
    use super::interrupt;
    use super::terminal::Terminal;
    use super::{Folder, record};

    /// White on A has a mate in three or so, and Black little time to sit. Nothing can come to its help
    /// from B: no king gets past the pawns, and none of them can capture.
    const WON: &str = "7k/8/5K2/8/8/8/8/1Q6/ w - - 600 2 | \
                       4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3/ w - - 600 600";

    /// The next step of the person.
    enum Next {
        Move(String),
        Over,
    }

    /// Asks for a hint once the person is on turn. A mark is typed first, to tell the new hint from
    /// earlier ones on the screen.
    fn next(game: &mut Terminal, count: usize) -> Next {
        let is_over = |shown: &str| shown.contains("written to ");
        let may_go = |shown: &str| (is_over(shown) || shown.contains("Your turn.")).then_some(());
        game.wait_for("the turn", may_go);
        if is_over(&game.shown()) {
            return Next::Over;
        }
        let mark = format!("mark{count}");
        game.type_line(&mark);
        game.type_line("hint");
        game.wait_for("a hint", |shown| {
            if is_over(shown) {
                return Some(Next::Over);
            }
            let (_, after) = shown.split_once(&format!("`{mark}`"))?;
            let (_, hint) = after.split_once("hint: ")?;
            let (m, _) = hint.split_once(" (")?;
            Some(Next::Move(m.to_owned()))
        })
    }

    /// Plays as hinted until the game is over, and returns what is shown then. A word that is answered
    /// tells that the move before it was taken: an opponent may reply before the screen is looked at.
    fn play_on(game: &mut Terminal, mut count: usize) -> String {
        while let Next::Move(m) = next(game, count) {
            game.type_line(&m);
            let word = format!("played{count}");
            game.type_line(&word);
            game.wait_for("the move to be played", |shown| {
                let is_taken = shown.contains(&format!("`{word}`"));
                (is_taken || shown.contains("written to ")).then_some(())
            });
            count += 1;
            assert!(count < 200, "{}", game.shown());
        }
        assert!(game.wait_for_end().success());
        assert!(!game.is_taken(), "the terminal is as it was");
        game.shown()
    }

    fn hinted(game: &mut Terminal, count: usize) -> String {
        match next(game, count) {
            Next::Move(m) => m,
            Next::Over => panic!("it is over: {}", game.shown()),
        }
    }

    #[test]
    fn a_bughouse_game_is_won_with_a_partner_hints_and_a_takeback() {
        let folder = Folder::new();
        let path = folder.path("games.bpgn");
        // By any other rule a check that a piece to come could block is no mate, and the clock ends
        // the game. The kings on B can only walk about.
        let rules = [
            "--rule",
            "mate=holdings-at-hand",
            "--rule",
            "repetition=none",
            "--rule",
            "fifty-moves=no",
        ];
        let play = ["play", "--tc", "600", "--hash", "1", "--bpgn", &path, "--bfen", WON];
        let mut game = Terminal::play(&[&play[..], &rules].concat());
        game.wait_for_text("> you ");
        assert!(game.is_taken());
        assert!(game.shown().contains("your partner"), "{}", game.shown());
        game.type_line("'help");
        game.wait_for_text("you: help");
        game.wait_for("an answer", |shown| {
            let (_, after) = shown.split_once("you: help")?;
            after.contains("partner: ").then_some(())
        });
        let m = hinted(&mut game, 1);
        game.type_line(&m);
        game.wait_for_text(&format!("1A. {m}"));
        game.wait_for("the turn", |shown| {
            (shown.contains("1a. ") && shown.contains("Your turn.")).then_some(())
        });
        game.type_line("takeback");
        let is_back =
            |shown: &str| !shown.contains(&format!("1A. {m}")) && shown.contains("Your turn.");
        game.wait_for("the move to be gone", |shown| is_back(shown).then_some(()));
        let shown = play_on(&mut game, 2);
        assert!(shown.contains("1-0 (Black on A is mated), "), "{shown}");
        assert!(record(&path, "fics").1);
    }

    #[test]
    fn a_crazyhouse_game_is_played_to_its_end() {
        let folder = Folder::new();
        let path = folder.path("games.bpgn");
        let play = ["play", "--rules", "crazyhouse", "--nodes", "1", "--tc", "600", "--hash", "1"];
        let mut game = Terminal::play(&[&play[..], &["--bpgn", &path]].concat());
        let shown = play_on(&mut game, 0);
        assert!(shown.contains("1-0 (Black is mated), "), "{shown}");
        assert!(record(&path, "crazyhouse").1);
    }

    #[test]
    fn leaving_restores_the_terminal_and_writes_the_game() {
        let folder = Folder::new();
        for (number, keys) in ["\x03", "\x04", "quit\r", "e4\rd4\x15\x04"].iter().enumerate() {
            let path = folder.path(&format!("{number}.bpgn"));
            let play = ["play", "--rules", "chess", "--hash", "1", "--bpgn", &path];
            let mut game = Terminal::play(&play);
            game.wait_for_text("Your turn.");
            assert!(game.is_taken());
            game.press(keys);
            assert!(game.wait_for_end().success());
            assert!(!game.is_taken());
            assert!(game.shown().contains("* (White broke the game off)"), "{}", game.shown());
            assert!(game.shown().contains("No result: you left the game."), "{}", game.shown());
            assert!(!record(&path, "chess").1);
        }
    }

    /// The engines of a game and their guards: the children of the program.
    #[cfg(target_os = "linux")]
    fn children(game: &Terminal) -> Vec<u32> {
        let parent = game.id().to_string();
        let all = fs::read_dir("/proc").expect("the system shows its processes").flatten();
        let all = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let is_child = |id: &u32| {
            let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            let after_name = stat.rsplit_once(')').map(|(_, rest)| rest);
            after_name.and_then(|rest| rest.split_whitespace().nth(1)) == Some(parent.as_str())
        };
        all.filter(is_child).collect()
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_request_to_end_or_a_closed_terminal_writes_the_game_and_ends_the_engines() {
        let folder = Folder::new();
        // A terminal that is closed sends SIGHUP.
        for signal in ["-TERM", "-HUP"] {
            let path = folder.path(&format!("{signal}.bpgn"));
            let play = ["play", "--rules", "chess", "--hash", "1", "--bpgn", &path];
            let mut game = Terminal::play(&play);
            game.wait_for_text("Your turn.");
            game.type_line("e4");
            game.wait_for_text("1. e4");
            let engines = children(&game);
            assert!(!engines.is_empty());
            interrupt::send(signal, game.id());
            assert!(game.wait_for_end().success());
            assert!(!game.is_taken());
            assert!(game.shown().contains("No result: you left the game."), "{}", game.shown());
            let (text, is_ended) = record(&path, "chess");
            assert!(text.contains("1. e4") && !is_ended, "{signal}: {text}");
            let lives = |id: &&u32| Path::new(&format!("/proc/{id}")).exists();
            assert_eq!(engines.iter().find(lives), None, "{signal}");
        }
    }

    #[test]
    fn no_game_begins_for_one_who_leaves_before_being_ready() {
        let folder = Folder::new();
        for (number, key) in ["\x03", "\x04"].iter().enumerate() {
            let path = folder.path(&format!("{number}.bpgn"));
            let mut game = Terminal::start(&["play", "--hash", "1", "--bpgn", &path]);
            game.wait_for_text("Press a key when you are ready: then the clocks start.");
            assert!(game.shown().contains("> you 10:00.0"), "{}", game.shown());
            game.press(key);
            assert!(game.wait_for_end().success());
            assert!(!game.is_taken());
            assert!(game.shown().contains("No result: you left the game."), "{}", game.shown());
        }
    }

    #[test]
    fn a_key_that_starts_the_clocks_is_typed_as_well() {
        let folder = Folder::new();
        let path = folder.path("games.bpgn");
        let play = ["play", "--rules", "chess", "--hash", "1", "--bpgn", &path];
        let mut game = Terminal::start(&play);
        game.wait_for_text("Press a key when you are ready: then the clocks start.");
        game.type_line("e4");
        game.wait_for_text("1. e4");
        game.press("\x04");
        assert!(game.wait_for_end().success());
    }

    #[test]
    fn resignation_is_confirmed_and_the_result_says_who_won_and_how() {
        let folder = Folder::new();
        let path = folder.path("games.bpgn");
        let mut game = Terminal::play(&["play", "--hash", "1", "--bpgn", &path]);
        game.wait_for_text("Your turn.");
        for (line, answer) in [
            ("yes", "there is no question to answer"),
            ("resign", "resign for your team?"),
            ("no", "you play on"),
            ("resign", "anything else plays on."),
            ("draw", "you offer a draw, or agree to one"),
        ] {
            game.type_line(line);
            game.wait_for_text(answer);
        }
        game.wait_for_text("no draw: not all agree to it, and the game goes on");
        game.type_line("resign");
        game.wait_for("the question", |shown| {
            (shown.matches("resign for your team?").count() == 3).then_some(())
        });
        game.type_line("yes");
        assert!(game.wait_for_end().success());
        let shown = game.shown();
        assert!(shown.contains("Your team lost: you resigned."), "{shown}");
        assert!(shown.contains("0-1 (White on A resigns)"), "{shown}");
    }

    #[test]
    fn a_partner_answers_whatever_it_is_told() {
        let folder = Folder::new();
        let path = folder.path("games.bpgn");
        let mut game = Terminal::play(&["play", "--hash", "1", "--bpgn", &path]);
        game.wait_for_text("Your turn.");
        game.wait_for_text("Type moves as in Nf3, and 'need n to your partner; `help` lists all.");
        for (line, answer) in [
            ("'flurb", "partner: I don't understand 'flurb', try 'need n', 'sit', 'go' or 'help'"),
            ("'need n", "partner: ok"),
            ("'play N@f6", "partner: I can't play N@f6 now"),
            ("need n", "`need n` is a word for your partner: type 'need n"),
            ("sit", "you: sitting"),
            ("sit", "you sit already: a move ends it"),
        ] {
            game.type_line(line);
            game.wait_for_text(answer);
        }
        game.wait_for_text("You sit: your clock runs until you move.");
        game.type_line("e4");
        game.wait_for_text("you: moving");
        game.type_line("messages");
        game.wait_for_text("Enter shows the boards again.");
        assert!(!game.shown().contains("Tandem is an engine"), "{}", game.shown());
        game.press("\x04");
        assert!(game.wait_for_end().success());
    }

    #[test]
    fn an_engine_at_a_terminal_says_what_it_waits_for() {
        let mut engine = Terminal::start(&[]);
        engine.wait_for_text("Tandem waits for the commands of a chess program");
        engine.type_line("help");
        engine.wait_for_text("you against Tandem, in the terminal");
        engine.type_line("go");
        engine.wait_for_text("`go` lets Tandem play the side on turn");
        engine.wait_for_text("\nmove ");
        engine.type_line("quit");
        assert!(engine.wait_for_exit().success());
    }

    #[test]
    fn the_premove_and_the_typed_line_are_shown() {
        let folder = Folder::new();
        let path = folder.path("games.bpgn");
        let play = ["play", "--rules", "chess", "--seat", "BlackA", "--tc", "60", "--hash", "1"];
        let mut game = Terminal::play(&[&play[..], &["--bpgn", &path]].concat());
        game.wait_for_text("Your turn.");
        game.press("a5x\x7f");
        game.wait_for("what is typed", |shown| shown.trim_end().ends_with("> a5").then_some(()));
        game.press("\rh5\r");
        game.wait_for_text("1... a5");
        game.wait_for_text("`h5` is your premove");
        game.type_line("help");
        game.wait_for_text("To sit, do not move");
        game.press("\r\x04");
        assert!(game.wait_for_end().success());
    }
}
