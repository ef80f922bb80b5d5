import Storage
import Sync

extension ServerCall {
  /// Finds out who asks, before anything else is said or held.
  func authorize() {
    guard let text = bearer else { return refuse(.token, .unauthorized) }
    guard HubTokenFormat.read(text) == .wellFormed else { return refuseToken() }
    let hash = server.environment.sha256(Array(text.utf8))
    let isAsked = server.registry.find(hash) { finding in
      switch finding {
      case .found(let token): self.route(with: token)
      case .wrong: self.refuseToken()
      case .failed(let error): self.fail(error)
      }
    }
    if !isAsked { refuse(.queue, .overload) }
  }

  private var bearer: Substring? {
    guard let value = request.header("Authorization"), value.utf8.count > 7,
      String(value.prefix(7)).isHeader("Bearer ")
    else { return nil }
    return value.dropFirst(7)
  }

  /// Refuses a wrong token; after some of them in a minute an address is told to stop.
  private func refuseToken() {
    let now = server.environment.monotonic()
    if server.admission.countWrongToken(from: client, at: now, limits) {
      return refuse(.wrongTokens, .later("Too many wrong tokens came from here.", 429, after: 60))
    }
    refuse(.token, .unauthorized)
  }

  /// Goes on with a good token: its space alone is there for it.
  private func route(with token: TokenEntry) {
    let isOver = state.withLock { state in
      state.token = token
      state.space = token.record.space
      return state.isOver
    }
    guard !isOver else { return }
    let parts = request.path.utf8.dropFirst("/v1/spaces/".utf8.count)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].elementsEqual(token.record.space.utf8) else {
      return refuse(.space, .notFound)
    }
    let method: String
    switch route {
    case .push, .verify: method = "POST"
    case .changes, .wait: method = "GET"
    default: return finish(.notFound)
    }
    guard request.method == method else { return refuse(.method, .notAllowed(method)) }
    guard route != .push || token.record.scope == .write else {
      return refuse(
        .scope,
        NetworkResponse(error: "This token may read this space, but not write to it.", 403)
      )
    }
    admit(token)
  }

  /// Holds the request against what its token may have.
  private func admit(_ token: TokenEntry) {
    if let hour = token.use(at: server.environment.now()) { server.noteUse(of: token, hour: hour) }
    let now = server.environment.monotonic()
    if let seconds = token.takeRequest(limits, at: now) {
      return refuse(.requestRate, .later("Too many requests with this token.", 429, after: seconds))
    }
    if let refusal = request.versionRefusal { return refuse(.protocolVersion, refusal) }
    if let fault = server.clock.fault() {
      return refuse(.clock, .later(fault.message, 503, after: 60))
    }
    switch route {
    case .wait: wait(token)
    case .changes: inQueue { self.read() }
    default: receive(token)
    }
  }

  /// Reads the body, for which there must be room.
  private func receive(_ token: TokenEntry) {
    if let type = request.header("Content-Type"), !type.isJSON {
      return refuse(
        .mediaType,
        NetworkResponse(error: "The body must be application/json.", 415)
      )
    }
    let length = request.header("Content-Length").flatMap { Int($0) }
    // Of what is compressed, nobody knows how long it gets.
    let isPlain = request.header("Content-Encoding") == nil
    let bytes = isPlain ? min(length ?? limits.body, limits.body + 1) : limits.body
    guard bytes <= limits.body else {
      return finish(NetworkResponse(error: "The body is larger than \(limits.body) bytes.", 413))
    }
    guard token.reserve(bytes: bytes, limit: max(limits.body, limits.queueBytes / 16)) else {
      return refuse(.bytes, .later("Too many bytes are under way with this token.", 429, after: 1))
    }
    guard server.admission.reserve(bytes: bytes, limits) else {
      token.release(bytes: bytes)
      return refuse(.bytes, .overload)
    }
    let isOver = state.withLock { state in
      if !state.isOver { state.bytes = bytes }
      return state.isOver
    }
    if isOver {
      token.release(bytes: bytes)
      server.admission.release(bytes: bytes)
      return
    }
    exchange.readBody(atMost: limits.body) { body in
      self.state.withLock { $0.bodyBytes = body.count }
      // A transport may pass on more than was promised, and a test may.
      guard body.count <= self.limits.body else {
        return self.finish(NetworkResponse(error: "The body is too large.", 413))
      }
      self.inQueue { self.route == .push ? self.push(body, token) : self.verify(body) }
    }
  }

  /// Runs work on the store in its turn, if not too much waits for it.
  func inQueue(_ work: @escaping @Sendable () -> Void) {
    guard server.admission.enterQueue(limits) else {
      return refuse(.queue, .overload)
    }
    let isOver = state.withLock { state in
      if !state.isOver { state.isQueued = true }
      return state.isOver
    }
    guard !isOver else { return server.admission.leaveQueue() }
    server.jobs.add {
      // Whoever hung up meanwhile wants nothing any more.
      guard !self.state.withLock({ $0.isOver }) else { return }
      work()
    }
  }
}

extension String {
  /// Whether it is JSON's media type, with or without parameters.
  fileprivate var isJSON: Bool {
    let type = prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
    return String(type).isHeader("application/json")
  }
}
