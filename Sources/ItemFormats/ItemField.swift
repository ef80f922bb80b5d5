package import ArgumentParsing
import CommandKit
package import Storage

/// A part of an item: a key of its JSON form, or one attribute as `attr.NAME`.
package enum ItemField: Hashable, Sendable {
  case part(ItemPart)
  case attribute(String)

  /// Every key of an item, in the order of its JSON form.
  package static let all = ItemPart.allCases.map { ItemField.part($0) }

  package static let attributePrefix = "attr."

  /// What it is called in files and outputs.
  package var name: String {
    switch self {
    case .attribute(let name): ItemField.attributePrefix + name
    case .part(let part): part.name
    }
  }

  /// The words by which filters and sorts call the times are understood, too.
  private static let named = Dictionary(
    ItemPart.allCases.flatMap { [($0.name, ItemField.part($0)), ($0.label, .part($0))] },
    uniquingKeysWith: { first, _ in first }
  )

  /// The field of that very name.
  package init?(name: String) {
    if name.hasPrefix(ItemField.attributePrefix), name.utf8.count > 5 {
      self = .attribute(String(name.dropFirst(5)).nfc)
    } else if let field = ItemField.named[name] {
      self = field
    } else {
      return nil
    }
  }

  /// The field of a column in somebody's file: case and the spaces around it do not matter.
  package init?(column: String) {
    let name = column.trimmed
    if let field = ItemField(name: name) {
      self = field
      return
    }
    let lowered = name.lowercased()
    guard let match = ItemField.named.first(where: { $0.key.lowercased() == lowered }) else {
      return nil
    }
    self = match.value
  }

  /// What to say of a name that no field has.
  package static func unknown(_ name: String, among fields: [ItemField] = all) -> ValueError {
    let names = fields.map(\.name)
    if let near = suggestion(for: name, among: names + [attributePrefix + "NAME"]) {
      return ValueError("there is no field '\(name)'. Did you mean '\(near)'?")
    }
    return ValueError(
      "there is no field '\(name)', only \(names.joined(separator: ", ")) and attr.NAME"
    )
  }
}

/// The value of `--fields`: names between commas.
package struct FieldList: ArgumentValue, Hashable {
  package let fields: [ItemField]

  package init(argument: String) throws(ValueError) {
    var fields: [ItemField] = []
    for name in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let name = String(name).trimmed
      guard let field = ItemField(name: name) else { throw ItemField.unknown(name) }
      guard !fields.contains(field) else {
        throw ValueError("the field '\(field.name)' is named twice")
      }
      fields.append(field)
    }
    self.fields = fields
  }

  package var argumentText: String { fields.map(\.name).joined(separator: ",") }
}
