/// How far the content of a model has come.
public enum Phase: Sendable, Equatable {
  /// Nothing was read yet.
  case loading
  /// There is something to show.
  case ready
  /// What was asked for is not there, or nothing fits the query.
  case empty
  /// Nothing could be read; the model tries again when it is told to, and when the store changes.
  case failed(ModelFailure)

  /// The failure, if this is one.
  public var failure: ModelFailure? {
    if case .failed(let failure) = self { failure } else { nil }
  }
}
