#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A place in a query's result, given by the sort keys of the item before it.
///
/// It stays valid while items come and go: the next page neither repeats nor skips an item that
/// keeps its place (keyset paging, see <https://use-the-index-luke.com/no-offset>).
public struct ItemCursor: Sendable, Equatable {
  /// One sort key's value; the backend decides its meaning.
  public enum Value: Sendable, Equatable {
    /// A number, or a time in milliseconds since 1970.
    case integer(Int64)
    /// A rank.
    case real(Double)
    /// A text.
    case text(String)
    /// A Boolean attribute.
    case boolean(Bool)
    /// An attribute that is a list or an object, as compact JSON.
    case json(String)
    /// No value; comes last in either direction.
    case missing

    /// Compares text by its UTF-8 bytes.
    public static func == (left: Value, right: Value) -> Bool {
      switch (left, right) {
      case (.integer(let left), .integer(let right)): left == right
      case (.real(let left), .real(let right)): left == right
      case (.text(let left), .text(let right)): utf8Equal(left, right)
      case (.boolean(let left), .boolean(let right)): left == right
      case (.json(let left), .json(let right)): utf8Equal(left, right)
      case (.missing, .missing): true
      default: false
      }
    }
  }

  /// The order of the query, which ends with the number.
  public let sort: [ItemSort]
  /// The values of the sort keys of the item before this place, in that order.
  public let values: [Value]

  /// The identifier of the zone on which the order depends; a query in another zone refuses the cursor.
  public let zone: String?

  /// The moment for which an order by urgency was made; the pages behind this place are of the same one.
  public var moment: Date?

  /// Makes a place; for authors of backends.
  public init(
    sort: [ItemSort],
    values: [Value],
    zone: LocalZone? = nil,
    moment: Date? = nil
  ) {
    self.sort = sort
    self.values = values
    self.zone = zone?.identifier
    self.moment = moment
  }
}

extension ItemCursor.Value {
  /// An attribute's value as a sort key.
  init(attribute value: JSONValue?) {
    switch value {
    case nil, .null?: self = .missing
    case .bool(let value)?: self = .boolean(value)
    case .integer(let value)?: self = .integer(value)
    case .double(let value)?: self = .real(value)
    case .string(let value)?: self = .text(value)
    case .array?, .object?: self = .json(value?.description ?? "")
    }
  }
}
