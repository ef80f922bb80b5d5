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
    if let refusal = request.versionRefusal { return refusal }
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
    guard let push = try pushRequest(request.body) else { return NetworkResponse(status: 413) }
    return NetworkResponse(try answer(.push(push), space: space))
  }

  /// Reads a push; nil if it has more changes than the hub takes at once.
  package func pushRequest(_ body: [UInt8]) throws(HubError) -> PushRequest? {
    let push = try read { () throws(WireError) in try PushRequest(bytes: body) }
    return push.changes.count <= environment.limits.changes ? push : nil
  }

  /// Reads what a device waits for.
  package func waitRequest(_ query: [NetworkRequest.Pair]) throws(HubError) -> WaitRequest {
    try read { () throws(WireError) in try WaitRequest(query: query) }
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
  /// The value of the first header of that name, whatever its case.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.isHeader(name) }?.value
  }

  /// The response to a request of a protocol that this hub does not speak; it names both.
  package var versionRefusal: NetworkResponse? {
    guard let theirs = header("Sync-Protocol"),
      !(Int64(theirs).map { protocolVersions.contains($0) } ?? false)
    else { return nil }
    let isNumber = theirs.utf8.count <= 9 && theirs.utf8.allSatisfy { (0x30...0x39).contains($0) }
    let ours = "\(protocolVersions.upperBound)"
    let body = JSONValue.object([
      "code": "version",
      "error": .string(
        "This hub speaks protocol \(ours), the request \(isNumber ? theirs : "another one")."
      ),
    ])
    return NetworkResponse(
      status: 426,
      headers: [NetworkRequest.Pair("Sync-Protocol", ours)],
      body: body.canonicalBytes
    )
  }
}

extension String {
  /// Whether it is a header's name, in ASCII and whatever its case.
  package func isHeader(_ name: String) -> Bool {
    utf8.count == name.utf8.count
      && zip(utf8, name.utf8).allSatisfy { left, right in
        left == right || left ^ right == 0x20 && (0x61...0x7A).contains(left | 0x20)
      }
  }
}

extension NetworkResponse {
  /// A reply as a response.
  package init(_ reply: SyncReply) {
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
      case .busy, .frozen: 503
      case .full, .quota: 507
      case .deleted: 410
      default: 500
      }
    var body = JSONValue.object([
      "error": .string(error.message), "code": .string(error.code.description),
    ])
    if error.code == .deleted, case .object(var members) = body {
      members["reset"] = .string(SyncReset.deletion)
      body = .object(members)
    }
    self.init(status: status, body: body.canonicalBytes)
  }
}
