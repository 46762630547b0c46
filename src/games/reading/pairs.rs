//! Games of chess.com: two JSON files each, one for each board.

use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use tandem_rules::MoveRules;
use tandem_rules::notation::bpgn::ReadGame;
use tandem_rules::notation::chesscom::{GameBoard, Origin, join};

use super::files::{is_json, within};
use super::source::Source;
use super::{cannot_read, is_one_file};

/// Size in bytes from which a file is not read on. Real ones have five thousand.
const LONGEST_GAME: u64 = 1 << 20;
/// Endings of the files beside a board that may have its partner.
const ENDINGS: [&str; 4] = ["json", "json.gz", "json.bz2", "json.zst"];

/// Something to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// A file of games; `-` is standard input.
    File(PathBuf),
    /// The files of both boards of a game, or of a board whose partner was not found.
    Boards(Vec<PathBuf>),
    /// JSON files with any number of boards.
    Archives(Vec<PathBuf>),
}

/// The names of a board, by which its partner is found.
struct Names {
    path: PathBuf,
    id: String,
    uuid: String,
    partner: String,
}

impl Input {
    /// True if it can be read twice.
    pub(crate) fn is_regular(&self) -> bool {
        match self {
            Self::File(file) => file.metadata().is_ok_and(|data| data.is_file()),
            Self::Boards(_) | Self::Archives(_) => true,
        }
    }

    /// Bytes of all its files as they are, compressed or not; none for standard input.
    pub(crate) fn bytes(&self) -> u64 {
        let files = match self {
            Self::File(file) => std::slice::from_ref(file),
            Self::Boards(files) | Self::Archives(files) => files,
        };
        files.iter().filter_map(|file| file.metadata().ok()).map(|data| data.len()).sum()
    }

    /// The part of this input in a progress bar, in bytes. Boards of archives are joined once all are read,
    /// which takes about as long.
    pub(crate) fn weight(&self) -> u64 {
        match self {
            Self::File(_) | Self::Boards(_) => self.bytes(),
            Self::Archives(_) => 2 * self.bytes(),
        }
    }

    /// True if `path` is a file of this input.
    pub(crate) fn reads(&self, path: &Path) -> bool {
        match self {
            Self::File(file) => is_one_file(file, path),
            Self::Boards(files) | Self::Archives(files) => {
                files.iter().any(|file| is_one_file(file, path))
            }
        }
    }
}

/// Joins the JSON files among `files` to pairs, each at the place of its first file. A partner that
/// is not among them is looked for beside its board. Archives, and with them boards without a partner,
/// are one input at the place of the first of them.
pub(super) fn inputs(files: &[PathBuf]) -> Vec<Input> {
    let names: Vec<Option<Names>> =
        files.iter().map(|path| if is_json(path) { Names::read(path) } else { None }).collect();
    let partners = partners(&names);
    let mut folders = Folders::default();
    let mut inputs = Vec::with_capacity(files.len());
    let mut archives = Vec::new();
    let mut alone = Vec::new();
    for (at, path) in files.iter().enumerate() {
        match (&names[at], partners[at]) {
            _ if !is_json(path) => inputs.push(Input::File(path.clone())),
            (_, Some(partner)) if partner < at => {} // taken with its partner
            (_, Some(partner)) => {
                inputs.push(Input::Boards(vec![path.clone(), files[partner].clone()]));
            }
            (Some(board), None) => {
                let partner = folders.partner_of(board);
                if partner.is_none() {
                    alone.push(inputs.len());
                }
                inputs.push(Input::Boards([path.clone()].into_iter().chain(partner).collect()));
            }
            (None, None) => {
                archives.push(inputs.len());
                inputs.push(Input::Archives(vec![path.clone()]));
            }
        }
    }
    if archives.len() + alone.len() > 1 {
        gather(&mut inputs, [archives, alone].concat());
    }
    inputs
}

/// Makes one input of archives and boards at the place of the first of them.
fn gather(inputs: &mut Vec<Input>, mut places: Vec<usize>) {
    places.sort_unstable();
    let mut files = Vec::new();
    for &place in places.iter().rev() {
        if let Input::Boards(paths) | Input::Archives(paths) = inputs.remove(place) {
            files.extend(paths.into_iter().rev());
        }
    }
    files.reverse();
    if let Some(&first) = places.first() {
        inputs.insert(first, Input::Archives(files));
    }
}

