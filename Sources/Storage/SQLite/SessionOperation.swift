/// Carries a task's cancellation to the connection that works for it.
///
/// A cancelled read is interrupted in the midst of a statement; an operation that has not begun
/// does not begin, and a write that is not committed is rolled back at its end.
final class SessionOperation: Sendable {
  private struct State {
    var isCancelled = false
    var running: Connection.Interrupter?
  }

  private let state = Locked(State())
  private let interruptsStatements: Bool

  /// Makes an operation; one that writes must not have its statements interrupted.
  ///
  /// While the search index is being written, SQLite keeps a handle of its own open, and an
  /// interruption stays in effect until it is closed: it would make the rollback fail as well, and
  /// leave the connection in its transaction. <https://www.sqlite.org/c3ref/interrupt.html>
  init(interruptsStatements: Bool = true) {
    self.interruptsStatements = interruptsStatements
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Runs the body on a session, so that ``cancel()`` reaches its connection meanwhile.
  func run<Value>(
    on session: SQLiteSession,
    _ body: (SQLiteSession) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    let interrupter = session.connection.interrupter
    state.withLock { $0.running = interrupter }
    defer { state.withLock { $0.running = nil } }
    try check()
    return try body(session)
  }

  /// Throws when the operation was cancelled.
  func check() throws(StorageError) {
    guard isCancelled else { return }
    throw StorageError(.cancelled, "The task was cancelled; nothing was changed.")
  }

  /// Lets no later ``cancel()`` interrupt the session: what it does now must come to its end.
  func finishUninterrupted() {
    state.withLock { $0.running = nil }
  }

  func cancel() {
    state.withLock {
      $0.isCancelled = true
      if interruptsStatements { $0.running?.interrupt() }
    }
  }
}
