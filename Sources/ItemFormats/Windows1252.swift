import Storage

/// Text of older Windows programs: <https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT>.
package enum Windows1252 {
  /// The text of bytes that are plainly such text; nil for those that may be in another encoding.
  ///
  /// Letters with accents stand between other letters, and signs do not. In texts of other alphabets most bytes of a word are
  /// above 0x7F, and the Mac has its letters where Windows has signs and rare letters.
  package static func text(_ bytes: some Collection<UInt8>) -> String? {
    let bytes = Array(bytes)
    var scalars = String.UnicodeScalarView()
    var runLength = 0
    var (hasRareLetter, hasUsualLetter) = (false, false)
    for (index, byte) in bytes.enumerated() {
      guard let scalar = scalar(byte) else { return nil }
      scalars.append(scalar)
      runLength = byte < 0x80 ? 0 : runLength + 1
      if runLength > 3 { return nil }
      hasRareLetter = hasRareLetter || rareLetters.contains(byte)
      hasUsualLetter = hasUsualLetter || byte >= 0xC0
      let isSign = (0xA1...0xBF).contains(byte) && !signsInWords.contains(byte)
      if isSign, index > 0, index + 1 < bytes.count, isLetter(bytes[index - 1]),
        isLetter(bytes[index + 1])
      {
        return nil
      }
    }
    return hasRareLetter && !hasUsualLetter ? nil : String(scalars)
  }

  private static func scalar(_ byte: UInt8) -> Unicode.Scalar? {
    guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
    let value = upper[Int(byte) - 0x80]
    return value == 0 ? nil : Unicode.Scalar(value)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0xC0 || Unicode.Scalar(byte).properties.isAlphabetic && byte < 0x80
  }

  /// Š, Œ, Ž and so on.
  private static let rareLetters: Set<UInt8> = [0x83, 0x8A, 0x8C, 0x8E, 0x9A, 0x9C, 0x9E, 0x9F]
  /// A soft hyphen, accents and dots, which stand for an apostrophe or within a word.
  private static let signsInWords: Set<UInt8> = [0xAA, 0xAD, 0xB4, 0xB7, 0xBA]

  /// The characters from 0x80 to 0x9F; 0 where there is none.
  private static let upper: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]
}
