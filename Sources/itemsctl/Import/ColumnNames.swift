import ArgumentParsing
import CommandKit
import ItemFormats
import Phrases
import Storage

/// Which field each column of somebody's file is.
struct ColumnNames: Sendable {
  /// What the command line says of columns, by their names in small letters.
  private let chosen: [String: (name: String, field: ItemField)]

  /// As programs call them.
  static let usual = ColumnNames()

  private init() { chosen = [:] }

  /// Takes pairs of a column and a field.
  init(_ pairs: [KeyValue]) throws(ValueError) {
    var chosen: [String: (name: String, field: ItemField)] = [:]
    for pair in pairs {
      guard let field = ItemField(name: pair.value) else { throw ItemField.unknown(pair.value) }
      chosen[ColumnNames.plain(pair.key)] = (pair.key, field)
    }
    self.chosen = chosen
  }

  /// The field of each column; nil for one that no field has, and for one without a name.
  ///
  /// A column that is called as a field is that field, and others that mean it are not.
  func fields(of columns: [String]) throws(RecordError) -> [ItemField?] {
    let names = columns.map(ColumnNames.plain)
    if let missing = chosen.first(where: { !names.contains($0.key) })?.value {
      throw RecordError("there is no column \"\(missing.name.visible)\", which '--map' names")
    }
    var fields = zip(columns, names).map { column, name in
      chosen[name]?.field ?? (name.isEmpty ? nil : ItemField(column: column))
    }
    for (index, name) in names.enumerated() where fields[index] == nil {
      guard let part = ColumnNames.part(likeName: name), !fields.contains(.part(part))
      else { continue }
      fields[index] = .part(part)
    }
    return fields
  }

  /// What to tell of a key of the command line that no object has.
  static func missingKey(_ key: String) -> String {
    "No record has the key \"\(key.visible)\", which '--map' names."
  }

  /// The columns or keys that the command line names fields for, in small letters.
  var chosenNames: Set<String> { Set(chosen.keys) }

  /// The field that the command line names for a column or key; nil if it names none.
  func chosenField(of name: String) -> ItemField? { chosen[ColumnNames.plain(name)]?.field }

  /// How surely a line names columns: by a title above all, and by how many are fields.
  func rank(of columns: [String]) -> Int {
    guard let fields = try? fields(of: columns) else { return 0 }
    return fields.count { $0 != nil } + (fields.contains(.part(.title)) ? columns.count : 0)
  }

  /// The column that is the title but for a typing error, or for a missing end where the line may be cut off; nil without one.
  ///
  /// `fields` are those that the columns are, and `last` is the last column that the line names.
  func likelyTitle(_ columns: [String], _ fields: [ItemField?], last: Int) -> Int? {
    let near = columns.indices.first {
      fields[$0] == nil && ColumnNames.isNear(columns[$0], .title)
    }
    guard near == nil, columns.indices.contains(last), fields[last] == nil else { return near }
    let name = ColumnNames.plain(columns[last])
    let isCut = ColumnNames.names(of: .title).contains { name.count > 2 && $0.hasPrefix(name) }
    return isCut ? last : nil
  }

  /// How much a name is that of a field: 2 for one, 1 for almost one, 0 for another.
  func likeness(_ name: String) -> Int {
    let isField =
      (chosenField(of: name) ?? ItemField(column: name)) != nil
      || ColumnNames.part(likeName: ColumnNames.plain(name)) != nil
    if isField { return 2 }
    return ItemPart.allCases.contains { ColumnNames.isNear(name, $0) } ? 1 : 0
  }

  /// Whether a name is almost one of a field.
  static func isNear(_ name: String, _ part: ItemPart) -> Bool {
    let name = plain(name)
    guard name.count > 2 else { return false }
    return names(of: part).contains { isSlip(name, of: $0) }
  }

  /// What a field is called, in small letters.
  private static func names(of part: ItemPart) -> [String] {
    [part.name, part.label].map(plain) + part.use.otherColumns
  }

  /// Whether one of the columns is the title.
  func haveTitle(_ columns: [String]) -> Bool {
    (try? fields(of: columns))?.contains(.part(.title)) == true
  }

  /// Whether a column says that a task is done, or when.
  static func isAboutCompletion(_ column: String) -> Bool {
    let field = ItemField(column: column)
    return field == .part(.completedAt) || part(likeName: plain(column)) == .completedAt
  }

  /// The part of a task that this name means in exports of programs; nil for others, such as ids, which each program has in its
  /// own form.
  static func usualPart(of name: String) -> ItemPart? {
    guard
      case .part(let part)? = ItemField(column: name)
        ?? part(likeName: plain(name)).map({ .part($0) })
    else { return nil }
    let own: [ItemPart] = [
      .id, .number, .kind, .parent, .blockers, .rank, .repeat, .occurrence, .attributes,
    ]
    return own.contains(part) ? nil : part
  }

  /// The field that other programs call by this name; nil if there is none.
  ///
  /// `% Complete` and `ID #` are not fields, so a name with `%` or `#` has none.
  private static func part(likeName name: String) -> ItemPart? {
    name.contains("%") || name.contains("#") ? nil : others[name.filter(\.isLetter)]
  }

  /// The name as it is compared.
  static func plain(_ name: String) -> String { name.trimmed.lowercased() }

  /// What programs call fields, letters alone; the first column of such a name is the field.
  private static let others = Dictionary(
    uniqueKeysWithValues: ItemPart.allCases.flatMap { part in
      part.use.otherColumns.map { ($0, part) }
    }
  )
}
