import HubServer
import Storage
import Sync
import Synchronization
import TemporaryFolders
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Clocks that a test sets, bytes from a seed, and the lines of the log.
final class TestSurroundings: Sendable {
  private struct State {
    var now: Int64 = 1_800_000_000_000
    var monotonic: Int64 = 1_000_000_000_000
    var random = SystemRandomNumberGenerator()
    var lines: [String] = []
  }

  private let state = Locked(State())

  /// Lets time pass, on both clocks.
  func advance(_ duration: Duration) {
    let (seconds, rest) = duration.components
    state.withLock {
      $0.monotonic += seconds * 1_000_000_000 + rest / 1_000_000_000
      $0.now += seconds * 1_000 + rest / 1_000_000_000_000_000
    }
  }

  /// Sets the wall clock ahead or back.
  func setClock(aheadBy milliseconds: Int64) { state.withLock { $0.now += milliseconds } }

  var now: Int64 { state.withLock { $0.now } }
  var log: [String] { state.withLock { $0.lines } }

  var environment: ServerEnvironment {
    ServerEnvironment(
      now: { self.now },
      monotonic: { self.state.withLock { $0.monotonic } },
      randomBytes: { count in
        self.state.withLock { state in (0..<count).map { _ in state.random.next() as UInt8 } }
      },
      sha256: SHA256.hash,
      log: { line in
        self.state.withLock { $0.lines.append(String(decoding: line, as: UTF8.self)) }
      }
    )
  }
}

/// A request's way to its body and back, in memory.
final class TestExchange: Exchange {
  let peer: PeerAddress
  private let body: [UInt8]

  private struct State {
    var response: NetworkResponse?
    var responses = 0
    var isBodyRead = false
    var isDisconnected = false
    var hasLastByte = false
    var lastByteActions: [@Sendable () -> Void] = []
    var actions: [@Sendable () -> Void] = []
    var waiting: CheckedContinuation<NetworkResponse, Never>?
  }

  private let state = Locked(State())

  init(from peer: PeerAddress, body: [UInt8]) {
    self.peer = peer
    self.body = body
  }

  func readBody(atMost limit: Int, _ body: @escaping @Sendable ([UInt8]) -> Void) {
    state.withLock { $0.isBodyRead = true }
    if self.body.count > limit { return respond(NetworkResponse(status: 413)) }
    body(self.body)
  }

  func respond(_ response: NetworkResponse) {
    let waiting = state.withLock { state -> CheckedContinuation<NetworkResponse, Never>? in
      state.response = state.response ?? response
      state.responses += 1
      return state.waiting.take()
    }
    waiting?.resume(returning: response)
  }

  func onDisconnect(_ action: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isDisconnected { state.actions.append(action) }
      return state.isDisconnected
    }
    if isOver { action() }
  }

  func onLastByte(_ action: @escaping @Sendable () -> Void) {
    let runs = state.withLock { state in
      if !state.hasLastByte { state.lastByteActions.append(action) }
      return state.hasLastByte
    }
    if runs { action() }
  }

  /// The peer ends its side, and may still read.
  func endSending() {
    let actions = state.withLock { state in
      state.hasLastByte = true
      defer { state.lastByteActions = [] }
      return state.response == nil ? state.lastByteActions : []
    }
    for action in actions { action() }
  }

  func disconnect() {
    let actions = state.withLock { state in
      state.isDisconnected = true
      return state.actions
    }
    for action in actions { action() }
  }

  /// The response, now or later.
  var response: NetworkResponse {
    get async {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state in
          if state.response == nil { state.waiting = continuation }
          return state.response
        }
        if let known { continuation.resume(returning: known) }
      }
    }
  }

  /// The response that was given until now.
  var known: NetworkResponse? { state.withLock { $0.response } }
  var isAnswered: Bool { state.withLock { $0.response != nil } }
  var isBodyRead: Bool { state.withLock { $0.isBodyRead } }
  var responseCount: Int { state.withLock { $0.responses } }
}

/// A server over a store of its own, with an administrator beside it: a file, or with `HUB_TEST_STORE=postgres` a database.
final class TestHub {
  let folder: TemporaryFolder
  let surroundings: TestSurroundings
  private let place: TestPlace
  let server: HubServer
  /// The server's store; not held unless a test says so.
  let store: HeldStore
  let administration: HubAdministration

  init(
    limits: [String] = [],
    options: ServerOptions = ServerOptions(),
    surroundings: TestSurroundings = TestSurroundings()
  ) throws {
    folder = try TemporaryFolder()
    self.surroundings = surroundings
    place = try TestPlace(folder)
    administration = try place.administration(surroundings.environment)
    var values = ServerLimits()
    for limit in limits { try values.set(limit) }
    store = HeldStore(try place.open())
    server = try HubServer(
      store: store,
      environment: surroundings.environment,
      limits: values,
      options: options
    )
  }

  /// The path of the hub's file; of no meaning in a database.
  var path: String { place.path }

