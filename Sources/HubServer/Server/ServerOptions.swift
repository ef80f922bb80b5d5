/// What an administrator chose, limits apart.
package struct ServerOptions: Sendable {
  /// Whose `X-Forwarded-For` counts.
  package var trustedProxies: [AddressBlock]
  /// Whether the wall clock is right although it says that long has passed since the last commit, or less than nothing.
  package var acceptsClock: Bool
  /// What the log tells of requests.
  package var logLevel: LogLevel

  package init(
    trustedProxies: [AddressBlock] = [],
    acceptsClock: Bool = false,
    logLevel: LogLevel = .refusals
  ) {
    self.trustedProxies = trustedProxies
    self.acceptsClock = acceptsClock
    self.logLevel = logLevel
  }
}

/// Which requests have a line in the log.
package enum LogLevel: String, Sendable, CaseIterable, Comparable {
  /// Those that failed here (5xx).
  case errors
  /// These, and those that were refused (4xx).
  case refusals
  /// Every one.
  case requests

  package static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .errors: 0
    case .refusals: 1
    case .requests: 2
    }
  }
}
