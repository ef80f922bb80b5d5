// The container's factories of sync; the only file here that imports Registry.

public import Registry
import Storage

extension Container {
  /// The hub that the live ``networkService`` reaches; none until the program registers one.
  public var syncRemote: Factory<Remote?> {
    self { nil }
  }

  /// The way to the hub: the remote's in a live program, a hub in memory in previews and tests.
  ///
  /// Without a remote, or with one that cannot be opened, each request throws an error that says so.
  public var networkService: Factory<any NetworkService> {
    self { Container.liveNetworkService(for: self.syncRemote(), by: self.remoteAccess()) }
      .onPreview { InProcessNetworkService(.inMemory()) }
      .onTest { InProcessNetworkService(.inMemory()) }
      .cached
  }

  /// Keeps other processes from syncing the live store at the same time.
  public var syncLease: Factory<SyncLease> {
    self { self.storeLocation().path.map { SyncLease.file(beside: $0) } ?? .none }
      .onPreview { .none }
      .onTest { .none }
  }

  /// Makes the live ``networkService`` from a remote: for files only, unless a library adds more.
  public var remoteAccess: Factory<RemoteAccess> {
    self { RemoteAccess { remote throws(SyncError) in try remote.makeNetworkService() } }
  }

  private static func liveNetworkService(
    for remote: Remote?,
    by access: RemoteAccess
  ) -> any NetworkService {
    guard let remote else { return UnavailableNetworkService.noRemote }
    do throws(SyncError) {
      return try access.makeNetworkService(remote)
    } catch {
      let code: NetworkError.Code =
        switch error.code {
        case .notBuiltIn: .notBuiltIn
        case .invalidRemote: .noRemote
        default: .unreachable
        }
      return UnavailableNetworkService(NetworkError(code, error.message, cause: error))
    }
  }
}