  /// For tests of what only a hub in a file has.
  static let isFile = ConditionTrait.enabled(if: !TestPlace.isDatabase, "the store is a database")

  /// Opens the store once more, as another daemon does.
  func openStore() throws(HubError) -> any ServerStore { try place.open() }

  /// What is not as it should be in the store.
  func findings() throws -> [String] { try place.findings() }

  /// A request that waits holds its server: it is answered, so that both go.
  deinit { server.beginShutdown() }

  /// The text of a new token.
  func token(_ space: String = "main", _ scope: TokenScope = .write, label: String = "")
    throws -> String
  {
    try administration.createToken(space: space, scope: scope, label: label).text
  }

  static let peer = PeerAddress(ipv4: 0xC000_0201)

  /// Begins a request.
  func begin(
    _ method: String,
    _ path: String,
    token: String? = nil,
    query: [(String, String)] = [],
    headers: [(String, String)] = [],
    body: [UInt8] = [],
    from peer: PeerAddress = TestHub.peer
  ) -> TestExchange {
    var headers = headers
    if let token { headers.append(("authorization", "Bearer \(token)")) }
    let exchange = TestExchange(from: peer, body: body)
    let request = NetworkRequest(
      method: method,
      path: path,
      query: query.map { NetworkRequest.Pair($0, $1) },
      headers: headers.map { NetworkRequest.Pair($0, $1) }
    )
    server.handle(request, exchange)
    return exchange
  }

  /// Sends a request and waits for its response.
  func send(
    _ method: String,
    _ path: String,
    token: String? = nil,
    query: [(String, String)] = [],
    headers: [(String, String)] = [],
    body: [UInt8] = [],
    from peer: PeerAddress = TestHub.peer
  ) async -> NetworkResponse {
    await begin(
      method,
      path,
      token: token,
      query: query,
      headers: headers,
      body: body,
      from: peer
    ).response
  }

  /// Pulls the first page of a space.
  func page(_ space: String = "main", token: String) async throws -> ChangesPage {
    let response = await send(
      "GET",
      "/v1/spaces/\(space)/changes",
      token: token,
      query: [("after", "0")]
    )
    guard response.status == 200 else { throw UnexpectedResponse(response) }
    return try ChangesPage(bytes: response.body)
  }

  /// Pushes, and waits for the response.
  func push(
    _ changes: [PushChange],
    _ space: String = "main",
    token: String,
    counter: Int64,
    session: Int64 = 1,
    seen: SyncToken
  ) async -> NetworkResponse {
    let request = PushRequest(
      device: 1,
      session: session,
      counter: counter,
      token: seen,
      cursor: seen.head,
      changes: changes
    )
    return await send("POST", "/v1/spaces/\(space)/push", token: token, body: request.bytes)
  }

  /// Begins to wait for news, and lets the server find out that there are none.
  func beginWait(
    _ space: String = "main",
    token: String,
    seen: SyncToken,
    seconds: Int = 55
  ) async -> TestExchange {
    let before = server.waitCount
    let exchange = begin(
      "GET",
      "/v1/spaces/\(space)/wait",
      token: token,
      query: [
        ("after", "\(seen.head)"), ("t", "\(seconds)"),
        ("tok", "\(seen.epoch).\(seen.head).\(seen.nonce)"),
      ]
    )
    while server.waitCount == before, !exchange.isAnswered { await Task.yield() }
    return exchange
  }

  /// Lets the server do what it does now and then, once, and finish it.
  func tick() async {
    server.tick()
    // What it began runs in order before this.
    _ = await send("GET", "/readyz")
  }
}

struct UnexpectedResponse: Error {
  let status: Int
  let body: String

  init(_ response: NetworkResponse) {
    status = response.status
    body = String(decoding: response.body, as: UTF8.self)
  }
}

/// A new item, or a change of one.
func change(_ number: UInt64, title: String = "Milk", seen: Int64 = 0, time: Int64 = 1_000)
  -> PushChange
{
  let stamp = Stamp(milliseconds: time, node: number)
  return PushChange(
    id: ItemID(high: 1, low: number << 48 | number),
    state: ItemState([ItemState.Entry("title", .string(title), stamp: stamp)]),
    seen: seen
  )
}

/// The deletion of an item.
func deletion(_ number: UInt64, seen: Int64, time: Int64 = 2_000) -> PushChange {
  PushChange(
    id: ItemID(high: 1, low: number << 48 | number),
    state: ItemState([], deletion: Stamp(milliseconds: time, node: number)),
    seen: seen
  )
}

extension NetworkResponse {
  /// What a push was answered.
  var acceptance: PushAcceptance {
    get throws {
      guard status == 200, case .accepted(let accepted) = try PushReply(bytes: body) else {
        throw UnexpectedResponse(self)
      }
      return accepted
    }
  }

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The response but for what differs each time.
  var withoutID: NetworkResponse {
    var copy = self
    copy.headers.removeAll { $0.name == "Request-Id" }
    return copy
  }
}
