// Ids as text: `01890a5d-ac96-774b-bcce-b302099a8057`.
//
// The code handles eight digits at a time in one 64-bit word, a byte for each digit. This takes a
// tenth of the time of a loop over the digits, and lists are full of ids.

extension ItemID: LosslessStringConvertible {
  /// The id of a text with 32 hexadecimal digits of either case, hyphens after the 8th, 12th, 16th
  /// and 20th; nil for anything else.
  public init?(_ description: String) {
    var text = description
    let id = text.withUTF8 { buffer in unsafe ItemID(text: UnsafeRawBufferPointer(buffer)) }
    guard let id else { return nil }
    self = id
  }

  /// The lower-case text with hyphens, 36 characters.
  public var description: String {
    unsafe String(unsafeUninitializedCapacity: ItemID.textCount) { buffer in
      unsafe write(to: UnsafeMutableRawBufferPointer(buffer))
      return ItemID.textCount
    }
  }
}

extension ItemID {
  /// The length of an id's text in bytes.
  package static let textCount = 36

  /// The id whose text is a part of the bytes.
  package init?(text bytes: Span<UInt8>) {
    let id = unsafe bytes.withUnsafeBytes { buffer in unsafe ItemID(text: buffer) }
    guard let id else { return nil }
    self = id
  }

  /// Appends the id's text.
  package func append(to bytes: inout [UInt8]) {
    let text = unsafe [UInt8](unsafeUninitializedCapacity: ItemID.textCount) { buffer, count in
      unsafe write(to: UnsafeMutableRawBufferPointer(buffer))
      count = ItemID.textCount
    }
    bytes.append(contentsOf: text)
  }

  /// The id of a text; every load lies within the 36 bytes that the guard checks.
  private init?(text: UnsafeRawBufferPointer) {
    guard text.count == ItemID.textCount,
      unsafe text[8] == hyphen && text[13] == hyphen && text[18] == hyphen && text[23] == hyphen
    else { return nil }
    let first = unsafe text.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
    let last = unsafe text.loadUnaligned(fromByteOffset: 28, as: UInt64.self)
    let second = unsafe joined(text, 9, 14)
    let third = unsafe joined(text, 19, 24)
    guard let a = eightDigits(UInt64(bigEndian: first)), let b = eightDigits(second),
      let c = eightDigits(third), let d = eightDigits(UInt64(bigEndian: last))
    else { return nil }
    self.init(high: a << 32 | b, low: c << 32 | d)
  }

  /// Writes the text into a buffer of at least 36 bytes.
  private func write(to buffer: UnsafeMutableRawBufferPointer) {
    precondition(buffer.count >= ItemID.textCount)
    let second = digits(of: high & 0xFFFF_FFFF)
    let third = digits(of: low >> 32)
    unsafe buffer.storeBytes(of: digits(of: high >> 32).bigEndian, toByteOffset: 0, as: UInt64.self)
    unsafe buffer.storeHalf(second >> 32, at: 9)
    unsafe buffer.storeHalf(second, at: 14)
    unsafe buffer.storeHalf(third >> 32, at: 19)
    unsafe buffer.storeHalf(third, at: 24)
    unsafe buffer.storeBytes(
      of: digits(of: low & 0xFFFF_FFFF).bigEndian,
      toByteOffset: 28,
      as: UInt64.self
    )
    for place in [8, 13, 18, 23] as [Int] { unsafe buffer[place] = hyphen }
  }
}

private let hyphen = UInt8(ascii: "-")

/// Two groups of four digits as one word, the first digit most significant.
private func joined(_ text: UnsafeRawBufferPointer, _ first: Int, _ second: Int) -> UInt64 {
  let left = unsafe text.loadUnaligned(fromByteOffset: first, as: UInt32.self)
  let right = unsafe text.loadUnaligned(fromByteOffset: second, as: UInt32.self)
  return UInt64(UInt32(bigEndian: left)) << 32 | UInt64(UInt32(bigEndian: right))
}

extension UnsafeMutableRawBufferPointer {
  fileprivate func storeHalf(_ digits: UInt64, at offset: Int) {
    let half = UInt32(truncatingIfNeeded: digits).bigEndian
    unsafe storeBytes(of: half, toByteOffset: offset, as: UInt32.self)
  }
}

private let ones: UInt64 = 0x0101_0101_0101_0101

/// The number that eight ASCII hexadecimal digits stand for.
///
/// Bit 7 of each byte tells whether the byte, which is below 0x80, is at least some bound: that is
/// bit 7 of the byte plus (0x80 - bound), and no sum carries into the next byte.
private func eightDigits(_ word: UInt64) -> UInt64? {
  let top = ones * 0x80
  guard word & top == 0 else { return nil }
  let lower = word | ones * 0x20
  let isDecimal = (word + ones * (0x80 - 0x30)) & ~(word + ones * (0x80 - 0x3A))
  let isLetter = (lower + ones * (0x80 - 0x61)) & ~(lower + ones * (0x80 - 0x67)) & top
  guard (isDecimal | isLetter) & top == top else { return nil }
  // A letter's low four bits are its place in the alphabet: 9 less than its value.
  var value = (word & (ones * 0x0F)) + (isLetter >> 7) * 9
  value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
  value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
  return (value | value >> 16) & 0xFFFF_FFFF
}

/// Eight lower-case digits for a number of 32 bits, the first digit most significant.
private func digits(of number: UInt64) -> UInt64 {
  var nibbles = (number | number << 16) & 0x0000_FFFF_0000_FFFF
  nibbles = (nibbles | nibbles << 8) & 0x00FF_00FF_00FF_00FF
  nibbles = (nibbles | nibbles << 4) & 0x0F0F_0F0F_0F0F_0F0F
  let isLetter = (nibbles + ones * 6) >> 4 & ones
  return nibbles + ones * 0x30 + isLetter * 0x27
}
