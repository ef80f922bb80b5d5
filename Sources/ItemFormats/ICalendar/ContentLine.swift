// Lines of iCalendar: <https://www.rfc-editor.org/rfc/rfc5545#section-3.1>.

import CommandKit
import Storage

/// A property of a calendar: `DUE;TZID=Europe/Berlin:20261224T170000`.
package struct ContentLine: Hashable, Sendable {
  /// The name in capitals.
  package let name: String
  /// Parameters with names in capitals, values without their quotes.
  var parameters: [Parameter] = []
  /// The value as it stands, escapes and all.
  package let value: String
  /// The whole line as it was read, where it might be put together otherwise: with parameters or small letters.
  private var source: String?

  struct Parameter: Hashable, Sendable {
    let name: String
    let value: String
  }

  init(_ name: String, _ parameters: [Parameter] = [], _ value: String) {
    (self.name, self.parameters, self.value) = (name, parameters, value)
  }

  /// The value of a parameter.
  func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
}

// MARK: - Reading

extension ContentLine {
  /// Reads a line without its end, which is not folded any more; nil for what is none.
  init?(_ line: some Collection<UInt8>) {
    self.init(ArraySlice(line))
  }

  private init?(_ line: ArraySlice<UInt8>) {
    var rest = line
    guard let name = ContentLine.takeName(&rest) else { return nil }
    var parameters: [Parameter] = []
    while rest.first == UInt8(ascii: ";") {
      rest = rest.dropFirst()
      guard let name = ContentLine.takeName(&rest), rest.first == UInt8(ascii: "=") else {
        return nil
      }
      rest = rest.dropFirst()
      parameters.append(Parameter(name: name, value: ContentLine.takeValue(&rest)))
    }
    guard rest.first == UInt8(ascii: ":") else { return nil }
    self.init(name, parameters, String(decoding: rest.dropFirst(), as: UTF8.self))
    if !parameters.isEmpty || !line.starts(with: name.utf8) {
      source = String(decoding: line, as: UTF8.self)
    }
  }

  /// Whether two lines say the same, however they were written.
  static func isSame(_ first: ContentLine, _ second: ContentLine) -> Bool {
    first.name == second.name && first.value == second.value
      && first.parameters == second.parameters
  }

  /// Letters, digits and hyphens, in capitals.
  private static func takeName(_ rest: inout ArraySlice<UInt8>) -> String? {
    var end = rest.startIndex
    var hasSmallLetters = false
    loop: while end < rest.endIndex {
      switch rest[end] {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"):
        break
      case UInt8(ascii: "a")...UInt8(ascii: "z"): hasSmallLetters = true
      default: break loop
      }
      end += 1
    }
    guard end > rest.startIndex else { return nil }
    let name = String(decoding: rest[..<end], as: UTF8.self)
    rest = rest[end...]
    return hasSmallLetters ? name.uppercased() : name
  }

  /// What stands up to the next parameter or the value; quotes may hold both signs, and `^` escapes as in RFC 6868.
  private static func takeValue(_ rest: inout ArraySlice<UInt8>) -> String {
    var value: [UInt8] = []
    var isQuoted = false
    while let byte = rest.first {
      if !isQuoted, byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":") { break }
      rest = rest.dropFirst()
      switch (byte, rest.first) {
      case (UInt8(ascii: "\""), _): isQuoted.toggle()
      case (UInt8(ascii: "^"), UInt8(ascii: "n")): value.append(0x0A)
      case (UInt8(ascii: "^"), UInt8(ascii: "^")): value.append(byte)
      case (UInt8(ascii: "^"), UInt8(ascii: "'")): value.append(UInt8(ascii: "\""))
      default:
        value.append(byte)
        continue
      }
      if byte != UInt8(ascii: "\"") { rest = rest.dropFirst() }
    }
    return String(decoding: value, as: UTF8.self)
  }

  /// The lines of a text, each made whole: a line end with a space or a tab behind it divides nothing.
  static func unfolded(_ bytes: some Collection<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    var isAtStart = true
    var isBehindReturn = false
    for byte in bytes {
      defer { isBehindReturn = byte == 0x0D }
      if isLineEnd(byte) {
        if !(isBehindReturn && byte == 0x0A) { isAtStart = true }
        continue
      }
      if isAtStart {
        isAtStart = false
        if byte == 0x20 || byte == 0x09 { continue }
        if !line.isEmpty { lines.append(line) }
        line.removeAll(keepingCapacity: true)
      }
      line.append(byte)
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// The numbers of the lines on which those of ``unfolded(_:)`` begin, if the text begins on the given one.
  static func lineNumbers(_ bytes: some Collection<UInt8>, from first: Int) -> [Int] {
    var numbers: [Int] = []
    var number = first
    var isAtStart = true
    var isBehindReturn = false
    for byte in bytes {
      defer { isBehindReturn = byte == 0x0D }
      if isLineEnd(byte) {
        if isBehindReturn && byte == 0x0A { continue }
        isAtStart = true
        number += 1
      } else if isAtStart {
        isAtStart = false
        if byte != 0x20 && byte != 0x09 { numbers.append(number) }
      }
    }
    return numbers
  }
}

// MARK: - Writing

extension ContentLine {
  /// The whole line as a text, not folded.
  ///
  /// The parameters of our own lines hold names that need no quotes.
  var text: String {
    source ?? name + parameters.map { ";\($0.name)=\($0.value)" }.joined() + ":" + value
  }

  /// Appends the line and its end; one of more than 75 bytes is folded between characters.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    var rest = Array(text.utf8)[...]
    var room = longest
    while rest.count > room {
      // A byte that goes on with a character stands with it.
      var end = rest.startIndex + room
      while rest[end] & 0xC0 == 0x80 { end -= 1 }
      bytes += rest[..<end]
      bytes += [0x0D, 0x0A, 0x20]
      rest = rest[end...]
      room = longest - 1
    }
    bytes += rest
    bytes += [0x0D, 0x0A]
  }

  private static let longest = 75
}

// MARK: - Texts

extension ContentLine {
  /// The value as a text.
  package var textValue: String { ContentLine.unescaped(value[...]) }

  /// The texts between the commas of the value.
  var textValues: [String] {
    guard value.utf8.contains(UInt8(ascii: ",")) else { return [textValue] }
    var texts: [Substring] = []
    var start = value.startIndex
    var isEscaped = false
    for index in value.utf8.indices {
      let byte = value.utf8[index]
      if byte == UInt8(ascii: ","), !isEscaped {
        texts.append(value[start..<index])
        start = value.utf8.index(after: index)
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return (texts + [value[start...]]).map(ContentLine.unescaped)
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var isEscaped = false
    for byte in text.utf8 {
      if isEscaped {
        bytes.append(byte | 0x20 == UInt8(ascii: "n") ? 0x0A : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    if isEscaped { bytes.append(UInt8(ascii: "\\")) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A text as the value of a line; what no line can hold is U+FFFD.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: isEscaped) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      switch byte {
      case 0x0A: bytes += "\\n".utf8
      case 0x09: bytes.append(byte)
      case ..<0x20, 0x7F: bytes += "\u{FFFD}".utf8
      default:
        if isEscaped(byte) { bytes.append(UInt8(ascii: "\\")) }
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a byte of a text is written otherwise in a value.
  private static func isEscaped(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"), 0x7F: true
    default: byte < 0x20
    }
  }
}
