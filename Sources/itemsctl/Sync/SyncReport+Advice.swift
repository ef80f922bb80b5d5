import Sync

extension SyncReport {
  /// What to do after an error of a hub behind HTTP.
  static func advice(
    after error: SyncError,
    of remote: Remote,
    _ access: HubAccess
  ) -> [String] {
    guard case .http = remote.location else { return [] }
    switch error.code {
    case .unauthorized:
      // An error of the token's file says itself what to do.
      guard let found = try? access.credential(for: remote) else {
        return hasReadableToken(access, remote)
          ? ["No token is kept for it here: 'itemsctl login \(remote)' asks for one."] : []
      }
      return [
        "The token \(found.place.phrase) was sent; it was revoked, has expired, "
          + "or the hub was restored from a backup, which revokes all.",
        "'itemsctl login' takes another one.",
      ]
    case .upgrade: return ["Bring the older of the two up to date; what is unsent stays here."]
    case .deleted:
      return [
        "This store keeps its items; made anew on the hub, the space is offered all of them.",
        "'itemsctl sync --remote URL/SPACE' changes to another space.",
      ]
    default: return []
    }
  }

  /// Whether the places of tokens can be read.
  private static func hasReadableToken(_ access: HubAccess, _ remote: Remote) -> Bool {
    do throws(SyncError) {
      _ = try access.credential(for: remote)
      return true
    } catch {
      return false
    }
  }
}
