// The stores and hubs that a context of the container chooses; the others are opened without it.

import CommandKit
import ItemContainer
import Registry
import Storage
import Sync

extension StoreChoice {
  /// Opens the store; in the contexts of previews and tests, the container's.
  func repository(
    for access: StoreAccess,
    from container: @autoclosure () -> Container
  ) throws -> any OpenedStore {
    switch self {
    case .preview(let fixture):
      return StoreChoice.repository(fixture, from: container()) { $0.isPreview = true }
    case .test(let fixture):
      return StoreChoice.repository(fixture, from: container()) { $0.isTest = true }
    case .memory(let fixture): return try SQLiteRepository.inMemory(fixture)
    case .file(let location, let origin):
      // Screens come from a container, whose context the environment could change.
      if access == .interactive { StoreChoice.setContext { _ in } }
      return try StoreChoice.open(location, origin, for: access)
    }
  }

  private static func repository(
    _ fixture: Fixture?,
    from container: Container,
    in context: (FactoryContext) -> Void
  ) -> any OpenedStore {
    setContext(context)
    if let fixture { container.storeFixture.register { fixture } }
    return container.replicaRepository()
  }

  private static func setContext(_ change: (FactoryContext) -> Void) {
    let context = FactoryContext.current
    (context.isPreview, context.isTest) = (false, false)
    change(context)
  }

  /// The network service for a hub: the hub itself in live use, else one in memory.
  func networkService(
    for remote: Remote,
    _ access: HubAccess,
    from container: @autoclosure () -> Container
  ) throws(SyncError) -> any NetworkService {
    switch self {
    case .preview, .test: container().networkService()
    case .memory, .file: try access.networkService(for: remote)
    }
  }
}
