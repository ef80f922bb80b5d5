// A statement that is given up when it takes long.

internal import CSQLite

extension Connection {
  /// How much of SQLite's work counts as short: some tenths of a millisecond.
  ///
  /// Counted in instructions of its virtual machine, of which a page of twenty items takes one or two thousand.
  private static let shortWork: Int32 = 20_000

  /// Runs a read, and gives it up once it is no longer short.
  ///
  /// - Returns: What the body gives, or nil where it was given up; it has then to be run again, and must not be called where
  ///   much happens between SQLite's instructions, as in the search index.
  func withinBudget<Value>(
    _ body: () throws(StorageError) -> Value
  ) throws(StorageError) -> Value? {
    var isExceeded = false
    return try unsafe withUnsafeMutablePointer(to: &isExceeded) { flag throws(StorageError) in
      // https://www.sqlite.org/c3ref/progress_handler.html
      unsafe sqlite3_progress_handler(
        handle,
        Self.shortWork,
        { flag in
          unsafe flag?.assumingMemoryBound(to: Bool.self).pointee = true
          return 1
        },
        flag
      )
      defer { unsafe sqlite3_progress_handler(handle, 0, nil, nil) }
      do throws(StorageError) {
        return try body()
      } catch {
        if unsafe flag.pointee { return nil }
        throw error
      }
    }
  }
}
