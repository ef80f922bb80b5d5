package import Storage

extension SyncEngine {
  /// Makes an engine for a program without a remote: each use throws an error that says so, and the store stays unchanged.
  package init(withoutRemote store: any ReplicaStore) {
    let service = UnavailableNetworkService.noRemote
    self.init(
      store: store,
      refusing: SyncError(.invalidRemote, service.error.message),
      networkService: service
    )
  }
}
