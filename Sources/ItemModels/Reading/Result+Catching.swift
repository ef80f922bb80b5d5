extension Result where Success: Sendable {
  /// What the body gives, or the error that it throws.
  static func catching(
    _ body: @Sendable () async throws(Failure) -> Success
  ) async -> Result<Success, Failure> {
    do throws(Failure) {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}
