import ArgumentParsing
import CommandKit
import ItemFormats
import Storage

/// The names of a file's columns, and the fields that the columns are.
struct ColumnHeading {
  /// The columns as the file calls them.
  let names: [String]
  /// The field of each column; nil for one without a name, which says nothing.
  private(set) var fields: [ItemField?] = []
  /// Columns about completion beside the one that is the field.
  private(set) var completionColumns: Set<Int> = []
  /// What is told of columns that are not what their names say.
  private(set) var warnings = ImportMessages()

  private var taken: Set<ItemField> = []
  /// How often each name came that came before.
  private var occurrences: [String: Int] = [:]

  /// Understands the names; a column that no field has is an attribute.
  ///
  /// A name that is almost that of a title is the title where no other column is, and the second column of one name is an attribute.
  /// `last` is the last column that the line names; its name may be cut off.
  /// - Throws: If no column is the title; if strict, for what is not certain.
  init(
    _ columns: [String],
    last: Int,
    _ known: ColumnNames,
    isStrict: Bool
  ) throws(RecordError) {
    names = columns.map(\.trimmed)
    var given = try known.fields(of: columns)
    if !isStrict, !given.contains(.part(.title)),
      let index = known.likelyTitle(names, given, last: last)
    {
      given[index] = .part(.title)
      warnings.add(
        "No column is called \"title\"; \"\(names[index].visible)\" is read as the title. "
          + "'--map' names another one."
      )
    }
    // Before all other faults: without a title, there is nothing to import.
    guard given.contains(.part(.title)) else { throw ColumnHeading.untitled(names) }
    var others: [String] = []
    for (name, field) in zip(names, given) {
      if field == nil, ColumnNames.isAboutCompletion(name) {
        completionColumns.insert(fields.count)
        fields.append(nil)
        continue
      }
      guard let field = try self.field(name, field, known, isStrict: isStrict, &others) else {
        fields.append(nil)
        continue
      }
      fields.append(field)
    }
    if !others.isEmpty {
      let names = others.map(\.visible).joined(separator: ", ")
      warnings.add("Columns that are not fields become attributes: \(names).")
    }
  }

  /// The error for columns of which none is the title.
  private static func untitled(_ names: [String]) -> RecordError {
    let first = names.first { !$0.isEmpty } ?? "COLUMN"
    return RecordError(
      "the first line must name the columns, one of them \"title\"; '\(map(first, to: "title"))' says "
        + "that it is this one"
    )
  }

  /// The option that says which field a column is.
  private static func map(_ name: String, to field: String) -> String {
    ["--map", "\(name.visible)=\(field)"].shellLine
  }

  /// The field of a column that is not about completion; nil for one without a name.
  private mutating func field(
    _ name: String,
    _ field: ItemField?,
    _ known: ColumnNames,
    isStrict: Bool,
    _ others: inout [String]
  ) throws(RecordError) -> ItemField? {
    guard field != nil || !name.isEmpty else { return nil }
    if field == nil {
      guard !isStrict else {
        throw RecordError(
          "\"\(name.visible)\" is not a field of items; "
            + "'\(ColumnHeading.map(name, to: ItemField.attribute(name.nfc).name))' keeps it as an attribute"
        )
      }
      others.append(name)
    }
    let wanted = field ?? .attribute(name.nfc)
    guard !taken.insert(wanted).inserted else { return wanted }
    guard !isStrict, known.chosenField(of: name) == nil else {
      throw RecordError("the column \"\(name.visible)\" occurs twice")
    }
    let free = freeAttribute(name)
    warnings.add(
      "The column \"\(name.visible)\" occurs twice; the second one becomes '\(free.name.visible)'."
    )
    return free
  }

  /// The attribute of that name, or of the next free one.
  private mutating func freeAttribute(_ name: String) -> ItemField {
    var field = ItemField.attribute(name.nfc)
    var number = occurrences[name, default: 1]
    while !taken.insert(field).inserted {
      number += 1
      field = .attribute("\(name.nfc) \(number)")
    }
    occurrences[name] = number
    return field
  }
}

extension ColumnHeading {
  /// The names where the rows show that there are so many columns, and one sign between them is too many or missing; nil if a
  /// sign that is missing makes no more of them those of fields.
  ///
  /// Of all ways to read the line so, the one counts that makes most of the names those of fields, and leaves most of them so where
  /// there are too many.
  static func repairedNames(
    _ names: [String],
    ofColumns count: Int,
    _ known: ColumnNames
  ) -> [String]? {
    var best: [String]?
    // Names that are too many fit no row at all: any way is better than none.
    var bestGain = count < names.count ? Int.min : 0
    for (range, parts) in replacements(in: names, count) {
      let gain =
        parts.reduce(0) { $0 + known.likeness($1) }
        - names[range].reduce(0) { $0 + known.likeness($1) }
      guard gain > bestGain else { continue }
      bestGain = gain
      var repaired = names
      repaired.replaceSubrange(range, with: parts.map(\.trimmed))
      best = repaired
    }
    return best
  }

  private typealias Replacement = (range: ClosedRange<Int>, parts: [String])

  /// Two of the names joined, or one divided.
  private static func replacements(in names: [String], _ count: Int) -> [Replacement] {
    switch count - names.count {
    case -1:
      return names.indices.dropLast().map { index in
        (index...(index + 1), ["\(names[index]),\(names[index + 1])"])
      }
    case 1:
      return names.indices.filter { names[$0].utf8.count <= longestName }.flatMap { index in
        let name = names[index]
        // What is no letter is most likely the sign that is another one.
        let places = Array(name.indices.dropFirst().dropLast())
        let likely = places.filter { !name[$0].isLetter } + places.filter { name[$0].isLetter }
        return likely.map { place -> Replacement in
          (index...index, [String(name[..<place]), String(name[name.index(after: place)...])])
        }
      }
    default: return []
    }
  }

  /// Two names of fields are no longer than this, in bytes.
  private static let longestName = 100
}
