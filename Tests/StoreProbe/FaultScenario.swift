import Storage

/// Something done to a store; `prepare` happens before any fault, and `act` under it.
struct FaultScenario: Sendable {
  let prepare: @Sendable (FaultStage) async throws(StorageError) -> Void
  let act: @Sendable (FaultStage) async throws(StorageError) -> Void

  init(
    prepare: @escaping @Sendable (FaultStage) async throws(StorageError) -> Void = { _ in },
    act: @escaping @Sendable (FaultStage) async throws(StorageError) -> Void
  ) {
    self.prepare = prepare
    self.act = act
  }
}

extension FaultScenario {
  static func named(_ name: String) -> FaultScenario? {
    switch name {
    case "open": open
    case "add": add
    case "batch": batch
    case "import": bigImport
    case "delete": delete
    case "undo": undo
    case "read": read
    case "backup": backup
    case "restore": restore
    case "close": close
    default: nil
    }
  }

  /// Makes a new store, or opens that of an older version, adds to it and closes it.
  private static let open = FaultScenario { stage throws(StorageError) in
    _ = try stage.open()
    try await stage.add("first")
    await stage.close()
  }

  private static let add = FaultScenario(prepare: threeItems) { stage throws(StorageError) in
    for index in 4...6 { try await stage.add("item \(index)") }
  }

  private static let batch = FaultScenario(prepare: threeItems) { stage throws(StorageError) in
    try await stage.addTogether((4...40).map { "item \($0)" })
  }

  /// Much more than the log is let to grow to before it is brought into the file.
  private static let bigImport = FaultScenario(prepare: threeItems) { stage throws(StorageError) in
    let notes = String(repeating: "long notes ", count: 1_800)
    try await stage.addTogether((4...220).map { "item \($0)" }, notes: notes)
    try await stage.add("item 221")
  }

  private static let delete = FaultScenario(prepare: threeItems) { stage throws(StorageError) in
    try await stage.delete("item 2")
  }

  private static let undo = FaultScenario(prepare: threeItems) { stage throws(StorageError) in
    let title = "item 3"
    stage.certain.remove(title)
    stage.doubtful.insert(title)
    let store = try stage.open()
    try await store.undo()
    try await store.redo()
    stage.doubtful.remove(title)
    stage.certain.insert(title)
  }

  private static let read = FaultScenario(prepare: closedItems) { stage throws(StorageError) in
    let store = try stage.open()
    let titles = Set(try await store.items().map(\.title))
    guard titles == stage.certain, try await store.count(.text("item")) == 3 else {
      throw StorageError(.unexpected, "A read gave something else than what is there.")
    }
  }

  private static let backup = FaultScenario(prepare: threeItems) { stage throws(StorageError) in
    let name = stage.path.hasSuffix("json") ? "copy.json" : "copy.sqlite"
    let copy = "\(stage.folder)/\(name)"
    stage.copy = copy
    try await stage.open().backup(to: copy)
  }

  private static let restore = FaultScenario { stage throws(StorageError) in
    try await threeItems(stage)
    let name = stage.path.hasSuffix("json") ? "old.json" : "old.sqlite"
    try await stage.open().backup(to: "\(stage.folder)/\(name)")
    try await stage.add("item 4")
    await stage.close()
  } act: { stage throws(StorageError) in
    stage.certain.remove("item 4")
    stage.doubtful.insert("item 4")
    let name = stage.path.hasSuffix("json") ? "old.json" : "old.sqlite"
    try await stage.location.restore(from: "\(stage.folder)/\(name)")
    stage.doubtful.remove("item 4")
  }

  private static let close = FaultScenario(prepare: threeItems) { stage throws(StorageError) in
    await stage.close()
  }

  private static let threeItems: @Sendable (FaultStage) async throws(StorageError) -> Void = {
    stage throws(StorageError) in
    for index in 1...3 { try await stage.add("item \(index)") }
  }

  private static let closedItems: @Sendable (FaultStage) async throws(StorageError) -> Void = {
    stage throws(StorageError) in
    try await threeItems(stage)
    await stage.close()
  }
}
