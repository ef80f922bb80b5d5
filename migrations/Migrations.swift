// The SQL files of this folder, compiled into the program.
//
// A file is immutable once shipped. A new one gets the next number, a line in `all`, or in `hub` and `postgres`
// for the folders of hubs, and an `.embedInCode` in Package.swift; tests compare the lists with the folders.

/// One step of the schema's history.
package struct Migration: Sendable {
  /// The place in the order, from 1; equals `PRAGMA user_version` once it has run.
  package let version: Int
  /// The file's name without its number and ending.
  package let name: String
  /// The statements.
  package let sql: [UInt8]
  /// Whether it rewrites what users entered, so that a copy of the store is to be kept before.
  package let rewritesData: Bool

  /// The checksum of the statements.
  package var checksum: UInt64 {
    var checksum = Checksum()
    checksum.combine(sql)
    return checksum.value
  }

  package init(version: Int, name: String, sql: [UInt8], rewritesData: Bool = false) {
    self.version = version
    self.name = name
    self.sql = sql
    self.rewritesData = rewritesData
  }
}

extension Migration {
  /// Every migration of a hub file, in the order in which they run.
  package static let hub = [
    Migration(version: 1, name: "hub", sql: PackageResources._001_hub_sql),
    Migration(version: 2, name: "age", sql: PackageResources._002_age_sql),
    Migration(version: 3, name: "server", sql: PackageResources._003_server_sql),
    Migration(version: 4, name: "frozen", sql: PackageResources._004_frozen_sql),
  ]

  /// Every migration of a hub in PostgreSQL, in the order in which they run.
  package static let postgres = [
    Migration(version: 1, name: "spaces", sql: PackageResources._001_spaces_sql),
    Migration(version: 2, name: "server", sql: PackageResources._002_server_sql),
    Migration(version: 3, name: "daemons", sql: PackageResources._003_daemons_sql),
    Migration(version: 4, name: "frozen_spaces", sql: PackageResources._004_frozen_spaces_sql),
  ]

  /// Every migration of a store, in the order in which they run.
  package static let all = [
    // SwiftPM replaces a leading digit of a resource's name by an underscore.
    Migration(version: 1, name: "items", sql: PackageResources._001_items_sql),
    Migration(version: 2, name: "history", sql: PackageResources._002_history_sql),
    Migration(version: 3, name: "exchanged", sql: PackageResources._003_exchanged_sql),
    Migration(version: 4, name: "texts", sql: PackageResources._004_texts_sql),
    Migration(version: 5, name: "days", sql: PackageResources._005_days_sql),
    Migration(version: 6, name: "repeats", sql: PackageResources._006_repeats_sql),
    Migration(version: 7, name: "starts", sql: PackageResources._007_starts_sql),
    Migration(version: 8, name: "forms", sql: PackageResources._008_forms_sql),
    Migration(version: 9, name: "blockers", sql: PackageResources._009_blockers_sql),
    Migration(version: 10, name: "rank", sql: PackageResources._010_rank_sql),
    Migration(version: 11, name: "records", sql: PackageResources._011_records_sql),
  ]
}
