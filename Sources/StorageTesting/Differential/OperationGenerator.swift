import Storage

/// An endless source of operations; the seed determines all of them.
///
/// Everything is drawn from few values, so that items are often alike, filters often match, and
/// edits often hit the same item.
struct OperationGenerator {
  var random: SeededGenerator
  private var known: [ItemID] = []
  /// Whether items are purged too, which undo cannot bring back.
  private let purges: Bool

  init(seed: UInt64, purges: Bool = true) {
    random = SeededGenerator(seed: seed)
    self.purges = purges
  }

  /// How long to wait before the next operation: milliseconds, fractions included.
  mutating func pause() -> Double { random.pick([0, 0.2, 0.7, 1, 3, 40.4]) }

  mutating func next() -> Operation {
    switch random.below(100) {
    case ..<45: .write(edits(atMost: 5), random.pick([.strict, .lenient, .lenient, .abandoned]))
    case ..<80: walk()
    case ..<84: .mixUp(query(limit: 1), then: query(limit: 3))
    case ..<93: .count(filter())
    default: .lookUp(id(), number: random.below(known.count + 3))
    }
  }

  /// An operation that changes nothing.
  mutating func nextQuery() -> Operation {
    switch random.below(100) {
    case ..<70: .walk(query(), pageSize: pageSize(), between: [])
    case ..<75: .mixUp(query(limit: 1), then: query(limit: 3))
    default: .count(filter())
    }
  }

  /// An id that an item may have, live or deleted, or that none has.
  mutating func id() -> ItemID {
    known.isEmpty || random.chance(4) ? newID() : random.pick(known)
  }

  private mutating func newID() -> ItemID {
    ItemID(milliseconds: Int64(random.below(50)), random: &random)
  }

  private mutating func pageSize() -> Int { random.pick([2, 5, 17, 1_000, 1_000]) }

  /// A walk, at times with edits between its pages; without edits by relevance, since each side may
  /// then be at another item.
  private mutating func walk() -> Operation {
    let query = query()
    let isRanked = query.sort.contains { $0.key == .relevance }
    let edits = isRanked || random.chance(70) ? [] : edits(atMost: 3)
    return .walk(query, pageSize: pageSize(), between: edits)
  }

  private mutating func edits(atMost count: Int) -> [Edit] {
    var edits: [Edit] = []
    for _ in 0...random.below(count) { edits.append(edit()) }
    return edits
  }

  private mutating func edit() -> Edit {
    // Some dozens of items show the same as many, but sooner.
    switch random.below(100) {
    case ..<35 where known.count < 40 || random.chance(5): .add(draft())
    case ..<70: .update(id(), changes())
    case ..<80: .delete(id())
    case ..<87: .restore(id())
    case ..<89: purges ? .purge(id()) : .restore(id())
    case ..<91: .complete(id(), at: someDay(), zone())
    case ..<92: .skip(id(), at: someDay(), zone())
    case ..<93: .place(id(), position(), random.chance(50) ? .status([.open]) : .all)
    case ..<95: .count(filter())
    default: .page(query(limit: random.pick([nil, 1, 4]), byRelevance: false))
    }
  }

  private mutating func draft() -> ItemDraft {
    // A draft is either invalid or has an id that is taken: which of the two an error names first
    // is not promised.
    guard !known.isEmpty, random.chance(5) else {
      var draft = validDraft()
      let id = newID()
      known.append(id)
      draft.id = id
      if random.chance(20) { draft.blockers = blockers() }
      if random.chance(6) { spoil(&draft) }
      return draft
    }
    return ItemDraft(id: random.pick(known), title: "taken")
  }

  private mutating func validDraft() -> ItemDraft {
    var draft = ItemDraft(
      kind: random.pick(Samples.kinds),
      title: text(atLeast: 1),
      notes: random.chance(50) ? "" : text(atLeast: 0),
      status: random.pick(Status.allCases),
      priority: random.pick(Priority.allCases),
      list: random.pick(Samples.lists),
      tags: tags(),
      start: random.chance(70) ? nil : planned(),
      due: random.chance(40) ? nil : planned(),
      repeat: random.chance(70) ? nil : rule(),
      parent: random.chance(80) ? nil : id(),
      createdAt: random.chance(50) ? nil : ItemLine.date(moment()),
      updatedAt: random.chance(70) ? nil : ItemLine.date(moment()),
      completedAt: random.chance(70) ? nil : ItemLine.date(moment()),
      attributes: attributes()
    )
    if random.chance(30) { draft.rank = rank() }
    return draft
  }

