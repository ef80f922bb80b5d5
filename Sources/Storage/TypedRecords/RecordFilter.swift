/// A condition on records of a type, written with key paths.
///
/// ```swift
/// let quick = try await recipes.query(
///   \.minutes < 30 && .contains("fast", in: \.tags),
///   sort: .descending(\.rating),
///   limit: 20
/// )
/// ```
///
/// The operators `==`, `!=`, `<`, `<=`, `>` and `>=` compare a property with a value of its type,
/// `nil` included; `&&`, `||` and `!` combine conditions. A property that is a part of the item,
/// such as its title or its due date, becomes a condition on that part, every other property a
/// condition on an attribute. Conditions on attributes mean what ``ItemFilter/AttributeMatch``
/// says. As in Swift, `!=` holds for a record without a value.
///
/// A key path whose key cannot be found makes the query throw ``StorageError/Code/misuse``, which says
/// how to name it; see ``ItemRecord/keys``.
public struct RecordFilter<Record: ItemRecord>: Sendable {
  /// The condition on items, or why there is none.
  private let result: Result<ItemFilter, StorageError>

  /// A condition on the items that hold the records.
  public static func items(_ filter: ItemFilter) -> RecordFilter { RecordFilter { filter } }

  /// Every record.
  public static var all: RecordFilter { .items(.all) }

  /// Records in whose title, notes or tags every one of these words begins a word; see ``ItemFilter/text(_:)``.
  public static func text(_ words: String) -> RecordFilter { .items(.text(words)) }

  init(_ filter: () throws(StorageError) -> ItemFilter) {
    do throws(StorageError) {
      result = .success(try filter())
    } catch {
      result = .failure(error)
    }
  }

  /// The condition on items, without their kind, for a query of items.
  ///
  /// Throws ``StorageError/Code/misuse`` if the key of a key path cannot be found, and
  /// ``StorageError/Code/invalidQuery`` for what cannot be compared.
  public func itemFilter() throws(StorageError) -> ItemFilter { try result.get() }
}

extension RecordFilter {
  /// Records to which both conditions apply.
  public static func && (left: RecordFilter, right: RecordFilter) -> RecordFilter {
    RecordFilter { () throws(StorageError) in
      .and(try left.itemFilter().conjuncts + right.itemFilter().conjuncts)
    }
  }

  /// Records to which at least one of the conditions applies.
  public static func || (left: RecordFilter, right: RecordFilter) -> RecordFilter {
    RecordFilter { () throws(StorageError) in
      .or(try left.itemFilter().disjuncts + right.itemFilter().disjuncts)
    }
  }

  /// Records to which the condition does not apply.
  public static prefix func ! (filter: RecordFilter) -> RecordFilter {
    RecordFilter { () throws(StorageError) in .not(try filter.itemFilter()) }
  }
}

extension ItemFilter {
  /// The filter for items of one kind; keeps a text where an order by relevance looks for it.
  func restricted(toKind kind: String) -> ItemFilter { .and([.kind(kind)] + conjuncts) }

  /// The conditions that must all hold; so a chain of them is not nested.
  fileprivate var conjuncts: [ItemFilter] {
    switch self {
    case .all: []
    case .and(let filters): filters
    default: [self]
    }
  }

  /// The conditions of which one must hold.
  fileprivate var disjuncts: [ItemFilter] {
    if case .or(let filters) = self { filters } else { [self] }
  }
}
