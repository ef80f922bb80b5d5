import Storage
import Sync

extension HubStage {
  static func scenario(_ name: String) -> FaultScenario<HubStage>? {
    switch name {
    case "open": open
    case "push": push
    case "pull": pull
    case "conflict": conflict
    case "union": union
    case "prune": prune
    case "repair": repair
    case "together": together
    default: nil
    }
  }

  /// Makes a new hub file, or opens that of an older version, syncs with it and closes it.
  private static let open = FaultScenario<HubStage> { stage in
    try await stage.add(["first"])
  } act: { stage in
    try await stage.devices.sync(0)
    stage.devices.closeHub()
  }

  private static let push = FaultScenario<HubStage> { stage in
    try await threeItems(stage)
    stage.together = Set((4...12).map { "item \($0)" })
    try await stage.add(stage.together.sorted())
  } act: { stage in
    try await stage.devices.sync(0)
    stage.devices.closeHub()
  }

  private static let pull = FaultScenario<HubStage> { stage in
    try await threeItems(stage)
    try await stage.devices.edit("item 1", on: 0) { $0.tags = ["tag"] }
    try await stage.add((4...8).map { "item \($0)" })
    try await stage.devices.sync(0)
    stage.devices.closeHub()
  } act: { stage in
    try await stage.devices.sync(1)
    stage.devices.closeHub()
  }

  /// Two devices edit the same lines: one of them is refused, merges, and pushes again.
  private static let conflict = FaultScenario<HubStage> { stage in
    try await threeItems(stage)
    try await stage.note("Of the first device", of: "item 1", on: 0)
    try await stage.note("Of the second device", of: "item 1", on: 1)
    try await stage.devices.edit("item 2", on: 0) { $0.priority = .high }
    try await stage.devices.edit("item 2", on: 1) { $0.tags = ["tag"] }
    try await stage.devices.sync(0)
  } act: { stage in
    try await stage.devices.sync(1)
  }

  /// An older copy stands in the place of the hub, and has gone its own way.
  private static let union = FaultScenario<HubStage> { stage in
    try await threeItems(stage)
    stage.devices.closeHub()
    let copy = stage.path + ".copy"
    FaultFolder.copy(stage.path, to: copy)
    try await stage.add(["item 4"])
    try await stage.devices.sync(0)
    stage.devices.closeHub()
    FaultFolder.remove(stage.path)
    FaultFolder.copy(copy, to: stage.path)
    try await stage.add(["item 5"], to: 1)
    try await stage.devices.sync(1)
    try await stage.add(["item 6"])
    stage.isReplaced = true
  } act: { stage in
    try await stage.devices.sync(0)
  }

  /// A push after which old tombstones, commits and sessions go.
  private static let prune = FaultScenario<HubStage> { stage in
    try await threeItems(stage)
    try await stage.delete("item 2")
    for index in [0, 1] { try await stage.devices.sync(index) }
    try await stage.add(["item 4"])
    for index in [0, 1] { try await stage.devices.sync(index) }
    try Connection(.file(stage.path), access: .readWrite).execute(
      "UPDATE spaces SET age_ms = \(5 * HubEnvironment.defaultRetention)"
    )
    try await stage.add(["item 5"])
  } act: { stage in
    try await stage.devices.sync(0)
  }

  /// Mends a row that cannot be read, one that is marked wrongly, one that is never sent, and the digest.
  private static let repair = FaultScenario<HubStage> { stage in
    try await threeItems(stage)
    stage.devices.closeHub()
    try Connection(.file(stage.path), access: .readWrite).execute(
      """
      UPDATE items SET doc = '{' WHERE seq = 1;
      UPDATE items SET deleted = 1 WHERE seq = 2;
      UPDATE items SET seq = 70 WHERE seq = 3;
      """
    )
    stage.damage = try stage.devices.findings()
    stage.isReplaced = true
  } act: { stage in
    _ = try HubFile(stage.path).repair()
  }

  /// Both devices push at once, and a hub commits that together.
  private static let together = FaultScenario<HubStage> { stage in
    try await threeItems(stage)
    stage.devices.closeHub()
    for index in [0, 1] { try await stage.add((0..<4).map { "item \(index)-\($0)" }, to: index) }
    try await stage.delete("item 2")
    try await stage.note("Of the first device", of: "item 1", on: 0)
    try await stage.note("Of the second device", of: "item 3", on: 1)
  } act: { stage in
    try await stage.devices.syncTogether()
  }

  /// Three items on both devices and on the hub, which is open.
  private static let threeItems: @Sendable (HubStage) async throws -> Void = { stage in
    try await stage.add(["item 1", "item 2", "item 3"])
    for index in [0, 1] { try await stage.devices.sync(index) }
  }
}
