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
  /// The zone's name, which changes when the zone does.
  ///
  /// Reads the settings again, so that a process notices that its user has travelled.
  static var identifier: String {
    tzset()
    if let name = unsafe getenv("TZ") { return unsafe String(cString: name) }
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) {
        unsafe $0.baseAddress.map { unsafe readlink("/etc/localtime", $0, 1_024) } ?? -1
      }
    }
    guard count > 0 else { return "localtime" }
    let path = String(decoding: bytes.prefix(count), as: UTF8.self)
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
