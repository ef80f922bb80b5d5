#if Hub
import Foundation
import RunningPrograms
import Storage
import Sync

extension HubWorld {
  /// Looks for every push on the hub that was acknowledged since the last look.
  ///
  /// One that a restored backup does not know may be missing, until the devices have brought it back.
  func look() throws {
    for index in devices.indices { try devices[index].book.read() }
    let new = devices.flatMap { device in
      device.book.pushes.dropFirst(checked[device.name] ?? 0)
    }
    for device in devices { checked[device.name] = device.book.pushes.count }
    figures.pushes += new.count
    figures.items += new.reduce(0) { $0 + $1.states.count }
    let lost = try lost(of: missing + new, in: store)
    missing = []
    for (push, isKnown) in lost {
      if restores > 0, !isKnown {
        missing.append(push)
      } else {
        found("lost: push \(push.counter) of \(push.device), which ended at \(push.token.head)")
      }
    }
  }

  /// The pushes of which a hub's file lacks anything, and whether it knows their commits.
  func lost(
    of pushes: [AcknowledgedPush],
    in file: String
  ) throws -> [(push: AcknowledgedPush, isKnown: Bool)] {
    guard !pushes.isEmpty else { return [] }
    let hub = try SQLiteHubStore(path: file, missing: .refused)
    return try hub.read(Remote.defaultSpace) { transaction throws(HubError) in
      var lost: [(AcknowledgedPush, Bool)] = []
      for push in pushes {
        var isThere = true
        for (id, state) in push.states {
          var row = try transaction.row(id)?.state
          if row?.join(state) != .unchanged { isThere = false }
        }
        if isThere { continue }
        lost.append((push, try transaction.nonce(at: push.token.head) == push.token.nonce))
      }
      return lost
    }
  }

  /// Lets everybody come to rest, and looks at everything.
  func finish() async throws {
    clock = nil
    if !problems.isEmpty { return }
    for _ in 1...3 {
      for device in devices { try await order("settle", device, expecting: "settled") }
    }
    for device in devices {
      try await order("verify", device, expecting: "verified 0 0 0")
      try await order("end", device)
    }
    for index in devices.indices { try endDevice(index) }
    try look()
    figures.unanswered = devices.reduce(0) { $0 + $1.book.unanswered }
    for push in missing { found("never brought back: push \(push.counter) of \(push.device)") }
    for device in devices {
      let sync = try await workplace.run("itemsctl --store \(device.name).sqlite sync --verify")
      // 10 says that texts are kept to be decided on.
      let isEqual = sync.output.contains("The store and the hub hold the same.")
      if ![0, 10].contains(sync.code) || !isEqual { found("sync --verify: \(sync)") }
    }
    await killHub()
    figures.kills -= 1
    let doctor = try await workplace.run("itemshub --store '\(store)' doctor")
    if doctor.code != 0 { found("doctor: \(doctor)") }
    try lookAtCommits()
    try await lookAtStores()
  }

  /// No number was given out twice, and no push was taken twice.
  private func lookAtCommits() throws {
    let pushes = devices.flatMap(\.book.pushes)
    struct Name: Hashable {
      let session: Int64
      let counter: Int64
    }
    let names = Set(pushes.map { Name(session: $0.session, counter: $0.counter) })
    if names.count != pushes.count { found("a push was taken twice") }
    let hub = try SQLiteHubStore(path: store, missing: .refused)
    let commits = try hub.read(Remote.defaultSpace) { transaction throws(HubError) in
      var known: [AcknowledgedPush] = []
      for push in pushes where push.isCommit {
        if try transaction.nonce(at: push.token.head) == push.token.nonce { known.append(push) }
      }
      return known
    }
    let sorted = commits.sorted { $0.token.head < $1.token.head }
    for (before, after) in zip(sorted, sorted.dropFirst())
    where before.token.head > after.previous {
      found("numbers were given out twice: up to \(before.token.head), from \(after.previous) on")
    }
  }

  private func lookAtStores() async throws {
    var all: [[Item]] = []
    for device in devices {
      let store = try SQLiteRepository(at: path("\(device.name).sqlite"))
      all.append(try await store.items().sorted { $0.id < $1.id })
      for finding in try await store.check() { found("\(device.name): \(finding.message)") }
      let kept = try await store.syncStatus().keptTexts
      for problem in EndState(items: all[all.count - 1], kept: kept).problems(devices.map(\.book)) {
        found("\(device.name): \(problem)")
      }
      await store.close()
    }
    for (device, items) in zip(devices, all).dropFirst()
    where !items.elementsEqual(all[0], by: { $0.hasSameContent(as: $1) }) {
      found("\(device.name) differs from \(devices[0].name)")
    }
  }
}
#endif
