#if Hub
// Thousands of devices at several daemons: each waits for news, edits now and then, and loses its connection now and then.

import Files
import Glibc
import Storage
import Sync

/// Devices that share spaces, at daemons of one database.
///
/// Edits and lost connections come by a Poisson process each. As a device does, one that edits ends its wait, pushes over a new
/// connection, asks for what is new, and waits again; one that loses its connection comes back at any of the daemons. The
/// seed draws who does what and when, as far as the clock lets it.
final class CrowdFigures {
  private let spaces: [CrowdSpace]
  private var devices: [CrowdDevice] = []
  private let ports: [UInt16]
  private let client: LoadClient
  private var generator: SeededGenerator
  private let seed: UInt64
  /// When those that were refused try again.
  private var later: [(time: ContinuousClock.Instant, device: CrowdDevice)] = []
  private var absent: [UInt16: ContinuousClock.Instant] = [:]

  private var edits = 0
  private var refusals: [Int: Int] = [:]
  private var lostConnections = 0
  private var pushTimes: [Duration] = []
  private var (here, elsewhere): ([Duration], [Duration]) = ([], [])

  init(ports: [UInt16], spaces: [(name: String, token: String)], seed: UInt64) throws {
    self.ports = ports
    client = try LoadClient(port: ports[0])
    self.spaces = spaces.map { CrowdSpace(name: $0.name, token: $0.token) }
    self.seed = seed
    generator = SeededGenerator(seed: seed)
  }

  /// Connects `count` devices, lets them work for a while, and prints what was seen.
  func run(_ count: Int, for time: Duration, edits: Double, losses: Double) throws {
    let start = ContinuousClock.now
    for number in 0..<count {
      let device = CrowdDevice(number: number, space: spaces[number % spaces.count])
      device.space.devices.append(device)
      devices.append(device)
      try connect(device)
      // As they come over a while, and not all in one moment.
      if number % 20 == 19 { client.step(milliseconds: 1) }
    }
    run { self.devices.allSatisfy { $0.step == .waiting } }
    print(
      "\(count) devices in \(spaces.count) spaces wait after \(text(.now - start)) s, seed \(seed)"
    )
    // The script waits for this line, wherever it goes.
    fflush(nil)
    let begin = ContinuousClock.now
    var nextEdit = begin + pause(edits)
    var nextLoss = begin + pause(losses)
    run {
      let now = ContinuousClock.now
      while nextEdit < now {
        nextEdit += self.pause(edits)
        self.edit(self.anyDevice())
      }
      while nextLoss < now {
        nextLoss += self.pause(losses)
        self.lose(self.anyDevice())
      }
      return now > begin + time
    }
    let seconds = (ContinuousClock.now - begin) / .seconds(1)
    // Until everybody has everything, or nothing comes any more.
    let end = ContinuousClock.now + .seconds(70)
    run { self.isSettled || ContinuousClock.now > end }
    report(seconds)
  }

  private func report(_ seconds: Double) {
    print(
      "\(edits) edits, \(Int(Double(edits) / seconds)) a second; \(lostConnections) lost connections; "
        + "refused: \(refusals.isEmpty ? "none" : "\(refusals)")"
    )
    print("a push, from its connection to its answer: \(Percentiles(pushTimes))")
    print("until another device has it, at the same daemon: \(Percentiles(here))")
    print("until another device has it, at another daemon:  \(Percentiles(elsewhere))")
    let missing = spaces.reduce(0) { sum, space in
      sum + space.pushes.reduce(0) { $0 + $1.missing.count }
    }
    let unsent = devices.reduce(0) { $0 + $1.pending }
    let behind = devices.count { $0.cursor < $0.space.head }
    print("never arrived: \(missing); unsent: \(unsent); devices behind: \(behind)")
    guard missing + unsent + behind > 0 || refusals[410] != nil else { return }
    LoadClient.giveUp("not everybody has everything")
  }

  private var isSettled: Bool {
    devices.allSatisfy { $0.pending == 0 && $0.step == .waiting }
      && spaces.allSatisfy(\.pushes.isEmpty)
  }

  private func run(until isOver: () -> Bool) {
    client.run {
      let now = ContinuousClock.now
      let due = self.later.filter { $0.time <= now }
      self.later.removeAll { $0.time <= now }
      for (_, device) in due { self.reconnect(device) }
      return isOver()
    }
  }

  /// A pause of a Poisson process of so many events a second.
  private func pause(_ rate: Double) -> Duration {
    let uniform = (Double(generator.below(1 << 30)) + 1) / Double(1 << 30)
    return .seconds(-log(uniform) / rate)
  }

  private func anyDevice() -> CrowdDevice { devices[generator.below(devices.count)] }

  private func text(_ duration: Duration) -> String {
    "\((duration / .seconds(1) * 10).rounded() / 10)"
  }
}

// MARK: - What devices do

extension CrowdFigures {
  private func edit(_ device: CrowdDevice) {
    edits += 1
    device.pending += 1
    device.pushBegan = .now
    // HTTP/1.1 has no other way to end a wait.
    if device.step == .waiting { reconnect(device, at: device.port) }
  }

  private func lose(_ device: CrowdDevice) {
    lostConnections += 1
    reconnect(device)
  }

  private func reconnect(_ device: CrowdDevice, at port: UInt16? = nil) {
    device.connection?.close()
    device.connection = nil
    do {
      try connect(device, to: port)
    } catch {
      wait(device)
    }
  }

  private func wait(_ device: CrowdDevice) {
    device.step = .away
    later.append((.now + .milliseconds(200 + generator.below(800)), device))
  }

