//! Lines of clients as commands.

/// A command of a client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Nothing,
    /// Something that looks like a move.
    Move(String),
    Partner(Option<String>),
    Match(String, Vec<String>),
    Seek(Vec<String>),
    Unseek,
    Sought,
    Play(String),
    Accept(Vec<String>),
    Decline(Vec<String>),
    Withdraw(Vec<String>),
    Password(String),
    Pending,
    Invite(Vec<String>),
    Join(String),
    PartnerTell(String),
    Tell(String, String),
    Say(String),
    /// `kibitz` and `whisper`.
    Kibitz,
    Draw,
    Resign,
    Abort,
    Flag,
    Takeback,
    Adjourn,
    Rematch,
    Observe(Option<String>),
    PartnerObserve(Option<String>),
    Unobserve,
    Refresh,
    Moves(Option<String>),
    Time,
    Games,
    Who,
    Finger(Option<String>),
    Help,
    Set(String, String),
    ISet(String, String),
    Style(String),
    Alias,
    Date,
    Quit,
    /// A word that needs more words.
    Incomplete(&'static str),
    Unknown(String),
}

/// The commands by their names, each with the length of its shortest form, and the number that a
/// client which asks for blocks knows it by.
const NAMES: &[(&str, usize, u16)] = &[
    ("abort", 3, 10),
    ("accept", 2, 11),
    ("adjourn", 2, 13),
    ("alias", 3, 159),
    ("bugwho", 3, 22),
    ("date", 3, 32),
    ("decline", 3, 33),
    ("draw", 2, 34),
    ("exit", 4, 97),
    ("finger", 2, 37),
    ("flag", 4, 38),
    ("games", 2, 43),
    ("help", 1, 50),
    ("invite", 3, 200),
    ("iset", 2, 56),
    ("join", 4, 201),
    ("kibitz", 2, 62),
    ("logout", 3, 97),
    ("match", 1, 73),
    ("moves", 2, 77),
    ("observe", 1, 80),
    ("partner", 3, 84),
    ("password", 4, 86),
    ("pending", 3, 87),
    ("play", 2, 158),
    ("pobserve", 2, 89),
    ("ptell", 2, 94),
    ("quit", 4, 97),
    ("refresh", 3, 101),
    ("rematch", 3, 102),
    ("resign", 3, 103),
    ("say", 2, 107),
    ("seek", 3, 155),
    ("set", 3, 109),
    ("sought", 2, 157),
    ("style", 2, 128),
    ("takeback", 3, 131),
    ("tell", 1, 132),
    ("time", 2, 133),
    ("unalias", 3, 136),
    ("unobserve", 3, 138),
    ("unseek", 4, 156),
    ("variables", 3, 143),
    ("whisper", 2, 145),
    ("who", 3, 146),
    ("withdraw", 2, 147),
];

/// The numbers of lines that are no command by name.
const CODE_OF_MOVES: u16 = 1;
const CODE_OF_NOTHING: u16 = 519;
const CODE_OF_UNKNOWN: u16 = 512;

impl Command {
    /// Reads a line, with the number that a client which asks for blocks knows its command by.
    pub(super) fn read(line: &str) -> (Self, u16) {
        // Clients put a `$` before a line to be safe from aliases.
        let line = line.trim_start_matches('$').trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        if word.is_empty() {
            return (Self::Nothing, CODE_OF_NOTHING);
        }
        // Zippy says so to aliases of its own, after each game.
        if word.eq_ignore_ascii_case("gameend") {
            return (Self::Nothing, CODE_OF_NOTHING);
        }
        if rest.is_empty() && is_like_a_move(word) {
            return (Self::Move(word.to_owned()), CODE_OF_MOVES);
        }
        let lower = word.to_ascii_lowercase();
        let is_meant = |&&(name, shortest, _): &&(&str, usize, u16)| {
            lower.len() >= shortest && name.starts_with(&lower)
        };
        let Some(&(name, _, code)) = NAMES.iter().find(is_meant) else {
            return (Self::Unknown(word.to_owned()), CODE_OF_UNKNOWN);
        };
        (Self::of(name, rest), code)
    }

    /// True if others are told of it, or if it takes time of all.
    pub(super) const fn is_costly(&self) -> bool {
        matches!(
            self,
            Self::Partner(_)
                | Self::Match(..)
                | Self::Password(_)
                | Self::Seek(_)
                | Self::Unseek
                | Self::Withdraw(_)
                | Self::PartnerTell(_)
                | Self::Tell(..)
                | Self::Say(_)
                | Self::Rematch
        )
    }

