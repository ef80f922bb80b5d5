internal import CSQLite

/// The attribute indexes of a database; queries give the same results without them, but slower.
///
/// An index is named `attribute ["KEY","KIND"]`, or `attribute ["KEY"]` for all kinds, so that the
/// schema alone says what is indexed; a path of several keys is a list, as in
/// `attribute [["KEY","KEY"]]`. It holds the type and the value, see AttributeExpression.swift. An
/// index of another form is not used, and declaring replaces it.
/// <https://www.sqlite.org/expridx.html>, <https://www.sqlite.org/json1.html#jptr>
struct AttributeIndexes: Sendable, Equatable {
  private(set) var all: [AttributeIndex] = []
  /// The expressions of each path with an index: each query writes them several times.
  private var expressions: [AttributePath: AttributeIndex.Expressions] = [:]
  /// A kind with an index that every item of the result has, where a part of a filter is known to be of one.
  private var kind: String?
  /// What a condition within an `or` says again, so that SQLite sees that the index fits.
  private(set) var restriction: String?

  /// A path whose index a condition must leave to another one beside it.
  private var left: AttributePath?

  static let none = AttributeIndexes()

  /// Whether an index exists for this path.
  func has(_ path: AttributePath) -> Bool { path != left && all.contains { $0.path == path } }

  /// The attribute at a path, so that a condition on it can use an index if there is one.
  func expression(at path: AttributePath) -> AttributeExpression {
    AttributeExpression(path, indexed: has(path) ? expressions[path] : nil, within: restriction)
  }

  /// These for conditions beside one that is to use a path's index: of two that fit, SQLite may choose the wider.
  func leaving(_ path: AttributePath) -> AttributeIndexes {
    var indexes = self
    indexes.left = path
    return indexes
  }

  /// Whether an index holds every item of a filter's result that has a value at this path.
  func covers(_ path: AttributePath, _ filter: ItemFilter) -> Bool {
    all.contains { index in
      index.path == path && (index.kind.map { filter.isOnly(ofKind: $0) } ?? true)
    }
  }

  /// These within an `or`: of what stands beside it, SQLite compares nothing with an index's WHERE.
  var withinOr: AttributeIndexes {
    var indexes = self
    indexes.restriction =
      "is_deleted = 0" + (kind.map { " AND kind = \(AttributeIndex.quoted($0))" } ?? "")
    return indexes
  }

  /// These within an `and` of filters.
  func within(and filters: [ItemFilter]) -> AttributeIndexes {
    var indexes = self
    for case .field(.kind, .compared(.equal, .string(let kind))) in filters where has(kind: kind) {
      indexes.kind = kind
    }
    return indexes
  }

  /// Whether an index exists for this kind only.
  func has(kind: String) -> Bool {
    all.contains { $0.kind.map { utf8Equal($0, kind) } ?? false }
  }

  /// The indexes in a database's schema that have the present form.
  init(of connection: Connection) throws(StorageError) {
    all = try AttributeIndexes.stored(on: connection).compactMap(\.index)
    for path in all.map(\.path) { expressions[path] = AttributeIndex.Expressions(path) }
  }

  /// An index in a schema.
  private struct Stored {
    let name: String
    /// What it is of; nil for one of another form.
    let index: AttributeIndex?
  }

  private static func stored(on connection: Connection) throws(StorageError) -> [Stored] {
    let statement = try connection.prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND name GLOB 'attribute *'"
    )
    return try statement.all { row in
      let index = AttributeIndex(indexName: row.text(0))
      let isCurrent = index.map { utf8Equal($0.createSQL, row.text(1)) } ?? false
      return Stored(name: row.text(0), index: isCurrent ? index : nil)
    }
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
    guard try !isDeclared(wanted, on: connection) else { return }
    guard sqlite3_libversion_number() >= 3_038_000 else {
      throw StorageError(.misuse, "Attribute indexes need SQLite 3.38 or later.")
    }
    try connection.transaction(.write) { () throws(StorageError) in
      let stored = try stored(on: connection)
      for index in stored where !(index.index.map(wanted.contains) ?? false) {
        try connection.execute("DROP INDEX \(AttributeIndex.identifier(index.name))")
      }
      for index in wanted.subtracting(stored.compactMap(\.index)) {
        try connection.execute(index.createSQL)
      }
    }
  }

  private static func isDeclared(
    _ wanted: Set<AttributeIndex>,
    on connection: Connection
  ) throws(StorageError) -> Bool {
    let stored = try stored(on: connection)
    return stored.count == wanted.count && Set(stored.compactMap(\.index)) == wanted
  }
}

extension AttributeIndex {
  /// A text as an SQL string literal; for names without control characters.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  /// A name as an SQL identifier.
  fileprivate static func identifier(_ name: String) -> String {
    let parts = name.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.joined(separator: "\"\"") + "\""
  }

  private var indexName: String {
    let keys = path.keys.map { JSONValue.string($0) }
    let parts = [keys.count == 1 ? keys[0] : .array(keys)] + (kind.map { [.string($0)] } ?? [])
    return "attribute \(JSONValue.array(parts))"
  }

  fileprivate init?(indexName: String) {
    let text = String(indexName.dropFirst("attribute ".count))
    guard let parts = (try? JSONParser.parse(text))?.array, let first = parts.first else {
      return nil
    }
    let keys = first.array?.compactMap(\.string) ?? [first].compactMap(\.string)
    guard !keys.isEmpty else { return nil }
    self.init(AttributePath(keys), kind: parts.count == 2 ? parts[1].string : nil)
  }

  fileprivate var createSQL: String {
    let expressions = Expressions(path)
    let restriction = kind.map { " AND kind = \(AttributeIndex.quoted($0))" } ?? ""
    return """
      CREATE INDEX \(AttributeIndex.identifier(indexName)) \
      ON items (\(expressions.type), \(expressions.value))
        WHERE is_deleted = 0\(restriction) AND (\(expressions.type) IS NOT NULL)
      """
  }
}

extension ItemQuery {
  /// Whether an attribute index could answer a part of it.
  var usesAttributes: Bool { filter.usesAttributes || sort.usesAttributes }
}

extension [ItemSort] {
  /// Whether an attribute is among the keys.
  var usesAttributes: Bool {
    contains { if case .attribute = $0.key { true } else { false } }
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

  /// Whether SQLite can see that every item of the result has this kind.
  fileprivate func isOnly(ofKind kind: String) -> Bool {
    switch self {
    case .field(.kind, .compared(.equal, .string(let wanted))): utf8Equal(wanted, kind)
    case .and(let filters): filters.contains { $0.isOnly(ofKind: kind) }
    default: false
    }
  }
}
