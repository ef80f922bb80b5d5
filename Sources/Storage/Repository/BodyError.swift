/// A body's own error on its way through a backend, which passes on ``StorageError`` alone.
///
/// A backend implements one form of each method, whose body throws ``StorageError``. The form whose
/// body may throw anything is made of it: the body's error goes in as the cause of an error with the
/// code `aborted`, and comes out again as it was.
struct BodyError: Error {
  private let error: any Error

  /// Runs a body whose errors a backend is to pass on.
  static func wrapping<Value>(_ body: () throws -> Value) throws(StorageError) -> Value {
    do {
      return try body()
    } catch {
      throw wrapped(error)
    }
  }

  /// The same for a body that waits.
  static func wrapping<Value>(
    _ body: () async throws -> Value
  ) async throws(StorageError) -> Value {
    do {
      return try await body()
    } catch {
      throw wrapped(error)
    }
  }

  /// The body's own error, if that is what the backend passed on; else the backend's.
  static func unwrapped(_ error: StorageError) -> any Error {
    (error.cause as? BodyError)?.error ?? error
  }

  private static func wrapped(_ error: any Error) -> StorageError {
    if let error = error as? StorageError { return error }
    return StorageError(
      .aborted,
      "The body threw an error of its own.",
      cause: BodyError(error: error)
    )
  }
}
