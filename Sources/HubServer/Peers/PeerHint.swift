// A hint: one daemon tells another, which shares its store, which spaces have new changes.
//
//   POST /v1/hints, Content-Type: text/plain, Hint-Signature: 64 hexadecimal digits
//
// | line   | meaning                                                                      |
// | first  | when it was sent, in milliseconds since 1970                                 |
// | others | a space's name each; `*` for more of them than are named                     |
//
// The signature is HMAC-SHA256 (RFC 2104) of the body, with the key that the daemons have from their store. Whoever gets
// a hint reads the heads of its spaces itself: a false one costs a read, and says nothing to anybody.

import Sync

/// A hint, and whether it can be believed.
struct PeerHint: Sendable, Equatable {
  /// The names at most; more are `*`.
  static let maxSpaces = 1_000
  /// The bytes at most.
  static let maxBytes = 131_072
  /// How long a hint is believed, and how far clocks may differ, in milliseconds.
  static let maxAge: Int64 = 30_000
  static let path = "/v1/hints"
  static let signatureHeader = "Hint-Signature"

  /// The spaces; nil stands for all.
  var spaces: [String]?

  /// Its body.
  func body(at now: Int64) -> [UInt8] {
    let names = spaces.flatMap { $0.count > PeerHint.maxSpaces ? nil : $0 } ?? ["*"]
    return Array(([String(now)] + names).joined(separator: "\n").utf8)
  }

  /// Reads a body whose signature fits; nil for any other, and for one that is too old.
  init?(
    _ body: [UInt8],
    signature: String?,
    key: PeerKey,
    at now: Int64
  ) {
    guard let signature, TokenRegistry.isEqual(Array(signature.utf8), key.signature(of: body))
    else { return nil }
    let lines = String(decoding: body, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.first, let time = Int64(first),
      time > now - PeerHint.maxAge, time < now + PeerHint.maxAge
    else { return nil }
    let names = Array(lines.dropFirst())
    spaces = names == ["*"] ? nil : names
  }

  init(_ spaces: [String]?) { self.spaces = spaces }
}

/// The key by which daemons know each other.
struct PeerKey: Sendable {
  private let inner: [UInt8]
  private let outer: [UInt8]
  private let sha256: @Sendable ([UInt8]) -> [UInt8]

  init(_ bytes: [UInt8], sha256: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    let block = bytes.count > 64 ? sha256(bytes) : bytes
    let padded = block + [UInt8](repeating: 0, count: 64 - block.count)
    inner = padded.map { $0 ^ 0x36 }
    outer = padded.map { $0 ^ 0x5C }
    self.sha256 = sha256
  }

  /// HMAC-SHA256 in hexadecimal digits.
  func signature(of body: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return sha256(outer + sha256(inner + body)).flatMap { byte in
      [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
}
