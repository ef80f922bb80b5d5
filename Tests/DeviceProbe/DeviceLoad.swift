import Foundation
import Storage

/// What a person does to a store, drawn from the device's seed.
struct DeviceLoad {
  private let device: Device
  /// The number of the next edit, which stands in what it writes.
  private var number: Int
  private var shared: [(id: ItemID, title: String)] = []
  private var repeating: [(id: ItemID, title: String)] = []
  private var own: [(id: ItemID, title: String)] = []

  init(_ device: Device) async throws {
    self.device = device
    number = device.options.from
    for item in try await device.store.items(ItemQuery(.list("shared"))) where item.parent == nil {
      if item.repeat == nil {
        shared.append((item.id, item.title))
      } else {
        repeating.append((item.id, item.title))
      }
    }
  }

  private var name: String { device.options.name }

  /// Makes one edit, which is one transaction.
  mutating func edit() async throws {
    defer { number += 1 }
    switch device.generator.below(100) {
    case 0..<40: try await add(1 + device.generator.below(6))
    case 40..<43: try await add(100 + device.generator.below(200))
    case 43..<60: try await count()
    case 60..<75: try await addLine()
    case 75..<85: try await complete()
    default: try await delete()
    }
  }

  private mutating func add(_ count: Int) async throws {
    // Now and then a text that is a page of its own in the hub's file, and several.
    let size = device.generator.chance(5) ? 20_000 : device.generator.below(200)
    let drafts = (0..<count).map { index in
      ItemDraft(
        title: "\(name)-\(number)-\(index)",
        notes: count > 10 ? "" : String(repeating: "n", count: size),
        list: "of \(name)"
      )
    }
    let items = try await device.store.write { transaction throws(StorageError) in
      var items: [(id: ItemID, title: String)] = []
      for draft in drafts { items.append((try transaction.add(draft).id, draft.title)) }
      return items
    }
    for item in items { device.log.note("added", item.title) }
    own += items
  }

  /// Nobody else edits what is deleted: a deletion that knows of no later edit holds.
  private mutating func delete() async throws {
    guard !own.isEmpty else { return }
    let item = own.remove(at: device.generator.below(own.count))
    device.log.note("deleting", item.title)
    try await device.store.delete(item.id)
    device.log.note("deleted", item.title)
  }

  private mutating func count() async throws {
    guard !shared.isEmpty else { return }
    let (item, number) = (device.generator.pick(shared), number)
    device.log.note("counting", item.title, "\(number)")
    try await update(item.id) { [name] in $0.attributes[name] = .integer(Int64(number)) }
    device.log.note("counted", item.title, "\(number)")
  }

  private mutating func addLine() async throws {
    guard !shared.isEmpty else { return }
    let (item, line) = (device.generator.pick(shared), "\(name):\(number)")
    device.log.note("lining", item.title, line)
    try await update(item.id) { $0.notes += "\(line)\n" }
    device.log.note("lined", item.title, line)
  }

  private func update(
    _ id: ItemID,
    _ change: @escaping @Sendable (inout Item) -> Void
  ) async throws {
    try await device.store.write { transaction throws(StorageError) in
      // That it is lost is found out at the end.
      guard var item = try transaction.item(id) else { return }
      change(&item)
      try transaction.update(item)
    }
  }

  private mutating func complete() async throws {
    guard !repeating.isEmpty else { return }
    let item = device.generator.pick(repeating)
    let completion = try await device.store.complete(item.id)
    guard let date = completion.record?.occurrence else { return }
    device.log.note("completed", item.title, "\(date)")
  }
}

extension Device {
  /// Makes the items that all devices edit.
  func prepare() async throws {
    let every = try Repeat(
      RepeatRule("FREQ=DAILY"),
      from: .day(2_020, 1, 1)
    )
    try await store.write { transaction throws(StorageError) in
      for index in 1...6 {
        try transaction.add(ItemDraft(title: "shared-\(index)", list: "shared"))
      }
      for index in 1...2 {
        try transaction.add(ItemDraft(title: "daily-\(index)", list: "shared", repeat: every))
      }
    }
  }
}