/// The index of the partner of each board. Of several files with one board, the last counts.
fn partners(names: &[Option<Names>]) -> Vec<Option<usize>> {
    let boards = || names.iter().enumerate().filter_map(|(at, names)| Some((at, names.as_ref()?)));
    let mut known: HashMap<&str, usize> = HashMap::new();
    for (at, names) in boards() {
        known.extend([(names.id.as_str(), at), (names.uuid.as_str(), at)]);
    }
    known.remove("");
    let mut partners = vec![None; names.len()];
    for (at, names) in boards() {
        match known.get(names.partner.as_str()) {
            Some(&partner)
                if partner != at && partners[at].is_none() && partners[partner].is_none() =>
            {
                (partners[at], partners[partner]) = (Some(partner), Some(at));
            }
            _ => {}
        }
    }
    partners
}

impl Names {
    /// Reads the names of a board; none if the file has no such board.
    fn read(path: &Path) -> Option<Self> {
        let board = GameBoard::parse(&content(path).ok()?).ok()?;
        if board.origin() == Origin::Archive {
            return None;
        }
        let (id, uuid) = (board.id().to_string(), board.uuid().to_owned());
        Some(Self { path: path.to_owned(), id, uuid, partner: board.partner().to_owned() })
    }

    fn belongs_to(&self, other: &Self) -> bool {
        let names = |one: &Self, other: &Self| {
            !one.partner.is_empty() && [&other.id, &other.uuid].contains(&&one.partner)
        };
        self.id != other.id && (names(self, other) || names(other, self))
    }
}

/// The boards in the directories of boards whose partner was not given; each directory is read once.
#[derive(Default)]
struct Folders(HashMap<PathBuf, Vec<Names>>);

impl Folders {
    /// The file with the partner of a board in its directory. Its name is usually its number.
    fn partner_of(&mut self, board: &Names) -> Option<PathBuf> {
        if board.partner.is_empty() {
            return None;
        }
        let directory = board.path.parent().filter(|parent| *parent != Path::new(""));
        let directory = directory.unwrap_or(Path::new("."));
        let is_name = board.partner.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        let named = ENDINGS.iter().filter(|_| is_name);
        let mut named = named.map(|ending| directory.join(format!("{}.{ending}", board.partner)));
        let is_ours =
            |path: &PathBuf| Names::read(path).is_some_and(|other| board.belongs_to(&other));
        named.find(is_ours).or_else(|| {
            let others = self.0.entry(directory.to_owned()).or_insert_with(|| {
                let files = within(directory).unwrap_or_default();
                files
                    .iter()
                    .filter(|path| is_json(path))
                    .filter_map(|path| Names::read(path))
                    .collect()
            });
            others.iter().find(|other| board.belongs_to(other)).map(|other| other.path.clone())
        })
    }
}

/// Reads the game of two boards. The inner error is a fault of the game: its file, and the reason.
pub(super) fn read(
    paths: &[PathBuf],
    rules: MoveRules,
) -> anyhow::Result<Result<ReadGame, (PathBuf, String)>> {
    let mut boards = Vec::with_capacity(paths.len());
    for path in paths {
        match GameBoard::parse(&content(path)?) {
            Ok(board) => boards.push(board),
            Err(error) => return Ok(Err((path.clone(), error.to_string()))),
        }
    }
    let first = paths.first().cloned().unwrap_or_default();
    Ok(match boards.as_slice() {
        [one, other] => join(one, other, rules).map_err(|error| (first, error.to_string())),
        [one, ..] => {
            let partner = one.partner();
            Err((first, format!("its partner, game `{partner}`, is neither given nor beside it")))
        }
        [] => Err((first, "no board".to_owned())),
    })
}

fn content(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut content = Vec::new();
    let Source { input, .. } = Source::open(path, false)?;
    input.take(LONGEST_GAME).read_to_end(&mut content).with_context(|| cannot_read(path))?;
    Ok(content)
}
