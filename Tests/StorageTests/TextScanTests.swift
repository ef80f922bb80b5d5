// Strings in JSON are scanned eight bytes at a time: each byte at each place of a word, beside each other.

import Storage
import Testing

@Suite struct TextScanTests {
  /// On both sides of every bound that the scan tells apart.
  private static let scalars: [Unicode.Scalar] = [
    "\u{0}", "\u{1}", "\u{1f}", " ", "!", "\"", "#", "[", "\\", "]", "a", "\u{7f}", "\u{80}", "é",
    "ÿ",
    "\u{a2}", "\u{7ff}", "\u{ffff}", "😀", "\n",
  ]

  /// What JSON says of a text, written byte by byte.
  private func written(_ text: String) -> [UInt8] {
    var bytes = Array("\"".utf8)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: bytes += Array("\\n".utf8)
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    return bytes + Array("\"".utf8)
  }

  @Test(arguments: 0..<20)
  func `two scalars beside each other are written and read at every place`(_ before: Int) throws {
    for first in Self.scalars {
      for second in Self.scalars {
        for after in [0, 1, 6, 7, 8, 9] {
          var text = String(repeating: "x", count: before)
          text.unicodeScalars.append(first)
          text.unicodeScalars.append(second)
          text += String(repeating: "y", count: after)
          let bytes = try JSONWriter.bytes(of: .string(text))
          #expect(bytes == written(text))
          #expect(try JSONParser.parse(bytes) == .string(text))
        }
      }
    }
  }

  @Test(arguments: 0..<20)
  func `a byte that no text has is found at every place`(_ before: Int) throws {
    for byte in [0x00, 0x1F, 0x80, 0xC0, 0xFF] as [UInt8] {
      let text = Array(repeating: UInt8(ascii: "x"), count: before) + [byte]
      let bytes = Array("\"".utf8) + text + Array("yyyyyyyyy\"".utf8)
      #expect(throws: JSONError.self) { try JSONParser.parse(bytes) }
    }
  }
}
