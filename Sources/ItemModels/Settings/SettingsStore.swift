/// Where a program keeps its settings: texts by name, in a file, in the system's defaults, or in memory.
///
/// Its errors are for a person, so it throws them as ``ModelFailure``: a sentence, and what can be done.
public protocol SettingsStore: Sendable {
  /// The values that are set, by name; those of names that nobody here knows included.
  func values() async throws(ModelFailure) -> [String: String]

  /// Sets values and takes others away, all or none; a value of another name stays as it is.
  func write(
    _ values: [String: String],
    removing names: Set<String>
  ) async throws(ModelFailure)

  /// An element each time that the values may have changed, whoever changed them; it may end.
  ///
  /// A store that cannot tell has the default, which ends at once.
  func changes() -> AsyncStream<Void>
}

extension SettingsStore {
  /// Ends at once: nobody tells.
  public func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
