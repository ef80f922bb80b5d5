// The SQL files of this folder, compiled into the program.

/// The schema's migrations, in the order in which they run.
package enum Migrations {
  /// The first migration.
  package static let first = PackageResources._001_items_sql
}
