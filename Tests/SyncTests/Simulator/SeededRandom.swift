// Randomness that can be played again.

/// The generator SplitMix64 (Steele, Lea and Flood, 2014): small, fast, one seed.
struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to `bound`, without it.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// True with that probability.
  mutating func chance(_ probability: Double) -> Bool {
    probability > 0 && Double(next() >> 11) < probability * 0x1p53
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  mutating func between(_ range: Range<Int64>) -> Int64 {
    range.lowerBound + Int64(next() % UInt64(range.upperBound - range.lowerBound))
  }
}
