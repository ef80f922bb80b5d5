import Storage

/// A store to which a scenario happens, and what it has acknowledged.
final class StoreStage: FaultStage {
  let folder: String
  let location: StoreLocation
  var store: Deeds.Store?
  /// Titles of items that were acknowledged.
  var certain: Set<String> = []
  /// Titles that go together: all of them are there, or none.
  var together: Set<String> = []
  /// Titles of items of which nothing is known, as their change failed.
  var doubtful: Set<String> = []
  /// Where a copy of the store was to appear.
  var copy: String?

  init(folder: String, name: String, isStored: Bool) {
    self.folder = folder
    location = StoreLocation("\(folder)/\(name)")
    if isStored { certain = Self.storedTitles }
  }

  var path: String { location.path ?? "" }

  /// What the stored stores and hub files of earlier versions hold.
  static let storedTitles: Set<String> = ["Buy milk", "Crème brûlée 🍮"]

  static let options = StoreOptions(busyTimeout: .milliseconds(300))

  func open() throws(StorageError) -> Deeds.Store {
    if let store { return store }
    let store = try Deeds.open(location, Self.options)
    self.store = store
    return store
  }

  func close() async {
    await store?.close()
    store = nil
  }

  func add(_ title: String, notes: String = "") async throws(StorageError) {
    let store = try open()
    doubtful.insert(title)
    _ = try await store.add(ItemDraft(title: title, notes: notes, tags: ["tag"]))
    doubtful.remove(title)
    certain.insert(title)
  }

  func addTogether(_ titles: [String], notes: String = "") async throws(StorageError) {
    let store = try open()
    together.formUnion(titles)
    doubtful.formUnion(titles)
    try await store.write { transaction throws(StorageError) in
      for title in titles { try transaction.add(ItemDraft(title: title, notes: notes)) }
    }
    doubtful.subtract(titles)
    certain.formUnion(titles)
  }

  func delete(_ title: String) async throws(StorageError) {
    let store = try open()
    guard let item = try await store.items().first(where: { $0.title == title }) else { return }
    certain.remove(title)
    doubtful.insert(title)
    try await store.delete(item.id)
    doubtful.remove(title)
  }
}

extension StoreStage {
  func complaint(about error: any Error) -> String? {
    guard let error = error as? StorageError else { return "an error of another type" }
    if error.code == .unexpected { return "an error that is not foreseen" }
    if !error.message.contains(folder) { return "an error that does not say where" }
    return nil
  }

  func verify() async -> (problem: String?, isReopened: Bool) {
    let isReopened = await !worksOnSameHandle()
    await close()
    do throws(StorageError) {
      if let problem = try await lookAtStore() { return (problem, isReopened) }
      if let problem = try await lookAtCopy() { return (problem, isReopened) }
      return (nil, isReopened)
    } catch {
      return ("cannot be used again: \(error)", isReopened)
    }
  }

  private func worksOnSameHandle() async -> Bool {
    guard store != nil else { return true }
    do throws(StorageError) {
      try await add("on the same handle")
      return true
    } catch {
      return false
    }
  }

  private func lookAtStore() async throws(StorageError) -> String? {
    let store = try open()
    let findings = try await store.check()
    guard findings.isEmpty else { return "check() found: \(findings.map(\.message))" }
    let items = try await store.items(ItemQuery(sort: [.ascending(.number)]))
    let titles = Set(items.map(\.title))
    guard titles.count == items.count else { return "items are there twice" }
    let lost = certain.subtracting(titles)
    guard lost.isEmpty else { return "\(lost.count) acknowledged items are lost" }
    let alien = titles.subtracting(certain).subtracting(doubtful)
    guard alien.isEmpty else { return "\(alien.count) items are there that should not be" }
    let some = together.intersection(titles)
    guard some.isEmpty || some == together else { return "half of a transaction is there" }
    try await add("after it all")
    await close()
    return nil
  }

  private func lookAtCopy() async throws(StorageError) -> String? {
    guard let copy, case .file = FaultFolder.kind(of: copy) else { return nil }
    let store = try Deeds.open(StoreLocation(copy))
    defer { _ = store }
    let findings = try await store.check()
    guard findings.isEmpty else { return "the copy is damaged: \(findings.map(\.message))" }
    await store.close()
    return nil
  }
}
