// What the rules cost, without a socket.

import Dispatch
import HubServer
import Storage
import Sync

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct RuleFigures {
  /// Where the store is.
  let folder: String

  /// A server without limits to speak of, on real clocks.
  private func makeHub() throws -> (
    server: HubServer, path: String, token: String
  ) {
    let path = "\(folder)/hub-figures-\(UInt64.random(in: 0 ... .max)).sqlite"
    let start = ContinuousClock.now
    let environment = ServerEnvironment(
      now: { StoreEnvironment.live.now().millisecondsSince1970 },
      monotonic: {
        let (seconds, rest) = (ContinuousClock.now - start).components
        return seconds * 1_000_000_000 + rest / 1_000_000_000
      },
      randomBytes: { count in
        var random = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        while bytes.count < count {
          let word = random.next()
          for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
          }
        }
        return Array(bytes.prefix(count))
      },
      // No hash, but as good for figures: each text has its own, at about libcrypto's cost.
      sha256: { text in
        var checksum = SipHash()
        for byte in text { checksum.combine(byte) }
        let word = checksum.finished()
        return (0..<32).map { UInt8(truncatingIfNeeded: word >> UInt64($0 % 8 * 8)) }
      }
    )
    var limits = ServerLimits()
    for name in ["requests-per-second", "request-burst", "changes-per-second", "change-burst"] {
      try limits.set("\(name)=1_000_000_000")
    }
    let administration = try HubAdministration(path: path, environment: environment)
    let token = try administration.createToken(space: "main").text
    let server = try HubServer(
      store: SQLiteServerStore(path: path),
      environment: environment,
      limits: limits
    )
    return (server, path, token)
  }

  private func report(
    _ what: String,
    _ count: Int,
    since start: ContinuousClock.Instant,
    _ cpu: clock_t
  ) {
    let time = (ContinuousClock.now - start) / .seconds(1)
    let used = Double(clock() - cpu) / Double(CLOCKS_PER_SEC)
    print(
      "\(what): \(Int(Double(count) / time))/s, \(Int(used / Double(count) * 1e9)) ns CPU each, \(count) in \(time) s"
    )
  }

  private func run(_ server: HubServer, _ token: String, _ work: [[NetworkRequest]]) {
    let group = DispatchGroup()
    for requests in work {
      group.enter()
      Caller(server, requests) { group.leave() }.next()
    }
    group.wait()
  }

  private func pushes(
    devices: Int,
    each: Int,
    changes: Int,
    token: String,
    seen: SyncToken,
    firstItem: Int = 0
  ) -> [[NetworkRequest]] {
    (0..<devices).map { device in
      (0..<each).map { number in
        FigureRequests.push(
          device: device + 1,
          number: number + 1 + firstItem,
          changes: changes,
          token: token,
          seen: seen,
          firstItem: firstItem + (device * each + number) * changes
        )
      }
    }
  }

  func run() throws {
    let hub = try makeHub()
    let seen = try RuleFigures.latest(in: hub.path)
    for devices in [1, 8, 64, 1_000] {
      let each = devices == 1 ? 2_000 : 40_000 / devices
      let work = pushes(
        devices: devices,
        each: each,
        changes: 1,
        token: hub.token,
        seen: seen,
        firstItem: devices * 1_000_000
      )
      let (start, cpu) = (ContinuousClock.now, clock())
      run(hub.server, hub.token, work)
      report("pushes of one change, \(devices) devices", devices * each, since: start, cpu)
      print(
        hub.server.metricsText().split(separator: "\n").filter {
          $0.contains("commit_seconds_count") || $0.contains("writes_total ")
        }.joined(separator: " ")
      )
    }
    for devices in [1, 4] {
      let work = pushes(
        devices: devices,
        each: 200 / devices,
        changes: 500,
        token: hub.token,
        seen: seen,
        firstItem: devices * 10_000_000_000
      )
      let (start, cpu) = (ContinuousClock.now, clock())
      run(hub.server, hub.token, work)
      report("changes in pushes of 500, \(devices) devices", 200 * 500, since: start, cpu)
    }
    do {
      var pages: [[NetworkRequest]] = []
      for _ in 0..<2 {
        pages.append(
          (0..<60).map {
            FigureRequests.changes(after: $0 * 4_000, limit: 4_000, token: hub.token)
          }
        )
      }
      let (start, cpu) = (ContinuousClock.now, clock())
      run(hub.server, hub.token, pages)
      report("rows pulled", 2 * 60 * 4_000, since: start, cpu)
    }
    let latest = try RuleFigures.latest(in: hub.path)
    let empty: [(String, (Int, Int) -> NetworkRequest)] = [
      ("pulls", { _, _ in FigureRequests.nothing(after: latest, token: hub.token) }),
      (
        "pushes",
        { device, number in
          FigureRequests.push(
            device: 5_000 + device,
            number: number + 1,
            changes: 0,
            token: hub.token,
            seen: latest,
            cursor: latest.head,
            firstItem: 0
          )
        }
      ),
    ]
    for (name, make) in empty {
      let work = (0..<64).map { device in (0..<1_500).map { make(device, $0) } }
      let (start, cpu) = (ContinuousClock.now, clock())
      run(hub.server, hub.token, work)
      report("\(name) of nothing, 64 devices", 64 * 1_500, since: start, cpu)
    }
    let work = (0..<64).map { _ in
      (0..<3_000).map { _ in NetworkRequest(method: "GET", path: "/v1/hello") }
    }
    let (start, cpu) = (ContinuousClock.now, clock())
    run(hub.server, hub.token, work)
    report("hello", 64 * 3_000, since: start, cpu)
  }

  /// The latest commit of the space `main`, read from the store's file.
  private static func latest(in path: String) throws -> SyncToken {
    let store = try SQLiteHubStore(path: path)
    return try store.read("main") { transaction throws(HubError) in
      try transaction.space()?.token ?? SyncToken(epoch: 0, head: 0, nonce: 0)
    }
  }
}

