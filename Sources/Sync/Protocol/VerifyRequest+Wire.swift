// A comparison in JSON. Does not change once shipped.
//
// | request | type    | meaning                                                          |
// | `at`    | integer | the head up to which the device has every row                    |
// | `tok`   | object  | see SyncToken+Wire.swift                                         |
// | `d`     | list    | 256 texts of 16 hex digits: the digest, see SpaceDigest.swift    |
//
// | reply     | type    | meaning                                                        |
// | `tok`     | object  | the latest commit                                              |
// | `equal`   | true    | both hold the same                                             |
// | `buckets` | list    | the numbers of the buckets that differ, instead of `equal`     |
//
// The reply ends with a line end. With status 409 it has only `head`: the hub's head, which differs
// from `at`.

import Storage

extension VerifyRequest {
  package var bytes: [UInt8] {
    JSONValue.object([
      "at": .integer(head),
      "tok": token.json,
      "d": .array(digest.buckets.map { .string($0.hexadecimal) }),
    ]).canonicalBytes
  }

  package init(bytes: [UInt8]) throws(WireError) {
    let object = try WireObject(bytes: bytes)
    let sums = try object.array("d").map { $0.string.flatMap(UInt64.init(hexadecimal:)) }
    guard let digest = SpaceDigest(buckets: sums.compactMap { $0 }), sums.count == 256 else {
      throw WireError("'d' does not have 256 sums of 16 hexadecimal digits.")
    }
    self.init(
      head: try object.natural("at"),
      token: try SyncToken(wire: object.value("tok")),
      digest: digest
    )
  }
}

extension VerifyReply {
  package var bytes: [UInt8] {
    let json: JSONValue =
      switch self {
      case .equal(let token): .object(["tok": token.json, "equal": true])
      case .different(let token, let buckets):
        .object(["tok": token.json, "buckets": .array(buckets.map { .integer(Int64($0)) })])
      case .movedOn(let head): .object(["head": .integer(head)])
      }
    return json.canonicalBytes + [UInt8(ascii: "\n")]
  }

  /// Reads the body of a 200.
  package init(bytes: [UInt8]) throws(WireError) {
    let object = try WireObject(bytes: bytes)
    let token = try SyncToken(wire: object.value("tok"))
    if object.optional("equal") == true {
      self = .equal(token)
      return
    }
    let buckets = try object.array("buckets").map { $0.integer.flatMap { Int(exactly: $0) } ?? -1 }
    guard !buckets.isEmpty, buckets.allSatisfy((0..<SpaceDigest.bucketCount).contains) else {
      throw WireError("'buckets' is not a list of numbers from 0 to 255.")
    }
    self = .different(token, buckets: buckets)
  }

  /// Reads the body of a 409.
  package init(movedOn bytes: [UInt8]) throws(WireError) {
    self = .movedOn(head: try WireObject(bytes: bytes).natural("head"))
  }
}

extension UInt64 {
  fileprivate var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  fileprivate init?(hexadecimal text: String) {
    guard text.utf8.count == 16, text.utf8.first != UInt8(ascii: "+") else { return nil }
    self.init(text, radix: 16)
  }
}
