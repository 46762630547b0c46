//! Passwords of the names of clients.

use rusqlite::OptionalExtension;

use super::store::Store;

impl Store {
    /// The hash of the password of a name in lower case.
    pub(crate) fn password(&self, name: &str) -> rusqlite::Result<Option<String>> {
        let query = "SELECT hash FROM client_passwords WHERE name = ?";
        self.connection().query_row(query, [name], |row| row.get(0)).optional()
    }

    /// Keeps the hash of the password of a name in lower case, or that it has none.
    pub(crate) fn set_password(&mut self, name: &str, hash: Option<&str>) -> rusqlite::Result<()> {
        match hash {
            Some(hash) => self.connection().execute(
                "INSERT OR REPLACE INTO client_passwords (name, hash) VALUES (?, ?)",
                [name, hash],
            )?,
            None => {
                self.connection().execute("DELETE FROM client_passwords WHERE name = ?", [name])?
            }
        };
        Ok(())
    }
}
