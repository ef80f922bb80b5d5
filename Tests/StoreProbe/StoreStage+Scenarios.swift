import Storage

extension StoreStage {
  static func scenario(_ name: String) -> FaultScenario<StoreStage>? {
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
  private static let open = FaultScenario<StoreStage> { stage in
    _ = try stage.open()
    try await stage.add("first")
    await stage.close()
  }

  private static let add = FaultScenario<StoreStage>(prepare: threeItems) { stage in
    for index in 4...6 { try await stage.add("item \(index)") }
  }

  private static let batch = FaultScenario<StoreStage>(prepare: threeItems) { stage in
    try await stage.addTogether((4...40).map { "item \($0)" })
  }

  /// Much more than the log is let to grow to before it is brought into the file.
  private static let bigImport = FaultScenario<StoreStage>(prepare: threeItems) { stage in
    let notes = String(repeating: "long notes ", count: 1_800)
    try await stage.addTogether((4...220).map { "item \($0)" }, notes: notes)
    try await stage.add("item 221")
  }

  private static let delete = FaultScenario<StoreStage>(prepare: threeItems) { stage in
    try await stage.delete("item 2")
  }

  private static let undo = FaultScenario<StoreStage>(prepare: threeItems) { stage in
    let title = "item 3"
    stage.certain.remove(title)
    stage.doubtful.insert(title)
    let store = try stage.open()
    try await store.undo()
    try await store.redo()
    stage.doubtful.remove(title)
    stage.certain.insert(title)
  }

  private static let read = FaultScenario<StoreStage>(prepare: closedItems) { stage in
    let store = try stage.open()
    let titles = Set(try await store.items().map(\.title))
    guard titles == stage.certain, try await store.count(.text("item")) == 3 else {
      throw StorageError(.unexpected, "A read gave something else than what is there.")
    }
  }

  private static let backup = FaultScenario<StoreStage>(prepare: threeItems) { stage in
    let name = stage.path.hasSuffix("json") ? "copy.json" : "copy.sqlite"
    let copy = "\(stage.folder)/\(name)"
    stage.copy = copy
    try await stage.open().backup(to: copy)
  }

  private static let restore = FaultScenario<StoreStage> { stage in
    try await threeItems(stage)
    let name = stage.path.hasSuffix("json") ? "old.json" : "old.sqlite"
    try await stage.open().backup(to: "\(stage.folder)/\(name)")
    try await stage.add("item 4")
    await stage.close()
  } act: { stage in
    stage.certain.remove("item 4")
    stage.doubtful.insert("item 4")
    let name = stage.path.hasSuffix("json") ? "old.json" : "old.sqlite"
    try await stage.location.restore(from: "\(stage.folder)/\(name)")
    stage.doubtful.remove("item 4")
  }

  private static let close = FaultScenario<StoreStage>(prepare: threeItems) { stage in
    await stage.close()
  }

  private static let threeItems: @Sendable (StoreStage) async throws -> Void = { stage in
    for index in 1...3 { try await stage.add("item \(index)") }
  }

  private static let closedItems: @Sendable (StoreStage) async throws -> Void = { stage in
    try await threeItems(stage)
    await stage.close()
  }
}
