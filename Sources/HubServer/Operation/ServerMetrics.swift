import Storage

/// What a server counts; every label has a fixed, small set of values.
final class ServerMetrics: Sendable {
  /// What a request asks for.
  enum Route: String, CaseIterable, Sendable {
    case hello, push, changes, verify, wait, health, page, other
  }

  /// Why a request was refused.
  enum Refusal: String, CaseIterable, Sendable {
    case token, wrongTokens = "wrong_tokens", scope, space, requestRate = "request_rate"
    case changeRate = "change_rate", waits, queue, bytes, clock, quota, frozen, method
    case protocolVersion = "protocol"
    case mediaType = "media_type", draining, transport, connection
  }

  /// Upper ends of the histograms' buckets, in microseconds.
  static let bounds: [Int64] = [
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000,
    10_000_000,
  ]

  struct Histogram: Sendable {
    var counts = [Int](repeating: 0, count: ServerMetrics.bounds.count + 1)
    var sum: Int64 = 0

    mutating func add(microseconds: Int64) {
      let place = ServerMetrics.bounds.firstIndex { microseconds <= $0 } ?? counts.count - 1
      counts[place] += 1
      sum += microseconds
    }
  }

  struct Values: Sendable {
    /// Responses by route and class of status, 1xx to 5xx.
    var responses = [Int](repeating: 0, count: Route.allCases.count * 6)
    var refusals: [Refusal: Int] = [:]
    var latencies = [Histogram](repeating: Histogram(), count: Route.allCases.count)
    var commits = Histogram()
    var writes = 0
    var changes = 0
    var bytesIn = 0
    var bytesOut = 0
    var storeErrors = 0
    var wakes = 0
  }

  private let values = Locked(Values())

  func count(
    _ route: Route,
    status: Int,
    microseconds: Int64,
    bytesIn: Int,
    bytesOut: Int
  ) {
    guard let index = Route.allCases.firstIndex(of: route) else { return }
    values.withLock { values in
      values.responses[index * 6 + min(max(status / 100, 0), 5)] += 1
      // How long a request waits for news says nothing about the server.
      if route != .wait { values.latencies[index].add(microseconds: microseconds) }
      values.bytesIn += bytesIn
      values.bytesOut += bytesOut
    }
  }

  func count(_ refusal: Refusal) { values.withLock { $0.refusals[refusal, default: 0] += 1 } }

  func countCommit(writes: Int, microseconds: Int64) {
    values.withLock { values in
      values.writes += writes
      values.commits.add(microseconds: microseconds)
    }
  }

  func count(changes: Int) { values.withLock { $0.changes += changes } }
  func countStoreError() { values.withLock { $0.storeErrors += 1 } }
  func count(wakes: Int) { values.withLock { $0.wakes += wakes } }

  var snapshot: Values { values.withLock { $0 } }
}
