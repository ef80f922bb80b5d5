@testable import Storage

/// Exactly the texts with 32 digits and four hyphens in their places are ids.
struct IDSubject: FuzzSubject {
  private static let mutation = ByteMutation([
    "-", "0", "f", "F", "g", "G", "/", ":", "@", "`", "{", "}", "é", "\u{ff10}", "01890a5d",
  ])

  func input(_ random: inout SeededGenerator) -> [UInt8] {
    if random.chance(3) { return (0..<random.below(40)).map { _ in UInt8(random.below(256)) } }
    let id = ItemID(high: random.next(), low: random.next())
    var bytes = Array((random.chance(50) ? id.description : id.description.uppercased()).utf8)
    if random.chance(30) { bytes[random.below(36)] = UInt8(random.below(256)) }
    if random.chance(50) { Self.mutation.apply(to: &bytes, &random) }
    return bytes
  }

  func verdict(on input: [UInt8]) throws -> FuzzVerdict {
    try require((ItemID(bytes: input) != nil) == (input.count == 16), "of \(input.count) bytes")
    let expected = number(of: input)
    let id = ItemID(text: input.span)
    try require(
      id.map { UInt128($0.high) << 64 | UInt128($0.low) } == expected,
      "read as \(id as Any)"
    )
    if let text = String(validating: input, as: UTF8.self) {
      try require(ItemID(text) == id, "the text is read otherwise than its bytes")
    }
    guard let id else { return .refused }
    try require(
      id.description == String(decoding: input, as: UTF8.self).lowercased(),
      "written as \(id)"
    )
    try require(ItemID(bytes: id.bytes) == id, "its bytes are another id's")
    return .accepted
  }

  /// The slow way: digit by digit.
  private func number(of text: [UInt8]) -> UInt128? {
    guard text.count == 36 else { return nil }
    var number: UInt128 = 0
    for (index, byte) in text.enumerated() {
      if [8, 13, 18, 23].contains(index) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard byte < 0x80, let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
        return nil
      }
      number = number << 4 | UInt128(digit)
    }
    return number
  }
}
