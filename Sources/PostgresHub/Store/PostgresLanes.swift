#if Postgres
import Dispatch
import Storage

/// A bounded number of threads that wait for a server, each on a connection of its own.
///
/// Serial queues, since a concurrent one has no more threads than there are processors, whether they wait or not.
final class PostgresLanes: Sendable {
  private let queues: [DispatchQueue]

  var count: Int { queues.count }

  init(count: Int) {
    queues = (0..<count).map { DispatchQueue(label: "hub.postgres.\($0)") }
  }

  /// Runs the body for 0 to `count` - 1, many at once, and waits for all.
  func perform(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let next = Locked(0)
    let group = DispatchGroup()
    for queue in queues.prefix(count) {
      queue.async(group: group) {
        while true {
          let index = next.withLock { next in
            defer { next += 1 }
            return next
          }
          guard index < count else { return }
          body(index)
        }
      }
    }
    group.wait()
  }
}
#endif
