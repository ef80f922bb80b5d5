/// What opening a hub does where there is no file, or one without a byte.
///
/// A hub that a store was synced with before, and that is not there now, is rarely meant to be made
/// again: a drive is not mounted, or the file was moved.
public enum MissingHubFile: Sendable, Hashable {
  /// A new hub is made.
  case made
  /// Nothing is made: ``HubError/Code/missing``.
  case refused
}
