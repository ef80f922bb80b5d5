// HTTP's status codes and network errors as the classes that sync knows.

import Storage

extension ExchangeError {
  /// The class of a response that is not a reply.
  package init(_ response: NetworkResponse) {
    switch response.status {
    case 300...399: self = .protocolViolation(response.redirectText)
    case 401, 403:
      self = .unauthorized("The hub refuses this device's token (status \(response.status)).")
    case 404:
      self = .protocolViolation(
        "There is no hub at this address, or it has no such space for this token (status 404); "
          + "check host, port and space."
      )
    case 413: self = .tooLarge
    case 426:
      let theirs =
        response.header("Sync-Protocol").map { String($0.prefix(20)) } ?? "another version"
      let ours = "\(protocolVersions.upperBound)"
      self = .upgrade("The hub speaks protocol \(theirs), this program \(ours).")
    case 429: self = .throttled(response.retryAfter ?? .seconds(1))
    case 503:
      self =
        response.retryAfter.map { .throttled($0, reason: response.errorText) }
        ?? .transient(response.errorText ?? "The hub is busy. Sync again in a moment.")
    case 507: self = .quota(response.errorText ?? "Free some space there, and sync again.")
    case 500...599, 408:
      self = .transient(
        response.errorText.map { "The hub failed: \($0)" }
          ?? "The hub failed (status \(response.status))."
      )
    default: self = .protocolViolation("The hub refused the request (status \(response.status)).")
    }
  }

  /// The class of a 410 that asks for no reset: the space was deleted.
  init(deletion response: NetworkResponse) {
    self = .deleted(response.errorText ?? "The space was deleted on the hub.")
  }

  /// The class of an error without a response.
  package init(_ error: NetworkError) { self = .transient(error.message) }

  /// The longest part of a hub's own words that goes into a message, in characters.
  ///
  /// With the longest path of a hub file, what to do is still among them.
  fileprivate static let maxTextLength = 800
}

extension NetworkResponse {
  /// What the hub says of its failure, if it does.
  fileprivate var errorText: String? {
    guard body.count < 65_536, let body = try? JSONParser.parse(body) else { return nil }
    return body.object?["error"]?.string.map { String($0.prefix(ExchangeError.maxTextLength)) }
  }

  /// The message for a redirect, which is not followed, since the token is secret.
  fileprivate var redirectText: String {
    let location = header("Location") ?? ""
    let parts = location.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    let origin = HTTPOrigin(parts.prefix(3).joined(separator: "/"))
    let elsewhere = origin.map { "'\($0)'" } ?? "another address"
    return
      "The hub's address redirects to \(elsewhere) (status \(status)), where no token is sent. "
      + "If that is the hub, sync with it by that address."
  }

  /// How long the hub asks to wait: whole seconds, or a date, which is compared with its own clock.
  fileprivate var retryAfter: Duration? {
    guard let text = header("Retry-After") else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // A number that does not fit asks for a longer wait than any that does.
      return .seconds(Int64(text) ?? .max)
    }
    guard let then = HTTPDate.seconds(text), let now = header("Date").flatMap(HTTPDate.seconds)
    else { return nil }
    return .seconds(max(0, then - now))
  }
}
