// Two edits of one text, over whole syncs.

import Storage
import Sync
import SyncSimulator
import Testing

@Suite struct `Texts that two devices edit` {
  let fleet = Fleet()

  private func note(_ text: String, on device: Fleet.Device, _ id: ItemID) async throws {
    var item = try #require(try await device.store.item(id))
    item.notes = text
    _ = try await device.store.update(item)
  }

  private func notes(_ id: ItemID, on device: Fleet.Device) async throws -> String? {
    try await device.store.item(id)?.notes
  }

  private struct Shared: Sendable {
    var hub: any HubStore
    var devices: [Fleet.Device]
    var id: ItemID
  }

  /// An item that three devices have.
  private func shared(_ kind: HubStoreKind, notes: String) async throws -> Shared {
    let hub = try kind.makeStores().first
    let devices = try (0..<3).map { _ in try fleet.device() }
    let item = try await devices[0].store.add(ItemDraft(title: "Shopping", notes: notes))
    for device in devices { try await fleet.sync(device, with: hub) }
    return Shared(hub: hub, devices: devices, id: item.id)
  }

  @Test(arguments: HubStoreKind.allCases)
  func `edits of different lines are merged on every device`(_ kind: HubStoreKind) async throws {
    let shared = try await shared(kind, notes: "milk\nbread\neggs")
    let (first, second) = (shared.devices[0], shared.devices[1])
    try await note("oat milk\nbread\neggs", on: first, shared.id)
    try await note("milk\nbread\neggs\ntea", on: second, shared.id)
    for device in [first, second, first, shared.devices[2]] {
      #expect(try await fleet.sync(device, with: shared.hub).kept == 0)
    }
    for device in shared.devices {
      #expect(try await notes(shared.id, on: device) == "oat milk\nbread\neggs\ntea")
    }
  }

  @Test(arguments: HubStoreKind.allCases, KeptTextChoice.allCases)
  func `a text that cannot be merged is kept on every device, and decided on from any`(
    _ kind: HubStoreKind,
    _ choice: KeptTextChoice
  ) async throws {
    let shared = try await shared(kind, notes: "milk\nbread")
    let (first, second, third) = (shared.devices[0], shared.devices[1], shared.devices[2])
    try await note("oat milk\nbread", on: first, shared.id)
    fleet.surroundings.advance(1_000)
    try await note("soy milk\nbread", on: second, shared.id)
    try await fleet.sync(first, with: shared.hub)
    #expect(try await fleet.sync(second, with: shared.hub).kept == 1)
    for device in [first, third] { try await fleet.sync(device, with: shared.hub) }
    for device in shared.devices {
      let kept = try await device.store.syncStatus().keptTexts
      #expect(kept.map(\.kept.text) == ["oat milk\nbread"])
      #expect(kept.map(\.current) == ["soy milk\nbread"])
      #expect(try await device.store.item(shared.id)?.keptTexts == kept.map(\.kept))
    }
    // The third device has nothing to do with either text.
    let now = fleet.surroundings.now + 1
    try await third.store.resolveKeptTexts(of: [shared.id], by: choice, now: now)
    for device in [third, first, second] {
      let summary = try await fleet.sync(device, with: shared.hub)
      #expect(summary.conflicts == 0)
    }
    let expected =
      switch choice {
      case .mine: "soy milk\nbread"
      case .theirs: "oat milk\nbread"
      case .both: "soy milk\nbread\noat milk"
      }
    for device in shared.devices {
      #expect(try await notes(shared.id, on: device) == expected)
      #expect(try await device.store.syncStatus().keptTexts.isEmpty)
    }
  }

