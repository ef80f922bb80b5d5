import Migrations
package import Storage

/// The schema of a hub file; its tables are in `migrations/hub`.
enum HubSchema {
  /// Brings a hub file up to date.
  ///
  /// The number in the file's header is "IHub" in ASCII; does not change once shipped.
  /// See <https://www.sqlite.org/fileformat.html#application_id>.
  static let migrator = Migrator(Migration.hub, applicationID: 0x4948_7562)
}

/// The schema's history, for who has a hub's connection of its own.
package enum HubStoreMigration {
  /// Brings a hub's database up to date.
  package static func migrate(_ connection: Connection) throws(StorageError) {
    try HubSchema.migrator.migrate(connection)
  }
}
