import ItemContainer
import ItemModels
import Registry
import RegistryTesting
import Storage
import Testing

/// A record of these tests.
private struct Habit: ItemRecord {
  static let kind = "habit"
  var title: String
  var times: Int
}

@MainActor @Suite(.container) struct FetchedTests {
  /// A screen that owns what it fetches.
  @MainActor private final class Screen {
    @Fetched(\.itemRepository, ItemQuery(.status([.open]), limit: 100)) var items
    @Fetched(\.itemRepository, where: \Habit.times < 3) var habits
  }

  @Test func `items and records follow the container's store`() async throws {
    let store = Container.shared.itemRepository()
    let screen = Screen()
    #expect(screen.items.isEmpty && screen.$items.phase == .loading)
    await until { screen.$items.phase == .empty && screen.$habits.phase == .empty }
    let milk = try await store.add("Milk")
    await until { screen.items == [milk] }
    #expect(screen.$items.phase == .ready)
    let habits = store.records(of: Habit.self)
    try await habits.add(Habit(title: "Run", times: 1))
    try await habits.add(Habit(title: "Read", times: 5))
    await until { screen.habits.map(\.record.title) == ["Run"] }
    screen.$habits.load(where: \Habit.times > 3)
    await until { screen.habits.map(\.record.title) == ["Read"] }
    screen.$items.load(ItemQuery(.kind("habit")))
    await until { screen.items.map(\.title) == ["Run", "Read"] }
  }

  @Test func `a store that cannot be opened is told`() async throws {
    Container.shared.itemRepository.register {
      DisconnectedRepository(failing: StorageError(.cannotOpen, "There is no disk."))
    }
    let screen = Screen()
    await until { screen.$items.phase.failure?.message == "There is no disk." }
    #expect(screen.items.isEmpty)
    await screen.$items.retry()
    await until { screen.$items.phase.failure != nil }
  }
}
