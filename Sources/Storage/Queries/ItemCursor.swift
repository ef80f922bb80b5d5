/// A place in a query's answer, given by the sort keys of the item before it.
///
/// It stays good while items come and go: paging on neither repeats nor skips an item that keeps
/// its place (keyset paging, see <https://use-the-index-luke.com/no-offset>).
public struct ItemCursor: Sendable, Equatable {
  /// One sort key's value; what it is belongs to the backend.
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

  /// The order that the cursor was made under, ended by the number.
  public let sort: [ItemSort]
  /// The values of the sort keys, in that order, of the item before this place.
  public let values: [Value]

  /// Makes a place; for authors of backends.
  public init(sort: [ItemSort], values: [Value]) {
    self.sort = sort
    self.values = values
  }
}
