@testable import ItemFormats
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
      for damage in LineDamage.all(of: bytes, &random) {
        try check(file, whole.items, index, damage)
      }
    }
    return .accepted
  }

  private func check(
    _ file: RealFile,
    _ items: [Item],
    _ index: Int,
    _ damage: LineDamage
  ) throws {
    let line = file.lines[index]
    let bytes = file.bytes(replacing: index, by: damage.bytes)
    let outcome = store.outcome(of: bytes, format)
    // Less than three letters may be anything.
    if line.effect == .columns, damage.isCut, damage.place < 3 { return }
    guard case .success(let result) = outcome else {
      throw FuzzFinding("refused: \(outcome), \(text(bytes))")
    }
    var changed: Set<Int> = []
    var parts: Set<ItemPart> = []
    switch line.effect {
    case .tasks(let tasks): changed = tasks
    case .columns:
      let columns = damagedColumns(Array(line.text.utf8), damage)
      parts = Set(columns.map { RealFile.columns[$0] } + [.attributes])
      if columns.contains(1) { parts.insert(.completedAt) }
    }
    var differs = false
    for (task, item) in items.enumerated() where !changed.contains(task) {
      let same = result.items.filter {
        $0.title == item.title && item.isSameTask(as: $0, but: parts)
      }
      try require(same.count == 1, "task \(task) came otherwise: \(result), \(text(bytes))")
      differs = differs || !item.isSameTask(as: same[0])
    }
    if line.effect == .columns {
      try require(!differs || result.isTold, "not told: \(result), \(text(bytes))")
    }
    let titles = Set(result.items.map(\.title))
    let isMissing = changed.contains { !titles.contains(RealFile.title($0)) }
    let isThere = !isMissing || result.items.count >= items.count
    try require(isThere || result.isTold, "left out, not told: \(result), \(text(bytes))")
    if result.isTold {
      if case .success = store.outcome(of: bytes, format, isStrict: true) {
        try require(result.leftOut == 0, "taken by --strict: \(result), \(text(bytes))")
      }
    }
  }

  /// The columns whose names are not what they were.
  private func damagedColumns(_ line: [UInt8], _ damage: LineDamage) -> [Int] {
    let separator: UInt8 = format == .csv ? CSV.comma : 0x09
    if damage.isDoubled { return [] }
    let first = line[..<damage.place].count { $0 == separator }
    if damage.isCut { return Array(first..<RealFile.columns.count) }
    return line[damage.place] == separator ? [first, first + 1] : [first]
  }

  private func text(_ bytes: [UInt8]) -> String {
    "the file:\n\(String(decoding: bytes, as: UTF8.self))"
  }
}

extension Item {
  /// Whether a task says the same, whatever the number and the times at which it came in.
  fileprivate func isSameTask(as other: Item, but parts: Set<ItemPart> = []) -> Bool {
    differingParts(from: other).allSatisfy {
      parts.contains($0)
        || [.id, .number, .createdAt, .updatedAt, .completedAt, .parent].contains($0)
    }
  }
}
