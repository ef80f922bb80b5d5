import Sync

extension HubError {
  /// The error as clients are told it: where the hub keeps its file, and what is wrong with it, is for its log.
  var toldToClients: HubError {
    let message: String
    switch code {
    case .malformed, .quota, .deleted, .frozen: return self
    case .full:
      message =
        "There is no room left on the hub's disk. Nothing was stored; sync again when its administrator has made some."
    case .busy:
      message = "The hub's store is in use. Nothing was stored; sync again in a moment."
    default:
      message = "The hub's store failed; the hub's log says why."
    }
    return HubError(code, message)
  }
}
