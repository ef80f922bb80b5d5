import Foundation
import ItemContainer
import Registry
import Storage
import Sync

/// The states in which previews show the screens; tests see to it that each is what its name says.
package enum PreviewState: String, CaseIterable, Sendable {
  /// A store without an item.
  case empty
  /// A store as it is after some weeks.
  case full
  /// 10,000 items.
  case large
  /// A store that cannot be opened.
  case failing
  /// A store that can be read and not written.
  case readOnly
  /// A hub that cannot be reached.
  case offline
  /// A text that two devices wrote, to be decided on.
  case conflicted
  /// Titles that do not fit on a line.
  case longTitles
  /// Titles that are read from right to left.
  case rightToLeft

  /// A container whose store and hub are in this state, whatever the context; nothing in it waits.
  package func container(now: Date = Date()) -> Container {
    let container = Container()
    let environment = StoreEnvironment(now: { now }, random: StoreEnvironment.live.random)
    container.storeEnvironment.register { environment }
    let store = makeStore(environment)
    container.replicaStore.register { store }
    let repository: any ItemRepository = self == .readOnly ? ReadOnlyStore(store) : store
    container.itemRepository.register { repository }
    let hub: any NetworkService =
      self == .offline ? UnreliableNetworkService.failing : InProcessNetworkService(.inMemory())
    container.networkService.register { hub }
    container.syncRemote.register { Remote(.file(path: "/preview")) }
    container.syncEnvironment.register {
      SyncEnvironment(clock: ImmediateClock(), now: { Int64(now.timeIntervalSince1970 * 1_000) })
    }
    container.syncLease.register { .none }
    container.settingsStore.register { SettingsStore() }
    return container
  }

  private func makeStore(_ environment: StoreEnvironment) -> any ItemRepository & ReplicaStore {
    if self == .failing { return DisconnectedRepository(failing: .preview) }
    do throws(StorageError) {
      return try SQLiteRepository.inMemory(fixture(environment), environment: environment)
    } catch {
      return DisconnectedRepository(failing: error)
    }
  }

  private func fixture(_ environment: StoreEnvironment) -> Fixture {
    switch self {
    case .empty: .empty
    case .large: .large(count: 10_000)
    case .longTitles: Fixture(rawValue, drafts: PreviewItems.longTitles)
    case .rightToLeft: Fixture(rawValue, drafts: PreviewItems.rightToLeft)
    default:
      Fixture(
        rawValue,
        drafts: PreviewItems.full(today: LocalZone.current.day(of: environment.now()))
      )
    }
  }

  /// Does what takes time to bring the state about: two devices sync, whose later edit is the other one's.
  package func prepare(_ container: Container) async throws {
    guard self == .conflicted else { return }
    let here = container.itemRepository()
    let environment = container.storeEnvironment()
    let there = try SQLiteRepository.inMemory(
      environment: StoreEnvironment(
        now: { environment.now().addingTimeInterval(60) },
        random: environment.random
      )
    )
    let other = SyncEngine(
      store: there,
      remote: Remote(.file(path: "/preview")),
      networkService: container.networkService(),
      environment: container.syncEnvironment()
    )
    try await container.syncEngine().sync()
    try await other.sync()
    for (store, notes) in [(here, "Oat milk, bread"), (there, "Soy milk, bread")] {
      guard var item = try await store.items().first(where: { !$0.notes.isEmpty }) else { continue }
      item.notes = notes
      try await store.update(item)
    }
    try await other.sync()
    try await container.syncEngine().sync()
  }
}

extension StorageError {
  fileprivate static let preview = StorageError(
    .permission,
    "The store cannot be opened: permission denied. Free the file, and try again."
  )
}
