// Corners of merging that no table has: each was found by an error that nothing noticed.

import Storage
import Sync
import Testing

extension RowMergeTests {
  static let place = Field.attribute("place")
  private static let priority = Field.fixed(.priority)

  /// An item that no hub has acknowledged.
  private func newItem(_ registers: Register...) -> ReplicaItem {
    ReplicaItem(id: Self.id, sequence: ReplicaItem.neverAcknowledged, registers: registers)
  }

  private func merged(
    _ item: ReplicaItem,
    with row: ItemState
  ) -> (item: ReplicaItem, merge: RowMerge) {
    var (item, merge) = (item, merge())
    merge.merge(row, sequence: 6, into: &item)
    return (item, merge)
  }

  // MARK: - Stamps and bases

  @Test func `what is merged is later than all that the row has`() {
    let item = item(edit(Self.notes, "A\nm\nb", at: 7, from: (3, "a\nm\nb")))
    let row = ItemState([entry(Self.notes, "a\nm\nB", at: 5_000)])
    #expect(merged(item, with: row).item.registers[0].stamp == Stamp(time: 5_001, node: 9))
  }

  @Test func `a register that the hub has not has no base`() {
    let item = item(edit(Self.priority, "high", at: 7, from: (3, "low")))
    let after = merged(item, with: ItemState([])).item
    #expect(after.registers.map(\.value) == ["high"] && after.registers[0].base == nil)
  }

  @Test func `of equal stamps the greater value wins, and stays to be sent`() {
    for (mine, theirs) in [("low", "high"), ("high", "low")] as [(JSONValue, JSONValue)] {
      let register = Register(Self.priority, mine, stamp: Self.stamp(7), isDirty: true)
      let row = ItemState([ItemState.Entry("priority", theirs, stamp: Self.stamp(7))])
      let after = merged(item(register), with: row).item.registers[0]
      #expect(after.value == "low" && after.isDirty == (mine == "low"))
    }
  }

  @Test func `one text typed twice is merged to the later, and nothing is kept`() {
    for (time, isMineLater) in [(9, true), (7, false)] as [(UInt64, Bool)] {
      let item = item(edit(Self.notes, "a\nx", at: time, from: (3, "a")))
      let row = ItemState([entry(Self.notes, "a\nx", at: 8)])
      let after = merged(item, with: row).item
      #expect(after.registers[0].value == "a\nx" && after.keptTexts.isEmpty)
      #expect(after.registers[0].stamp == (isMineLater ? Self.stamp(9) : Self.stamp(8, 2)))
      #expect(after.registers[0].isDirty == isMineLater)
    }
  }

  @Test func `a value that wins was not made from the hub's`() {
    let item = item(edit(Self.priority, "high", at: 9, from: (3, "none")))
    let row = ItemState([entry(Self.priority, "low", at: 8)])
    let base = merged(item, with: row).item.registers[0].base
    #expect(base == Register.Base(stamp: Self.stamp(8, 2), value: nil))
  }

  // MARK: - What is told

  @Test func `an item that the hub never had from here loses no edit to it`() {
    let rows = [
      ItemState([entry(Self.priority, "low", at: 8), entry(Self.place, "attic", at: 8)]),
      ItemState([entry(Self.priority, "low", at: 8)], deletion: Self.stamp(99, 2)),
    ]
    for row in rows {
      let item = newItem(
        edit(Self.place, 7, at: 7, from: nil),
        edit(Self.priority, "high", at: 7, from: nil)
      )
      #expect(merged(item, with: row).merge.overwritten.isEmpty)
    }
  }

  @Test func `an empty text that loses is not told`() {
    let item = item(edit(Self.place, "", at: 7, from: (3, "cellar")))
    let row = ItemState([entry(Self.place, "attic", at: 8)])
    let (after, merge) = merged(item, with: row)
    #expect(after.registers[0].value == "attic" && after.keptTexts.isEmpty)
    #expect(merge.overwritten.isEmpty)
  }

