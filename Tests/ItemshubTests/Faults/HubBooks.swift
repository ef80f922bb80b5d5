#if Hub
import Storage
import Sync

/// What a hub and its devices have, held against what the devices were told.
struct HubBooks {
  private let hub: any HubStore

  init(_ hub: any HubStore) { self.hub = hub }

  /// The pushes of which the hub lacks anything, and whether it knows their commits.
  func lost(of pushes: [AcknowledgedPush]) throws -> [(push: AcknowledgedPush, isKnown: Bool)] {
    guard !pushes.isEmpty else { return [] }
    return try hub.read(Remote.defaultSpace) { transaction throws(HubError) in
      var lost: [(push: AcknowledgedPush, isKnown: Bool)] = []
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

  /// Numbers that were given out twice, and pushes that were taken twice.
  func repetitions(in pushes: [AcknowledgedPush]) throws -> [String] {
    struct Name: Hashable {
      let session: Int64
      let counter: Int64
    }
    var problems: [String] = []
    let names = Set(pushes.map { Name(session: $0.session, counter: $0.counter) })
    if names.count != pushes.count { problems.append("a push was taken twice") }
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
      problems.append(
        "numbers were given out twice: up to \(before.token.head), from \(after.previous) on"
      )
    }
    return problems
  }

  /// What the devices' stores have that they should not, or the other way round; in the end all of them have the same.
  static func problems(of devices: [(book: DeviceBook, path: String)]) async throws -> [String] {
    var problems: [String] = []
    var all: [[Item]] = []
    for (book, path) in devices {
      let store = try SQLiteRepository(at: path)
      all.append(try await store.items().sorted { $0.id < $1.id })
      for finding in try await store.check() { problems.append("\(book.name): \(finding.message)") }
      let kept = try await store.syncStatus().keptTexts
      for problem in EndState(items: all[all.count - 1], kept: kept).problems(devices.map(\.book)) {
        problems.append("\(book.name): \(problem)")
      }
      await store.close()
    }
    for (device, items) in zip(devices, all).dropFirst()
    where !items.elementsEqual(all[0], by: { $0.hasSameContent(as: $1) }) {
      problems.append("\(device.book.name) differs from \(devices[0].book.name)")
    }
    return problems
  }
}
#endif
