// The tokens that `itemshub` makes. Does not change once shipped.
//
// | part     | characters | meaning                                                          |
// | prefix   | 4          | `ith_`                                                           |
// | body     | 43         | 256 random bits in base 62                                       |
// | checksum | 6          | IEEE CRC-32 of prefix and body in base 62, padded with `0`       |
//
// The digits of base 62 are `0`–`9`, `A`–`Z`, `a`–`z`, in this order, the most significant first.

extension HubToken {
  /// What a token is as far as its text says.
  package enum Form: Sendable, Equatable {
    /// It has the form of `itemshub` and the right checksum.
    case checked
    /// It begins as those of `itemshub` do, but has another length: a part of it is missing, or more was pasted.
    case wrongLength(Int)
    /// It has the form of `itemshub` and another checksum: a typing error.
    case wrongChecksum
    /// It is of another kind, of which nothing is known here.
    case foreign
  }

  /// How many characters a token of `itemshub` has.
  package static let checkedLength = 53

  /// Whether the text can be a token of `itemshub`; no hub need be asked for that.
  package var form: Form {
    let bytes = Array(text.utf8)
    guard bytes.starts(with: "ith_".utf8) else { return .foreign }
    guard bytes.count == HubToken.checkedLength else { return .wrongLength(bytes.count) }
    let checksum = HubToken.digits(of: HubToken.crc32(of: bytes.dropLast(6)))
    return bytes.suffix(6).elementsEqual(checksum) ? .checked : .wrongChecksum
  }

  /// Throws code `unauthorized` for a token that no hub would take; `origin` says where it comes from.
  package func checkForm(_ origin: String) throws(SyncError) {
    switch form {
    case .checked, .foreign: break
    case .wrongLength(let count):
      let length = HubToken.checkedLength
      throw SyncError(
        .unauthorized,
        "\(origin) is not whole: it has \(count) characters, and all tokens that begin with 'ith_' "
          + "have \(length)."
      )
    case .wrongChecksum:
      throw SyncError(
        .unauthorized,
        "\(origin) has a typing error: its last six characters do not fit the others."
      )
    }
  }

  private static func crc32(of bytes: some Sequence<UInt8>) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }

  private static func digits(of number: UInt32) -> [UInt8] {
    let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    var rest = Int(number)
    var digits: [UInt8] = []
    for _ in 0..<6 {
      digits.insert(alphabet[rest % 62], at: 0)
      rest /= 62
    }
    return digits
  }
}
