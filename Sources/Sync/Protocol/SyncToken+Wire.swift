// The token in messages. Does not change once shipped.
//
// | member | type    | meaning                       |
// | `e`    | integer | epoch of the space            |
// | `h`    | integer | head at the commit            |
// | `k`    | integer | nonce of the commit           |
//
// In a query it is `e.h.k`, in decimal.

import Storage

extension SyncToken {
  var json: JSONValue {
    .object(["e": .integer(epoch), "h": .integer(head), "k": .integer(nonce)])
  }

  init(wire value: JSONValue) throws(WireError) {
    let object = try WireObject(value)
    self.init(
      epoch: try object.natural("e"),
      head: try object.natural("h"),
      nonce: try object.natural("k")
    )
  }

  var text: String { "\(epoch).\(head).\(nonce)" }

  init(text: String) throws(WireError) {
    let numbers = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { Int64(String(Substring($0))) }
    guard numbers.count == 3, let epoch = numbers[0], let head = numbers[1],
      let nonce = numbers[2], epoch >= 0, head >= 0, nonce >= 0
    else { throw WireError("'tok' is not epoch.head.nonce.") }
    self.init(epoch: epoch, head: head, nonce: nonce)
  }
}

extension SyncReset {
  /// The body of a 410.
  var bytes: [UInt8] { JSONValue.object(["reset": .string(name)]).canonicalBytes }

  /// What stands in its place where the space was deleted.
  static let deletion = "deleted"

  /// Reads the body of a 410; nil if the space was deleted.
  init?(bytes: [UInt8]) throws(WireError) {
    let name = try WireObject(bytes: bytes).string("reset")
    if name == SyncReset.deletion { return nil }
    guard let match = SyncReset.allCases.first(where: { $0.name == name }) else {
      throw WireError("The hub asks for a reset that this version does not know.")
    }
    self = match
  }
}
