import Migrations
import Storage

/// What a hub file is made of; the tables stand in `migrations/hub`.
enum HubSchema {
  /// Brings a hub file up to date.
  ///
  /// "IHub" in ASCII stands in the file's header; does not change once shipped.
  /// See <https://www.sqlite.org/fileformat.html#application_id>.
  static let migrator = Migrator(Migration.hub, applicationID: 0x4948_7562)
}
