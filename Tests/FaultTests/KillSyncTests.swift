import Foundation
import Storage
import Sync
import TemporaryFolders
import Testing

/// `KILL_COUNT` and `KILL_SEED` lengthen and replay it; ten times as many kills as any other scenario has.
@Suite(.serialized, .enabled(if: Probe.path != nil)) struct KillSyncTests {
  /// How often two devices are killed before they are compared, and others begin anew.
  private static let killsPerWorld = 15

  @Test(arguments: ["sqlite", "json"])
  func `two devices whose syncs are killed agree, and have what was acknowledged`(
    _ ending: String
  ) async throws {
    var generator = SeededGenerator(seed: KillMoment.seed)
    for world in 1...max(1, KillMoment.count * 5 / Self.killsPerWorld) {
      let devices = try KilledDevices(ending, isHubStored: generator.chance(50))
      for _ in 1...Self.killsPerWorld { try await devices.killOne(&generator) }
      let problems = try await devices.problems()
      #expect(problems.isEmpty, "KILL_SEED=\(KillMoment.seed), world \(world) of '\(ending)'")
      if !problems.isEmpty { return }
    }
  }
}

/// Two devices and a hub file.
private final class KilledDevices {
  private let folder: TemporaryFolder
  private var devices: [Device]

  private struct Device {
    let name: String
    let path: String
    var next = 1
    var added: Set<String> = []
    var deleted: Set<String> = []
    /// The last note that was acknowledged.
    var note = 0
  }

  /// With a hub file of an earlier version, which the first sync brings up to date, or none.
  init(_ ending: String, isHubStored: Bool) throws {
    folder = try TemporaryFolder()
    let path = folder.file("")
    devices = ["a", "b"].map { Device(name: $0, path: "\(path)\($0).\(ending)") }
    guard isHubStored else { return }
    try FileManager.default.copyItem(atPath: StoredStore.path("hub-1.sqlite"), toPath: hub)
  }

  private var hub: String { folder.file("hub.sqlite") }

  /// Lets one of the devices work, kills it, and takes down what it was told was saved.
  func killOne(_ generator: inout SeededGenerator) async throws {
    let index = generator.below(2)
    let device = devices[index]
    let words = [
      "sync", device.path, "hub=\(hub)", "name=\(device.name)", "from=\(device.next)", "syncs=no",
    ]
    let result =
      switch KillMoment(&generator, calls: 900) {
      case .microseconds(let count): try await Probe(words).killed(after: count * 4)
      case .call(let number): try await Probe(words + ["die=\(number)"]).result()
      }
    #expect(result.said("failed") == [])
    #expect(result.code == 128 + SIGKILL || result.code == 0)
    devices[index].added.formUnion(result.said("added"))
    devices[index].deleted.formUnion(result.said("deleted"))
    devices[index].note = result.said("noted").compactMap { Int($0) }.max() ?? device.note
    // What it may have added and not said is skipped: no title comes twice by the test's own doing.
    devices[index].next = device.next + result.said("added").count + 1
  }

  /// What is wrong once both devices have synced in peace; each problem is recorded too.
  func problems() async throws -> [String] {
    var problems = try hubFindings()
    var stores: [any ItemRepository & ReplicaStore] = []
    for device in devices { stores.append(try StoreLocation(device.path).openReplica()) }
    let remote = try Remote("file:\(hub)")
    for store in stores + stores {
      let service = try remote.makeNetworkService()
      let engine = SyncEngine(store: store, remote: remote, networkService: service)
      let summary = try await engine.sync(verifies: true)
      if summary.verification?.differences != 0 { problems.append("a device and the hub differ") }
      if summary.conflicts != 0 { problems.append("\(summary.conflicts) conflicts") }
    }
    let all = ItemQuery(sort: [.ascending(.title)])
    let (first, second) = (try await stores[0].items(all), try await stores[1].items(all))
    if !first.elementsEqual(second, by: { $0.hasSameContent(as: $1) }) {
      problems.append("the devices differ")
    }
    for store in stores { problems += try await store.check().map(\.message) }
    problems += lookAt(first)
    for store in stores { await store.close() }
    for problem in problems { Issue.record("\(problem)") }
    return problems
  }

  /// What a check of the hub finds as the last kill left it; before the first sync there may be none.
  private func hubFindings() throws -> [String] {
    do throws(HubError) {
      return try HubFile(hub).check().map(\.message)
    } catch {
      guard error.code == .missing else { throw error }
      return []
    }
  }

  private func lookAt(_ items: [Item]) -> [String] {
    let titles = items.map(\.title)
    var problems: [String] = []
    if Set(titles).count != titles.count { problems.append("an item is there twice") }
    for device in devices {
      let lost = device.added.subtracting(titles).filter { title in
        // A deletion may have been kept and not said.
        let number = Int(title.split(separator: "-")[1]) ?? 0
        return number % 3 != 0
      }
      if !lost.isEmpty { problems.append("acknowledged and lost: \(lost.sorted())") }
      let revived = device.deleted.intersection(titles)
      if !revived.isEmpty { problems.append("deleted and there: \(revived.sorted())") }
      let notes = items.first { $0.title == "\(device.name)-1" }?.notes ?? ""
      if device.note > 0, device.added.contains("\(device.name)-1"), Int(notes) ?? 0 < device.note {
        problems.append("the note \(device.note) was acknowledged, '\(notes)' is there")
      }
    }
    return problems
  }
}

extension StoreLocation {
  fileprivate func openReplica() throws(StorageError) -> any ItemRepository & ReplicaStore {
    switch self {
    case .sqlite(let path): try SQLiteRepository(at: path)
    case .json(let path): try JSONFileRepository(at: path)
    case .memory: try SQLiteRepository.inMemory()
    }
  }
}
