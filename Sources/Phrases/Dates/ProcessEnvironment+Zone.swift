// Whether the time zone that was asked for is known.

import CommandKit
import Files

/// The C library takes UTC for a zone that it does not know, and says nothing: <https://man7.org/linux/man-pages/man3/tzset.3.html>
extension ProcessEnvironment {
  /// The value of TZ, where that is not a time zone.
  package var unknownZone: String? {
    guard let text = variable("TZ") else { return nil }
    let name = text.hasPrefix(":") ? String(text.dropFirst()) : text
    return isZone(name) ? nil : text
  }

  private func isZone(_ name: String) -> Bool {
    if name.isEmpty || ["UTC", "GMT", "Etc/UTC"].contains(name) || ProcessEnvironment.isRule(name) {
      return true
    }
    if name.hasPrefix("/") { return FilePath(name).kind == .file }
    let folders = variable("TZDIR").map { [$0] } ?? ProcessEnvironment.zoneFolders
    return folders.contains { FilePath("\($0)/\(name)").kind == .file }
  }

  private static let zoneFolders = [
    "/usr/share/zoneinfo", "/var/db/timezone/zoneinfo", "/share/zoneinfo", "/etc/zoneinfo",
  ]

  /// Whether a zone is described in the form of POSIX, as `CET-1CEST` and `<+03>-3` are.
  private static func isRule(_ name: String) -> Bool {
    var rest = name[...]
    if rest.first == "<" {
      guard let end = rest.firstIndex(of: ">") else { return false }
      rest = rest[rest.index(after: end)...]
    } else {
      let letters = rest.prefix { $0.isASCII && $0.isLetter }
      guard letters.count >= 3 else { return false }
      rest = rest.dropFirst(letters.count)
    }
    if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
    return rest.first.map { $0.isASCII && $0.isNumber } ?? false
  }
}
