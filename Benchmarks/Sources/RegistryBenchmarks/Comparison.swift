import Dispatch
import Foundation

/// What one way of getting a value costs, on one thread and on two, beside making it directly.
struct Comparison {
  let name: String
  /// Nanoseconds for the direct way.
  let direct: Double
  /// Nanoseconds for the container's way.
  let resolved: Double
  /// Nanoseconds for the container's way while another thread does the same with the same factory.
  let contended: Double

  /// Runs both ways in turns, once unmeasured, and takes the medians.
  static func take(
    _ name: String,
    operations: Int,
    runs: Int = 9,
    direct: @escaping @Sendable (Int) -> Int,
    resolved: @escaping @Sendable (Int) -> Int
  ) -> Comparison {
    var times: [(direct: Double, resolved: Double, contended: Double)] = []
    for run in 0...runs {
      let round = (
        time(operations, direct), time(operations, resolved), timeOfTwo(operations, resolved)
      )
      if run > 0 { times.append(round) }
    }
    return Comparison(
      name: name,
      direct: median(times.map(\.direct)),
      resolved: median(times.map(\.resolved)),
      contended: median(times.map(\.contended))
    )
  }

  static let header = """
    | what | direct | container | beyond | two threads |
    | --- | --- | --- | --- | --- |
    """

  /// One line of the table.
  var row: String {
    "| \(name) | \(text(direct)) | \(text(resolved)) | \(text(max(0, resolved - direct))) | \(text(contended)) |"
  }

  private func text(_ nanoseconds: Double) -> String {
    nanoseconds < 10
      ? "\((nanoseconds * 10).rounded() / 10) ns" : "\(Int(nanoseconds.rounded())) ns"
  }
}

// MARK: - Times

extension Comparison {
  /// Nanoseconds for each operation.
  private static func time(_ operations: Int, _ body: (Int) -> Int) -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    let result = body(operations)
    let duration = clock.now - start
    // The result is used, so that the work cannot be left out.
    precondition(result != Int.min)
    return duration / .nanoseconds(1) / Double(operations)
  }

  /// The slower of two threads that begin together.
  private static func timeOfTwo(
    _ operations: Int,
    _ body: @escaping @Sendable (Int) -> Int
  ) -> Double {
    let start = DispatchSemaphore(value: 0)
    let done = DispatchGroup()
    let times = [Box(), Box()]
    for box in times {
      done.enter()
      Thread.detachNewThread {
        start.wait()
        box.value = time(operations, body)
        done.leave()
      }
    }
    for _ in times { start.signal() }
    done.wait()
    return times.map(\.value).max() ?? 0
  }

  private static func median(_ times: [Double]) -> Double {
    times.sorted()[times.count / 2]
  }

  /// `@unchecked Sendable`: one thread writes before it leaves the group, and one reads after all have left.
  private final class Box: @unchecked Sendable {
    var value = 0.0
  }
}
