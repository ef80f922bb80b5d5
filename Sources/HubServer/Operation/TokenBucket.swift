/// A rate with bursts: it fills by so many a second up to its size, and each use takes from it.
struct TokenBucket {
  private var level: Double?
  private var filledAt: Int64 = 0

  /// Takes so many, or returns after how many seconds there may be enough; more than fit take the whole.
  mutating func take(_ count: Int, rate: Int, burst: Int, at now: Int64) -> Int? {
    let size = Double(max(burst, 1))
    let passed = Double(max(0, now - filledAt)) / 1e9
    let filled = min(size, (level ?? size) + passed * Double(rate))
    filledAt = now
    let wanted = min(Double(count), size)
    guard filled < wanted else {
      level = filled - wanted
      return nil
    }
    level = filled
    return max(1, Int(((wanted - filled) / Double(max(rate, 1))).rounded(.up)))
  }
}
