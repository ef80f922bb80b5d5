import Storage
import Sync

/// One request on its way to its response.
///
/// It is answered once; whatever was counted for it is given back with the answer, or when the connection ends.
final class ServerCall: Sendable {
  let server: HubServer
  let request: NetworkRequest
  let exchange: any Exchange
  let settings: HubServer.Settings
  /// What the client sees as `Request-Id`.
  let id: String
  /// Who asks, behind proxies that are trusted.
  let client: PeerAddress
  let route: ServerMetrics.Route
  private let begin: Int64

  struct State: Sendable {
    var isOver = false
    var token: TokenEntry?
    var space: String?
    var bytes = 0
    var isQueued = false
    var isWaiting = false
    /// Its place among those that wait for news.
    var waiter: UInt64?
    var bodyBytes = 0
  }

  let state = Locked(State())

  init(_ request: NetworkRequest, _ exchange: any Exchange, on server: HubServer) {
    self.server = server
    self.request = request
    self.exchange = exchange
    settings = server.settings.withLock { $0 }
    begin = server.environment.monotonic()
    let number = server.state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    id = "\(server.idPrefix)-\(number)"
    client = ForwardedFor.client(of: request, from: exchange.peer, settings.options.trustedProxies)
    route = ServerCall.route(of: request.path)
  }

  var limits: ServerLimits { settings.limits }

  /// Answers what needs neither a token nor the store, and goes on with the rest.
  func start() {
    server.admission.beginRequest()
    exchange.onDisconnect { [weak self] in self?.disconnected() }
    switch request.path {
    case "/": page()
    case "/livez": answerGet { NetworkResponse(text: "ok\n") }
    case "/readyz": readiness()
    case "/v1/hello": hello()
    default:
      guard request.path.hasPrefix("/v1/spaces/") else { return finish(.notFound) }
      authorize()
    }
  }

  /// Answers a request without a body by GET alone.
  func answerGet(_ response: () -> NetworkResponse) {
    guard request.method == "GET" else { return refuse(.method, .notAllowed("GET")) }
    finish(response())
  }

  private func hello() {
    answerGet {
      request.versionRefusal
        ?? NetworkResponse(status: 200, body: server.hub(limits).hello().bytes)
    }
  }

  private func page() { answerGet { HubPage.response } }

  private static func route(of path: String) -> ServerMetrics.Route {
    switch path {
    case "/": return .page
    case "/livez", "/readyz": return .health
    case "/v1/hello": return .hello
    default:
      guard path.hasPrefix("/v1/spaces/"), let mark = path.utf8.lastIndex(of: UInt8(ascii: "/"))
      else { return .other }
      return switch path[path.utf8.index(after: mark)...] {
      case "push": .push
      case "changes": .changes
      case "verify": .verify
      case "wait": .wait
      default: .other
      }
    }
  }
}

// MARK: - The end

extension ServerCall {
  /// Answers a refusal, and counts it.
  func refuse(_ reason: ServerMetrics.Refusal, _ response: NetworkResponse) {
    server.metrics.count(reason)
    if reason == .token || reason == .wrongTokens || reason == .scope || reason == .space {
      server.noteRefusal(reason.rawValue, from: client)
    }
    finish(response)
  }

  /// Answers an error of the hub or its store.
  func fail(_ error: HubError) {
    switch error.code {
    case .malformed, .deleted: break
    case .quota: server.metrics.count(.quota)
    case .frozen: server.metrics.count(.frozen)
    default: server.metrics.countStoreError()
    }
    var response = NetworkResponse(error.toldToClients)
    if [.busy, .frozen].contains(error.code) {
      response.headers.append(NetworkRequest.Pair("Retry-After", "1"))
    }
    finish(response, error: error)
  }

