import Storage
import Sync

/// A hub file to which a scenario happens, and the two devices that sync with it.
final class HubStage: FaultStage {
  let path: String
  let devices: HubDevices
  let folder: String
  /// Titles of items that are on both devices in the end.
  var titles: Set<String> = []
  /// Texts of which none is lost.
  var texts: [String] = []
  /// Titles of items that one push brings: all of them are on the hub, or none.
  var together: Set<String> = []
  /// What is wrong with the hub file until it is mended.
  var damage: [StoreFinding] = []
  /// Whether the hub may have forgotten the devices.
  var isReplaced = false

  init(folder: String, name: String, isStored: Bool) throws {
    self.folder = folder
    path = "\(folder)/\(name)"
    devices = try HubDevices(inMemoryWith: path)
    if isStored { titles = StoreStage.storedTitles }
  }

  /// With the devices' stores beside the hub file, in files that the system's calls are noted for as well.
  init(filesIn folder: String, isStored: Bool) throws {
    self.folder = folder
    path = "\(folder)/hub.sqlite"
    let stores = try ["first", "second"].map {
      try Deeds.open(.sqlite(path: "\(folder)/\($0).sqlite"))
    }
    devices = HubDevices(path: path, stores: stores)
    if isStored { titles = StoreStage.storedTitles }
  }

  /// The same, as it is found in another folder.
  convenience init(_ other: HubStage, foundIn folder: String) throws {
    try self.init(filesIn: folder, isStored: false)
    titles = other.titles
    texts = other.texts
    together = other.together
    damage = other.damage
    isReplaced = other.isReplaced
  }

  func add(_ new: [String], to index: Int = 0, notes: String = "") async throws {
    titles.formUnion(new)
    try await devices.add(new, to: index, notes: notes)
  }

  func delete(_ title: String) async throws {
    titles.remove(title)
    try await devices.delete(title, on: 0)
  }

  func note(_ text: String, of title: String, on index: Int) async throws {
    texts.append(text)
    try await devices.edit(title, on: index) { $0.notes = text }
  }

  func complaint(about error: any Error) -> String? {
    let message: String
    switch error {
    case let error as SyncError:
      message = error.message
      // To SQLite, a page that cannot be read is damaged.
      if ![.unreachable, .busy, .quota, .badHub].contains(error.code) {
        return "an error that is not foreseen"
      }
    case let error as HubError:
      message = error.message
      if (error.cause as? StorageError)?.code == .unexpected {
        return "an error that is not foreseen"
      }
    default: return "an error of another type"
    }
    if !message.contains(folder) { return "an error that does not say where" }
    if !message.contains(". ") { return "an error that does not say what to do" }
    return nil
  }

  func verify() async -> (problem: String?, isReopened: Bool) {
    do {
      if let problem = try await problemAsLeft() { return (problem, false) }
      let isReopened = await !devices.worksWhileOpen()
      devices.closeHub()
      return (try await problemInTheEnd(), isReopened)
    } catch {
      return ("cannot be used again: \(error)", true)
    }
  }

  /// What is wrong before anybody syncs again.
  private func problemAsLeft() async throws -> String? {
    let findings = try devices.findings()
    if let problem = try problemOfCopy() { return problem }
    if !damage.isEmpty, findings == damage { return nil }
    guard findings.isEmpty else { return "check() found: \(findings.map(\.message))" }
    if let lost = try await devices.lost(isReplaced: isReplaced) { return lost }
    guard !together.isEmpty else { return nil }
    let count = try devices.count(of: together)
    return [0, together.count].contains(count) ? nil : "half of a push is there"
  }

  /// What is wrong with the copy that a repair keeps; it is there whole, or not at all.
  private func problemOfCopy() throws -> String? {
    let copy = path + ".before-fix"
    guard case .file = FaultFolder.kind(of: copy) else { return nil }
    let findings = try HubFile(copy).check()
    return findings == damage ? nil : "half of a copy is there: \(findings.map(\.message))"
  }

  private func problemInTheEnd() async throws -> String? {
    if try !devices.findings().isEmpty {
      let left = try HubFile(path).repair().left
      if !left.isEmpty { return "not mended: \(left.map(\.message))" }
    }
    return try await devices.difference(from: titles, texts: texts)
  }
}
