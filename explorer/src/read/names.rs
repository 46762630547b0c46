//! The names of players, and the texts that boards share.

use crate::board::Board;
use crate::error::ExplorerError;
use crate::filter::folded;
use crate::format::{Extent, Footer, Section};

use super::pages::{Cursor, Pages};

/// The names of a file.
pub(super) struct Names<'a> {
    offsets: Cursor<'a>,
    texts: Cursor<'a>,
    footer: &'a Footer,
}

const NAME: ExplorerError = ExplorerError::Damaged("a name is not where it should be");

impl<'a> Names<'a> {
    pub(super) fn new(pages: &'a Pages, footer: &'a Footer) -> Self {
        Self { offsets: Cursor::new(pages), texts: Cursor::new(pages), footer }
    }

    /// The name of this number.
    pub(super) fn name(&mut self, number: u32) -> Result<String, ExplorerError> {
        if number >= self.footer.names {
            return Err(NAME);
        }
        let names = self.footer.section(Section::Names);
        let at = self.footer.section(Section::NameOffsets).offset + u64::from(number) * 8;
        let [begin, end] =
            [self.offsets.bytes(at)?, self.offsets.bytes(at + 8)?].map(u64::from_le_bytes);
        let length = end.checked_sub(begin).filter(|_| end <= names.length).ok_or(NAME)?;
        if length > Board::LONGEST_NAME as u64 {
            return Err(NAME);
        }
        let mut text = vec![0; length as usize];
        self.texts.fill(names.offset + begin, &mut text)?;
        String::from_utf8(text).map_err(|_| NAME)
    }

    /// The number of a name in any case, found by halving; `None` if no board has it.
    pub(super) fn find(&mut self, name: &str) -> Result<Option<u32>, ExplorerError> {
        let name = folded(name);
        let (mut low, mut high) = (0, self.footer.names);
        while low < high {
            let middle = low.midpoint(high);
            match folded(&self.name(middle)?).cmp(&name) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Ok(Some(middle)),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        Ok(None)
    }
}

/// Limit of the texts of time controls or rule sets, in bytes.
const MOST_TEXTS: u64 = 1 << 24;

/// The values of texts with a line end each; an empty text is `None`.
pub(super) fn values<T: std::str::FromStr>(
    pages: &Pages,
    extent: Extent,
) -> Result<Vec<Option<T>>, ExplorerError> {
    const TEXT: ExplorerError =
        ExplorerError::Damaged("a time control or a rule set cannot be read");
    if extent.length > MOST_TEXTS {
        return Err(TEXT);
    }
    let mut bytes = vec![0; extent.length as usize];
    Cursor::new(pages).fill(extent.offset, &mut bytes)?;
    let text = String::from_utf8(bytes).map_err(|_| TEXT)?;
    let value = |line: &str| match line {
        "" => Ok(None),
        line => line.parse().map(Some).map_err(|_| TEXT),
    };
    text.lines().map(value).collect()
}
