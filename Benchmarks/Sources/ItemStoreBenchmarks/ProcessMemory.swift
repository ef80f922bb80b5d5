import Foundation

/// The kernel's figures about this process. <https://man7.org/linux/man-pages/man5/proc_pid_status.5.html>
enum ProcessMemory {
  /// One of them, such as `VmRSS` (resident now) or `VmHWM` (the most that ever was).
  static func kibibytes(_ name: String) -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name + ":") })
    else { return 0 }
    return Int(line.split(whereSeparator: { !$0.isNumber }).first ?? "") ?? 0
  }
}
