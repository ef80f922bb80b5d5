#if Hub
/// A set of ASCII characters, as two words of bits.
struct ByteSet: Sendable {
  private let low: UInt64
  private let high: UInt64

  init(_ characters: String) {
    var (low, high): (UInt64, UInt64) = (0, 0)
    for byte in characters.utf8 {
      precondition(byte < 128, "a set of ASCII")
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
    (self.low, self.high) = (low, high)
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    let word = byte < 64 ? low : high
    return byte < 128 && (word >> UInt64(byte & 63)) & 1 == 1
  }

  private static let alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  /// `tchar` of RFC 9110, section 5.6.2: methods and header names.
  static let token = ByteSet(alphanumeric + "!#$%&'*+-.^_`|~")
  /// What a path and a query may have: RFC 3986, section 3.3 and 3.4.
  static let target = ByteSet(alphanumeric + "-._~!$&'()*+,;=:@/?%")
  /// `host` with `port` of RFC 3986, section 3.2, but for the comma, which would join two values.
  static let host = ByteSet(alphanumeric + "-._~!$&'()*+;=:[]%")
}

extension UInt8 {
  static let carriageReturn: UInt8 = 0x0D
  static let lineFeed: UInt8 = 0x0A
  static let space: UInt8 = 0x20
  static let tab: UInt8 = 0x09
  static let colon: UInt8 = 0x3A

  @inline(__always)
  var isDigit: Bool { self &- 0x30 < 10 }

  /// The value of a hexadecimal digit.
  @inline(__always)
  var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x37
    case 0x61...0x66: self - 0x57
    default: nil
    }
  }

  /// Whether it may stand in a header's value: no control character but the tab (RFC 9110, section 5.5).
  @inline(__always)
  var isFieldText: Bool { (self >= 0x20 && self != 0x7F) || self == .tab }
}
#endif
