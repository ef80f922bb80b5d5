// The rules of merging, one row of a table each.

import Storage
import Sync
import SyncSimulator
import Testing

extension ReplicaItem {
  /// Merges a row as a store does that has sent nothing.
  fileprivate mutating func merge(_ row: ItemState, sequence: Int64) {
    var merge = RowMerge(
      clock: HybridClock(time: 0, node: 9),
      sent: SentStamps(),
      isPushUnanswered: false,
      limits: SyncLimits()
    )
    merge.merge(row, sequence: sequence, into: &self)
  }
}

@Suite struct MergeRulesTests {
  static func stamp(_ time: UInt64, _ node: UInt64 = 1) -> Stamp { Stamp(time: time, node: node) }

  /// One register here, one on the hub, and what is here afterwards.
  struct Row: Sendable, CustomStringConvertible {
    var description: String
    var mine: (time: UInt64, isDirty: Bool)?
    var theirs: UInt64?
    var sequence: Int64 = 5
    var expected: (time: UInt64, isDirty: Bool)?
  }

  static let rows = [
    Row(
      description: "a clean field follows a greater one",
      mine: (1, false),
      theirs: 2,
      expected: (2, false)
    ),
    Row(
      description: "a clean field follows a smaller one",
      mine: (3, false),
      theirs: 2,
      expected: (2, false)
    ),
    Row(
      description: "a clean field that the hub lacks goes",
      mine: (3, false),
      theirs: nil,
      expected: nil
    ),
    Row(
      description: "a dirty field that is greater stays",
      mine: (3, true),
      theirs: 2,
      expected: (3, true)
    ),
    Row(
      description: "a dirty field that is smaller goes",
      mine: (1, true),
      theirs: 2,
      expected: (2, false)
    ),
    Row(
      description: "a dirty field that is equal is settled",
      mine: (2, true),
      theirs: 2,
      expected: (2, false)
    ),
    Row(
      description: "a dirty field that the hub lacks stays",
      mine: (3, true),
      theirs: nil,
      expected: (3, true)
    ),
    Row(description: "a field unknown here comes", mine: nil, theirs: 2, expected: (2, false)),
    Row(
      description: "all of a new item counts as dirty",
      mine: (3, false),
      theirs: 2,
      sequence: 0,
      expected: (3, true)
    ),
  ]

  @Test(arguments: rows)
  func `a row from the hub is merged field by field`(_ row: Row) {
    let id = ItemID(high: 0, low: 1)
    let registers = row.mine.map {
      [Register(.fixed(.title), "t", stamp: Self.stamp($0.time), isDirty: $0.isDirty)]
    }
    var item = ReplicaItem(id: id, sequence: row.sequence, registers: registers ?? [])
    let theirs = row.theirs.map { [ItemState.Entry("title", "t", stamp: Self.stamp($0))] }
    item.merge(ItemState(theirs ?? []), sequence: 9)
    #expect(item.sequence == 9)
    #expect(item.registers.first?.stamp.time == row.expected?.time)
    #expect(item.registers.first?.isDirty == row.expected?.isDirty)
  }

  @Test(arguments: rows)
  func `a delete is merged like a field`(_ row: Row) {
    let id = ItemID(high: 0, low: 1)
    let deletion = row.mine.map {
      ReplicaItem.Deletion(stamp: Self.stamp($0.time), isDirty: $0.isDirty)
    }
    var item = ReplicaItem(id: id, sequence: row.sequence, registers: [], deletion: deletion)
    item.merge(
      ItemState([], deletion: row.theirs.map { Self.stamp($0) }),
      sequence: 9
    )
    #expect(item.deletion?.stamp.time == row.expected?.time)
    #expect(item.deletion?.isDirty == row.expected?.isDirty)
  }

  @Test func `equal stamps are decided by the bytes of the values, whoever asks`() {
    let first = ItemState([ItemState.Entry("title", "a", stamp: Self.stamp(1))])
    let second = ItemState([ItemState.Entry("title", "b", stamp: Self.stamp(1))])
    var one = first
    var other = second
    #expect(one.join(second) == .changed)
    #expect(other.join(first) == .unchanged)
    #expect(one == other)
    #expect(one == second)
  }

