/// Carries a task's cancellation to the connection that works for it.
///
/// Cancelling interrupts a read within its statement. An operation that has not begun does not
/// begin, and a write is rolled back instead of being committed.
final class SessionOperation: Sendable {
  private struct State {
    var isCancelled = false
    var running: Connection.Interrupter?
  }

  private let state = Locked(State())
  private let interruptsStatements: Bool

  /// Creates an operation; the statements of a write must not be interrupted.
  ///
  /// While SQLite writes the search index, it keeps a handle of its own open, and an interruption
  /// stays in effect until that is closed: the rollback would fail too, and the connection would
  /// stay in its transaction. <https://www.sqlite.org/c3ref/interrupt.html>
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

  /// Throws `.cancelled` if the operation was cancelled.
  func check() throws(StorageError) {
    guard isCancelled else { return }
    throw StorageError(.cancelled, "The task was cancelled; nothing was changed.")
  }

  /// Keeps a later ``cancel()`` from interrupting the session, whose work must now complete.
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
