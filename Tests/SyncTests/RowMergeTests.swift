// What becomes of edits of one field on both sides, a rule each.

import Storage
import Sync
import Testing

@Suite struct RowMergeTests {
  static let id = ItemID(high: 0, low: 1)
  static let notes = Field.fixed(.notes)

  static func stamp(_ time: UInt64, _ node: UInt64 = 1) -> Stamp {
    Stamp(time: time, node: node)
  }

  /// An item on the hub under number 5, with these registers here.
  func item(_ registers: Register..., deletedAt deletion: UInt64? = nil) -> ReplicaItem {
    ReplicaItem(
      id: Self.id,
      sequence: 5,
      registers: registers,
      deletion: deletion.map { .init(stamp: Self.stamp($0), isDirty: true) }
    )
  }

  func edit(
    _ field: Field,
    _ value: JSONValue,
    at time: UInt64,
    from base: (UInt64, JSONValue?)?
  ) -> Register {
    Register(
      field,
      value,
      stamp: Self.stamp(time),
      isDirty: true,
      base: base.map { Register.Base(stamp: Self.stamp($0.0, 2), value: $0.1) }
    )
  }

  func clean(_ field: Field, _ value: JSONValue, at time: UInt64) -> Register {
    Register(field, value, stamp: Self.stamp(time, 2), isDirty: false)
  }

  func entry(_ field: Field, _ value: JSONValue, at time: UInt64) -> ItemState.Entry {
    ItemState.Entry(field.name, value, stamp: Self.stamp(time, 2))
  }

  func kept(_ text: String, at time: UInt64, _ node: UInt64 = 2) -> KeptText {
    KeptText(field: Self.notes, stamp: Self.stamp(time, node), text: text)
  }

  func merge(
    sent: [Register] = [],
    isPushUnanswered: Bool = false,
    limits: SyncLimits = SyncLimits()
  ) -> RowMerge {
    var stamps = SentStamps()
    stamps.insert([PushChange(id: Self.id, state: ItemState(sent.map(\.entry)), seen: 5)])
    return RowMerge(
      clock: HybridClock(time: 1_000, node: 9),
      sent: stamps,
      isPushUnanswered: isPushUnanswered,
      limits: limits
    )
  }

  @Test func `edits of different lines become one text, newer than both, made from the hub's`() {
    var item = item(edit(Self.notes, "A\nb", at: 7, from: (3, "a\nb")))
    let row = ItemState([entry(Self.notes, "a\nB", at: 8)])
    var item2 = item
    var merge = merge()
    merge.merge(row, sequence: 6, into: &item)
    // No line of the base is left between the two edits.
    #expect(item.keptTexts == [kept("A\nb", at: 7, 1)])
    item2.registers[0] = edit(Self.notes, "A\nm\nb", at: 7, from: (3, "a\nm\nb"))
    merge.merge(ItemState([entry(Self.notes, "a\nm\nB", at: 8)]), sequence: 6, into: &item2)
    let text = item2.registers[0]
    #expect(text.value == "A\nm\nB" && text.isDirty && item2.registers.count == 1)
    #expect(text.stamp == Stamp(time: 1_001, node: 9))
    #expect(text.base == Register.Base(stamp: Self.stamp(8, 2), value: "a\nm\nB"))
  }

  @Test func `a merge that equals the hub's text leaves nothing to send`() {
    var item = item(edit(Self.notes, "a\nx\nb", at: 9, from: (3, "a\nb")))
    var merge = merge()
    merge.merge(
      ItemState([entry(Self.notes, "a\nx\ny\nb", at: 8)]),
      sequence: 6,
      into: &item
    )
    #expect(item.registers == [clean(Self.notes, "a\nx\ny\nb", at: 8)])
    #expect(!item.isDirty)
  }

  @Test func `lines that both added at one place stand in the order of their stamps`() {
    for (mine, theirs) in [(7, 8), (8, 7)] as [(UInt64, UInt64)] {
      var item = item(edit(Self.notes, "a\nmine\nb", at: mine, from: (3, "a\nb")))
      var merge = merge()
      merge.merge(
        ItemState([entry(Self.notes, "a\ntheirs\nb", at: theirs)]),
        sequence: 6,
        into: &item
      )
      let lines = mine < theirs ? "mine\ntheirs" : "theirs\nmine"
      #expect(item.registers[0].value == .string("a\n\(lines)\nb"))
    }
  }

