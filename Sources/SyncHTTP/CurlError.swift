#if !canImport(Darwin)
import CCurl
package import Sync

/// An error of libcurl; see https://curl.se/libcurl/c/libcurl-errors.html.
package struct CurlError: Error, Sendable, CustomStringConvertible {
  /// libcurl's number of the error, a CURLcode.
  package let code: Int
  /// The sentence of libcurl that describes the error.
  package let description: String

  package init(code: Int, description: String) {
    self.code = code
    self.description = description
  }
}

extension NetworkError {
  /// The error for one of libcurl; its message holds nothing of the request.
  package init(_ error: CurlError, origin: HTTPOrigin) {
    switch error.code {
    case ccurl_unresolved_host:
      self = .unknownHost(origin, error)
    case ccurl_no_connection:
      self = .nothingAnswers(origin, error)
    case ccurl_unresolved_proxy, ccurl_proxy_handshake:
      self.init(
        .unreachable,
        "The proxy on the way to '\(origin)' cannot be reached. Check 'https_proxy' and 'no_proxy'.",
        cause: error
      )
    case ccurl_timeout:
      self.init(.unreachable, "The hub at '\(origin)' did not answer in time.", cause: error)
    case ccurl_untrusted_peer, ccurl_wrong_issuer, ccurl_wrong_public_key,
      ccurl_revoked_certificate:
      self = .untrusted(origin, error, reason: error.description)
    case ccurl_unreadable_ca_file:
      self.init(
        .untrusted,
        "The certificates that this system trusts cannot be read. "
          + "Install the package 'ca-certificates', or check 'SSL_CERT_FILE'.",
        cause: error
      )
    case ccurl_no_secure_connection:
      self = .insecure(origin, error)
    case ccurl_weird_reply, ccurl_bad_encoding:
      self = .damaged(origin, error)
    case ccurl_empty_reply, ccurl_unsupported_protocol:
      self = .noAnswer(origin, error)
    case ccurl_partial_body, ccurl_send_failed, ccurl_receive_failed, ccurl_not_sent_again:
      self = .lost(origin, error)
    default:
      self.init(
        .unreachable,
        "The exchange with '\(origin)' failed: \(error.description)",
        cause: error
      )
    }
  }
}
#endif