  @Test func `edits of an item that was deleted here, too, are not told as lost`() {
    let item = item(edit(Self.priority, "high", at: 7, from: (3, "low")), deletedAt: 8)
    let row = ItemState([entry(Self.priority, "low", at: 3)], deletion: Self.stamp(9, 2))
    let (after, merge) = merged(item, with: row)
    #expect(!after.isAlive && merge.overwritten.isEmpty)
  }

  @Test(arguments: [false, true], [false, true])
  func `an edit that lost is kept in a form that is read again`(
    isMine: Bool,
    isByDeletion: Bool
  ) throws {
    let edit = OverwrittenEdit(
      item: Self.id,
      field: Self.priority,
      lost: OverwrittenEdit.Value("high", stamp: Self.stamp(7)),
      won: OverwrittenEdit.Value(isByDeletion ? .null : "low", stamp: Self.stamp(8)),
      isMine: isMine,
      isByDeletion: isByDeletion
    )
    var conflict = edit.conflict
    #expect(OverwrittenEdit(conflict) == edit)
    #expect(conflict.reason == (isByDeletion ? "the item was deleted" : "a later edit won"))
    let content = try #require(conflict.content.object)
    for pair in [["7"], [], [.string(Self.stamp(7).text), "high", "more"]] as [[JSONValue]] {
      var damaged = content
      damaged["lost"] = .array(pair)
      conflict.content = .object(damaged)
      #expect(OverwrittenEdit(conflict) == nil)
    }
    conflict.content = .object(content)
    conflict.kind = .lost
    #expect(OverwrittenEdit(conflict) == nil)
  }

  // MARK: - Texts

