import Storage

// A token as a line of a space's export; does not change once shipped.

extension TokenRecord {
  /// The members of its line.
  var members: [(String, JSONValue)] {
    [
      ("token", .string(id)), ("sha256", .string(TokenRecord.text(of: hash))),
      ("scope", .string(scope.rawValue)), ("label", .string(label)), ("created", .integer(created)),
      ("expires", expires.map { .integer($0) } ?? .null),
    ]
  }

  /// Reads a line, as a token of that space; nil if it is none that this version knows.
  init?(_ members: JSONObject, space: String) {
    guard let id = members["token"]?.string, TokenRecord.isID(id),
      let hash = members["sha256"]?.string.flatMap(TokenRecord.hash),
      let scope = members["scope"]?.string.flatMap(TokenScope.init(rawValue:)),
      let label = members["label"]?.string, TokenRecord.isLabel(label),
      let created = members["created"]?.integer, let expires = members["expires"],
      expires == .null || expires.integer != nil
    else { return nil }
    self.init(
      id: id,
      hash: hash,
      space: space,
      scope: scope,
      label: label,
      created: created,
      expires: expires.integer
    )
  }

  private static func text(of hash: [UInt8]) -> String {
    hash.map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined()
  }

  /// Reads the 64 digits of a SHA-256.
  private static func hash(_ text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap { digit in
      switch digit {
      case 0x30...0x39: digit - 0x30
      case 0x61...0x66: digit - 0x61 + 10
      default: nil as UInt8?
      }
    }
    guard digits.count == 64, text.utf8.count == 64 else { return nil }
    return stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

extension TokenRecord {
  /// Small letters and digits, without those that are taken for one another.
  static let idAlphabet = Array("23456789abcdefghjkmnpqrstuvwxyz".utf8)
  static let idLength = 8

  private static func isID(_ text: String) -> Bool {
    text.utf8.count == idLength && text.utf8.allSatisfy(idAlphabet.contains)
  }

  /// Whether a token can have the label.
  static func isLabel(_ text: String) -> Bool {
    text.utf8.count <= 100
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) }
  }
}
