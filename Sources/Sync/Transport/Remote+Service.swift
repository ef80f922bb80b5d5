extension Remote {
  /// The service that reaches this remote.
  ///
  /// A program whose store has met this hub before, see ``SyncStatus/hasMetHub``, should pass
  /// `refused` for `missing`.
  ///
  /// - Parameters:
  ///   - missing: What to do if the hub file is missing.
  ///   - overHTTP: Makes the service of a hub behind HTTP, as the library SyncHTTP does.
  /// - Returns: The service.
  /// - Throws: ``SyncError`` with code `notBuiltIn` for HTTP without `overHTTP`, and `unreachable`,
  ///   `busy`, `quota` or `badHub` if the hub file cannot be opened; its cause is the ``HubError``.
  public func makeNetworkService(
    missing: MissingHubFile = .made,
    overHTTP: ((Remote) throws(SyncError) -> any NetworkService)? = nil
  ) throws(SyncError) -> any NetworkService {
    switch location {
    case .http:
      if let overHTTP { return try overHTTP(self) }
      throw SyncError(
        .notBuiltIn,
        "'\(self)' is reached over HTTP, which is not built into this program. "
          + "Use a hub file, as in 'file:/folder/hub.sqlite'."
      )
    case .file(let path):
      do throws(HubError) {
        return InProcessNetworkService(try Hub(file: path, missing: missing))
      } catch {
        throw SyncError(error)
      }
    }
  }
}

extension SyncError {
  /// The error of a run whose hub file cannot be opened.
  init(_ error: HubError) {
    let code: Code =
      switch error.code {
      case .busy: .busy
      case .full: .quota
      case .deleted: .deleted
      case .notAHub, .laterVersion, .damaged, .malformed: .badHub
      default: .unreachable
      }
    self.init(code, error.message, cause: error)
  }
}
