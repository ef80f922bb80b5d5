package import Sync

/// Where the daemons that share a store find each other, and the key that they share.
///
/// The key is drawn by the first daemon and kept in the store: whoever can read it there can read every item anyway, and
/// nobody has to carry a secret from machine to machine. Its methods block.
package protocol PeerDirectory: Sendable {
  /// Notes that a daemon can be reached at an address, and returns the addresses of the others that were noted since
  /// half a minute ago.
  func announce(_ address: String, at now: Int64) throws(HubError) -> [String]

  /// Takes a daemon's note away.
  func withdraw(_ address: String) throws(HubError)

  /// The key of all daemons of this store; `fresh` becomes the key if there is none.
  func peerKey(orElse fresh: [UInt8]) throws(HubError) -> [UInt8]
}