  @Test func `joining is idempotent, commutative and associative`() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<500 {
      let states = (0..<3).map { _ in RandomMessages.state(&random, smallStamps: true) }
      func joined(_ order: [Int]) -> ItemState {
        var result = states[order[0]]
        for place in order.dropFirst() { _ = result.join(states[place]) }
        return result
      }
      let all = joined([0, 1, 2])
      #expect(all == joined([2, 1, 0]))
      #expect(all == joined([1, 2, 0]))
      var again = all
      #expect(again.join(states[1]) == .unchanged)
      var later = all
      later.deletion = all.deletion.map { Stamp(time: $0.time + 1, node: $0.node) }
      #expect(all.deletion == nil || !all.holds(later) && !later.holds(all))
      for state in states {
        let isThere =
          state.entries.allSatisfy { all.entries.contains($0) }
          && (state.deletion == nil || state.deletion == all.deletion)
        #expect(all.holds(state) == isThere)
      }
    }
  }

  @Test func `an empty state takes all of the other, and a deletion without registers stays`() {
    let title = ItemState.Entry("title", "a", stamp: Self.stamp(1))
    for other in [
      ItemState([title]), ItemState([], deletion: Self.stamp(2)),
      ItemState([title], deletion: Self.stamp(2)),
    ] {
      var empty = ItemState([])
      #expect(empty.join(other) == .changed && empty == other)
      #expect(empty.join(ItemState([])) == .unchanged && empty == other)
    }
    var nothing = ItemState([])
    #expect(nothing.join(ItemState([])) == .unchanged && nothing == ItemState([]))
    var deleted = ItemState([], deletion: Self.stamp(2))
    #expect(deleted.join(ItemState([title])) == .changed)
    #expect(deleted == ItemState([title], deletion: Self.stamp(2)))
  }

  @Test func `a text in lost-and-found is told from a whole item`() {
    let title = ItemState.Entry("title", "a", stamp: Self.stamp(1))
    let note = ItemState.Entry("notes", "b", stamp: Self.stamp(2))
    // A field of a later version may come behind the title.
    let later = ItemState.Entry("zone", "c", stamp: Self.stamp(3))
    let number = ItemState.Entry("attr:n", 7, stamp: Self.stamp(4))
    for (entries, expected) in [
      ([title], title), ([note], note), ([title, note], note), ([title, later], later),
    ] {
      let text = ItemState(entries).displacedText
      #expect(text?.field.name == expected.name && text?.stamp == expected.stamp)
      #expect(text?.text == expected.value.string)
      #expect(ItemState(entries, deletion: Self.stamp(9)).displacedText == nil)
    }
    #expect(ItemState([title, note, later]).displacedText == nil)
    #expect(ItemState([number]).displacedText == nil && ItemState([]).displacedText == nil)
  }

  @Test func `of too many decisions the oldest go, and texts and other fields stay`() {
    let fields = (1...5).map { Field.attribute("f\($0)") }
    func decision(_ number: Int, at time: UInt64) -> ItemState.Entry {
      let text = KeptText(field: fields[number], stamp: Self.stamp(9), text: "t")
      return ItemState.Entry(text.register.name, .null, stamp: Self.stamp(time))
    }
    let title = ItemState.Entry("title", .null, stamp: Self.stamp(1))
    let times: [UInt64] = [5, 3, 4, 2]
    let decisions = times.enumerated().map { decision($0.offset, at: $0.element) }
    for most in 0...5 {
      var state = ItemState(decisions + [title])
      #expect(state.dropOldDecisions(keeping: most) == (most >= 4))
      let kept = Set(times.sorted().suffix(most))
      #expect(Set(state.entries.filter(\.isResolvedText).map(\.stamp.time)) == kept)
      #expect(state.entries.contains(title))
    }
  }

  @Test func `an acknowledgement settles what was sent, not what was edited since`() {
    let id = ItemID(high: 0, low: 1)
    let sent = ItemState([
      ItemState.Entry("notes", "n", stamp: Self.stamp(1)),
      ItemState.Entry("title", "t", stamp: Self.stamp(1)),
    ])
    var item = ReplicaItem(
      id: id,
      sequence: 0,
      registers: [
        Register(.fixed(.title), "edited", stamp: Self.stamp(2), isDirty: false),
        Register(.fixed(.notes), "n", stamp: Self.stamp(1), isDirty: false),
      ],
      deletion: ReplicaItem.Deletion(stamp: Self.stamp(3), isDirty: false)
    )
    item.acknowledge(sent, sequence: 4)
    #expect(item.sequence == 4)
    #expect(item.registers.map(\.isDirty) == [false, true])
    #expect(item.deletion?.isDirty == true)
    // The edit made since was made from what was sent.
    #expect(item.registers.map(\.base) == [nil, Register.Base(stamp: Self.stamp(1), value: nil)])
  }

  @Test func `names are told apart by their bytes`() {
    let composed = ItemState([ItemState.Entry("attr:\u{E9}", 1, stamp: Self.stamp(1))])
    let decomposed = ItemState([ItemState.Entry("attr:e\u{301}", 2, stamp: Self.stamp(2))])
    var joined = composed
    _ = joined.join(decomposed)
    #expect(joined.entries.count == 2)
    #expect(composed != decomposed)
  }
}
