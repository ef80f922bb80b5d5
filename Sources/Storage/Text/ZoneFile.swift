import Files

/// The rules of a time zone as the system's file of it has them.
///
/// FoundationEssentials knows no zones by name on Linux, the C library knows one zone at a time for the
/// whole process, and Foundation's own library takes longer to load than a command takes to run.
/// Source: the form TZif, <https://www.rfc-editor.org/rfc/rfc8536>.
struct ZoneFile: Sendable {
  /// The moments of changes, in seconds since 1970, in order.
  private var changes: [Int] = []
  /// The distance from UTC from each change on, in seconds.
  private var distances: [Int] = []
  /// The distance before the first change.
  private var first = 0
  /// What holds behind the last change.
  private var last: ZoneRule?

  /// The distance of clocks from UTC at a moment, both in seconds.
  func distance(at seconds: Int) -> Int {
    guard let end = changes.last, seconds < end else {
      return last?.distance(at: seconds) ?? distances.last ?? first
    }
    // The first change behind the moment.
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : distances[low - 1]
  }
}

// MARK: - Reading

extension ZoneFile {
  /// The rules of a zone such as `Europe/Berlin`; nil where the system has no sound file of it.
  init?(named name: String) {
    guard ZoneFile.isName(name) else { return nil }
    for folder in ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo"] {
      guard let file = try? FileDescriptor("\(folder)/\(name)", .read),
        let bytes = try? file.read(atMost: ZoneFile.maxBytes), let zone = ZoneFile(bytes)
      else { continue }
      self = zone
      return
    }
    return nil
  }

  /// The largest file of a zone has less than 4 KB.
  private static let maxBytes = 65_536

  /// Whether a name stays within the folder of zones: those of the system have letters, digits, `_`, `+`, `-` and `/`.
  static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first != UInt8(ascii: "/") else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "/_+-".utf8.contains(byte)
      }
    }
  }

  /// The rules in a file's bytes; nil for anything else.
  init?(_ bytes: [UInt8]) {
    guard let old = Header(bytes, at: 0) else { return nil }
    // From version 2 on the same comes again with 64 bits for each moment.
    guard old.version >= UInt8(ascii: "2") else {
      self.init(bytes, old, bytesOfTime: 4)
      return
    }
    let place = Header.size + old.size(bytesOfTime: 4)
    guard let header = Header(bytes, at: place) else { return nil }
    self.init(bytes, header, bytesOfTime: 8)
    let footer = place + Header.size + header.size(bytesOfTime: 8)
    let text = String(decoding: bytes.dropFirst(footer), as: UTF8.self).split(separator: "\n")
    if let rule = text.first {
      guard let rule = ZoneRule(String(rule)) else { return nil }
      last = rule
    }
  }

  private init?(_ bytes: [UInt8], _ header: Header, bytesOfTime: Int) {
    var place = header.place + Header.size
    guard bytes.count >= place + header.size(bytesOfTime: bytesOfTime), header.types > 0 else {
      return nil
    }
    for _ in 0..<header.times {
      changes.append(bytes.integer(at: place, count: bytesOfTime))
      place += bytesOfTime
    }
    guard zip(changes, changes.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    let types = place + header.times
    func distance(_ type: Int) -> Int { bytes.integer(at: types + type * 6, count: 4) }
    for index in 0..<header.times {
      let type = Int(bytes[place + index])
      guard type < header.types else { return nil }
      distances.append(distance(type))
    }
    first = distance(0)
    // No zone is further from UTC than 26 hours.
    guard (distances + [first]).allSatisfy({ abs($0) < 26 * 3_600 }) else { return nil }
  }

  /// What stands before the data of a file, twice from version 2 on.
  private struct Header {
    let place: Int
    let version: UInt8
    let universals: Int
    let standards: Int
    let leaps: Int
    let times: Int
    let types: Int
    let characters: Int

    static let size = 44

    init?(_ bytes: [UInt8], at place: Int) {
      guard bytes.count >= place + Header.size, bytes[place...].starts(with: "TZif".utf8) else {
        return nil
      }
      self.place = place
      version = bytes[place + 4]
      let counts = (0..<6).map { bytes.integer(at: place + 20 + $0 * 4, count: 4) }
      guard counts.allSatisfy({ 0...0xFFFF ~= $0 }) else { return nil }
      (universals, standards, leaps) = (counts[0], counts[1], counts[2])
      (times, types, characters) = (counts[3], counts[4], counts[5])
    }

    /// The bytes of the data behind it.
    func size(bytesOfTime: Int) -> Int {
      times * (bytesOfTime + 1) + types * 6 + characters + leaps * (bytesOfTime + 4) + standards
        + universals
    }
  }
}

extension [UInt8] {
  /// A signed number of four or eight bytes, the most significant first.
  fileprivate func integer(at place: Int, count: Int) -> Int {
    var value: UInt64 = 0
    for byte in self[place..<place + count] { value = value << 8 | UInt64(byte) }
    return count == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(Int64(bitPattern: value))
  }
}
