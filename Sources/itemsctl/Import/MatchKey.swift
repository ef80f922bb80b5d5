// By which key the records of a file are the items of a store.

import ArgumentParsing
import Storage

/// The value of `--match`: the id, the title, or an attribute as `attr.NAME`.
struct MatchKey: ArgumentValue, Hashable {
  let field: ItemField

  static let id = MatchKey(.id)

  private init(_ field: ItemField) { self.field = field }

  init(argument: String) throws(InvalidValue) {
    switch ItemField(name: argument) {
    case .id?: field = .id
    case .title?: field = .title
    case .attribute(let name)?: field = .attribute(name)
    case nil: throw ItemField.unknown(argument, among: [.id, .title])
    default: throw InvalidValue("items are matched by id, title or attr.NAME")
    }
  }

  var argumentText: String { field.name }
}

/// Finds the items of a store by a key other than their id.
struct MatchIndex {
  private let field: ItemField
  private var ids: [String: [ItemID]] = [:]

  /// Reads the keys of all items that have one, page by page.
  init(_ field: ItemField, in transaction: any ItemTransaction) throws(StorageError) {
    self.field = field
    var query = ItemQuery(MatchIndex.filter(field), sort: [.ascending(.number)], limit: 500)
    repeat {
      let page = try transaction.page(query)
      for item in page.items { note(item) }
      query.after = page.next
    } while query.after != nil
  }

  private static func filter(_ field: ItemField) -> ItemFilter {
    guard case .attribute(let name) = field else { return .all }
    return .attribute(name, .exists)
  }

  /// Takes note of an item that was added.
  mutating func note(_ item: Item) {
    let key = field.text(of: item)
    if !key.isEmpty, ids[key]?.contains(item.id) != true { ids[key, default: []].append(item.id) }
  }

  /// The item that a record means; nil for a new one.
  func id(of record: ItemJSON.Record) throws(StorageError) -> ItemID? {
    guard let key = key(of: record.draft) else {
      throw StorageError(.invalidItem, "\"\(field.name)\" is missing, by which items are matched.")
    }
    let found = ids[key] ?? []
    guard found.count <= 1 else {
      throw StorageError(
        .invalidItem,
        "\(found.count) items of the store have the same \"\(field.name)\"; it tells none of them."
      )
    }
    return found.first
  }

  private func key(of draft: ItemDraft) -> String? {
    guard case .attribute(let name) = field else { return draft.title }
    guard let value = draft.attributes[name], !value.isNull else { return nil }
    return value.string ?? value.description
  }
}
