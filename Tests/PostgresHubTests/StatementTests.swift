#if Postgres
import Migrations
import PostgresHub
import Testing

/// Every statement that the store can send keeps to what databases share that speak PostgreSQL; needs no server.
@Suite struct PostgresStatementTests {
  /// The words of SQL that statements may have, beside names of tables, columns and functions.
  private static let words: Set<String> = [
    "BEGIN", "ISOLATION", "LEVEL", "READ", "COMMITTED", "REPEATABLE", "WRITE", "ONLY", "COMMIT",
    "ROLLBACK", "TO", "SAVEPOINT", "RELEASE", "SELECT", "FROM", "WHERE", "AND", "OR", "NOT", "ANY",
    "IS", "NULL", "ORDER", "BY", "DESC", "LIMIT", "OFFSET", "FOR", "UPDATE", "INSERT", "INTO",
    "VALUES", "ON", "CONFLICT", "DO", "SET", "DELETE", "CASE", "WHEN", "THEN", "ELSE", "END",
    "UNION", "ALL", "DISTINCT", "NOTHING",
  ]
  private static let functions: Set<String> = [
    "current_setting", "set_config", "octet_length", "coalesce", "sum", "count", "max", "host",
    "current_database", "pg_database_size",
  ]
  /// Tables of which each row is of one space, so that rows of different spaces may be on different machines.
  private static let spaceTables: Set<String> = [
    "spaces", "items", "digests", "commits", "devices",
  ]

  /// What an administrator asks of all spaces.
  private static let ofAllSpaces: [PostgresStatement] = [.spaceNames, .spaceCount]

  private static func tokens(_ sql: String) -> [Substring] {
    sql.split { !($0.isLetter || $0.isNumber || "_$.'".contains($0)) }
  }

  @Test(arguments: PostgresStatement.allCases)
  func `a statement has known words alone`(_ statement: PostgresStatement) {
    let tokens = Self.tokens(statement.sql)
    for token in tokens where token.allSatisfy({ $0.isUppercase }) {
      #expect(Self.words.contains(String(token)), "\(token)")
    }
    for match in statement.sql.matches(of: /([a-z_]+)\s*\(/) {
      let name = String(match.1)
      let isTable = statement.sql.contains("INTO \(name) (")
      #expect(isTable || Self.functions.contains(name), "\(name)()")
    }
    #expect(!statement.sql.contains(";"))
    #expect(!statement.sql.contains("--"))
  }

  /// Where a statement touches tables of spaces, its first parameter is the space's name, or a list of names.
  @Test(arguments: PostgresStatement.allCases)
  func `a statement on a space's tables names the space`(_ statement: PostgresStatement) {
    let sql = statement.sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let tables = Self.spaceTables.filter { sql.contains(" \($0) ") || sql.hasSuffix(" \($0)") }
    guard !tables.isEmpty, !Self.ofAllSpaces.contains(statement) else { return }
    let parts = sql.parts(between: "SELECT").filter { $0.contains(" FROM ") }
    if sql.hasPrefix("INSERT") {
      #expect(sql.contains("(space_id, ") && sql.contains("VALUES ($1, "))
      // The space is in the key that a conflict is about.
      if sql.contains("CONFLICT") { #expect(sql.contains("ON CONFLICT (space_id, ")) }
    } else {
      for part in parts.isEmpty ? [sql] : parts {
        #expect(
          part.contains("WHERE space_id = $1") || part.contains("WHERE space_id = ANY ($1)"),
          "\(part)"
        )
        #expect(!part.contains(" JOIN "))
      }
    }
  }

  @Test(arguments: PostgresStatement.allCases)
  func `an insert has values and no query`(_ statement: PostgresStatement) {
    let words = Self.tokens(statement.sql)
    guard words.first == "INSERT" else { return }
    #expect(!words.contains("SELECT"))
    #expect(words.count { $0 == "VALUES" } == 1)
  }

  @Test(arguments: Migration.postgres)
  func `a migration makes tables that can be spread`(_ migration: Migration) throws {
    let lines = String(decoding: migration.sql, as: UTF8.self).split(separator: "\n")
    let sql = lines.map { String($0).parts(between: "--")[0] }.joined(separator: " ").uppercased()
    for word in [
      "SERIAL", "SEQUENCE", "IDENTITY", "TRIGGER", "FUNCTION", "REFERENCES", "DEFERRABLE",
      "GENERATED", "NOTIFY", "LOCK ", "COPY", "DO $$", "EXTENSION", "DEFAULT",
    ] {
      #expect(!sql.contains(word), "\(word)")
    }
    for statement in sql.split(separator: ";") where statement.contains("CREATE TABLE") {
      let name = try #require(statement.firstMatch(of: /CREATE TABLE (\w+)/)?.1)
      guard Self.spaceTables.contains(name.lowercased()) else { continue }
      for key in statement.matches(of: /(PRIMARY KEY|UNIQUE) \((\w+)/) {
        #expect(key.2 == "SPACE_ID")
      }
      let isKeyed =
        statement.contains("PRIMARY KEY (SPACE_ID")
        || statement.contains("SPACE_ID   TEXT COLLATE \"C\" NOT NULL PRIMARY KEY")
      #expect(isKeyed, "\(name)")
    }
  }
}

extension String {
  fileprivate func parts(between separator: String) -> [String] {
    self.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
#endif
