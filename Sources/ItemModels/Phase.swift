/// The state of a model's content.
public enum Phase: Sendable, Equatable {
  /// Nothing was read yet.
  case loading
  /// There is something to show.
  case ready
  /// The object does not exist, or nothing matches the query.
  case empty
  /// Reading failed; the model tries again on `retry()`, and when the store changes.
  case failed(ModelFailure)

  /// The failure, if this is one.
  public var failure: ModelFailure? {
    if case .failed(let failure) = self { failure } else { nil }
  }
}
