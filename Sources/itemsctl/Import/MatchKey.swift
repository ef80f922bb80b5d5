import ArgumentParsing
import ItemFormats
import Storage

/// The value of `--match`: the id, the title, or an attribute as `attr.NAME`.
struct MatchKey: ArgumentValue, Hashable {
  let field: ItemField

  static let id = MatchKey(.part(.id))

  private init(_ field: ItemField) { self.field = field }

  init(argument: String) throws(ValueError) {
    switch ItemField(name: argument) {
    case .part(.id)?: field = .part(.id)
    case .part(.title)?: field = .part(.title)
    case .attribute(let name)?: field = .attribute(name)
    case nil: throw ItemField.unknown(argument, among: [.part(.id), .part(.title)])
    default: throw ValueError("items are matched by id, title or attr.NAME")
    }
  }

  var argumentText: String { field.name }
}

/// Finds the items of a store by a key other than their id.
struct MatchIndex {
  private let field: ItemField
  private var matches: [String: Match] = [:]
  /// The titles of the file's records so far, with where they stand; empty where another key is matched.
  private var places: [String: RecordPlace] = [:]

  /// The items with one key, of which only one can be meant.
  private enum Match {
    case one(ItemID)
    case several(Int)
  }

  /// Reads the keys of all items that have one, page by page.
  init(_ field: ItemField, in transaction: any ItemTransaction) throws(StorageError) {
    self.field = field
    var query = ItemQuery(MatchIndex.filter(field), sort: [.ascending(.number)], limit: 500)
    repeat {
      let page = try transaction.page(query)
      for item in page.items { add(item) }
      query.after = page.next
    } while query.after != nil
  }

  private static func filter(_ field: ItemField) -> ItemFilter {
    guard case .attribute(let name) = field else { return .all }
    return .attribute(AttributePath(name), .exists)
  }

  /// Takes in an item that the index does not have yet; one that a record changes keeps its key.
  mutating func add(_ item: Item) {
    let key = field.text(of: item)
    guard !key.isEmpty else { return }
    switch matches[key] {
    case nil: matches[key] = .one(item.id)
    case .one: matches[key] = .several(2)
    case .several(let count): matches[key] = .several(count + 1)
    }
  }

  /// The item that a record means; nil for a new one.
  ///
  /// Throws for a second record with the same title: one of the two would overwrite the other. A key of the data's own
  /// says that both are one item.
  mutating func id(
    of record: ItemJSON.Record,
    _ place: RecordPlace
  ) throws(StorageError) -> ItemID? {
    guard let key = key(of: record.draft) else {
      throw StorageError(
        .invalidItem,
        "\"\(field.name)\" is missing; '--match' needs it to find the item."
      )
    }
    if field == .part(.title), let first = places[key], first != place {
      let name = first.line == 0 ? "task \(first.index ?? 0)" : "line \(first.line)"
      throw StorageError(
        .invalidItem,
        "\(name) has the same \"\(field.name)\"; one of the two would overwrite the other."
      )
    }
    if field == .part(.title) { places[key] = place }
    switch matches[key] {
    case nil: return nil
    case .one(let id): return id
    case .several(let count):
      throw StorageError(
        .invalidItem,
        "\(count) items of the store have the same \"\(field.name)\", so it does not identify one."
      )
    }
  }

  private func key(of draft: ItemDraft) -> String? {
    guard case .attribute(let name) = field else { return draft.title }
    guard let value = draft.attributes[name], !value.isNull else { return nil }
    return value.string ?? value.description
  }
}
