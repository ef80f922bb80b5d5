@testable import ItemFormats
@testable import Storage
@testable import itemsctl

/// One odd line of a document costs one line: all other tasks come in as they are, and each word is somewhere or told.
///
/// What a line is depends on those around it, so a damaged line may change the notes of its neighbours, the list of what stands
/// below a heading, and, as the beginning or the end of code, which lines are code.
struct DamagedDocumentSubject: FuzzSubject {
  private let store: ScratchStore

  init() throws { store = try ScratchStore() }

  func input(_ random: inout SeededGenerator) -> [UInt8] { SmallStore.bytes(ofSeed: random.next()) }

  func verdict(on input: [UInt8]) throws -> FuzzVerdict {
    var random = SeededGenerator(seed: SmallStore.seed(of: input))
    let document = RealDocument(&random)
    let whole = try store.outcome(of: document.bytes(), .markdown).get()
    try require(whole.items.count == document.taskCount, "\(whole) of \(text(document.bytes()))")
    for (index, line) in document.lines.enumerated() {
      for damage in LineDamage.all(of: Array(line.text.utf8), &random) {
        try check(document, whole, index, damage)
      }
    }
    return .accepted
  }

  private func check(
    _ document: RealDocument,
    _ whole: ScratchStore.Outcome,
    _ index: Int,
    _ damage: LineDamage
  ) throws {
    let role = document.lines[index].role
    let bytes = document.bytes(replacing: index, by: damage.bytes)
    let result = try store.outcome(of: bytes, .markdown).get()
    let isTold = result.told != whole.told
    let shown = "\(result), \(text(bytes))"
    for (task, item) in whole.items.enumerated() where role != .task(task) {
      let same = result.items.filter { $0.title == item.title }
      if role == .fence, same.isEmpty {
        // It became code, which is a note of the task above it.
        try require(isTold || result.holds(item.title), "task \(task) is lost: \(shown)")
        continue
      }
      try require(same.count == 1, "task \(task) is there \(same.count) times: \(shown)")
      let differing = Set(item.differingParts(from: same[0])).subtracting(Self.mayDiffer)
      try require(
        differing.isSubset(of: role == .heading ? [.list] : []),
        "task \(task) has other \(differing): \(shown)"
      )
    }
    for (place, line) in document.lines.enumerated() where line.role != .fence {
      let bytes = place == index ? damage.bytes : Array(line.text.utf8)
      guard let word = word(in: bytes, line.role) else { continue }
      let isNeeded = whole.holds(word) || place == index && role != .code
      try require(!isNeeded || isTold || result.holds(word), "'\(word)' is nowhere: \(shown)")
    }
    guard result.leftOut > 0 else { return }
    if case .success = store.outcome(of: bytes, .markdown, isStrict: true) {
      throw FuzzFinding("taken by --strict: \(shown)")
    }
  }

  /// Parts that a neighbour may change, or that are new with each import.
  private static let mayDiffer: Set<ItemPart> = [
    .id, .number, .notes, .createdAt, .updatedAt, .completedAt, .parent,
  ]

  /// The first word of a task, since its fields come last; of another line the last one, which no other line has.
  private func word(in line: [UInt8], _ role: RealDocument.Role) -> String? {
    let words = String(decoding: line, as: UTF8.self)
      .split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
      .filter { $0.count > 3 }
    if case .task = role { return words.first.map { String($0) } }
    return words.last.map { String($0) }
  }

  private func text(_ bytes: [UInt8]) -> String {
    "the file:\n\(String(decoding: bytes, as: UTF8.self))"
  }
}

extension ScratchStore.Outcome {
  /// Whether a text of an item has these words.
  fileprivate func holds(_ words: String) -> Bool {
    items.contains { item in
      ([item.title, item.notes, item.list] + item.tags).contains { $0.contains(words) }
    }
  }
}
