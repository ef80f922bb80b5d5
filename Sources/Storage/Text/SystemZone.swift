// The time zone of the user, as the C library knows it: FoundationEssentials has no rules of zones on Linux.

import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The zone of the variable TZ, else that of the system.
enum SystemZone {
  /// The zone's name, which changes when the zone does.
  ///
  /// Reads the settings again, so that a process notices that its user has travelled.
  static var identifier: String {
    tzset()
    if let name = unsafe getenv("TZ") { return unsafe String(cString: name) }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_024) { buffer in
      guard let link = buffer.baseAddress else { return "localtime" }
      let count = unsafe readlink("/etc/localtime", link, buffer.count)
      guard count > 0 else { return "localtime" }
      let path = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])
      return linked.withLock { linked in
        if unsafe !linked.path.elementsEqual(path) {
          linked = unsafe (Array(path), name(of: String(decoding: path, as: UTF8.self)))
        }
        return linked.name
      }
    }
  }

  /// The last link that was read, and the name in it: each page of a list asks for it.
  private static let linked = Mutex<(path: [UInt8], name: String)>(([], ""))

  private static func name(of path: String) -> String {
    let name = path.split(separator: "/").drop { !$0.hasPrefix("zoneinfo") }.dropFirst()
    return name.isEmpty ? path : name.joined(separator: "/")
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
