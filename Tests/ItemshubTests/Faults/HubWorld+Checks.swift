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
    return try HubBooks(SQLiteHubStore(path: file, missing: .refused)).lost(of: pushes)
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
    let books = HubBooks(try SQLiteHubStore(path: store, missing: .refused))
    for problem in try books.repetitions(in: devices.flatMap(\.book.pushes)) { found(problem) }
    let stores = devices.map { (book: $0.book, path: path("\($0.name).sqlite")) }
    for problem in try await HubBooks.problems(of: stores) { found(problem) }
  }
}
#endif
