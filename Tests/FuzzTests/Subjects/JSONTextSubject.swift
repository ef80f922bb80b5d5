@testable import Storage

/// What is read has one form, which is read as the same value; what is refused has a place.
struct JSONTextSubject: FuzzSubject {
  func input(_ random: inout SeededGenerator) -> [UInt8] { JSONGenerator.text(&random) }

  func verdict(on input: [UInt8]) throws -> FuzzVerdict {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONParser.parse(input)
    } catch {
      try error.requirePlace(in: input)
      var reader = JSONReader(input)
      try require((try? reader.skipToEnd()) == nil, "skipped to the end, but refused as a value")
      return .refused
    }
    for style in [JSONWriter.Style.compact, .pretty] {
      let bytes = try JSONWriter.bytes(of: value, style: style)
      try require(try JSONParser.parse(bytes) == value, "read again, the value differs")
      try require(
        try JSONWriter.bytes(of: value, style: style) == bytes,
        "written again, it differs"
      )
    }
    return .accepted
  }
}

extension JSONReader {
  fileprivate mutating func skipToEnd() throws(JSONError) {
    try skipValue()
    try finish()
  }
}

extension JSONError {
  /// Checks that line, column and offset lie within the text.
  func requirePlace(in text: [UInt8]) throws(FuzzFinding) {
    try require(!message.isEmpty && message.utf8.count < 1_000, "the message is \(message)")
    guard let position else { throw FuzzFinding("no place is told: \(message)") }
    try require((0...text.count).contains(position.offset), "offset \(position.offset)")
    let before = text[..<position.offset]
    let lines = before.count { $0 == 0x0A || $0 == 0x0D } + 1
    try require((1...lines).contains(position.line), "line \(position.line) of \(lines)")
    let start = before.lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    try require((1...position.offset - start + 1).contains(position.column), "column \(column)")
  }
}
