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

    /// Compares text by its UTF-8 bytes.
    public static func == (left: Value, right: Value) -> Bool {
      switch (left, right) {
      case (.integer(let left), .integer(let right)): left == right
      case (.real(let left), .real(let right)): left == right
      case (.text(let left), .text(let right)): utf8Equal(left, right)
      default: false
      }
    }
  }

  /// The order of the query, which ends with the number.
  public let sort: [ItemSort]
  /// The values of the sort keys of the item before this place, in that order.
  public let values: [Value]

  /// Makes a place; for authors of backends.
  public init(sort: [ItemSort], values: [Value]) {
    self.sort = sort
    self.values = values
  }
}
