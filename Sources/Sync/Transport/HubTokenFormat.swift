// The text of a token. Does not change once shipped.
//
// | part     | characters | meaning                                                            |
// | prefix   | 4          | `ith_`, by which scanners for secrets find a leaked one            |
// | body     | 43         | 32 random bytes as a number in base 62, most significant first     |
// | checksum | 6          | CRC-32 of prefix and body in base 62, which tells a typing error   |
//
// The digits of base 62 are `0`–`9`, `A`–`Z`, `a`–`z`, in this order; numbers are padded with `0`.

/// Makes the texts of tokens and reads them.
package enum HubTokenFormat {
  /// The beginning of each token.
  package static let prefix = "ith_"
  /// How many characters a token has.
  package static let length = 53
  /// How many random bytes are in a token.
  package static let randomBytes = 32

  /// What can be said of a text without asking a hub.
  package enum Reading: Sendable, Equatable {
    /// It can be a token of a hub.
    case wellFormed
    /// It begins as a token does, but its length, a character or its checksum is wrong.
    case mistyped
    /// It does not begin as a token does; it may be a token of another kind.
    case foreign
  }

  /// The token of 32 random bytes.
  package static func text(of bytes: [UInt8]) -> String {
    precondition(bytes.count == randomBytes, "a token is made of 32 random bytes")
    let front = Array(prefix.utf8) + digits(of: bytes, count: bodyLength)
    let text = front + digits(of: bytesOf(CRC32.value(of: front)), count: checksumLength)
    return String(decoding: text, as: UTF8.self)
  }

  /// Tells a token from a mistyped one and from something else.
  package static func read(_ text: some StringProtocol) -> Reading {
    let bytes = Array(text.utf8)
    guard bytes.starts(with: prefix.utf8) else { return .foreign }
    guard bytes.count == length,
      bytes[prefix.utf8.count...].allSatisfy({ alphabet.contains($0) })
    else { return .mistyped }
    let front = bytes.dropLast(checksumLength)
    let checksum = digits(of: bytesOf(CRC32.value(of: front)), count: checksumLength)
    return bytes.suffix(checksumLength).elementsEqual(checksum) ? .wellFormed : .mistyped
  }

  private static let bodyLength = 43
  private static let checksumLength = 6
  private static let alphabet = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8
  )

  private static func bytesOf(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
  }

  /// A number's digits in base 62, by long division; `count` of them are enough for each number.
  private static func digits(of number: [UInt8], count: Int) -> [UInt8] {
    var number = number
    var digits = [UInt8](repeating: alphabet[0], count: count)
    for place in digits.indices.reversed() {
      var rest = 0
      for index in number.indices {
        let value = rest << 8 | Int(number[index])
        number[index] = UInt8(value / 62)
        rest = value % 62
      }
      digits[place] = alphabet[rest]
    }
    return digits
  }
}
