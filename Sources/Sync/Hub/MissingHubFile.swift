/// What opening a hub does if the file is missing or empty.
///
/// If the hub of a store is missing, a new hub is rarely the right answer: more likely, a drive is
/// not mounted or the file was moved.
public enum MissingHubFile: Sendable, Hashable {
  /// Creates a new hub.
  case made
  /// Creates nothing and throws ``HubError/Code/missing``.
  case refused
}