    fn of(name: &'static str, rest: &str) -> Self {
        let first = || rest.split_whitespace().next().map(str::to_owned);
        let words = || rest.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let pair = || {
            let (first, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            (first.to_owned(), rest.trim().to_owned())
        };
        let needs = |command: Self| if rest.is_empty() { Self::Incomplete(name) } else { command };
        match name {
            "abort" => Self::Abort,
            "accept" => Self::Accept(words()),
            "adjourn" => Self::Adjourn,
            "alias" | "unalias" => Self::Alias,
            "bugwho" | "who" => Self::Who,
            "date" => Self::Date,
            "decline" => Self::Decline(words()),
            "draw" => Self::Draw,
            "exit" | "logout" | "quit" => Self::Quit,
            "finger" | "variables" => Self::Finger(first()),
            "flag" => Self::Flag,
            "games" => Self::Games,
            "help" => Self::Help,
            "invite" => Self::Invite(words()),
            "iset" => needs(Self::ISet(pair().0, pair().1)),
            "join" => needs(Self::Join(rest.to_owned())),
            "kibitz" | "whisper" => Self::Kibitz,
            "match" => needs(Self::Match(pair().0, words().into_iter().skip(1).collect())),
            "moves" => Self::Moves(first()),
            "observe" => Self::Observe(first()),
            "partner" => Self::Partner(first()),
            "password" => needs(Self::Password(rest.to_owned())),
            "pending" => Self::Pending,
            "play" => needs(Self::Play(pair().0)),
            "pobserve" => Self::PartnerObserve(first()),
            "ptell" => needs(Self::PartnerTell(rest.to_owned())),
            "refresh" => Self::Refresh,
            "rematch" => Self::Rematch,
            "resign" => Self::Resign,
            "say" => needs(Self::Say(rest.to_owned())),
            "seek" => Self::Seek(words()),
            "set" => needs(Self::Set(pair().0, pair().1)),
            "sought" => Self::Sought,
            "style" => needs(Self::Style(pair().0)),
            "takeback" => Self::Takeback,
            "tell" if pair().1.is_empty() => Self::Incomplete(name),
            "tell" => Self::Tell(pair().0, pair().1),
            "time" => Self::Time,
            "unobserve" => Self::Unobserve,
            "unseek" => Self::Unseek,
            "withdraw" => Self::Withdraw(words()),
            _ => unreachable!("each name has its command"),
        }
    }
}

/// True for a word that is written like a move.
fn is_like_a_move(word: &str) -> bool {
    let is_of_moves =
        |letter: char| "abcdefghABCDEFGHNRQKPnrqkpx12345678@*=+#-!?/oO0".contains(letter);
    let lower = word.to_ascii_lowercase().replace('0', "o");
    let castles = matches!(lower.trim_end_matches(['+', '#']), "o-o" | "o-o-o");
    castles
        || (2..=9).contains(&word.len())
            && word.chars().all(is_of_moves)
            && word.contains(|letter: char| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn commands_are_read_as_clients_write_them() {
        let own = str::to_owned;
        for (line, command) in [
            ("", Command::Nothing),
            ("alias $ @", Command::Alias),
            (
                "$set interface xboard 4.9.1 + Tandem 0.2.0",
                Command::Set(own("interface"), own("xboard 4.9.1 + Tandem 0.2.0")),
            ),
            ("$iset startpos 1", Command::ISet(own("startpos"), own("1"))),
            ("$style 12", Command::Style(own("12"))),
            ("set width 79", Command::Set(own("width"), own("79"))),
            ("$partner Anna", Command::Partner(Some(own("Anna")))),
            ("match Cora 3 0 bughouse", Command::Match(own("Cora"), words("3 0 bughouse"))),
            ("m Cora bughouse 3 0", Command::Match(own("Cora"), words("bughouse 3 0"))),
            ("$accept Anna", Command::Accept(words("Anna"))),
            ("e2e4", Command::Move(own("e2e4"))),
            ("e7e8=q", Command::Move(own("e7e8=q"))),
            ("P@h5", Command::Move(own("P@h5"))),
            ("p*h5", Command::Move(own("p*h5"))),
            ("o-o", Command::Move(own("o-o"))),
            ("O-O-O", Command::Move(own("O-O-O"))),
            ("Nbxd7+", Command::Move(own("Nbxd7+"))),
            ("ptell need n", Command::PartnerTell(own("need n"))),
            ("$pobserve", Command::PartnerObserve(None)),
            ("t Bert hello there", Command::Tell(own("Bert"), own("hello there"))),
            ("tell Bert", Command::Incomplete("tell")),
            ("obs 1", Command::Observe(Some(own("1")))),
            ("gameend", Command::Nothing),
            ("gamestart", Command::Unknown(own("gamestart"))),
            ("$flag", Command::Flag),
            ("quit", Command::Quit),
            ("match", Command::Incomplete("match")),
        ] {
            assert_eq!(Command::read(line).0, command, "{line}");
        }
    }

    #[test]
    fn each_command_has_a_meaning_and_a_shortest_form_of_its_own() {
        for &(name, shortest, _) in NAMES {
            for text in [name, &name[..shortest]] {
                let first = NAMES
                    .iter()
                    .find(|(other, least, _)| text.len() >= *least && other.starts_with(text));
                assert_eq!(first.map(|found| found.0), Some(name), "{text}");
            }
            let _read = Command::of(name, "some more words");
        }
    }

    #[test]
    fn no_line_is_more_than_it_says() {
        for line in ["\u{eb}", "t", "$", "$$ $", "@", "e9", "match\u{a0}x", "tell  Bert   hi"] {
            let _read = Command::read(line);
        }
        assert_eq!(
            Command::read("tell  Bert   hi").0,
            Command::Tell("Bert".to_owned(), "hi".to_owned())
        );
    }
}