  /// Answers, unless that was done or nobody is there any more.
  func finish(_ response: NetworkResponse, error: HubError? = nil) {
    guard let ended = end() else { return }
    var response = response
    if !response.body.isEmpty, response.header("Content-Type") == nil {
      let type = route == .changes && response.status == 200 ? "x-ndjson" : "json"
      response.headers.append(NetworkRequest.Pair("Content-Type", "application/\(type)"))
    }
    response.headers.append(NetworkRequest.Pair("Cache-Control", "no-store"))
    response.headers.append(NetworkRequest.Pair("Request-Id", id))
    count(response.status, sent: response.body.count, ended, error)
    exchange.respond(response)
    server.admission.endRequest()
  }

  /// Gives back what was counted for it; nil if that was done before.
  private func end() -> State? {
    let ended = state.withLock { state -> State? in
      guard !state.isOver else { return nil }
      state.isOver = true
      // A wait that is compared at this moment leaves the queue by itself, and must not do so twice.
      defer { state.isQueued = false }
      return state
    }
    guard let ended else { return nil }
    if ended.isQueued { server.admission.leaveQueue() }
    if ended.bytes > 0 {
      server.admission.release(bytes: ended.bytes)
      ended.token?.release(bytes: ended.bytes)
    }
    if ended.isWaiting { ended.token?.endWait() }
    return ended
  }

  private func disconnected() {
    guard let ended = end() else { return }
    if let waiter = ended.waiter, let space = ended.space { _ = server.waits.take(space, waiter) }
    count(499, sent: 0, ended, nil)
    server.admission.endRequest()
  }

  private func count(_ status: Int, sent: Int, _ ended: State, _ error: HubError?) {
    let microseconds = (server.environment.monotonic() - begin) / 1_000
    server.metrics.count(
      route,
      status: status,
      microseconds: microseconds,
      bytesIn: ended.bodyBytes,
      bytesOut: sent
    )
    let isLogged =
      switch settings.options.logLevel {
      case .requests: true
      case .refusals: status >= 400 && status != 499 && route != .health
      case .errors: status >= 500 && route != .health
      }
    guard isLogged else { return }
    var members: [(String, JSONValue)] = [
      ("request", .string(id)), ("method", .string(String(request.method.prefix(16)))),
      ("route", .string(route.rawValue)), ("status", .integer(Int64(status))),
      ("us", .integer(microseconds)), ("address", .string(client.description)),
    ]
    if let token = ended.token { members.append(("token", .string(token.record.id))) }
    if let space = ended.space { members.append(("space", .string(space))) }
    if let error { members.append(("error", .string(error.message))) }
    server.log.write(status >= 500 ? .error : .info, "request", members, limits)
  }
}

extension NetworkResponse {
  static let notFound = NetworkResponse(error: "There is nothing at this address.", 404)

  /// An error for a client, with what to do.
  init(error: String, _ status: Int, headers: [NetworkRequest.Pair] = []) {
    let body = JSONValue.object(["error": .string(error)])
    self.init(status: status, headers: headers, body: body.canonicalBytes)
  }

  init(text: String, status: Int = 200) {
    self.init(
      status: status,
      headers: [NetworkRequest.Pair("Content-Type", "text/plain; charset=utf-8")],
      body: Array(text.utf8)
    )
  }

  static func notAllowed(_ methods: String) -> NetworkResponse {
    NetworkResponse(
      error: "This address takes only \(methods).",
      405,
      headers: [NetworkRequest.Pair("Allow", methods)]
    )
  }

  static let unauthorized = NetworkResponse(
    error: "This needs a token that the hub gave out, as 'Authorization: Bearer ith_…'.",
    401,
    headers: [NetworkRequest.Pair("WWW-Authenticate", "Bearer")]
  )

  static let overload = later(
    "The hub has too much to do. Sync again in a moment.",
    503,
    after: 1
  )

  /// What is too much for now.
  static func later(_ error: String, _ status: Int, after seconds: Int) -> NetworkResponse {
    NetworkResponse(
      error: error,
      status,
      headers: [NetworkRequest.Pair("Retry-After", "\(seconds)")]
    )
  }
}
