//! The games of one player.

use rusqlite::named_params;

use super::store::Store;

impl Store {
    /// Passes the newest games of a player to `take`, at most so many: their numbers and records. A name
    /// counts without regard to capital letters of English. Kept analyses are left out.
    pub(crate) fn games_of(
        &self,
        player: &str,
        most: u32,
        mut take: impl FnMut(i64, &str),
    ) -> rusqlite::Result<()> {
        let query = "SELECT game, bpgn FROM games \
             WHERE :name IN (lower(player_0), lower(player_1), lower(player_2), lower(player_3)) \
             AND game NOT IN (SELECT game FROM analyses) \
             ORDER BY date DESC, game DESC LIMIT :most";
        let mut games = self.connection().prepare(query)?;
        let name = player.to_ascii_lowercase();
        let mut rows = games.query(named_params! { ":name": name, ":most": most })?;
        while let Some(row) = rows.next()? {
            let bpgn: String = row.get("bpgn")?;
            take(row.get("game")?, &bpgn);
        }
        Ok(())
    }
}