  /// Connects to that daemon, or to any; to another one where that is gone.
  private func connect(_ device: CrowdDevice, to port: UInt16? = nil) throws {
    let now = ContinuousClock.now
    let present = ports.filter { absent[$0].map { $0 < now } ?? true }
    let port = port ?? generator.pick(present.isEmpty ? ports : present)
    let connection: LoadConnection
    do {
      connection = try client.open(1, to: port) { [unowned self, unowned device] connection in
        take(connection, device)
      }[0]
    } catch {
      absent[port] = now + .seconds(1)
      throw error
    }
    connection.ended = { [unowned self, unowned device, unowned connection] in
      guard device.connection === connection else { return }
      lostConnections += 1
      reconnect(device)
    }
    device.connection = connection
    device.port = port
    connection.send(request(device))
  }

  /// What a device asks for next when nothing is under way.
  private func request(_ device: CrowdDevice) -> [UInt8] {
    guard let seen = device.seen, device.pending > 0 else {
      device.step = .pulling
      return FigureRequests.changes(device).bytes
    }
    device.step = .pushing
    device.counter += 1
    return FigureRequests.push(
      device: 1_000_000 + device.number,
      number: device.counter,
      changes: 1,
      token: device.space.token,
      seen: seen,
      cursor: device.cursor,
      firstItem: 90_000_000_000 + device.number * 100_000 + device.counter,
      space: device.space.name
    ).bytes
  }

  private func take(_ connection: LoadConnection, _ device: CrowdDevice) -> [UInt8]? {
    guard connection.status < 300 else {
      refusals[connection.status, default: 0] += 1
      connection.close()
      device.connection = nil
      wait(device)
      return nil
    }
    switch device.step {
    case .pushing:
      guard case .accepted(let reply) = try? PushReply(bytes: connection.body) else {
        LoadClient.giveUp("no push was taken: \(String(decoding: connection.body, as: UTF8.self))")
      }
      device.pending -= 1
      pushTimes.append(.now - device.pushBegan)
      device.space.add(
        CrowdPush(device, head: reply.token.head),
        &here,
        &elsewhere
      )
      return request(device)
    case .waiting where connection.status == 204: return wait(behind: device)
    case .waiting: return request(device)
    case .pulling, .away:
      guard let page = try? ChangesPage(bytes: connection.body) else {
        LoadClient.giveUp("no page: \(String(decoding: connection.body, as: UTF8.self))")
      }
      device.seen = page.token
      device.cursor = page.end
      device.pulled = .now
      device.space.look(device, &here, &elsewhere)
      return page.hasMore || device.pending > 0 ? request(device) : wait(behind: device)
    }
  }

  private func wait(behind device: CrowdDevice) -> [UInt8]? {
    guard let seen = device.seen else { return nil }
    device.step = .waiting
    return FigureRequests.wait(behind: seen, token: device.space.token, space: device.space.name)
      .bytes
  }
}

/// A device, which has one request under way.
final class CrowdDevice {
  enum Step {
    case away, pulling, pushing, waiting
  }

  let number: Int
  let space: CrowdSpace
  var connection: LoadConnection?
  var port: UInt16 = 0
  var step = Step.away
  /// The latest commit that it knows, and the number of the last row that it has.
  var seen: SyncToken?
  var cursor: Int64 = 0
  /// When it last had an answer to a pull.
  var pulled = ContinuousClock.now
  var counter = 0
  /// Edits that the hub does not have yet, and when the last one was made.
  var pending = 0
  var pushBegan = ContinuousClock.now

  init(number: Int, space: CrowdSpace) {
    self.number = number
    self.space = space
  }
}

/// A push that not all of its space's devices have yet.
struct CrowdPush {
  let head: Int64
  let began: ContinuousClock.Instant
  let port: UInt16
  /// The devices that do not have it.
  var missing: Set<Int>

  init(_ device: CrowdDevice, head: Int64) {
    self.head = head
    began = device.pushBegan
    port = device.port
    missing = Set(device.space.devices.map(\.number))
    missing.remove(device.number)
  }

  /// Takes down that a device has it.
  mutating func look(
    _ device: CrowdDevice,
    _ here: inout [Duration],
    _ elsewhere: inout [Duration]
  ) {
    guard device.cursor >= head, missing.remove(device.number) != nil else { return }
    let time = device.pulled - began
    if device.port == port { here.append(time) } else { elsewhere.append(time) }
  }
}

/// A space, its devices, and the pushes that are on their way to them.
final class CrowdSpace {
  let name: String
  let token: String
  var devices: [CrowdDevice] = []
  private(set) var pushes: [CrowdPush] = []
  /// The greatest number that it was told.
  private(set) var head: Int64 = 0

  init(name: String, token: String) {
    self.name = name
    self.token = token
  }

  /// Adds a push that was answered; some may have had it before.
  func add(_ push: CrowdPush, _ here: inout [Duration], _ elsewhere: inout [Duration]) {
    head = max(head, push.head)
    pushes.append(push)
    for device in devices { look(device, &here, &elsewhere) }
  }

  func look(
    _ device: CrowdDevice,
    _ here: inout [Duration],
    _ elsewhere: inout [Duration]
  ) {
    for index in pushes.indices { pushes[index].look(device, &here, &elsewhere) }
    pushes.removeAll(where: \.missing.isEmpty)
  }
}

extension FigureRequests {
  /// Asks for what a device does not have.
  fileprivate static func changes(_ device: CrowdDevice) -> NetworkRequest {
    var query = [("after", "\(device.cursor)")]
    if let seen = device.seen { query.append(("tok", seen.queryText)) }
    return request("GET", "changes", device.space.token, query, space: device.space.name)
  }
}
#endif
