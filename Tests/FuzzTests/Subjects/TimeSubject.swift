@testable import Storage

/// A time that is read is written in one form, which is read as the same time.
struct TimeSubject: FuzzSubject {
  private static let mutation = ByteMutation([
    "T", "t", " ", "Z", "z", "+01:00", "-2359", "+00:60", ".5", ".123456789", ".1234567890", "-",
    ":",
    "00", "24", "60", "0000", "9999", "10000", "02-29", "12-31", "é", "+",
  ])

  func input(_ random: inout SeededGenerator) -> [UInt8] {
    if random.chance(3) { return (0..<random.below(40)).map { _ in UInt8(random.below(256)) } }
    let milliseconds =
      ISO8601.range.lowerBound + Int64(random.next() >> 1) % (ISO8601.range.upperBound * 2)
    var bytes = Array(ISO8601.string(milliseconds: milliseconds).utf8)
    if random.chance(20) { bytes.removeSubrange(10...) }
    if random.chance(75) { Self.mutation.apply(to: &bytes, &random) }
    return bytes
  }

  func verdict(on input: [UInt8]) throws -> FuzzVerdict {
    let instant: ISO8601.Instant
    do throws(ISO8601.ParseError) {
      instant = try ISO8601.parse(input.span)
    } catch {
      try require(!error.description.isEmpty, "no reason is told")
      return .refused
    }
    try require(ISO8601.range.contains(instant.milliseconds), "\(instant.milliseconds) ms")
    try require(instant.isDateOnly == (input.count == 10), "a date alone, or not")
    let text = ISO8601.string(milliseconds: instant.milliseconds)
    try require(text.utf8.count == 24, "written as \(text)")
    try require(
      try ISO8601.parse(text).milliseconds == instant.milliseconds,
      "read again as another time: \(text)"
    )
    return .accepted
  }
}
