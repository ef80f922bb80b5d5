// HTTP's status codes and network errors as the classes that sync knows.

import Storage

extension ExchangeFailure {
  /// Classes a response that is no reply.
  package init(_ response: NetworkResponse) {
    switch response.status {
    case 401, 403:
      self = .unauthorized("The hub does not let this device in (status \(response.status)).")
    case 413: self = .tooLarge
    case 426:
      let theirs = response.header("Sync-Protocol") ?? "another version"
      let ours = "\(protocolVersions.upperBound)"
      self = .upgrade("The hub speaks protocol \(theirs), this program \(ours).")
    case 429: self = .throttled(response.retryAfter ?? .seconds(1))
    case 503:
      self = response.retryAfter.map { .throttled($0) } ?? .transient("The hub is busy.")
    case 507: self = .quota
    case 500...599, 408:
      self = .transient(
        response.errorText.map { "The hub failed: \($0)" }
          ?? "The hub failed (status \(response.status))."
      )
    default:
      self = .protocolViolation("The hub refused the request (status \(response.status)).")
    }
  }

  /// Classes an error without a response.
  package init(_ error: NetworkError) {
    self = .transient(error.message)
  }
}

extension NetworkResponse {
  /// What the hub says of its failure, if it does.
  fileprivate var errorText: String? {
    guard let body = try? JSONParser.parse(body) else { return nil }
    return body.object?["error"]?.string
  }

  /// What the hub asks for in whole seconds; a date is not understood and counts as none.
  fileprivate var retryAfter: Duration? {
    guard let text = header("Retry-After"), let seconds = Int64(text), seconds >= 0 else {
      return nil
    }
    return .seconds(seconds)
  }
}
