import Foundation

/// The kernel's figures about this process. <https://man7.org/linux/man-pages/man5/proc_pid_status.5.html>
enum ProcessFigures {
  /// One of them, such as `VmRSS` (resident now) or `VmHWM` (the most that ever was).
  static func kibibytes(_ name: String) -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name + ":") })
    else { return 0 }
    return Int(line.split(whereSeparator: { !$0.isNumber }).first ?? "") ?? 0
  }

  /// The processor time that all threads have taken, which other programs disturb little.
  static func processorTime() -> Duration {
    let fields = (try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8))?
      .split(separator: ")").last?.split(separator: " ")
    // utime and stime, fields 14 and 15 of the line, in ticks of ten milliseconds.
    guard let fields, fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12])
    else { return .zero }
    return .milliseconds(10 * (user + system))
  }
}