  @Test(arguments: KeptTextChoice.allCases, [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
  func
    `of several texts of one field, theirs is the latest, and both has all in the order of their edits`(
      _ choice: KeptTextChoice,
      _ order: [Int]
    ) async throws
  {
    let shared = try await shared(.memory, notes: "milk")
    for (device, text) in zip(shared.devices, ["oat milk", "soy milk", "rice milk"]) {
      fleet.surroundings.advance(1_000)
      try await note(text, on: device, shared.id)
    }
    let devices = order.map { shared.devices[$0] }
    for device in devices + devices { try await fleet.sync(device, with: shared.hub) }
    let deciding = devices[0].store
    let kept = try await deciding.syncStatus().keptTexts.map(\.kept.text)
    #expect(Set(kept) == ["oat milk", "soy milk"] && kept.count == 2)
    try await deciding.resolveKeptTexts(of: [shared.id], by: choice, now: fleet.surroundings.now)
    for device in devices + devices { try await fleet.sync(device, with: shared.hub) }
    let expected =
      switch choice {
      case .mine: "rice milk"
      case .theirs: "soy milk"
      case .both: "rice milk\noat milk\nsoy milk"
      }
    for device in devices {
      #expect(try await notes(shared.id, on: device) == expected)
      #expect(try await device.store.syncStatus().keptTexts.isEmpty)
    }
  }

  /// An item whose notes and title two devices edited, so that both keep two texts beside it.
  private func twiceEdited(_ kind: HubStoreKind) async throws -> Shared {
    let shared = try await shared(kind, notes: "milk\nbread")
    for (device, name) in zip(shared.devices, ["oat", "soy"]) {
      fleet.surroundings.advance(1_000)
      var item = try #require(try await device.store.item(shared.id))
      (item.title, item.notes) = ("\(name) title", "\(name) milk\nbread")
      _ = try await device.store.update(item)
    }
    for device in shared.devices + shared.devices { try await fleet.sync(device, with: shared.hub) }
    return shared
  }

  @Test(arguments: HubStoreKind.allCases, KeptTextChoice.allCases)
  func `a decision on one text leaves the others, and undo takes it back on every device`(
    _ kind: HubStoreKind,
    _ choice: KeptTextChoice
  ) async throws {
    let shared = try await twiceEdited(kind)
    let store = shared.devices[1].store
    let decidingFirst = [shared.devices[1], shared.devices[0], shared.devices[2]]
    let texts = try await store.syncStatus().keptTexts
    let notes = try #require(texts.first { $0.kept.field == .fixed(.notes) })
    #expect(texts.count == 2)
    for isSynced in [false, true] {
      let before = try #require(try await store.item(shared.id))
      let now = fleet.surroundings.now
      #expect(try await store.resolveKeptTexts([notes], by: choice, now: now) == [notes])
      #expect(try await store.syncStatus().keptTexts.map(\.kept.field) == [.fixed(.title)])
      if isSynced {
        for device in decidingFirst { try await fleet.sync(device, with: shared.hub) }
        #expect(try await shared.devices[0].store.syncStatus().keptTexts.count == 1)
      }
      fleet.surroundings.advance(1_000)
      #expect(try await store.undo()?.skipped == 0)
      #expect(try await store.item(shared.id)?.notes == before.notes)
      #expect(try await store.item(shared.id)?.keptTexts == before.keptTexts)
      for device in decidingFirst { try await fleet.sync(device, with: shared.hub) }
      for device in shared.devices {
        #expect(try await device.store.item(shared.id)?.notes == before.notes)
        #expect(try await device.store.item(shared.id)?.keptTexts == before.keptTexts)
      }
    }
  }

  @Test func `a text that is not as it was read is left`() async throws {
    let shared = try await twiceEdited(.memory)
    let store = shared.devices[1].store
    let texts = try await store.syncStatus().keptTexts
    try await note("something else", on: shared.devices[1], shared.id)
    let decided = try await store.resolveKeptTexts(texts, by: .theirs)
    #expect(decided.map(\.kept.field) == [.fixed(.title)])
    #expect(try await store.item(shared.id)?.notes == "something else")
    #expect(try await store.resolveKeptTexts(texts, by: .theirs).isEmpty)
  }

  /// A store with one item: its own text of a field, and one that is kept beside it.
  private func store(
    _ field: Field,
    own: String,
    kept: String
  ) async throws -> (store: SQLiteRepository, id: ItemID) {
    let store = try fleet.device().store
    let id = try await store.add("Milk").id
    let stamp = Stamp(milliseconds: fleet.surroundings.now, node: 1)
    let text = KeptText(field: field, stamp: stamp, text: kept)
    try await store.writeReplica { transaction throws(StorageError) in
      guard var item = try transaction.replica(id) else { return }
      item.set(Register(field, .string(own), stamp: stamp, isDirty: true))
      item.set(Register(text.register, .string(kept), stamp: stamp, isDirty: true))
      try transaction.put(item)
    }
    return (store, id)
  }

  @Test(arguments: [
    (Field.fixed(.title), ItemLimits.titleCharacters, 3),
    (.fixed(.notes), ItemLimits.notesBytes, 1),
    (.attribute("recipe"), ItemLimits.attributeBytes, 1),
  ])
  func `texts are put together up to what a field may hold, and refused beyond it`(
    _ field: Field,
    _ limit: Int,
    _ separator: Int
  ) async throws {
    for excess in [0, 1] {
      let own = String(repeating: "a", count: limit - 10 - separator)
      let kept = String(repeating: "b", count: 10 + excess)
      let (store, id) = try await store(field, own: own, kept: kept)
      let now = fleet.surroundings.now
      let before = try await store.item(id)
      guard excess == 0 else {
        let error = await #expect(throws: SyncError.self) {
          try await store.resolveKeptTexts(of: [id], by: .both, now: now)
        }
        #expect((error?.cause as? StorageError)?.code == .invalidItem)
        #expect(error?.message.contains(field.name) == true, "\(String(describing: error))")
        #expect(try await store.item(id) == before)
        continue
      }
      let decided = try await store.resolveKeptTexts(of: [id], by: .both, now: now)
      #expect(decided.map(\.kept.text) == [kept])
      let item = try #require(try await store.item(id))
      #expect(item.keptTexts.isEmpty)
      #expect(try await value(of: .fixed(.updated), id, in: store) == .integer(now))
      let value = try await value(of: field, id, in: store)?.string
      #expect(value?.utf8.count == limit && value?.hasSuffix(kept) == true)
    }
  }

  private func value(
    of field: Field,
    _ id: ItemID,
    in store: SQLiteRepository
  ) async throws -> JSONValue? {
    try await store.readReplica { transaction throws(StorageError) in
      try transaction.replica(id)?.register(of: field)?.value
    }
  }

  @Test(arguments: KeptTextChoice.allCases)
  func `a text beside an empty one takes its place whole`(_ choice: KeptTextChoice) async throws {
    let (store, id) = try await store(.fixed(.notes), own: "", kept: "kept")
    #expect(try await store.syncStatus().keptTexts.map(\.current) == [""])
    try await store.resolveKeptTexts(of: [id], by: choice, now: fleet.surroundings.now)
    #expect(try await store.item(id)?.notes == (choice == .mine ? "" : "kept"))
  }

  @Test func `a title takes another behind a stroke`() async throws {
    let (store, id) = try await store(.fixed(.title), own: "Milk", kept: "Oat milk")
    try await store.resolveKeptTexts(of: [id], by: .both, now: fleet.surroundings.now)
    #expect(try await store.item(id)?.title == "Milk / Oat milk")
  }

  @Test func `a decision that changes no text stamps none`() async throws {
    let (store, id) = try await store(.fixed(.notes), own: "a\nb", kept: "b")
    func notes() async throws -> Register? {
      try await store.readReplica { transaction throws(StorageError) in
        try transaction.replica(id)?.register(of: .fixed(.notes))
      }
    }
    let before = try await notes()
    try await store.resolveKeptTexts(of: [id], by: .both, now: fleet.surroundings.now)
    #expect(try await notes() == before && before?.value == "a\nb")
    #expect(try await store.item(id)?.keptTexts.isEmpty == true)
  }

  @Test func `items without a kept text, and deleted ones, are not decided on`() async throws {
    let (store, id) = try await store(.fixed(.notes), own: "own", kept: "kept")
    let other = try await store.add("Other").id
    #expect(try await store.resolveKeptTexts(of: [other], by: .theirs).isEmpty)
    #expect(try await store.history().count == 2)
    try await store.delete(id)
    #expect(try await store.syncStatus().keptTexts.isEmpty)
    #expect(try await store.resolveKeptTexts(of: [id], by: .theirs).isEmpty)
  }

  @Test func `a decision on one item leaves another with a kept text as it is`() async throws {
    let (store, id) = try await store(.fixed(.notes), own: "own", kept: "kept")
    let other = try await store.add("Other").id
    let stamp = Stamp(milliseconds: fleet.surroundings.now, node: 1)
    let text = KeptText(field: .fixed(.notes), stamp: stamp, text: "kept, too")
    try await store.writeReplica { transaction throws(StorageError) in
      guard var item = try transaction.replica(other) else { return }
      item.set(Register(text.register, .string(text.text), stamp: stamp, isDirty: true))
      try transaction.put(item)
    }
    let before = try await store.item(other)
    let now = fleet.surroundings.now
    #expect(try await store.resolveKeptTexts(of: [id], by: .theirs, now: now).map(\.item) == [id])
    #expect(try await store.item(other) == before)
  }

  @Test func `texts that undo brings back and that are too many go to lost-and-found`() async throws
  {
    let shared = try await shared(.memory, notes: "mine")
    let (store, id, most) = (shared.devices[0].store, shared.id, SyncLimits().keptTexts)
    /// Keeps a text beside the notes, as a merge does.
    func keep(_ numbers: Range<Int>) async throws {
      try await store.writeReplica { transaction throws(StorageError) in
        guard var item = try transaction.replica(id) else { return }
        for number in numbers {
          let stamp = Stamp(milliseconds: Int64(number), node: 9)
          let kept = KeptText(field: .fixed(.notes), stamp: stamp, text: "text \(number)")
          item.registers.append(
            Register(kept.register, .string(kept.text), stamp: stamp, isDirty: true)
          )
        }
        try transaction.put(
          ReplicaItem(id: id, sequence: item.sequence, registers: item.registers)
        )
      }
    }
    try await keep(1..<most + 1)
    let first = try #require(try await store.syncStatus().keptTexts.first)
    #expect(try await store.resolveKeptTexts([first], by: .mine) == [first])
    try await keep(most + 1..<most + 2)
    #expect(try await store.undo()?.applied == 1)
    #expect(try await store.item(id)?.keptTexts.count == most + 1)
    for device in shared.devices { try await fleet.sync(device, with: shared.hub) }
    for device in shared.devices {
      #expect(try await device.store.item(id)?.keptTexts.count == most)
    }
    let lost = try await store.syncStatus().conflicts
    #expect(lost.map(\.kind) == [.lost])
    #expect(lost.first?.content.description.contains("\"text 1\"") == true)
  }

  @Test func `an edit that lost is told in the summary and stays in the store's list`() async throws
  {
    let shared = try await shared(.memory, notes: "")
    let (first, second) = (shared.devices[0], shared.devices[1])
    for (device, priority) in [(first, Priority.low), (second, .high)] {
      fleet.surroundings.advance(1_000)
      var item = try #require(try await device.store.item(shared.id))
      item.priority = priority
      _ = try await device.store.update(item)
    }
    #expect(try await fleet.sync(first, with: shared.hub).overwritten.isEmpty)
    let summary = try await fleet.sync(second, with: shared.hub)
    #expect(summary.overwritten.map(\.lost.value) == ["low"])
    #expect(summary.overwritten.map(\.won.value) == ["high"])
    #expect(summary.conflicts == 0, "there is nothing to decide")
    #expect(try await second.store.overwrittenEdits() == summary.overwritten)
    #expect(try await second.store.syncStatus().overwritten == summary.overwritten)
    #expect(try await second.store.syncStatus().conflicts.isEmpty)
  }

  @Test func `what one hub had is not what an edit was made from at another`() async throws {
    let shared = try await shared(.memory, notes: "a\nb")
    let device = shared.devices[0]
    try await note("a\nb\nc", on: device, shared.id)
    let id = shared.id
    let counts = try await device.store.writeReplica { transaction throws(StorageError) in
      let before = try transaction.replica(id)?.registers.count { $0.base != nil }
      try transaction.markAllUnsynced()
      // As a push, a pull and another edit would find it.
      var item = try transaction.replica(id)
      item?.sequence = 1
      if let item { try transaction.put(item) }
      return (before, try transaction.replica(id)?.registers.count { $0.base != nil })
    }
    #expect(counts == (1, 0))
  }

  @Test func `a store keeps the latest thousand edits that lost`() async throws {
    let store = try fleet.device().store
    try await store.writeReplica { transaction throws(StorageError) in
      for number in 0..<1_010 {
        let conflict = SyncConflict(
          kind: .overwritten,
          item: ItemID(high: 0, low: 1),
          reason: "\(number)",
          time: 1,
          content: [:]
        )
        try transaction.addConflict(conflict)
      }
      let kept = try transaction.conflicts().map(\.reason)
      guard kept == (10..<1_010).map({ "\($0)" }), try transaction.conflictCount() == 0 else {
        throw StorageError(.misuse, "kept \(kept.count), from \(kept.first ?? "none")")
      }
    }
  }

  /// Each refusal is another device's change that got through: nobody waits for more of them than
  /// others make.
  @Test func `a change is refused at most once for each change that others get through`()
    async throws
  {
    let shared = try await shared(.memory, notes: "start")
    let late = shared.devices[2]
    try await note("start\nlate", on: late, shared.id)
    let accepted = Locked(0)
    // Just before each push of the late device, another one gets a change of the same item through.
    let service = Interference(hub: Hub(store: shared.hub, environment: fleet.surroundings.hub())) {
      let number = accepted.withLock { count in
        count += 1
        return count
      }
      guard number <= 9 else { return }
      let other = shared.devices[number % 2]
      try await fleet.sync(other, with: shared.hub)
      let text = try await notes(shared.id, on: other) ?? ""
      try await note("\(text)\n\(number)", on: other, shared.id)
      try await fleet.sync(other, with: shared.hub)
    }
    let summary = try await SyncEngine(
      store: late.store,
      remote: try Remote("file:/test/hub"),
      networkService: service,
      environment: fleet.surroundings.engine
    ).sync()
    #expect(service.pushes == 10)
    #expect(summary.kept == 0)
    let text = try await notes(shared.id, on: late) ?? ""
    let lines = Set(text.split(separator: "\n").map(String.init))
    #expect(lines == Set(["start", "late"] + (1...9).map { "\($0)" }))
    #expect(try await late.store.syncStatus().unsynced == 0)
  }

  /// A network on which something happens before each push.
  private final class Interference: NetworkService {
    private let service: InProcessNetworkService
    private let before: @Sendable () async throws -> Void
    private let count = Locked(0)

    var pushes: Int { count.withLock { $0 } }

    init(hub: Hub, before: @escaping @Sendable () async throws -> Void) {
      service = InProcessNetworkService(hub)
      self.before = before
    }

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
      if request.path.hasSuffix("/push") {
        count.withLock { $0 += 1 }
        do { try await before() } catch { throw NetworkError(.unreachable, "\(error)") }
      }
      return try await service.send(request)
    }
  }
}
