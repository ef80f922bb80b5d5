/// What opening a hub does if the file is missing or empty.
///
/// If a hub with which a store was synced is missing, a new one is rarely right: a drive is not
/// mounted, or the file was moved.
public enum MissingHubFile: Sendable, Hashable {
  /// Creates a new hub.
  case made
  /// Creates nothing and throws ``HubError/Code/missing``.
  case refused
}
