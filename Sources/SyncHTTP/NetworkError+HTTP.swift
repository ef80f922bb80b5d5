import Sync

extension NetworkError {
  /// The error of a certificate; `reason` is what is wrong with it, where the system says that in words.
  static func untrusted(
    _ origin: HTTPOrigin,
    _ error: any Error,
    reason: String? = nil
  ) -> NetworkError {
    NetworkError(
      .untrusted,
      "The certificate of '\(origin)' is not trusted, so nothing was sent\(reason.map { ": \($0)" } ?? ""). "
        + "See that the address is right and the certificate is valid.",
      cause: error
    )
  }

  static func unknownHost(_ origin: HTTPOrigin, _ error: any Error) -> NetworkError {
    NetworkError(
      .unreachable,
      "The host '\(origin.host)' is not known. Check its name.",
      cause: error
    )
  }

  static func nothingAnswers(_ origin: HTTPOrigin, _ error: any Error) -> NetworkError {
    NetworkError(.unreachable, "Nothing answers at '\(origin)'.", cause: error)
  }

  static func insecure(_ origin: HTTPOrigin, _ error: any Error) -> NetworkError {
    NetworkError(
      .unreachable,
      "The secure connection to '\(origin)' failed. "
        + "See that the address is right and the hub speaks TLS 1.2 or later.",
      cause: error
    )
  }

  static func damaged(_ origin: HTTPOrigin, _ error: any Error) -> NetworkError {
    NetworkError(.unreachable, "The answer of '\(origin)' is damaged.", cause: error)
  }

  static let cancellation = NetworkError(.cancelled, "The request was cancelled.")

  static func lost(_ origin: HTTPOrigin, _ error: (any Error)? = nil) -> NetworkError {
    NetworkError(.unreachable, "The connection to '\(origin)' was lost.", cause: error)
  }

  static func noAnswer(_ origin: HTTPOrigin, _ error: (any Error)? = nil) -> NetworkError {
    NetworkError(.unreachable, "'\(origin)' did not answer by HTTP.", cause: error)
  }

  static func tooLarge(_ origin: HTTPOrigin) -> NetworkError {
    NetworkError(.invalidAnswer, "'\(origin)' sent a larger answer than any hub does.")
  }

  static func silence(_ origin: HTTPOrigin, _ limit: Duration) -> NetworkError {
    NetworkError(.unreachable, "'\(origin)' sent nothing within \(limit.inSeconds).")
  }

  static func timeout(_ origin: HTTPOrigin, _ limit: Duration) -> NetworkError {
    NetworkError(.unreachable, "The exchange with '\(origin)' took more than \(limit.inSeconds).")
  }
}

extension Duration {
  fileprivate var inSeconds: String {
    let seconds = components.seconds
    return seconds == 1 ? "1 second" : seconds > 0 ? "\(seconds) seconds" : "a second"
  }
}
