#if Postgres
import Sync

extension HubError {
  /// The hub's error for one of PostgreSQL; `isOpening` if nothing was answered yet, so that a person is told.
  init(_ error: PostgresError, isOpening: Bool = false) {
    let state = error.sqlState
    guard !PostgresPooler.states.contains(state) else {
      self.init(.cannotOpen, PostgresPooler.refusal, cause: error)
      return
    }
    let code: Code =
      switch state {
      case "53100": .full
      case "XX001", "XX002", PostgresError.uniqueViolation: .damaged
      // Too many connections, no memory, a lock that somebody keeps, or a statement that was cancelled.
      case _ where state.hasPrefix("53") || state == "55P03" || state == "57014": .busy
      case _ where state.hasPrefix("08") || state.hasPrefix("57P") || state == "25006":
        isOpening ? .unreachable : .busy
      case _ where state.hasPrefix("40"): .busy
      case _ where state.hasPrefix("28") || state.hasPrefix("3D") || state == "42501": .cannotOpen
      case _ where state.hasPrefix("42P"): .notAHub
      default: .inputOutput
      }
    guard code == .unreachable else {
      self.init(code, error.message, cause: error)
      return
    }
    let end = error.message.hasSuffix(".") || error.message.hasSuffix("?") ? "" : "."
    self.init(
      code,
      "PostgreSQL cannot be used: \(error.message)\(end) Check that the server runs, and that host, port, user, password "
        + "and database of the connection string are right; then try again. Nothing was changed.",
      cause: error
    )
  }
}
#endif
