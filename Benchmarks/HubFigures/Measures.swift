#if Hub
// What is measured of a process, and of many times.

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a process has used until now.
struct DaemonUse {
  /// Seconds of the processor.
  let processor: Double
  /// Bytes in memory.
  let resident: Int

  init(_ process: String) {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    // The name, between parentheses, may hold anything.
    let fields = (text.split(separator: ")").last ?? "").split(separator: " ")
    guard fields.count > 21, let user = Double(fields[11]), let system = Double(fields[12]),
      let pages = Int(fields[21])
    else {
      (processor, resident) = (0, 0)
      return
    }
    processor = (user + system) / 100
    resident = pages * 4_096
  }
}

/// Times, sorted.
struct Percentiles: CustomStringConvertible {
  private let times: [Duration]

  init(_ times: [Duration]) { self.times = times.sorted() }

  var description: String {
    guard !times.isEmpty else { return "none" }
    let parts = [("p50", 0.5), ("p99", 0.99), ("most", 1)].map { name, part in
      let time = times[min(times.count - 1, Int(Double(times.count) * part))]
      return "\(name) \((time / .milliseconds(1) * 100).rounded() / 100) ms"
    }
    return parts.joined(separator: ", ")
  }
}
#endif
