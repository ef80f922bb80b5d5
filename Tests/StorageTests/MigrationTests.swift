import Foundation
import Migrations
import Storage
import Testing

@Suite struct `The schema's migrations` {
  @Test(arguments: [
    ("migrations", Migration.all), ("migrations/hub", Migration.hub),
    ("migrations/postgres", Migration.postgres),
  ])
  func `the folder and the list in code agree`(path: String, list: [Migration]) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../\(path)").standardizedFileURL
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".sql") }.sorted()
    let names = list.map { migration in
      let digits = String(migration.version)
      return String(repeating: "0", count: 4 - digits.count) + digits + "_\(migration.name).sql"
    }
    #expect(files == names)
    for (file, migration) in zip(files, list) {
      let bytes = try Data(contentsOf: folder.appending(path: file))
      #expect(Array(bytes) == migration.sql, "\(file) was not compiled in as it is")
    }
  }

  /// A shipped file never changes: stores in the field carry this checksum.
  @Test(arguments: [
    (1, 16_660_689_370_481_632_337 as UInt64), (2, 15_592_707_364_332_181_028),
    (3, 12_706_112_898_853_181_975), (4, 247_832_898_372_519_241),
    (5, 16_178_666_214_573_976_306), (6, 6_505_172_660_789_140_299),
    (7, 13_094_604_192_533_681_238), (8, 16_588_797_473_563_565_438),
    (9, 13_540_269_785_579_239_634), (10, 4_614_500_862_021_472_927),
    (11, 9_727_478_460_078_215_886),
  ])
  func `a shipped migration is as it was`(version: Int, checksum: UInt64) {
    #expect(Migration.all[version - 1].checksum == checksum)
  }

  /// A shipped file never changes: hub files in the field carry this checksum.
  @Test(arguments: [
    (1, 11_123_089_579_146_763_310 as UInt64), (2, 17_015_677_043_701_796_397),
    (3, 15_767_294_453_552_143_758),
  ])
  func `a shipped migration of hub files is as it was`(version: Int, checksum: UInt64) {
    #expect(Migration.hub[version - 1].checksum == checksum)
  }

  @Test func `a failing migration leaves the database as it was`() throws {
    let connection = try Connection(.memory)
    let migrator = Migrator(
      Migration.all + [
        Migration(
          version: Migration.all.count + 1,
          name: "broken",
          sql: Array("CREATE TABLE half (a INTEGER); SELECT no_such_function();".utf8)
        )
      ]
    )
    #expect(throws: StorageError.self) { try migrator.migrate(connection) }
    #expect(try connection.integer("PRAGMA user_version") == Int64(Migration.all.count))
    #expect(
      try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'half'") == 0
    )
  }

  @Test func `a later migration is added to an older store`() throws {
    let connection = try Connection(.memory)
    try Migrator().migrate(connection)
    let next = Migration.all.count + 1
    let later = Migrator(
      Migration.all + [
        Migration(version: next, name: "more", sql: Array("CREATE TABLE more (a INTEGER)".utf8))
      ]
    )
    #expect(try later.needsMigration(connection))
    try later.migrate(connection)
    try later.checkHistory(connection)
    #expect(try connection.integer("PRAGMA user_version") == Int64(next))
    let error = #expect(throws: StorageError.self) { try Migrator().needsMigration(connection) }
    #expect(error?.code == .laterVersion)
  }
}
