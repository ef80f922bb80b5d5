import Storage

/// The error that the body throws; nil if it throws none.
func thrownError(_ body: () async throws(StorageError) -> Void) async -> StorageError? {
  do throws(StorageError) {
    try await body()
    return nil
  } catch {
    return error
  }
}
