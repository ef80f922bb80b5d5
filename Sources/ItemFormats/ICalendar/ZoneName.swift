import CommandKit
import Phrases
import Storage

/// A name that a program gives a zone, and what it says of it.
///
/// | form | example |
/// | --- | --- |
/// | a name of the system | `Europe/Berlin`, `/mozilla.org/20050126_1/Europe/Berlin`, `https://tzurl.org/zoneinfo/Asia/Tokyo` |
/// | a name of Windows | `W. Europe Standard Time` |
/// | as Outlook shows it | `(UTC+01:00) Amsterdam, Berlin, Bern`, `(GMT-05:00) Eastern Time (US & Canada)` |
/// | an offset | `GMT+0100 (Standard) / GMT+0200 (Daylight)` |
struct ZoneName {
  private let text: String
  private let now: Date

  init(_ text: String, now: Date) {
    let prefix = "tzone://Microsoft/"
    self.text = (text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text).trimmed
    self.now = now
  }

  /// The system's zone that is meant.
  var zone: LocalZone? {
    if text.lowercased() == "utc" { return LocalZone(named: "Etc/UTC") }
    return LocalZone(named: text) ?? WindowsZones.zone(named: text) ?? zoneAtEnd ?? describedZone
  }

  /// A zone without summer time, of the offset that the name begins with.
  var fixedZone: LocalZone? {
    guard let offset else { return nil }
    return LocalZone(identifier: text) { _ in offset }
  }

  /// Some programs put a word of their own in front.
  private var zoneAtEnd: LocalZone? {
    let parts = text.split(separator: "/")
    return (1..<max(1, parts.count)).lazy.compactMap {
      LocalZone(named: parts.dropFirst($0).joined(separator: "/"))
    }.first
  }

  // MARK: - Descriptions

  /// The zone of a region or of a city in the name, if its clocks show what the name says.
  private var describedZone: LocalZone? {
    let words = text.lowercased()
    let region = ZoneName.regions.first { words.contains($0.0) }.map { [$0.1] } ?? []
    let cities = text.split { "(),;/&".contains($0) }.map { $0.description.trimmed }
      .filter { !$0.isEmpty }.flatMap { city in
        ZoneName.continents.map { $0 + "/" + city.replacing(" ", with: "_") }
      }
    let zones = (region + cities).compactMap { LocalZone(named: $0) }.filter(fits)
    // Of several cities of equal rules, the one by which others know the zone.
    return zones.first { WindowsZones.identifiers.contains($0.identifier) } ?? zones.first
  }

  /// Whether a zone has the offset that the name says, in winter or in summer.
  private func fits(_ zone: LocalZone) -> Bool {
    guard let offset else { return true }
    let seconds = Int(now.millisecondsSince1970 / 1_000)
    return (0..<12).contains { zone.distance(at: seconds + $0 * 30 * 86_400) == offset }
  }

  private static let continents = [
    "Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian",
  ]

  /// What no city is called by.
  private static let regions = [
    ("eastern time", "America/New_York"), ("central time", "America/Chicago"),
    ("mountain time", "America/Denver"), ("pacific time", "America/Los_Angeles"),
    ("atlantic time", "America/Halifax"), ("arizona", "America/Phoenix"),
    ("alaska", "America/Anchorage"), ("hawaii", "Pacific/Honolulu"),
    ("newfoundland", "America/St_Johns"), ("saskatchewan", "America/Regina"),
    ("new delhi", "Asia/Kolkata"), ("beijing", "Asia/Shanghai"),
  ]

  // MARK: - Offsets

  /// The offset behind `UTC` or `GMT` at the beginning, in seconds.
  private var offset: Int? {
    var rest = text.uppercased()[...]
    if rest.first == "(" { rest = rest.dropFirst() }
    guard rest.hasPrefix("UTC") || rest.hasPrefix("GMT") else { return nil }
    rest = rest.dropFirst(3).drop { $0 == " " }
    guard let sign = rest.first, sign == "+" || sign == "-" else {
      return rest.isEmpty || rest.first == ")" ? 0 : nil
    }
    rest = rest.dropFirst()
    let hours = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest[hours.endIndex...]
    var digits = String(hours)
    if digits.count <= 2, let first = rest.first, ":.".contains(first) {
      let minutes = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      if minutes.count == 2 { digits += minutes }
    }
    if digits.count <= 2 { digits += "00" }
    return ZoneChange.distance(String(sign) + (digits.count == 3 ? "0" : "") + digits)
  }
}