/// Sends requests, each when the one before was answered.
private final class Caller: @unchecked Sendable {
  private let server: HubServer
  private let requests: [NetworkRequest]
  private let done: @Sendable () -> Void
  private var index = 0

  init(_ server: HubServer, _ requests: [NetworkRequest], _ done: @escaping @Sendable () -> Void) {
    self.server = server
    self.requests = requests
    self.done = done
  }

  /// Sends the next one; answers that come before `handle` has returned are a loop, not a recursion.
  func next() {
    while index < requests.count {
      var head = requests[index]
      head.body = []
      let one = One(self, requests[index].body)
      server.handle(head, one)
      if !one.finishInline() { return }
      index += 1
    }
    done()
  }

  fileprivate func answered() {
    index += 1
    if index < requests.count { next() } else { done() }
  }
}

/// One exchange of a caller.
private final class One: Exchange, Sendable {
  private enum State { case begun, answered, returned }

  let peer = PeerAddress.local
  private let caller: Caller
  private let body: [UInt8]
  private let state = Locked(State.begun)

  init(_ caller: Caller, _ body: [UInt8]) {
    self.caller = caller
    self.body = body
  }

  /// Whether the answer came while the request was handed over; if not, it will call.
  func finishInline() -> Bool {
    state.withLock { state in
      if state == .answered { return true }
      state = .returned
      return false
    }
  }

  func readBody(atMost limit: Int, _ body: @escaping @Sendable ([UInt8]) -> Void) {
    body(self.body)
  }

  func respond(_ response: NetworkResponse) {
    if response.status >= 300 {
      print("unexpected: \(response.status) \(String(decoding: response.body, as: UTF8.self))")
    }
    let isLate = state.withLock { state in
      defer { state = .answered }
      return state == .returned
    }
    if isLate { caller.answered() }
  }

  func onDisconnect(_ action: @escaping @Sendable () -> Void) {}
  func onLastByte(_ action: @escaping @Sendable () -> Void) {}
}
