// The container's factories of sync.

public import Registry
import Storage
public import Sync

extension Container {
  /// The engine that syncs `replicaStore` with the hub of ``syncRemote``.
  ///
  /// In a live program without a remote, each use throws an error that says so, and the store stays
  /// unchanged. In previews and tests, the hub is always in memory, and in tests nothing waits: see
  /// ``syncEnvironment``.
  public var syncEngine: Factory<SyncEngine> {
    self {
      let store = self.replicaStore()
      guard let remote = self.engineRemote() else { return SyncEngine(withoutRemote: store) }
      return SyncEngine(
        store: store,
        remote: remote,
        networkService: self.networkService(),
        environment: self.syncEnvironment(),
        lease: self.syncLease()
      )
    }
    .cached
  }

  /// How the engine waits and draws random numbers.
  ///
  /// It pauses by `DependencyValues.continuousClock`, which returns at once in tests; it takes the
  /// time from the store's environment.
  public var syncEnvironment: Factory<SyncEnvironment> {
    self {
      let now = self.storeEnvironment().now
      return SyncEnvironment(
        clock: DependencyValues.current.continuousClock,
        now: { now().millisecondsSince1970 }
      )
    }
  }

  /// A hub in memory needs a name, since the store remembers one.
  private var engineRemote: Factory<Remote?> {
    self { self.syncRemote() }
      .onPreview { self.syncRemote() ?? Container.hubInMemory }
      .onTest { self.syncRemote() ?? Container.hubInMemory }
  }

  private static let hubInMemory = Remote(.file(path: "/memory"))

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
