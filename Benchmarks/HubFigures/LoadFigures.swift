#if Hub
// What a running daemon does over sockets.

import Files
import Storage
import Sync

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The scenarios, each of which prints its figures.
struct LoadFigures {
  let port: UInt16
  let process: String
  /// A path on the disk of the hub's store; the floor is measured beside it.
  let store: String
  let token: String
  /// The port of another daemon on the same database, where there is one.
  var otherPort: UInt16?
  /// The tokens of other spaces, by name.
  var spaces: [(name: String, token: String)] = []

  /// How long each steady scenario goes on.
  private static let time = Duration.seconds(4)

  /// Runs scenarios by name; all if none is named.
  func run(_ names: [String]) throws {
    let scenarios: [(name: String, body: () throws -> Void)] = [
      ("floor", floor), ("small", small), ("single", single), ("spaces", manySpaces),
      ("batches", batches), ("pull", pull), ("latency", latency), ("wake", wake), ("waits", waits),
    ]
    for scenario in scenarios where names.isEmpty || names.contains(scenario.name) {
      try scenario.body()
    }
  }

  // MARK: Requests

  private func small() throws {
    let latest = try latest()
    let hello = NetworkRequest(
      method: "GET",
      path: "/v1/hello",
      headers: [NetworkRequest.Pair("Host", "localhost")]
    ).bytes
    try steady("hello", connections: 64) { _ in hello }
    let nothing = FigureRequests.nothing(after: latest, token: token).bytes
    try steady("pull of nothing", connections: 64) { _ in nothing }
    try steady("push of nothing", connections: 64) { connection in
      FigureRequests.push(
        device: 100_000 + connection.number,
        number: connection.answered + 1,
        changes: 0,
        token: token,
        seen: latest,
        cursor: latest.head,
        firstItem: 0
      ).bytes
    }
  }

  private func single() throws {
    for (devices, first) in [(1, 10_000_000_000), (64, 20_000_000_000), (1_000, 30_000_000_000)] {
      let seen = try latest()
      try steady("push of one change, \(devices) devices at once", connections: devices) {
        connection in
        FigureRequests.push(
          device: devices * 10_000 + connection.number,
          number: connection.answered + 1,
          changes: 1,
          token: token,
          seen: seen,
          firstItem: first + connection.number * 1_000_000 + connection.answered
        ).bytes
      }
    }
  }

  /// As many devices as there are spaces, each with one of its own.
  private func manySpaces() throws {
    guard !spaces.isEmpty else { return }
    let seen = try spaces.map { try latest(in: $0.name, token: $0.token) }
    try steady("push of one change, into \(spaces.count) spaces", connections: spaces.count) {
      connection in
      let space = spaces[connection.number]
      return FigureRequests.push(
        device: 90_000_000 + connection.number,
        number: connection.answered + 1,
        changes: 1,
        token: space.token,
        seen: seen[connection.number],
        firstItem: 70_000_000_000 + connection.number * 1_000_000 + connection.answered,
        space: space.name
      ).bytes
    }
  }

  private func batches() throws {
    let seen = try latest()
    try steady("change, in pushes of 500 by 4 devices", connections: 4, each: 500) { connection in
      FigureRequests.push(
        device: 50_000_000 + connection.number,
        number: connection.answered + 1,
        changes: 500,
        token: token,
        seen: seen,
        firstItem: 40_000_000_000 + connection.number * 100_000_000 + connection.answered * 500
      ).bytes
    }
  }

  private func pull() throws {
    let head = try latest().head
    let rows = 2_000
    let pages = max(1, head / Int64(rows) - 1)
    try steady("row pulled, in pages of \(rows) by 2 devices", connections: 2, each: rows) {
      connection in
      let page = Int64(connection.answered + connection.number * 7) % pages
      return FigureRequests.changes(after: page * Int64(rows), limit: rows, token: token).bytes
    }
  }

  /// How long requests take when nobody is in a hurry, for a look at what slow clients do to them.
  private func latency() throws {
    let nothing = FigureRequests.nothing(after: try latest(), token: token)
      .bytes
    var times: [Duration] = []
    let client = try LoadClient(port: port)
    let connections = try client.open(8) { connection in
      times.append(connection.received - connection.sent)
      return nothing
    }
    let end = ContinuousClock.now + Self.time
    for connection in connections { connection.send(nothing) }
    client.run { ContinuousClock.now >= end }
    client.close()
    print("pull of nothing, 8 devices: \(Percentiles(times))")
  }