  @Test func `an edit made while its author's own push was on its way is above that push`() {
    // The push was stamped by a machine of which this one is a copy, or by a clock set back since.
    let pushed = edit(Self.notes, "sent", at: 9, from: (3, "a"))
    var item = item(edit(Self.notes, "sent, and more", at: 7, from: (3, "a")))
    var merge = merge(sent: [pushed])
    merge.merge(ItemState([pushed.entry]), sequence: 6, into: &item)
    #expect(item.registers.count == 1)
    #expect(item.registers[0].value == "sent, and more")
    #expect(item.registers[0].stamp > pushed.stamp && item.registers[0].isDirty)
  }

  @Test func `an edit of an item whose row is yet to come has a base without a value`() {
    for sequence in [5, ReplicaItem.awaitingBootstrap] {
      var item = ReplicaItem(
        id: Self.id,
        sequence: sequence,
        registers: [clean(Self.notes, "a", at: 3)]
      )
      item.edit(Self.notes, "b", stamp: Self.stamp(4, 1))
      let value: JSONValue? = sequence == 5 ? "a" : nil
      #expect(item.registers[0].base == Register.Base(stamp: Self.stamp(3, 2), value: value))
    }
  }

  @Test func `of texts that overlap the earlier is kept under its own stamp`() {
    for (mine, theirs) in [(7, 8), (8, 7)] as [(UInt64, UInt64)] {
      var item = item(edit(Self.notes, "mine", at: mine, from: (3, "a")))
      var merge = merge()
      merge.merge(ItemState([entry(Self.notes, "theirs", at: theirs)]), sequence: 6, into: &item)
      let isMineLater = mine > theirs
      #expect(merge.kept == 1)
      #expect(
        item.keptTexts == [isMineLater ? kept("theirs", at: 7) : kept("mine", at: 7, 1)]
      )
      let register = item.registers.first { KeptText.parts(of: $0.field) != nil }
      #expect(register?.stamp.time == 7 && register?.isDirty == true)
      let text = item.registers.first { $0.field == Self.notes }
      #expect(text?.value == (isMineLater ? "mine" : "theirs") && text?.isDirty == isMineLater)
      // What won was not made from the other, so a later merge must not start from that.
      if isMineLater {
        #expect(text?.base == Register.Base(stamp: Self.stamp(7, 2), value: nil))
      }
    }
  }

  @Test func `without the base's text nothing is merged, and what the winner contains is not kept`()
  {
    var item = item(edit(Self.notes, "a\nb\nc", at: 7, from: (3, nil)))
    var merge = merge()
    merge.merge(ItemState([entry(Self.notes, "c\nd\na\nb", at: 8)]), sequence: 6, into: &item)
    #expect(item.keptTexts.isEmpty && merge.kept == 0)
    #expect(item.registers[0].value == "c\nd\na\nb")
  }

  @Test func `a text that this store sent is where its own later text comes from`() {
    let sent = edit(Self.notes, "first", at: 7, from: (3, "a"))
    var item = item(edit(Self.notes, "second", at: 9, from: (3, "a")))
    let row = ItemState([ItemState.Entry("notes", "first", stamp: Self.stamp(7))])
    var unaware = item
    var merge = merge(sent: [sent])
    merge.merge(row, sequence: 6, into: &item)
    #expect(item.keptTexts.isEmpty && item.registers[0].value == "second")
    #expect(item.registers[0].base == Register.Base(stamp: Self.stamp(7), value: "first"))
    // Of anybody else it would be another edit.
    var other = self.merge()
    other.merge(row, sequence: 6, into: &unaware)
    #expect(unaware.keptTexts.map(\.text) == ["first"])
  }

  @Test func `a text that the hub had before stays the base of the edit here`() {
    var item = item(edit(Self.notes, "mine", at: 7, from: (3, "a")))
    let before = item.registers
    var merge = merge()
    merge.merge(ItemState([entry(Self.notes, "a", at: 3)]), sequence: 6, into: &item)
    #expect(item.registers == before && item.sequence == 6)
  }

  @Test func `titles and texts of one line are not merged, but kept`() {
    for field in [Field.fixed(.title), .attribute("place")] {
      var item = item(edit(field, "mine", at: 7, from: (3, "")))
      var merge = merge()
      merge.merge(ItemState([entry(field, "theirs", at: 8)]), sequence: 6, into: &item)
      #expect(item.keptTexts.map(\.text) == ["mine"] && item.keptTexts.map(\.field) == [field])
    }
  }

  @Test func `an attribute's text of several lines is merged line by line, as notes are`() {
    let place = Field.attribute("place")
    var item = item(edit(place, "A\nm\nb", at: 7, from: (3, "a\nm\nb")))
    var overlapping = item
    var merge = merge()
    merge.merge(ItemState([entry(place, "a\nm\nB", at: 8)]), sequence: 6, into: &item)
    let text = item.registers[0]
    #expect(text.value == "A\nm\nB" && text.isDirty && item.registers.count == 1)
    #expect(text.base == Register.Base(stamp: Self.stamp(8, 2), value: "a\nm\nB"))
    #expect(item.keptTexts.isEmpty)
    merge.merge(ItemState([entry(place, "theirs\nm\nb", at: 8)]), sequence: 6, into: &overlapping)
    #expect(overlapping.registers[0].value == "theirs\nm\nb")
    #expect(overlapping.keptTexts.map(\.text) == ["A\nm\nb"])
    #expect(overlapping.keptTexts.map(\.field) == [place])
  }

  @Test func `an attribute's text that was removed elsewhere is kept`() {
    var item = item(edit(.attribute("place"), "attic", at: 7, from: (3, "cellar")))
    var merge = merge()
    merge.merge(ItemState([entry(.attribute("place"), .null, at: 8)]), sequence: 6, into: &item)
    #expect(item.keptTexts.map(\.text) == ["attic"])
  }

  @Test func `an attribute's number that loses to a text is told`() {
    let place = Field.attribute("place")
    var item = item(edit(place, 7, at: 7, from: (3, nil)))
    var merge = merge()
    merge.merge(ItemState([entry(place, "attic", at: 8)]), sequence: 6, into: &item)
    #expect(item.registers[0].value == "attic" && item.keptTexts.isEmpty)
    #expect(merge.overwritten.map(\.lost.value) == [7])
  }

  @Test func `of any other value the later wins, and the one that lost is told with both times`() {
    let field = Field.fixed(.priority)
    for (mine, theirs) in [(7, 8), (8, 7)] as [(UInt64, UInt64)] {
      var item = item(edit(field, "high", at: mine, from: (3, nil)))
      var merge = merge()
      merge.merge(ItemState([entry(field, "low", at: theirs)]), sequence: 6, into: &item)
      #expect(item.registers[0].value == (mine > theirs ? "high" : "low"))
      let edit = merge.overwritten.first
      #expect(merge.overwritten.count == 1 && edit?.isMine == (mine < theirs))
      #expect(edit?.lost.stamp.time == 7 && edit?.won.stamp.time == 8)
      #expect(edit.flatMap { OverwrittenEdit($0.conflict) } == edit)
    }
    // What the edit was made from, what was sent, equal values, and what no one misses.
    let quiet: [(Register, ItemState.Entry)] = [
      (edit(field, "high", at: 7, from: (3, nil)), entry(field, "low", at: 3)),
      (edit(field, "high", at: 7, from: (3, nil)), entry(field, "high", at: 8)),
      (edit(.fixed(.updated), 1, at: 7, from: nil), entry(.fixed(.updated), 2, at: 8)),
    ]
    for (register, entry) in quiet {
      var item = item(register)
      var merge = merge()
      merge.merge(ItemState([entry]), sequence: 6, into: &item)
      #expect(merge.overwritten.isEmpty, "\(entry)")
    }
  }

  @Test func `a delete that did not know of a text is withdrawn, one that did stays`() {
    var unaware = item(clean(Self.notes, "a", at: 3), deletedAt: 9)
    var merge = merge()
    merge.merge(ItemState([entry(Self.notes, "a\nb", at: 4)]), sequence: 6, into: &unaware)
    #expect(unaware.deletion == nil && unaware.isAlive)
    var aware = item(clean(Self.notes, "a", at: 3), deletedAt: 9)
    merge.merge(
      ItemState([entry(Self.notes, "a", at: 3), entry(.fixed(.priority), "low", at: 4)]),
      sequence: 6,
      into: &aware
    )
    #expect(!aware.isAlive)
    var other = item(clean(Self.notes, "a", at: 3), deletedAt: 9)
    let text = kept("k", at: 2)
    merge.merge(
      ItemState([entry(Self.notes, "a", at: 3), entry(text.register, "k", at: 2)]),
      sequence: 6,
      into: &other
    )
    #expect(other.isAlive, "a kept text that nobody had seen here")
  }

  @Test func `a text edited without knowing of a delete brings the item back`() {
    var item = item(edit(Self.notes, "mine", at: 7, from: (3, "a")))
    var merge = merge()
    merge.merge(
      ItemState([entry(Self.notes, "a", at: 3)], deletion: Self.stamp(8, 2)),
      sequence: 6,
      into: &item
    )
    // Whoever goes on from the text is later than it, and stays so.
    let text = item.registers.first { $0.field == Self.notes }
    #expect(item.isAlive && text?.stamp == Self.stamp(7, 1))
    let updated = item.registers.first { $0.field == .fixed(.updated) }
    #expect(updated?.isDirty == true && updated?.stamp == Stamp(time: 1_001, node: 9))
    // Other values go with the delete.
    var priority = self.item(edit(.fixed(.priority), "high", at: 7, from: (3, nil)))
    merge.merge(ItemState([], deletion: Self.stamp(8, 2)), sequence: 6, into: &priority)
    #expect(!priority.isAlive)
  }

  @Test func `an edit that goes with a delete of its item is told, once`() {
    var merge = merge()
    var item = item(
      edit(.fixed(.priority), "high", at: 7, from: (3, nil)),
      edit(.fixed(.updated), 7, at: 7, from: nil),
      clean(.fixed(.list), "home", at: 3)
    )
    let row = ItemState([], deletion: Self.stamp(8, 2))
    merge.merge(row, sequence: 6, into: &item)
    let told = merge.overwritten
    #expect(told.map(\.field) == [.fixed(.priority)])
    let edit = told.first
    #expect(edit?.isByDeletion == true && edit?.isMine == true && edit?.lost.value == "high")
    #expect(edit?.won == OverwrittenEdit.Value(.null, stamp: Self.stamp(8, 2)))
    #expect(edit.flatMap { OverwrittenEdit($0.conflict) } == edit)
    merge.merge(row, sequence: 7, into: &item)
    #expect(merge.overwritten == told)
    // What comes back for its text loses nothing, and what nobody edited here has nothing to lose.
    var kept = self.item(
      self.edit(Self.notes, "mine", at: 7, from: (3, "a")),
      self.edit(.fixed(.priority), "high", at: 7, from: (3, nil))
    )
    merge.merge(row, sequence: 6, into: &kept)
    var clean = self.item(clean(.fixed(.priority), "low", at: 3))
    merge.merge(row, sequence: 6, into: &clean)
    #expect(kept.isAlive && !clean.isAlive && merge.overwritten == told)
  }

  @Test func `a decision that did not know of a text is withdrawn, any other one holds`() {
    let text = kept("k", at: 2)
    func decided() -> ReplicaItem {
      item(clean(Self.notes, "a", at: 3), edit(text.register, .null, at: 9, from: nil))
    }
    var unaware = decided()
    var merge = merge()
    merge.merge(
      ItemState([entry(text.register, "k", at: 2), entry(Self.notes, "b", at: 4)]),
      sequence: 6,
      into: &unaware
    )
    #expect(unaware.keptTexts == [text])
    var aware = decided()
    merge.merge(
      ItemState([entry(text.register, "k", at: 2), entry(Self.notes, "a", at: 3)]),
      sequence: 6,
      into: &aware
    )
    #expect(aware.keptTexts.isEmpty && aware.isDirty)
    // The same text, kept once more by another device, does not undo it.
    var again = aware
    again.registers[1].isDirty = true
    merge.merge(
      ItemState([entry(text.register, "k", at: 2), entry(Self.notes, "a", at: 3)]),
      sequence: 7,
      into: &again
    )
    #expect(again.keptTexts.isEmpty)
  }

  /// A text is kept under the stamp of whoever wrote it, and is sent under that too.
  @Test func `a text that is kept beside an edit is not what the edit was made from`() {
    let theirs = entry(Self.notes, "theirs", at: 8)
    let text = kept("theirs", at: 8)
    var item = item(
      edit(Self.notes, "mine", at: 9, from: nil),
      edit(text.register, "theirs", at: 8, from: nil)
    )
    let beside = Register(text.register, "theirs", stamp: text.stamp, isDirty: true)
    item.registers = item.registers.map { $0.field == text.register ? beside : $0 }
    var merge = merge(sent: item.registers)
    merge.merge(ItemState([theirs]), sequence: 6, into: &item)
    let notes = item.registers.first { $0.field == Self.notes }
    #expect(notes?.value == "mine" && notes?.base == Register.Base(stamp: theirs.stamp, value: nil))
    // Later the other device takes its text, and so decides on what was kept.
    let row = ItemState([
      entry(Self.notes, "theirs", at: 10), entry(text.register, .null, at: 10),
    ])
    merge.merge(row, sequence: 7, into: &item)
    #expect(item.registers.contains { $0.field == Self.notes && $0.value == "theirs" })
    #expect(item.keptTexts.map(\.text) == ["mine"])
  }

  @Test func `the oldest kept texts beyond the limits go to lost-and-found`() {
    let limits = SyncLimits(keptTexts: 2, keptBytes: 6)
    var item = item()
    let texts = [kept("aa", at: 2), kept("bb", at: 3), kept("ccc", at: 4)]
    var merge = merge(limits: limits)
    merge.merge(
      ItemState(texts.map { entry($0.register, .string($0.text), at: $0.stamp.time) }),
      sequence: 6,
      into: &item
    )
    #expect(merge.displaced.map(\.text) == [texts[0]])
    #expect(item.keptTexts == Array(texts[1...]) && item.isDirty)
    let long = kept("eight bb", at: 5)
    merge.merge(
      ItemState([entry(long.register, .string(long.text), at: 5)]),
      sequence: 7,
      into: &item
    )
    #expect(item.keptTexts.isEmpty)
    #expect(merge.displaced.map(\.text).suffix(1) == [long])
  }

  @Test func `a hub keeps the latest decisions, and a device does not send it the others again`() {
    let texts = (1...4).map { kept("k", at: $0) }
    var state = ItemState(
      texts.map { entry($0.register, .null, at: $0.stamp.time + 10) } + [
        entry(Self.notes, "n", at: 1)
      ]
    )
    let hadRoom = state.dropOldDecisions(keeping: 3)
    #expect(!hadRoom)
    #expect(state.entries.count == 4)
    #expect(!state.entries.contains { $0.name == texts[0].register.name })
    let hasRoom = state.dropOldDecisions(keeping: 3)
    #expect(hasRoom)
    var item = item(edit(texts[0].register, .null, at: 11, from: nil))
    var merge = merge(limits: SyncLimits(resolvedTexts: 3))
    merge.merge(state, sequence: 6, into: &item)
    #expect(!item.isDirty && item.registers.count == 4)
    // A row from before the text came there says nothing of the decision on it.
    item = self.item(edit(texts[0].register, .null, at: 11, from: nil))
    let text = Register(texts[0].register, "k", stamp: texts[0].stamp, isDirty: true)
    merge = self.merge(
      sent: [text],
      isPushUnanswered: true,
      limits: SyncLimits(resolvedTexts: 3)
    )
    merge.merge(state, sequence: 6, into: &item)
    #expect(item.isDirty && item.registers.count == 5)
  }
}
