internal import CSQLite

extension Connection {
  /// The budget of a read, in instructions of SQLite's virtual machine: some tenths of a millisecond.
  ///
  /// A page of twenty items takes one or two thousand.
  private static let shortWork: Int32 = 20_000

  /// Runs a read and stops it once it exceeds the budget.
  ///
  /// Not for reads that do much within one instruction, such as those of the search index.
  /// - Returns: The body's result, or nil if it was stopped; the caller then runs it again without a budget.
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
