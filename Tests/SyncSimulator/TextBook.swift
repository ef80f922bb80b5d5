import Storage
import Sync

/// Knows each line of text that somebody typed into an item, and whether it may be missing.
struct TextBook {
  private var typed: [Set<String>] = Array(repeating: [], count: 64)
  /// Lines that somebody who saw them took out, or whose only copies are gone with a disk.
  private var excused: [Set<String>] = Array(repeating: [], count: 64)
  /// Lines that somebody took out of a field while they were kept beside it too, and the reverse.
  private var outOfField: [Set<String>] = Array(repeating: [], count: 64)
  private var outOfKept: [Set<String>] = Array(repeating: [], count: 64)
  /// Lines that somebody threw away, by the stamps under which they may have been sent before.
  private var thrownAway: [[Stamp: Set<String>]] = Array(repeating: [:], count: 64)

  /// Notes an edit: what it brings was typed, and what it takes out was seen.
  mutating func note(before: ReplicaItem?, after: ReplicaItem) {
    let place = Int(after.id.low & 63)
    let isSameText = before.map { $0.textRegisters == after.textRegisters } ?? false
    if isSameText, after.isAlive { return }
    let (old, new) = (before?.lines ?? [], after.lines)
    typed[place].formUnion(new.subtracting(old))
    excused[place].formUnion(old.subtracting(new))
    if !after.isAlive { excused[place].formUnion(old.union(new)) }
    guard let before else { return }
    // Two people may each take one of two copies out.
    outOfField[place].formUnion(before.lines(kept: false).subtracting(after.lines(kept: false)))
    outOfKept[place].formUnion(before.lines(kept: true).subtracting(after.lines(kept: true)))
    excused[place].formUnion(outOfField[place].intersection(outOfKept[place]))
  }

  /// The only copies of these lines are gone.
  mutating func excuse(_ lines: Set<String>, in place: Int) { excused[place].formUnion(lines) }

  /// Somebody threw these lines away, of which another device has copies that it has yet to send.
  ///
  /// A push whose answer was lost may have brought them to the hub, or may yet, under one of these stamps.
  mutating func throwAway(_ lines: Set<String>, sentUnder stamps: [Stamp], in place: Int) {
    for stamp in stamps { thrownAway[place][stamp, default: []].formUnion(lines) }
  }

  /// The lines of the hub's row of an item, but for those that somebody threw away after they were sent.
  ///
  /// The next edit there was made by somebody who had seen them, and goes over what that push brought to
  /// the hub. A text that another device keeps beside it is a register of its own, and stays.
  func lasting(in row: HubRow) -> Set<String> {
    let thrown = thrownAway[Int(row.id.low & 63)]
    guard !thrown.isEmpty else { return row.state.lines }
    var lasting: Set<String> = []
    for entry in row.state.entries {
      let lines = ItemState(ordered: [entry]).lines
      lasting.formUnion(entry.isKeptText ? lines : lines.subtracting(thrown[entry.stamp] ?? []))
    }
    return lasting
  }

  /// A line that must be there and is not.
  func missing(from found: Set<String>, in place: Int) -> String? {
    typed[place].subtracting(excused[place]).subtracting(found).min()
  }
}

extension ReplicaItem {
  /// The lines of the item's texts.
  var lines: Set<String> { state.lines }

  /// The lines of the item's fields, or of what is kept beside them.
  fileprivate func lines(kept: Bool) -> Set<String> { state.lines(kept: kept) }

  /// The registers that hold text, with what is kept beside it.
  var textRegisters: [Register] {
    registers.filter {
      $0.field == .fixed(.title) || $0.field.isMerged || KeptText.parts(of: $0.field) != nil
    }
  }
}

extension ItemState {
  /// The lines of the item's texts that are not blank.
  var lines: Set<String> {
    var lines: Set<String> = []
    for entry in entries where entry.isText {
      for line in (entry.value.string ?? "").split(separator: "\n") { lines.insert(String(line)) }
    }
    return lines
  }
}

