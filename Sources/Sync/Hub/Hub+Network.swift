import Storage

extension Hub {
  /// Answers a request as a hub behind HTTP would; every error becomes a response.
  public func respond(to request: NetworkRequest) -> NetworkResponse {
    do throws(HubError) {
      return try response(to: request)
    } catch {
      return NetworkResponse(error)
    }
  }

  /// Answers a request; throws the hub's own errors.
  package func response(to request: NetworkRequest) throws(HubError) -> NetworkResponse {
    guard request.body.count <= environment.limits.body else { return NetworkResponse(status: 413) }
    guard request.speaksOurProtocol else {
      let ours = NetworkRequest.Pair("Sync-Protocol", "\(protocolVersions.upperBound)")
      return NetworkResponse(status: 426, headers: [ours])
    }
    if request.method == "GET", request.path == "/v1/hello" {
      return NetworkResponse(status: 200, body: hello().bytes)
    }
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "v1", parts[2] == "spaces",
      Remote.isSpaceName(parts[3])
    else { return NetworkResponse(status: 404) }
    let space = String(parts[3])
    switch (request.method, parts[4]) {
    case ("POST", "push"): return try push(request, space: space)
    case ("GET", "changes"):
      let changes = try read { () throws(WireError) in try ChangesRequest(query: request.query) }
      return NetworkResponse(try answer(.changes(changes), space: space))
    case ("POST", "verify"):
      let verify = try read { () throws(WireError) in try VerifyRequest(bytes: request.body) }
      return NetworkResponse(try answer(.verify(verify), space: space))
    case ("GET", "wait"):
      let wait = try read { () throws(WireError) in try WaitRequest(query: request.query) }
      return NetworkResponse(try answer(.wait(wait), space: space))
    default: return NetworkResponse(status: 404)
    }
  }

  private func push(_ request: NetworkRequest, space: String) throws(HubError) -> NetworkResponse {
    let push = try read { () throws(WireError) in try PushRequest(bytes: request.body) }
    guard push.changes.count <= environment.limits.changes else {
      return NetworkResponse(status: 413)
    }
    return NetworkResponse(try answer(.push(push), space: space))
  }

  /// Reads a message; an invalid one is the sender's error.
  private func read<Message>(
    _ body: () throws(WireError) -> Message
  ) throws(HubError) -> Message {
    do throws(WireError) {
      return try body()
    } catch {
      throw HubError(.malformed, error.message, cause: error)
    }
  }
}

extension NetworkRequest {
  fileprivate var speaksOurProtocol: Bool {
    guard let pair = headers.first(where: { $0.name == "Sync-Protocol" }) else { return true }
    return Int64(pair.value).map { protocolVersions.contains($0) } ?? false
  }
}

extension NetworkResponse {
  /// A reply as a response.
  fileprivate init(_ reply: SyncReply) {
    switch reply {
    case .push(let push): self.init(status: 200, body: push.bytes)
    case .changes(let page): self.init(status: 200, body: page.bytes)
    case .verify(.movedOn(let head)):
      self.init(status: 409, body: VerifyReply.movedOn(head: head).bytes)
    case .verify(let verify): self.init(status: 200, body: verify.bytes)
    case .wait(.unchanged): self.init(status: 204)
    case .wait(let wait): self.init(status: 200, body: wait.bytes)
    case .reset(let reset): self.init(status: 410, body: reset.bytes)
    }
  }

  /// A hub's error as a response.
  package init(_ error: HubError) {
    let status =
      switch error.code {
      case .malformed: 400
      case .busy: 503
      case .full, .quota: 507
      case .deleted: 410
      default: 500
      }
    var body = JSONValue.object([
      "error": .string(error.message), "code": .string(error.code.description),
    ])
    if error.code == .deleted, case .object(var members) = body {
      members["reset"] = "deleted"
      body = .object(members)
    }
    self.init(status: status, body: body.canonicalBytes)
  }
}