  /// Sends requests one after the other on each connection for some seconds.
  private func steady(
    _ what: String,
    connections count: Int,
    each: Int = 1,
    _ request: @escaping (LoadConnection) -> [UInt8]
  ) throws {
    let client = try LoadClient(port: port)
    let start = ContinuousClock.now
    let end = start + Self.time
    var open = count
    let connections = try client.open(count) { connection in
      guard ContinuousClock.now < end else {
        open -= 1
        return nil
      }
      return request(connection)
    }
    let before = DaemonUse(process)
    let begin = ContinuousClock.now
    for connection in connections { connection.send(request(connection)) }
    client.run { open == 0 }
    let seconds = (ContinuousClock.now - begin) / .seconds(1)
    let used = DaemonUse(process).processor - before.processor
    let done = connections.reduce(0) { $0 + $1.answered } * each
    client.close()
    let microseconds = used * 1e6 / Double(done)
    print(
      "\(what): \(Int(Double(done) / seconds))/s, "
        + "\((microseconds * 10).rounded() / 10) us of the hub's processor each"
    )
  }

  /// The latest commit of a space, asked for as a device does that has nothing.
  func latest(in space: String = "main", token: String? = nil) throws -> SyncToken {
    let client = try LoadClient(port: port)
    let connection = try client.open(1) { _ in nil }[0]
    let query = [("after", "0"), ("limit", "1")]
    connection.send(
      FigureRequests.request("GET", "changes", token ?? self.token, query, space: space).bytes
    )
    client.run { connection.answered == 1 }
    defer { client.close() }
    return try ChangesPage(bytes: connection.body).token
  }

  // MARK: Waits

  /// How long a waiter has to wait for what another device pushes.
  private func wake() throws {
    var seen = try latest()
    var (fromPush, fromAnswer): ([Duration], [Duration]) = ([], [])
    let (client, other) = (try LoadClient(port: port), try LoadClient(port: otherPort ?? port))
    let waiter = try other.open(1) { _ in nil }[0]
    let pusher = try client.open(1) { _ in nil }[0]
    // A device's pushes count on.
    let device = otherPort == nil ? 60_000_000 : 61_000_000
    for round in 1...500 {
      waiter.send(FigureRequests.wait(behind: seen, token: token).bytes)
      // The hub has it by then.
      other.step(milliseconds: 3)
      pusher.send(
        FigureRequests.push(
          device: device,
          number: round,
          changes: 1,
          token: token,
          seen: seen,
          cursor: seen.head,
          firstItem: device * 1_000 + round
        ).bytes
      )
      client.run { pusher.answered == round }
      other.run { waiter.answered == round }
      fromPush.append(waiter.received - pusher.sent)
      fromAnswer.append(max(.zero, waiter.received - pusher.received))
      seen = try latest()
    }
    client.close()
    other.close()
    let place = otherPort == nil ? "" : " at another daemon"
    print("wake-up\(place), from the push's first byte: \(Percentiles(fromPush))")
    print("wake-up\(place), from the push's answer:     \(Percentiles(fromAnswer))")
  }

  /// What 10,000 that wait cost, and how long it takes to wake them all.
  private func waits() throws {
    let count = 10_000
    let before = DaemonUse(process)
    let seen = try latest()
    let wait = FigureRequests.wait(behind: seen, token: token).bytes
    let client = try LoadClient(port: port)
    let waiters = try client.open(count) { _ in nil }
    for (index, waiter) in waiters.enumerated() {
      waiter.send(wait)
      if index % 100 == 99 { client.step(milliseconds: 1) }
    }
    for _ in 0..<100 { client.step(milliseconds: 10) }
    let idle = DaemonUse(process)
    let end = ContinuousClock.now + .seconds(3)
    client.run { ContinuousClock.now >= end }
    let after = DaemonUse(process)
    let mebibytes = Double(after.resident - before.resident) / 1_048_576
    print(
      "\(count) waits: \((mebibytes * 10).rounded() / 10) MiB above idle, "
        + "\(Int((after.resident - before.resident) / count)) bytes each, "
        + "\(Int((after.processor - idle.processor) * 1_000)) ms of the processor in 3 s"
    )
    let pusher = try client.open(1) { _ in nil }[0]
    let begin = ContinuousClock.now
    pusher.send(
      FigureRequests.push(
        device: 70_000_000,
        number: 1,
        changes: 1,
        token: token,
        seen: seen,
        cursor: seen.head,
        firstItem: 60_000_000_000
      ).bytes
    )
    client.run { waiters.allSatisfy { $0.answered == 1 } && pusher.answered == 1 }
    print("wake-up of \(count): \(Percentiles(waiters.map { $0.received - begin }))")
    client.close()
  }

  // MARK: The floor

  /// What SQLite alone does on this disk, one row a commit.
  private func floor() throws {
    let path = "\(store).floor"
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    let connection = try Connection(.file(path), access: .create, busyTimeout: .seconds(1))
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    try connection.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, doc TEXT NOT NULL)")
    let insert = try connection.prepare("INSERT INTO rows (doc) VALUES (?1)")
    let document = String(repeating: "x", count: 300)
    let start = ContinuousClock.now
    var count = 0
    while ContinuousClock.now - start < .seconds(2) {
      insert.bind(document, at: 1)
      try insert.run()
      count += 1
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    print("floor: SQLite alone, one row a commit: \(Int(Double(count) / seconds))/s")
  }
}
#endif
