/// Where a program keeps its settings: texts by name, in a file, in the system's defaults, or in memory.
///
/// Its errors are for a person, so it throws ``ModelFailure``: a sentence, and what can be done.
public protocol SettingsStore: Sendable {
  /// The values that are set, by name, including names that this program does not know.
  func values() async throws(ModelFailure) -> [String: String]

  /// Sets values and removes others, all or none; values of other names stay as they are.
  func write(
    _ values: [String: String],
    removing names: Set<String>
  ) async throws(ModelFailure)

  /// An element each time the values may have changed, here or elsewhere; the sequence may end.
  ///
  /// A store that cannot observe changes uses the default, which ends at once.
  func changes() -> AsyncStream<Void>
}

extension SettingsStore {
  /// Ends at once: there are no notifications.
  public func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
