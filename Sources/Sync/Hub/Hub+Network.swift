// The hub's answers to network messages.

import Storage

extension Hub {
  /// Answers a request as a hub behind HTTP would; a failure of any kind is a response too.
  public func respond(to request: NetworkRequest) -> NetworkResponse {
    do throws(HubError) {
      return try route(request)
    } catch {
      return NetworkResponse(error)
    }
  }

  private func route(_ request: NetworkRequest) throws(HubError) -> NetworkResponse {
    guard request.body.count <= environment.limits.body else {
      return NetworkResponse(status: 413)
    }
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
    case ("GET", "changes"): return try changes(request, space: space)
    default: return NetworkResponse(status: 404)
    }
  }

  private func push(_ request: NetworkRequest, space: String) throws(HubError) -> NetworkResponse {
    let push: PushRequest
    do throws(WireError) {
      push = try PushRequest(bytes: request.body)
    } catch {
      throw HubError(.malformed, error.message, cause: error)
    }
    guard push.changes.count <= environment.limits.changes else {
      return NetworkResponse(status: 413)
    }
    return NetworkResponse(try answer(.push(push), space: space))
  }

  private func changes(
    _ request: NetworkRequest,
    space: String
  ) throws(HubError) -> NetworkResponse {
    let changes: ChangesRequest
    do throws(WireError) {
      changes = try ChangesRequest(query: request.query)
    } catch {
      throw HubError(.malformed, error.message, cause: error)
    }
    return NetworkResponse(try answer(.changes(changes), space: space))
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
    case .reset(let reset): self.init(status: 410, body: reset.bytes)
    }
  }

  /// A hub's failure as a response.
  package init(_ error: HubError) {
    let status =
      switch error.code {
      case .malformed: 400
      case .busy: 503
      case .full: 507
      default: 500
      }
    let body = JSONValue.object(["error": .string(error.message)]).canonicalBytes
    self.init(status: status, body: body)
  }
}
