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
    case .upgrade: return ["Update the older of the two; unsent changes stay here."]
    case .deleted:
      return [
        "This store keeps its items; if the space is made again on the hub, it is offered all of them.",
        "'itemsctl sync --remote URL/SPACE' changes to another space.",
      ]
    case .unreachable:
      return [
        "Check that the hub runs, and that this machine is online. Nothing is lost: what was changed here",
        "waits for the next sync.",
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
