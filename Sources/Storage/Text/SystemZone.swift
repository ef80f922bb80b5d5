// The time zone of the user, as the C library knows it: FoundationEssentials has no rules of zones on Linux.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The zone of the variable TZ, else that of the system.
enum SystemZone {
  /// The zone's name.
  ///
  /// A process notices that its user has travelled: a change of TZ at once, a change of the system's setting within a
  /// second. Each page of a list asks for the name, and reading the setting each time took a tenth of its time.
  static var identifier: String {
    let variable = unsafe getenv("TZ")
    let second = unsafe variable == nil ? monotonicSecond() : 0
    return known.withLock { known in
      if let variable = unsafe variable {
        if known.isVariable, unsafe strcmp(known.name, variable) == 0 { return known.name }
        tzset()
        known = unsafe Known(name: String(cString: variable), isVariable: true, second: 0)
      } else if known.isVariable || known.second != second {
        tzset()
        known = Known(name: linkedName() ?? "localtime", isVariable: false, second: second)
      }
      return known.name
    }
  }

  /// The zone's name as it was last read.
  private struct Known {
    var name: String
    /// Whether it comes from the variable TZ.
    var isVariable: Bool
    /// The second in which the system's setting was read.
    var second: Int
  }

  private static let known = Locked(Known(name: "", isVariable: false, second: -1))

  /// The seconds of a clock that is never set.
  private static func monotonicSecond() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }

  /// The name in the link by which the system's zone is set.
  private static func linkedName() -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_024) { buffer in
      guard let link = buffer.baseAddress else { return nil }
      let count = unsafe readlink("/etc/localtime", link, buffer.count)
      guard count > 0 else { return nil }
      let path = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])
      return unsafe name(of: String(decoding: path, as: UTF8.self))
    }
  }

  private static func name(of path: String) -> String {
    let name = path.split(separator: "/").drop { !$0.hasPrefix("zoneinfo") }.dropFirst()
    return name.first.map { String(path[$0.startIndex...]) } ?? path
  }

  /// `localtime_r` need not read the settings by itself. <https://man7.org/linux/man-pages/man3/localtime.3p.html>
  private static let isSet: Void = tzset()

  /// The distance of the clocks from UTC at a moment, both in seconds.
  static func distance(at seconds: Int) -> Int {
    isSet
    var time = time_t(seconds)
    var fields = unsafe tm()
    guard unsafe localtime_r(&time, &fields) != nil else { return 0 }
    return unsafe Int(fields.tm_gmtoff)
  }
}