  private mutating func position() -> ItemPosition {
    switch random.below(4) {
    case 0: .first
    case 1: .last
    case 2: .before(id())
    default: .after(id())
    }
  }

  /// A rank that placing makes, or any other text.
  private mutating func rank() -> String {
    random.pick(["", "a0", "a0V", "a1", "Zz", "a", "a10", "~", "\u{e9}"])
  }

  /// A rule on days, or on times of a zone without changes.
  private mutating func rule() -> Repeat? {
    let text = random.pick([
      "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,FR", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=DAILY;COUNT=3",
      "FREQ=YEARLY;UNTIL=19710101",
    ])
    let isTimed = random.chance(30)
    let anchor = nominalDate(isTimed: isTimed)
    let isPlain = !text.contains("COUNT") && !text.contains("BY")
    let origin: Repeat.Origin = isPlain && random.chance(30) ? .done : .due
    let excluded = (0..<(origin == .due ? random.below(3) : 0)).map { _ in
      CalendarDay(daysSince1970: random.below(60) - 5)
    }
    return try? Repeat(
      RepeatRule(text),
      from: anchor,
      zone: isTimed ? random.pick(["Etc/UTC", "No/Where"]) : nil,
      origin: origin,
      lead: random.chance(70) ? nil : random.below(5),
      excluding: excluded
    )
  }

  /// A moment of the weeks in which rules have dates.
  private mutating func someDay() -> Double {
    moment() + Double(random.below(960)) * 3_600_000
  }

  private mutating func nominalDate(isTimed: Bool = false) -> NominalDate {
    let days = random.below(40) - 5
    return NominalDate(
      CivilDate(daysSince1970: days),
      millisecondOfDay: isTimed ? random.below(24) * 3_600_000 : nil
    )
  }

  private mutating func blockers() -> Set<ItemID> {
    Set((0..<random.below(3)).map { _ in id() })
  }

  private mutating func spoil(_ draft: inout ItemDraft) {
    switch random.below(7) {
    case 0: draft.title = random.pick(["", " ", "\n\t"])
    case 1: draft.list = ""
    case 2: draft.tags.insert("")
    case 3: draft.due = .instant(ItemLine.date(1e15))
    case 4: draft.notes = String(repeating: "x", count: ItemLimits.notesBytes + 1)
    case 5: draft.attributes["a"] = .double(.infinity)
    default: draft.kind = String(repeating: "é", count: ItemLimits.nameBytes / 2 + 1)
    }
  }

  private mutating func changes() -> [Change] {
    var changes: [Change] = []
    for _ in 0..<random.below(4) { changes.append(change()) }
    return changes
  }

  private mutating func change() -> Change {
    switch random.below(19) {
    case 0: .title(text(atLeast: random.chance(95) ? 1 : 0))
    case 1: .kind(random.pick(Samples.kinds))
    case 2: .notes(text(atLeast: 0))
    case 3, 4: .status(random.pick(Status.allCases))
    case 5: .priority(random.pick(Priority.allCases))
    case 6: .list(random.pick(Samples.lists))
    case 7: .tags(tags())
    case 8: .due(random.chance(30) ? nil : planned())
    case 12: .start(random.chance(30) ? nil : planned())
    case 13: .rule(random.chance(20) ? nil : rule())
    case 14: .occurrence(random.chance(30) ? nil : nominalDate())
    case 15: .parent(random.chance(30) ? nil : id())
    case 16: .blockers(blockers())
    case 9: .created(moment())
    case 10: .updated(moment())
    case 11: .completed(random.chance(30) ? nil : moment())
    case 17: .rank(rank())
    default: .attribute(random.pick(Samples.keys), random.chance(25) ? nil : value())
    }
  }
}
