// What a sync tells of the items that came.

import Storage
import Sync
import SyncSimulator
import Testing

@Suite struct ArrivalTests {
  private let id = ItemID(high: 1, low: 1)
  private let stamp = Stamp(milliseconds: 1, node: 1)

  private func item(
    _ values: [(Field, JSONValue)],
    isDeleted: Bool = false
  ) -> ReplicaItem {
    ReplicaItem(
      id: id,
      sequence: 1,
      registers: values.map { Register($0, $1, stamp: stamp, isDirty: false) },
      deletion: isDeleted ? ReplicaItem.Deletion(stamp: stamp, isDirty: false) : nil
    )
  }

  private func edit(_ field: Field, _ before: JSONValue, _ after: JSONValue) -> HistoryStep.Edit {
    HistoryStep.Edit(field: field, before: before, after: after)
  }

  @Test func `an item that came is new, restored, deleted, or edited in the fields that differ`() {
    let (old, gone) = (
      item([(.fixed(.title), "a")]), item([(.fixed(.title), "a")], isDeleted: true)
    )
    #expect(HistoryStep.Change(from: nil, to: old).kind == .added)
    #expect(HistoryStep.Change(from: gone, to: old).kind == .restored)
    #expect(HistoryStep.Change(from: old, to: gone).kind == .deleted)
    #expect(HistoryStep.Change(from: nil, to: gone).kind == .deleted)
    #expect(HistoryStep.Change(from: old, to: gone).item == id)
    let before = item([(.fixed(.title), "a"), (.fixed(.notes), "n"), (.tag("x"), true)])
    let after = item([(.fixed(.title), "b"), (.fixed(.notes), "n"), (.tag("y"), true)])
    // In the order of the names; a field that is not there is null.
    let edits = [
      edit(.tag("x"), true, .null), edit(.tag("y"), .null, true),
      edit(.fixed(.title), "a", "b"),
    ]
    #expect(HistoryStep.Change(from: before, to: after).kind == .edited(edits))
  }

  @Test func `two changes of an item are told as one`() {
    func change(_ kind: HistoryStep.Change.Kind) -> HistoryStep.Change {
      HistoryStep.Change(item: id, kind: kind)
    }
    let (title, notes) = (Field.fixed(.title), Field.fixed(.notes))
    let first = change(.edited([edit(title, "a", "b")]))
    let second = change(.edited([edit(title, "b", "c"), edit(notes, "", "n")]))
    // From before the first to after the second, in the order of the names.
    let joined = [edit(notes, "", "n"), edit(title, "a", "c")]
    #expect(first.followed(by: second).kind == .edited(joined))
    let back = change(.edited([edit(title, "b", "a"), edit(notes, "", "n")]))
    #expect(first.followed(by: back).kind == .edited([edit(notes, "", "n")]))
    #expect(change(.added).followed(by: first).kind == .added)
    #expect(change(.restored).followed(by: first).kind == .restored)
    for later in [HistoryStep.Change.Kind.deleted, .added, .restored] {
      #expect(first.followed(by: change(later)).kind == later)
    }
    #expect(change(.deleted).followed(by: first).kind == first.kind)
  }

  @Test func `a run names at most 200 items that came, and what became of the first 20`()
    async throws
  {
    let pair = try Pair.overMemory()
    for number in 0..<205 { try await pair.first.add("Item \(number)") }
    let sent = try await pair.engine(pair.first).sync()
    #expect(sent.arrivals.isEmpty && sent.arrivedChanges.isEmpty)
    let came = try await pair.engine(pair.second).sync()
    #expect(came.pulled == 205)
    #expect(came.arrivals.count == 200 && Set(came.arrivals).count == 200)
    #expect(came.arrivedChanges.map(\.item) == Array(came.arrivals.prefix(20)))
    #expect(came.arrivedChanges.allSatisfy { $0.kind == .added })
  }

  @Test func `what an edit elsewhere changed is told by its values before and after`() async throws
  {
    let pair = try Pair.overMemory()
    let item = try await pair.first.add(ItemDraft(title: "Milk", notes: "one"))
    try await pair.syncAll()
    var edited = item
    edited.notes = "two"
    try await pair.first.update(edited)
    _ = try await pair.engine(pair.first).sync()
    let summary = try await pair.engine(pair.second).sync()
    #expect(summary.arrivals == [item.id])
    guard case .edited(let edits) = summary.arrivedChanges.first?.kind else {
      Issue.record("\(summary.arrivedChanges)")
      return
    }
    #expect(edits.first { $0.field == .fixed(.notes) } == edit(.fixed(.notes), "one", "two"))
  }
}