extension ItemState {
  /// The lines of the fields, or of what is kept beside them.
  func lines(kept: Bool) -> Set<String> {
    ItemState(ordered: entries.filter { $0.isKeptText == kept }).lines
  }
}

extension ItemState.Entry {
  fileprivate var isText: Bool {
    name == "title" || Field(name: name).isMerged || isKeptText
  }

  /// The register as somebody wrote it, for a kept text; nil for the decision on one.
  var written: ItemState.Entry? {
    guard let parts = KeptText.parts(of: Field(name: name)) else { return self }
    return value == .null ? nil : ItemState.Entry(parts.field.name, value, stamp: parts.stamp)
  }
}

extension Field {
  /// Whether edits of it are merged line by line.
  var isMerged: Bool { self == .fixed(.notes) || self == ProgramVersion.textAttribute }
}

extension SyncConflict {
  /// The lines of text in it; of a text alone, not those of the title that says whose it is.
  var lines: Set<String> {
    guard let text = displacedText else { return replica?.state.lines ?? [] }
    return Set(text.text.split(separator: "\n").map(String.init))
  }

  /// Whether it is a text that was more than may be kept beside an item's own.
  var isDisplacedText: Bool { displacedText != nil }

  /// That text.
  var displacedText: KeptText? { kind == .lost ? replica?.state.displacedText : nil }
}

// MARK: - Disks that are gone

extension SimulatedWorld {
  /// The device's disk is gone, and with it what was only there.
  func forget(_ device: Device) async throws {
    // What another device merely has from the hub goes when the hub's row says so.
    let onHub = try lastingLinesOnHub(device.space)
    var others = onHub
    for other in devices where other !== device && other.space == device.space {
      for (place, lines) in try await lines(on: other, onlyUnsynced: true).enumerated() {
        others[place].formUnion(lines)
      }
    }
    for (place, lines) in try await lines(on: device).enumerated() {
      books[device.space].texts.excuse(lines.subtracting(others[place]), in: place)
    }
    // What went to lost-and-found here counts as decided on everywhere.
    for conflict in try await device.store.conflicts() where conflict.isDisplacedText {
      let place = Int(conflict.item.low & 63)
      books[device.space].texts.excuse(conflict.lines.subtracting(onHub[place]), in: place)
    }
  }

  /// The hub's disk is gone, and with it what no device has any more.
  func forgetHub(_ space: Int) async throws {
    var others: [Set<String>] = Array(repeating: [], count: 64)
    for device in devices where device.space == space {
      for (place, lines) in try await lines(on: device).enumerated() {
        others[place].formUnion(lines)
      }
    }
    for (place, lines) in try linesOnHub(space).enumerated() {
      books[space].texts.excuse(lines.subtracting(others[place]), in: place)
    }
  }

  /// The lines of each item on the hub that is alive.
  func linesOnHub(_ space: Int) throws -> [Set<String>] {
    var found: [Set<String>] = Array(repeating: [], count: 64)
    for row in try hub.rows(space) where row.state.isAlive {
      found[Int(row.id.low & 63)] = row.state.lines
    }
    return found
  }

  /// The same without what somebody threw away after it was sent.
  func lastingLinesOnHub(_ space: Int) throws -> [Set<String>] {
    var found: [Set<String>] = Array(repeating: [], count: 64)
    for row in try hub.rows(space) where row.state.isAlive {
      found[Int(row.id.low & 63)] = books[space].texts.lasting(in: row)
    }
    return found
  }

  /// The lines of each item on a device, and in what it could not apply.
  func lines(on device: Device, onlyUnsynced: Bool = false) async throws -> [Set<String>] {
    var found: [Set<String>] = Array(repeating: [], count: 64)
    for place in 0..<64 {
      guard let item = try await device.store.item(id(place)), item.isAlive else { continue }
      found[place] = onlyUnsynced ? item.unsyncedState().lines : item.lines
    }
    for conflict in try await device.store.conflicts() {
      found[Int(conflict.item.low & 63)].formUnion(conflict.lines)
    }
    return found
  }
}
