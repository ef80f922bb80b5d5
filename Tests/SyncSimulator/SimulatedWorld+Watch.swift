// Follows one value, or one item's texts, through a run, to find out where something was lost.

import Storage
import Sync

extension SimulatedWorld {
  /// Notes where what is watched is now, if that has changed.
  ///
  /// That is a value, or a line of a text; or "#2", all texts of item 2.
  func noteWatched() async throws {
    guard let watched, trace != nil else { return }
    var places: [String] = []
    for space in books.indices {
      for row in try hub.rows(space) {
        places += ReplicaItem(row).places(of: watched).map { "hub \(space) \($0)" }
      }
    }
    for device in devices {
      for place in 0..<64 {
        guard let item = try await device.store.item(id(place)) else { continue }
        places += item.places(of: watched).map { "device \(device.number) \($0)" }
      }
      for conflict in try await device.store.conflicts() {
        guard let item = conflict.replica else { continue }
        places += item.places(of: watched).map {
          "device \(device.number), \(conflict.kind): \($0)"
        }
      }
    }
    guard places != watchedPlaces else { return }
    for place in watchedPlaces where !places.contains(place) { note("  no more: \(place)") }
    for place in places where !watchedPlaces.contains(place) { note("  now: \(place)") }
    watchedPlaces = places
  }
}

extension ReplicaItem {
  /// A row as an item of which nothing is left to send.
  init(_ row: HubRow) {
    self.init(
      id: row.id,
      sequence: row.sequence,
      registers: row.state.entries.map { Register($0, isDirty: false) },
      deletion: row.state.deletion.map { .init(stamp: $0, isDirty: false) }
    )
  }

  /// The registers that are watched, each in a line.
  fileprivate func places(of watched: String) -> [String] {
    let isWhole = watched == "#\(id.low & 63)"
    return registers.compactMap { register in
      let text = register.value.string ?? "\(register.value)"
      let lines = text.split(separator: "\n")
      guard isWhole || lines.contains(where: { $0 == watched }) else { return nil }
      var place = "#\(id.low & 63) \(register.field.name)@\(register.stamp.outline)"
      if isUnsynced(register) { place += ", unsynced" }
      if let base = register.base {
        place += ", from \(base.stamp.outline)\(base.value == nil ? "" : " with its value")"
      }
      if !isAlive { place += ", deleted at \(deletion?.stamp.outline ?? "")" }
      return isWhole ? "\(place): \(lines.joined(separator: "|"))" : place
    }
  }
}
