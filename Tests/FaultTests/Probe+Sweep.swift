import Testing

extension Probe {
  /// Whether system calls can be made to fail, and be noted.
  static var canFail: Bool {
    #if os(Linux)
    true
    #else
    false
    #endif
  }

  /// How many faults of a sweep led to an error, and how many to none.
  struct SweepFigures {
    var failed = 0
    var tolerated = 0
  }

  /// Runs a sweep with these words, and records what it complains of.
  static func sweep(_ words: String...) async throws -> SweepFigures {
    let result = try await Probe(words + ["syncs=no"]).result()
    #expect(result.said("problem") == [])
    #expect(result.said("failed") == [])
    #expect(result.code == 0, "\(result.lines.suffix(3))")
    let figures = try result.figures("swept")
    return SweepFigures(failed: figures["failed"] ?? 0, tolerated: figures["tolerated"] ?? 0)
  }
}

extension Probe.Result {
  /// The numbers in the line that begins with this word.
  func figures(_ word: String) throws -> [String: Int] {
    let line = try #require(said(word).first, "\(lines.suffix(3))")
    let pairs = line.split(separator: " ").compactMap { pair -> (String, Int)? in
      let parts = pair.split(separator: "=")
      return parts.count == 2 ? Int(parts[1]).map { (String(parts[0]), $0) } : nil
    }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }
}
