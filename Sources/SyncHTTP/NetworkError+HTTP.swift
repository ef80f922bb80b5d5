import Sync

extension NetworkError {
  static func untrusted(_ origin: HTTPOrigin, _ error: any Error) -> NetworkError {
    NetworkError(
      .untrusted,
      "The certificate of '\(origin)' is not trusted, so nothing was sent. "
        + "See that the address is right and the certificate is valid.",
      cause: error
    )
  }

  static let cancellation = NetworkError(.cancelled, "The request was cancelled.")

  static func lost(_ origin: HTTPOrigin, _ error: (any Error)? = nil) -> NetworkError {
    NetworkError(.unreachable, "The connection to '\(origin)' was lost.", cause: error)
  }

  static func noAnswer(_ origin: HTTPOrigin) -> NetworkError {
    NetworkError(.unreachable, "'\(origin)' did not answer by HTTP.")
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
