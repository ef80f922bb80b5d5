internal import CSQLite

/// The attribute indexes of a database; queries give the same results without them, but slower.
///
/// An index is named `attribute ["KEY","KIND"]`, or `attribute ["KEY"]` for all kinds, so that the
/// schema alone says what is indexed. It holds the result of SQLite's `->`: the value's JSON text.
/// Equal values have equal texts, since JSONWriter writes all of them.
/// <https://www.sqlite.org/expridx.html>, <https://www.sqlite.org/json1.html#jptr>
struct AttributeIndexes: Sendable, Equatable {
  private(set) var all: Set<AttributeIndex> = []

  static let none = AttributeIndexes()

  /// Whether an index exists for this key.
  func has(key: String) -> Bool { all.contains { utf8Equal($0.key, key) } }

  /// Whether an index exists for this kind only.
  func has(kind: String) -> Bool {
    all.contains { $0.kind.map { utf8Equal($0, kind) } ?? false }
  }

  /// The indexes in a database's schema.
  init(of connection: Connection) throws(StorageError) {
    let statement = try connection.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'index' AND name GLOB 'attribute *'"
    )
    all = Set(
      try statement.all { AttributeIndex(indexName: $0.text(0)) }.compactMap { $0 }
    )
  }

  private init() {}

  /// Drops the indexes that are not declared and creates those that are missing.
  ///
  /// Takes the write lock only if there is something to do.
  static func declare(
    _ declared: [AttributeIndex],
    on connection: Connection
  ) throws(StorageError) {
    for index in declared { try index.check() }
    let wanted = Set(declared)
    guard wanted.count <= AttributeIndex.maxCount else {
      throw StorageError(
        .misuse,
        "\(wanted.count) attribute indexes are declared; a store may have "
          + "\(AttributeIndex.maxCount)."
      )
    }
    guard try AttributeIndexes(of: connection).all != wanted else { return }
    guard sqlite3_libversion_number() >= 3_038_000 else {
      throw StorageError(.misuse, "Attribute indexes need SQLite 3.38 or later.")
    }
    try connection.transaction(.write) { () throws(StorageError) in
      let present = try AttributeIndexes(of: connection).all
      for index in present.subtracting(wanted) { try connection.execute(index.dropSQL) }
      for index in wanted.subtracting(present) { try connection.execute(index.createSQL) }
    }
  }
}

extension AttributeIndex {
  /// An SQL expression: the attribute of the current row as JSON text, or NULL if it has none.
  static func expression(_ key: String) -> String { "(attributes -> \(quoted("$.\"\(key)\"")))" }

  /// A text as an SQL string literal; for names without control characters.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  fileprivate var indexName: String {
    let parts = [key] + (kind.map { [$0] } ?? [])
    return "attribute \(JSONValue.array(parts.map { .string($0) }))"
  }

  fileprivate init?(indexName: String) {
    let text = String(indexName.dropFirst("attribute ".count))
    let parts = (try? JSONParser.parse(text))?.array?.compactMap(\.string) ?? []
    guard let key = parts.first, parts.count <= 2 else { return nil }
    self.init(key, kind: parts.count == 2 ? parts[1] : nil)
  }

  private var quotedName: String {
    let parts = indexName.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.joined(separator: "\"\"") + "\""
  }

  fileprivate var dropSQL: String { "DROP INDEX \(quotedName)" }

  fileprivate var createSQL: String {
    let expression = AttributeIndex.expression(key)
    let restriction = kind.map { " AND kind = \(AttributeIndex.quoted($0))" } ?? ""
    return """
      CREATE INDEX \(quotedName) ON items (\(expression))
        WHERE is_deleted = 0\(restriction) AND \(expression) IS NOT NULL
      """
  }
}

extension ItemFilter {
  /// Whether an attribute index could answer a part of the filter.
  var usesAttributes: Bool {
    switch self {
    case .attribute: true
    case .and(let filters), .or(let filters): filters.contains(where: \.usesAttributes)
    case .not(let filter): filter.usesAttributes
    default: false
    }
  }
}
