package import Storage

extension HubError {
  /// The hub's error for an error of its file.
  package init(_ error: StorageError, opening path: String? = nil) {
    if let ours = error.cause as? HubError {
      self = ours
      return
    }
    let code: Code =
      switch error.code {
      case .busy: .busy
      case .full: .full
      case .notAStore, .migrationMismatch: .notAHub
      case .laterVersion: .laterVersion
      case .damaged: .damaged
      case .fileExists: .alreadyExists
      case .cannotOpen, .permission, .readOnly, .replaced: .cannotOpen
      default: .inputOutput
      }
    let isForeign = code == .notAHub && error.resultCode != nil
    var message = isForeign ? path.map { "'\($0)' is not a hub." } : nil
    if error.code == .migrationMismatch {
      message = error.message + " Or sync with a new hub file: each store has its items still."
    }
    self.init(code, message ?? error.message, cause: error)
  }
}