  @Test(arguments: [(place, ItemLimits.attributeBytes), (notes, ItemLimits.notesBytes)])
  func `a merge may be as long as its field, and no longer`(field: Field, most: Int) {
    for excess in [0, 1] {
      // The first line is longer here, the last one there.
      let mine = String(repeating: "A", count: most / 2)
      let theirs = String(repeating: "B", count: most - most / 2 - 3 + excess)
      let item = item(edit(field, .string("\(mine)\nm\nb"), at: 7, from: (3, "a\nm\nb")))
      let row = ItemState([entry(field, .string("a\nm\n\(theirs)"), at: 8)])
      let (after, merge) = merged(item, with: row)
      #expect((after.keptTexts.isEmpty && merge.displaced.isEmpty) == (excess == 0))
      if excess == 0 { #expect(after.registers[0].value.string?.utf8.count == most) }
    }
  }

  @Test func `kept texts stay up to their limits, and then the oldest goes, with the title`() {
    let title = clean(.fixed(.title), "Milk", at: 1)
    let texts = [kept("ab", at: 5), kept("cd", at: 4)]
    func displaced(count: Int, bytes: Int) -> [RowMerge.DisplacedText] {
      var limits = SyncLimits()
      (limits.keptTexts, limits.keptBytes) = (count, bytes)
      var merge = merge(limits: limits)
      var item = item(title)
      let entries = texts.map {
        ItemState.Entry($0.register.name, .string($0.text), stamp: $0.stamp)
      }
      merge.merge(ItemState(entries + [title.entry]), sequence: 6, into: &item)
      #expect(item.keptTexts.count == texts.count - merge.displaced.count)
      return merge.displaced
    }
    #expect(displaced(count: 2, bytes: 4).isEmpty)
    for goes in [displaced(count: 1, bytes: 4), displaced(count: 2, bytes: 3)] {
      #expect(goes.map(\.text) == [texts[1]] && goes.map(\.title) == [title.entry])
    }
    #expect(displaced(count: 0, bytes: 4).map(\.text) == [texts[1], texts[0]])
  }

  @Test func `a title that goes to lost-and-found stands for itself`() {
    let title = clean(.fixed(.title), "Milk", at: 3)
    let text = KeptText(field: .fixed(.title), stamp: Self.stamp(2), text: "Bread")
    var limits = SyncLimits()
    limits.keptTexts = 0
    var merge = merge(limits: limits)
    var item = item(title)
    let entry = ItemState.Entry(text.register.name, "Bread", stamp: text.stamp)
    merge.merge(ItemState([title.entry, entry]), sequence: 6, into: &item)
    #expect(merge.displaced.map(\.text) == [text] && merge.displaced.map(\.title) == [nil])
  }

  @Test func `what was sent is found among any number of stamps`() {
    for count in [0, 1, 2, 3, 17, 100] {
      var sent = SentStamps()
      let entries = (0..<count).map {
        ItemState.Entry("attr:\($0)", 1, stamp: Self.stamp(UInt64(10 + 2 * $0)))
      }
      sent.insert([PushChange(id: Self.id, state: ItemState(entries.shuffled()), seen: 0)])
      for time in 8...(12 + 2 * UInt64(count)) {
        let isSent = time >= 10 && time < 10 + 2 * UInt64(count) && time.isMultiple(of: 2)
        #expect(sent.contains(Self.stamp(time)) == isSent, "\(time) of \(count)")
        #expect(!sent.contains(Self.stamp(time, 2)))
      }
    }
  }

  @Test func `texts with some thousand lines that differ are merged, those with more are kept`() {
    for (lines, isMerged) in [(1_500, true), (1_501, false)] {
      let old = (0..<lines).map { "old \($0)\n" }.joined()
      let new = (0..<lines).map { "new \($0)\n" }.joined()
      let text = TextMerge.merge(
        base: old + "m\nb",
        earlier: new + "m\nb",
        later: old + "m\nB"
      )
      #expect(text == (isMerged ? new + "m\nB" : nil))
    }
  }

  @Test func `a text that is kept already is kept once`() {
    let lost = KeptText(field: Self.notes, stamp: Self.stamp(7), text: "mine")
    let item = item(
      edit(Self.notes, "mine", at: 7, from: (3, "a")),
      Register(lost.register, "mine", stamp: Self.stamp(7), isDirty: false)
    )
    let row = ItemState([
      entry(Self.notes, "theirs", at: 8),
      ItemState.Entry(lost.register.name, "mine", stamp: Self.stamp(7)),
    ])
    let (after, merge) = merged(item, with: row)
    #expect(after.keptTexts == [lost] && merge.kept == 0)
  }

  @Test(arguments: [false, true])
  func `a decision that the hub has no room for stays as long as its text may be on its way there`(
    isSent: Bool
  ) {
    let text = kept("a", at: 5)
    let decision = Register(text.register, .null, stamp: Self.stamp(9), isDirty: true)
    var limits = SyncLimits()
    limits.resolvedTexts = 0
    var item = item(decision)
    let sent = Register(Self.notes, "a", stamp: text.stamp, isDirty: true)
    var merge = merge(sent: isSent ? [sent] : [], isPushUnanswered: true, limits: limits)
    merge.merge(ItemState([]), sequence: 6, into: &item)
    #expect(item.registers.map(\.value) == (isSent ? [.null] : []))
  }

  @Test func `a decision made without knowing of another text is taken back`() {
    let text = kept("old", at: 2)
    let item = item(
      clean(Self.place, "attic", at: 3),
      Register(text.register, .null, stamp: Self.stamp(9), isDirty: true),
      clean(Self.notes, "seen", at: 3)
    )
    for (notes, isSeen) in [("seen", true), ("unseen", false)] {
      let row = ItemState([
        entry(Self.place, "attic", at: 3), entry(Self.notes, .string(notes), at: isSeen ? 3 : 8),
        ItemState.Entry(text.register.name, "old", stamp: text.stamp),
      ])
      let after = merged(item, with: row).item
      let register = after.registers.first { $0.field == text.register }
      #expect(register?.value == (isSeen ? .null : "old") && register?.isDirty == isSeen)
    }
  }

  @Test func `texts beside an item that was deleted stay with it`() {
    var limits = SyncLimits()
    limits.keptTexts = 0
    var merge = merge(limits: limits)
    var item = item(clean(.fixed(.title), "Milk", at: 1))
    let text = kept("a", at: 2)
    let entry = ItemState.Entry(text.register.name, "a", stamp: text.stamp)
    merge.merge(ItemState([entry], deletion: Self.stamp(9, 2)), sequence: 6, into: &item)
    #expect(!item.isAlive && merge.displaced.isEmpty && item.keptTexts == [text])
  }

  // MARK: - Deletions

  @Test func `a deletion made without knowing of a kept text is taken back`() {
    let item = item(clean(Self.notes, "won", at: 3), deletedAt: 9)
    let text = kept("lost", at: 2)
    let row = ItemState([
      entry(Self.notes, "won", at: 3),
      ItemState.Entry(text.register.name, "lost", stamp: text.stamp),
    ])
    #expect(merged(item, with: row).item.isAlive)
  }

  @Test(arguments: ["", "x"])
  func `a deletion holds against a text that is empty, or the one that was here`(text: String) {
    let item = item(clean(Self.notes, "x", at: 3), deletedAt: 9)
    let row = ItemState([entry(Self.notes, .string(text), at: 8)])
    let after = merged(item, with: row).item
    #expect(!after.isAlive && after.deletion?.isDirty == true)
  }

  @Test func `an item that comes back for a text keeps the base of its last change`() {
    let updated = Field.fixed(.updated)
    let item = item(
      edit(Self.notes, "mine", at: 7, from: (2, "a")),
      edit(updated, 7, at: 7, from: (3, 1))
    )
    let row = ItemState(
      [entry(Self.notes, "a", at: 2), entry(updated, 1, at: 3)],
      deletion: Self.stamp(8, 2)
    )
    let after = merged(item, with: row).item
    let base = after.registers.first { $0.field == updated }?.base
    #expect(after.isAlive && base == Register.Base(stamp: Self.stamp(3, 2), value: nil))
  }

  @Test func `a deletion that the hub had goes with the hub's row`() {
    var item = item(edit(Self.notes, "mine", at: 9, from: (3, "a")))
    item.deletion = .init(stamp: Self.stamp(7), isDirty: false)
    let row = ItemState([entry(Self.notes, "a", at: 3)])
    #expect(merged(item, with: row).item.deletion == nil)
  }

  // MARK: - Acknowledgements

  @Test func `what was not sent keeps its base, and a deletion that the hub has its mark`() {
    var item = item(
      edit(Self.notes, "mine", at: 7, from: (3, "a")),
      edit(Self.priority, "high", at: 7, from: (3, "low"))
    )
    item.deletion = .init(stamp: Self.stamp(2), isDirty: false)
    let sent = ItemState([ItemState.Entry("priority", "high", stamp: Self.stamp(7))])
    item.acknowledge(sent, sequence: 6)
    #expect(item.registers.map(\.isDirty) == [true, false])
    #expect(item.registers[0].base == Register.Base(stamp: Self.stamp(3, 2), value: "a"))
    #expect(item.registers[1].base == nil && item.deletion?.isDirty == false)
  }

  @Test func `of an item that the hub never had all is sent, marked or not`() {
    let item = newItem(clean(Self.notes, "a", at: 3))
    #expect(item.unsyncedState() == item.state && !item.state.entries.isEmpty)
    // Of any other one what is marked.
    var known = self.item(edit(Self.notes, "mine", at: 7, from: (3, "a")))
    known.deletion = .init(stamp: Self.stamp(2), isDirty: false)
    #expect(known.unsyncedState().deletion == nil && known.unsyncedState().entries.count == 1)
    known.deletion = .init(stamp: Self.stamp(2), isDirty: true)
    #expect(known.unsyncedState().deletion == Self.stamp(2))
  }
}
