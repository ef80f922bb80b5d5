extension LocalZone {
  /// The zone with a name in the system's files of zones, such as `Europe/Berlin`; nil if there is none.
  ///
  /// Needs neither Foundation nor the process's own zone to know it. Each file is read once.
  public init?(named name: String) {
    let found = filesOfZones.withLock { files -> ZoneFile? in
      if let known = files[name] { return known }
      let file = ZoneFile(named: name)
      // Names come from others, too; the system has some 600 zones.
      if files.count >= 1_000 { files = [:] }
      files[name] = .some(file)
      return file
    }
    guard let found else { return nil }
    self.init(identifier: name) { date in
      let seconds = date.millisecondsSince1970.flooredQuotient(by: 1_000)
      return found.distance(at: Int(seconds))
    }
  }
}

private let filesOfZones = Locked<[String: ZoneFile?]>([:])

extension LocalZone {
  /// The moment at which clocks show a time of a day, in milliseconds since 1970.
  ///
  /// Of a time that clocks leap over it is as long after the leap as they would have shown it without; of one that they
  /// show twice it is the first. <https://www.rfc-editor.org/rfc/rfc5545#section-3.3.5>
  package func milliseconds(ofDay day: Int, millisecondOfDay: Int) -> Int64 {
    let seconds = seconds(ofReading: day * 86_400 + millisecondOfDay / 1_000)
    return Int64(seconds) * 1_000 + Int64(millisecondOfDay % 1_000)
  }

  /// The same in seconds, of what the clock of UTC would show then.
  package func seconds(ofReading reading: Int) -> Int {
    // What UTC's clock shows is off by the distance. Zones do not change twice within two days.
    let before = distance(at: reading - 86_400)
    let after = distance(at: reading + 86_400)
    let early = reading - before
    let late = reading - after
    let isLate = before != after && distance(at: early) != before && distance(at: late) == after
    return isLate ? late : early
  }

  /// What clocks show at a moment in milliseconds since 1970: the day, and the milliseconds since its midnight.
  package func reading(atMilliseconds milliseconds: Int64) -> (day: Int, millisecondOfDay: Int) {
    let seconds = milliseconds.flooredQuotient(by: 1_000)
    let local = milliseconds + Int64(distance(at: Int(seconds))) * 1_000
    let day = local.flooredQuotient(by: ISO8601.millisecondsOfDay)
    return (Int(day), Int(local - day * ISO8601.millisecondsOfDay))
  }
}
