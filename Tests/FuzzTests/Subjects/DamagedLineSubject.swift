@testable import Storage
@testable import itemsctl

/// One odd line costs one line: whatever is wrong with it, all other tasks come in as they are, and what is left out is told.
struct DamagedLineSubject: FuzzSubject {
  let format: ItemFormat
  private let store: ScratchStore

  init(_ format: ItemFormat) throws {
    self.format = format
    store = try ScratchStore()
  }

  func input(_ random: inout SeededGenerator) -> [UInt8] { SmallStore.bytes(ofSeed: random.next()) }

  func verdict(on input: [UInt8]) throws -> FuzzVerdict {
    var random = SeededGenerator(seed: SmallStore.seed(of: input))
    let file = RealFile(format, &random)
    let whole = try store.outcome(of: file.bytes(), format).get()
    try require(whole.items.count == file.taskCount, "\(whole) of \(text(file.bytes()))")
    for (index, line) in file.lines.enumerated() {
      let bytes = Array(line.text.utf8)
      for other in damages(bytes, &random) where other != bytes {
        try check(file, whole.items, index, other)
      }
    }
    return .accepted
  }

  /// The line cut, twice, with a byte that is no text, and with another sign.
  private func damages(_ line: [UInt8], _ random: inout SeededGenerator) -> [[UInt8]] {
    guard line.count > 1 else { return [] }
    let place = 1 + random.below(line.count - 1)
    var changed = line
    changed[place] = 0xFF
    var signed = line
    signed[place] = random.pick(Array("_:;,\"{}[]()#x \\".utf8))
    return [Array(line[..<place]), line + [0x0A] + line, changed, signed]
  }

  private func check(
    _ file: RealFile,
    _ items: [Item],
    _ index: Int,
    _ other: [UInt8]
  ) throws {
    let line = file.lines[index]
    let bytes = file.bytes(replacing: index, by: other)
    let outcome = store.outcome(of: bytes, format)
    // What stands for the whole file, such as the names of its columns, is no line of a task.
    guard let tasks = line.tasks else { return }
    guard case .success(let result) = outcome else {
      throw FuzzFinding("refused: \(outcome), \(text(bytes))")
    }
    for (task, item) in items.enumerated() where !tasks.contains(task) {
      let same = result.items.filter { $0.title == item.title && item.isSameTask(as: $0) }
      try require(same.count == 1, "task \(task) came otherwise: \(result), \(text(bytes))")
    }
    let titles = Set(result.items.map(\.title))
    let isMissing = tasks.contains { !titles.contains(RealFile.title($0)) }
    let isThere = !isMissing || result.items.count >= items.count
    try require(isThere || result.isTold, "left out, not told: \(result), \(text(bytes))")
    if result.isTold {
      if case .success = store.outcome(of: bytes, format, isStrict: true) {
        try require(result.leftOut == 0, "taken by --strict: \(result), \(text(bytes))")
      }
    }
  }

  private func text(_ bytes: [UInt8]) -> String {
    "the file:\n\(String(decoding: bytes, as: UTF8.self))"
  }
}

extension Item {
  /// Whether a task says the same, whatever the number and the times at which it came in.
  fileprivate func isSameTask(as other: Item) -> Bool {
    differingParts(from: other).allSatisfy {
      [.id, .number, .createdAt, .updatedAt, .completedAt, .parent].contains($0)
    }
  }
}
