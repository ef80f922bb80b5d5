/// The names and values of a query.
struct WireQuery {
  private let pairs: [NetworkRequest.Pair]

  init(_ pairs: [NetworkRequest.Pair]) { self.pairs = pairs }

  /// The first value with this name, or nil.
  func text(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// A number from 0, or nil if it is left out.
  func natural(_ name: String) throws(WireError) -> Int64? {
    guard let text = text(name) else { return nil }
    guard let number = Int64(text), number >= 0 else {
      throw WireError("'\(name)' is not a number from 0.")
    }
    return number
  }

  /// The token, or nil if there is none yet.
  func token() throws(WireError) -> SyncToken? {
    guard let text = text("tok") else { return nil }
    return try SyncToken(text: text)
  }
}
