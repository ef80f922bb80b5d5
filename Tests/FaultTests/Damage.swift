import Storage

/// A kind of damage, done at a place that a seed chooses.
enum Damage: String, CaseIterable, Sendable {
  case zeroedPage, foreignPage, flippedBytes, truncated, header, grown

  /// Whether SQLite can tell in each case.
  ///
  /// A byte within a number or a text is as good as another, and so is the last page of a long text
  /// as that of another one: pages have no checksums.
  var canBeTold: Bool { self != .flippedBytes && self != .header && self != .foreignPage }

  func apply(to bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let page = 4_096
    let pages = bytes.count / page
    switch self {
    case .zeroedPage:
      let start = generator.below(pages) * page
      bytes.replaceSubrange(start..<start + page, with: [UInt8](repeating: 0, count: page))
    case .foreignPage:
      let (from, to) = (generator.below(pages) * page, generator.below(pages) * page)
      bytes.replaceSubrange(to..<to + page, with: Array(bytes[from..<from + page]))
    case .flippedBytes:
      for _ in 0...generator.below(8) {
        bytes[generator.below(bytes.count)] ^= UInt8(1 << generator.below(8))
      }
    case .truncated:
      bytes.removeLast(1 + generator.below(bytes.count - 1))
    case .header:
      bytes[generator.below(100)] = UInt8(generator.below(256))
    case .grown:
      bytes += (0...generator.below(9_000)).map { _ in UInt8(generator.below(256)) }
    }
  }
}
