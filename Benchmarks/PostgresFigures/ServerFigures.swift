#if Postgres
import Dispatch
import Foundation
import HubServer
import PostgresHub
import Storage
import Sync

/// The rules of the server over a store in PostgreSQL, without a socket: each device pushes when it has its answer.
struct ServerFigures {
  private let server: HubServer
  private let administration: HubAdministration
  private let store: PostgresHubStore

  init(_ url: String) throws {
    let settings = try PostgresSettings(url)
    let environment = ServerEnvironment(
      now: { StoreEnvironment.live.now().millisecondsSince1970 },
      monotonic: { Int64(DispatchTime.now().uptimeNanoseconds) },
      randomBytes: { count in (0..<count).map { _ in .random(in: 0...255) } },
      sha256: { text in
        var checksum = SipHash()
        for byte in text { checksum.combine(byte) }
        let word = checksum.finished()
        return (0..<32).map { UInt8(truncatingIfNeeded: word >> UInt64($0 % 8 * 8)) }
      }
    )
    var limits = ServerLimits()
    for name in [
      "requests-per-second", "request-burst", "changes-per-second", "change-burst", "spaces",
      "queue",
      "queue-bytes",
    ] { try limits.set("\(name)=1000000000") }
    store = try PostgresHubStore(settings, connections: 24)
    administration = HubAdministration(
      store: try PostgresAdministrationStore(settings),
      environment: environment
    )
    server = try HubServer(store: store, environment: environment, limits: limits)
  }

  func run() throws {
    try measure(spaces: 1_000, devices: 1, pushes: 10, changes: 1)
    try measure(spaces: 100, devices: 10, pushes: 10, changes: 1)
    try measure(spaces: 1, devices: 1_000, pushes: 20, changes: 1)
    try measure(spaces: 1, devices: 64, pushes: 100, changes: 1)
    try measure(spaces: 1, devices: 4, pushes: 20, changes: 500)
    try measure(spaces: 8, devices: 1, pushes: 20, changes: 500)
  }

  private func measure(spaces: Int, devices: Int, pushes: Int, changes: Int) throws {
    let round = UInt16.random(in: 0...UInt16.max)
    var work: [[NetworkRequest]] = []
    for space in 0..<spaces {
      let name = "f\(round)-\(space)"
      let token = try administration.createToken(space: name, maxSpaces: .max).text
      let seen = try store.read(name) { transaction throws(HubError) in
        try transaction.space()?.token
      }
      guard let seen else { continue }
      for device in 1...devices {
        work.append(
          (1...pushes).map { number in
            let push = PushRequest(
              device: Int64(device),
              session: Int64(device),
              counter: Int64(number),
              token: seen,
              cursor: 0,
              changes: (0..<changes).map { StoreFigures.change(UInt64($0)) }
            )
            return NetworkRequest(
              method: "POST",
              path: "/v1/spaces/\(name)/push",
              headers: [
                NetworkRequest.Pair("Content-Type", "application/json"),
                NetworkRequest.Pair("Content-Length", "\(push.bytes.count)"),
                NetworkRequest.Pair("Authorization", "Bearer \(token)"),
              ],
              body: push.bytes
            )
          }
        )
      }
    }
    let (start, cpu) = (ContinuousClock.now, clock())
    let group = DispatchGroup()
    for requests in work {
      group.enter()
      Device(server, requests) { group.leave() }.next()
    }
    group.wait()
    let count = spaces * devices * pushes * changes
    let time = (ContinuousClock.now - start) / .seconds(1)
    let used = Double(clock() - cpu) / Double(CLOCKS_PER_SEC)
    let failed = failures.withLock { count in
      defer { count = 0 }
      return count
    }
    if failed > 0 { print("\(failed) failed") }
    print(
      "server: changes in pushes of \(changes), \(spaces) spaces, \(devices) devices each: "
        + "\(Int(Double(count) / time))/s, \(Int(used / Double(count) * 1e6)) us CPU each here"
    )
  }
}

/// Sends requests, each when the one before was answered.
private final class Device: @unchecked Sendable {
  private let server: HubServer
  private let requests: [NetworkRequest]
  private let done: @Sendable () -> Void
  private var index = 0

  init(_ server: HubServer, _ requests: [NetworkRequest], _ done: @escaping @Sendable () -> Void) {
    (self.server, self.requests, self.done) = (server, requests, done)
  }

  func next() {
    guard index < requests.count else { return done() }
    var head = requests[index]
    let body = head.body
    head.body = []
    index += 1
    server.handle(head, One(self, body))
  }
}

/// The answers that were none.
private let failures = Locked(0)

/// One exchange of a device.
private final class One: Exchange, Sendable {
  let peer = PeerAddress.local
  private let device: Device
  private let body: [UInt8]

  init(_ device: Device, _ body: [UInt8]) { (self.device, self.body) = (device, body) }

  func readBody(atMost limit: Int, _ body: @escaping @Sendable ([UInt8]) -> Void) {
    body(self.body)
  }

  func respond(_ response: NetworkResponse) {
    if response.status >= 300 {
      let isFirst = failures.withLock { count in
        count += 1
        return count == 1
      }
      if isFirst {
        print("unexpected: \(response.status) \(String(decoding: response.body, as: UTF8.self))")
      }
    }
    device.next()
  }

  func onDisconnect(_ action: @escaping @Sendable () -> Void) {}
  func onLastByte(_ action: @escaping @Sendable () -> Void) {}
}
#endif
