import Phrases
import Storage

/// A zone as a calendar defines it, by the changes of its clocks.
struct ZoneDefinition: Sendable {
  let name: String
  /// Names that it has beside that, such as that of the system's zone from which it was made.
  private(set) var otherNames: [String] = []
  /// In their order; at least one.
  private let changes: [ZoneChange]

  /// Reads the lines within a `VTIMEZONE`; nil where they do not tell what clocks show.
  init?(_ lines: [ContentLine]) {
    var name: String?
    var changes: [ZoneChange] = []
    var observance: [ContentLine]?
    for line in lines {
      switch (line.name, line.value.uppercased()) {
      case ("BEGIN", "STANDARD"), ("BEGIN", "DAYLIGHT"): observance = []
      case ("END", "STANDARD"), ("END", "DAYLIGHT"):
        changes += ZoneChange.changes(observance ?? [])
        observance = nil
      case ("TZID", _): name = name ?? line.value
      case ("X-LIC-LOCATION", _), ("TZID-ALIAS", _), ("TZID-ALIAS-OF", _), ("TZURL", _):
        let isPage = line.value.lowercased().hasSuffix(".ics")
        otherNames.append(String(line.value.dropLast(isPage ? 4 : 0)))
      default: observance?.append(line)
      }
    }
    guard let name, !changes.isEmpty else { return nil }
    self.name = name
    self.changes = changes.sorted { $0.seconds < $1.seconds }
  }

  /// The zone of these changes.
  var zone: LocalZone {
    LocalZone(identifier: name) { date in
      distance(at: Int(date.millisecondsSince1970.flooredQuotient(by: 1_000)))
    }
  }

  private func distance(at seconds: Int) -> Int {
    // The last change that is not behind the moment.
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].seconds <= seconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? changes[0].before : changes[low - 1].after
  }

  /// A zone of the system whose clocks show the same, now and in the years to come.
  func equalZone(from now: Date) -> LocalZone? {
    let start = Int(now.millisecondsSince1970 / 1_000)
    let weeks = (0..<ZoneDefinition.years * 52).map { start + $0 * 7 * 86_400 }
    let near = changes.filter { weeks[0]..<weeks[weeks.count - 1] ~= $0.seconds }
    let moments = weeks + near.flatMap { [$0.seconds - 1, $0.seconds] }
    return WindowsZones.identifiers.lazy.compactMap { LocalZone(named: $0) }.first { zone in
      moments.allSatisfy { zone.distance(at: $0) == distance(at: $0) }
    }
  }

  /// How far rules are compared; a rule of today tells little of later years.
  private static let years = 6
}
