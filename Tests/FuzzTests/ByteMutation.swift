@testable import Storage

/// Changes that a disk, an editor or an ill-meaning person makes to bytes.
struct ByteMutation {
  /// What is put in now and then: pieces that the format under test gives a meaning.
  let pieces: [[UInt8]]

  init(_ pieces: [String]) { self.pieces = pieces.map { Array($0.utf8) } + Self.badText }

  /// Bytes that are no UTF-8: a lone continuation, overlong forms, a surrogate, past the last scalar.
  private static let badText: [[UInt8]] = [
    [0x80], [0xC0, 0xAF], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    [0xF8], [0xFF], [0xFE, 0xFF], [0xEF, 0xBB, 0xBF], [0],
  ]

  /// Applies a few changes.
  func apply(to bytes: inout [UInt8], _ random: inout SeededGenerator) {
    for _ in 0...random.below(4) { change(&bytes, &random) }
  }

  private func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let place = random.below(bytes.count + 1)
    let end = min(bytes.count, place + 1 + random.below(1 << random.below(7)))
    switch random.below(9) {
    case 0: bytes.insert(UInt8(random.below(256)), at: place)
    case 1: bytes.removeSubrange(place..<end)
    case 2: bytes.removeSubrange(place...)
    case 3: bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count + 1))
    case 4: if place < bytes.count { bytes[place] ^= 1 << UInt8(random.below(8)) }
    case 5, 6: bytes.insert(contentsOf: random.pick(pieces), at: place)
    case 7: bytes.replaceSubrange(place..<end, with: random.pick(pieces))
    default:
      let other = random.below(bytes.count + 1)
      bytes.replaceSubrange(
        place..<end,
        with: Array(bytes[min(other, place)..<max(other, place)].prefix(64))
      )
    }
  }
}
