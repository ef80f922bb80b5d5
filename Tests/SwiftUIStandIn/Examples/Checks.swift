// Draws the examples and tells what is not as it should be.

import Foundation
import FoundationNetworking
import ItemContainer
import Observation
import Registry
import Storage
import SwiftUI
import Sync
import URLSessionValue

@main
@MainActor
enum Checks {
  private static var failures = 0

  static func main() async throws {
    modelsLiveAsLongAsTheirPlace()
    modifiersReachTheModelsWithin()
    modelsWithinAModifierShareWhatIsCached()
    bindingsWriteToTheModel()
    changesOfObjectsReachTheView()
    previewsAreSetUp()
    theArticlesViewsAreDrawn()
    modifiersReachAViewsOwnProperties()
    theGuidesViewsAreDrawn()
    environmentModelsAreMadeBeforeTheBody()
    theURLSessionIsAContextValue()
    try await whatQueriesFindIsDrawnAgain()
    await previewsShowTheirStores()
    theEnvironmentHasThePartsOfAStore()
    exit(failures == 0 ? 0 : 1)
  }

  private static func expect(
    _ actual: some Equatable & Sendable,
    _ expected: some Equatable & Sendable,
    line: UInt = #line
  ) {
    if "\(actual)" == "\(expected)" { return }
    failures += 1
    print("Checks.swift:\(line): \(actual) is not \(expected)")
  }

  /// A view's own `@Dependency`, its models' and those below have what the modifier and a preview's trait set.
  private static func modifiersReachAViewsOwnProperties() {
    func lines(_ store: String) -> [String] {
      [store, store, "own in \(store)", "own in \(store)", store, store]
    }
    expect(Tree().draw(OwnPropertiesView(name: "own")), lines("default"))
    let modified = OwnPropertiesView(name: "own").dependency(\.store, Store(name: "outer"))
    expect(Tree().draw(modified), lines("outer"))
    expect(Tree().draw(modified.dependency(\.store, Store(name: "outermost"))), lines("outer"))
    expect(previewWithTrait().draw(), lines("trait"))
  }

  /// A view's struct is made again and again; its models are made once.
  private static func modelsLiveAsLongAsTheirPlace() {
    let tree = Tree()
    Made.count = 0
    expect(tree.draw(OwnersView()), Array(repeating: "default", count: 5))
    expect(Made.count, 5)
    expect(tree.draw(OwnersView()), Array(repeating: "default", count: 5))
    expect(Made.count, 5)
    expect(Tree().draw(OwnersView()), Array(repeating: "default", count: 5))
    expect(Made.count, 10)
  }

  /// What the modifier sets holds within, for each kind of owner; the innermost wins.
  private static func modifiersReachTheModelsWithin() {
    let part = OwnersView().dependency(\.store, Store(name: "part"))
    expect(Tree().draw(part), Array(repeating: "part", count: 5))
    expect(Tree().draw(StoreView()), ["default"])
    expect(Tree().draw(StoreView().dependency(\.store, Store(name: "part"))), ["part"])
    let nested = OwnersView()
      .dependency(\.store, Store(name: "inner"))
      .dependency(\.store, Store(name: "outer"))
    expect(Tree().draw(nested), Array(repeating: "inner", count: 5))
    let make = {
      withDependencies {
        $0.store = Store(name: "maker")
      } operation: {
        OwnersView()
      }
    }
    expect(Tree().draw(make()), Array(repeating: "maker", count: 5))
    let around = make().dependency(\.store, Store(name: "around"))
    expect(Tree().draw(around), Array(repeating: "around", count: 5))
    expect(
      Tree().draw(LibraryView(name: "named")),
      ["default", "[default]", "[own]", "[named]", "loan", "part", "own", "part"]
    )
  }

  /// Also those that are made later, as long as the modifier's value stays the same.
  private static func modelsWithinAModifierShareWhatIsCached() {
    let tree = Tree()
    let numbers = Numbers()
    let draw = { showsSecond, store in
      tree.draw(
        MarksView(showsSecond: showsSecond)
          .dependency(\.store, Store(name: store))
          .dependency(\.numbers, numbers)
      )
    }
    expect(draw(false, "one"), ["1"])
    expect(draw(true, "one"), ["1", "1"])
    expect(draw(false, "one"), ["1"])
    expect(draw(true, "two"), ["1", "1"])
    let other = Tree()
    let changed = { showsSecond, store in
      other.draw(
        MarksView(showsSecond: showsSecond)
          .dependency(\.store, Store(name: store))
          .dependency(\.numbers, numbers)
      )
    }
    expect(changed(false, "one"), ["2"])
    expect(changed(true, "two"), ["2", "3"])
  }

  private static func bindingsWriteToTheModel() {
    let tree = Tree()
    _ = tree.draw(FieldsView())
    expect(tree.fields.count, 5)
    for (index, field) in tree.fields.enumerated() { field.wrappedValue = "\(index)" }
    expect(tree.draw(FieldsView()), ["[0]", "[1]", "[2]", "[3]", "[4]"])
  }

  private static func changesOfObjectsReachTheView() {
    let tree = Tree()
    _ = tree.draw(FieldsView())
    expect(tree.changes, 0)
    // Two of the five are Observation's, which tell SwiftUI by themselves.
    for field in tree.fields { field.wrappedValue = "changed" }
    expect(tree.changes, 3)
  }

  private static func previewsAreSetUp() {
    expect(Tree().draw(Previews.previews), ["mock", "[mock]", "shop", "mock ann"])
  }

  private static func theArticlesViewsAreDrawn() {
    let travel = ["as printed", "[as printed]", "09:00", "[09:00]"]
    expect(Tree().draw(TravelView()), travel)
    let detail = DetailView().dependency(\.almanac, Almanac(time: "07:00"))
    expect(Tree().draw(detail), ["07:00"])
    expect(Tree().draw(TravelPreviews.previews), ["06:00", "[06:00]", "09:00", "[09:00]"])
  }

  private static func theGuidesViewsAreDrawn() {
    expect(Tree().draw(BoatPreviews.previews), ["boat of mock", "Next"])
    expect(Tree().draw(BoatView()), ["boat of mock", "Next"])
    expect(Tree().draw(SailView()), ["sail of mock", "[sail of]"])
    let shelf = ShelfView(place: "top").dependency(\.store, Store(name: "part"))
    expect(Tree().draw(shelf), ["top part part"])
    let screen = PlayerScreen().environment(\.database, Store(name: "full"))
    expect(Tree().draw(screen), ["full own"])
  }

  /// With the environment of the view's first body, even if that body reads no model; once.
  private static func environmentModelsAreMadeBeforeTheBody() {
    let tree = Tree()
    Made.count = 0
    let full = Store(name: "full")
    expect(tree.draw(PlayerScreen(isShown: false).environment(\.database, full)), [""])
    expect(Made.count, 2)
    let empty = Store(name: "empty")
    expect(tree.draw(PlayerScreen().environment(\.database, empty)), ["full own"])
    expect(Made.count, 2)
  }

  private static func theURLSessionIsAContextValue() {
    expect(URLSessionChecks.live === URLSession.shared, true)
    let session = URLSession(configuration: .ephemeral)
    expect(URLSessionChecks.overridden(by: session) === session, true)
    let message = URLSessionChecks.messageInTest().prefix { $0 != "," }
    expect(String(message), "urlSession (URLSessionKey) has no value for tests")
  }

  /// Items and records, after each write; the struct of a view is made again each time.
  private static func whatQueriesFindIsDrawnAgain() async throws {
    let store = try SQLiteRepository.inMemory()
    Container.shared.itemRepository.register { store }
    let tree = Tree()
    expect(tree.draw(HouseholdView()), ["", ""])
    await draw(in: tree, until: ["Nothing to buy", "", ""])
    let milk = try await store.add(ItemDraft(title: "Milk", list: "shopping"))
    try await store.add(ItemDraft(title: "Report", list: "work"))
    await draw(in: tree, until: ["Milk", ""])
    let habits = store.records(of: Habit.self)
    try await habits.add(Habit(title: "Run", times: 2))
    try await habits.add(Habit(title: "Read", times: 1))
    try await habits.add(Habit(title: "Rest", times: 3))
    await draw(in: tree, until: ["Milk", "Read 1, Run 2"])
    try await store.delete(milk.id)
    await draw(in: tree, until: ["Nothing to buy", "", "Read 1, Run 2"])
    // Another place has results of its own, of the same store.
    let other = Tree()
    expect(other.draw(HouseholdView()), ["", ""])
    await draw(in: other, until: ["Nothing to buy", "", "Read 1, Run 2"])
    // A modifier around the views replaces it, for those that are made from then on.
    let household: any ItemRepository = .empty
    try await household.add(ItemDraft(title: "Bread", list: "shopping"))
    let place = Tree()
    let shown = { repository in HouseholdView().environment(\.itemRepository, repository) }
    await draw(in: place, { shown(household) }, until: ["Bread", ""])
    await draw(in: place, { shown(.empty) }, until: ["Bread", ""])
    await draw(in: Tree(), { shown(.empty) }, until: ["Nothing to buy", "", ""])
    Container.shared.itemRepository.reset()
  }

  /// In the context of previews: the container's store, those that a modifier sets, and a hub that cannot be reached.
  private static func previewsShowTheirStores() async {
    await FactoryContext.withContext(.preview) {
      let tree = Tree()
      let full = await linesOf(OpenItemsPreviews.previews, in: tree) { lines in
        lines.count > 2 && !lines.contains("…")
      }
      expect(full.suffix(2), ["Nothing to do", "The store cannot be opened."])
      let sync = Tree()
      let previews = { SyncPreviews.previews.dependency(\.continuousClock, ImmediateClock()) }
      expect(sync.draw(previews()), ["Ready", "(Sync)", "Ready", "(Sync)"])
      for button in sync.buttons { button.action() }
      let ended = await linesOf(previews(), in: sync) { lines in
        !lines.contains("Syncing") && !lines.contains("Ready")
      }
      expect(ended, ["0 sent", "(Sync)", "The hub cannot be reached.", "(Sync)"])
    }
  }

  /// Those of the container in force, until a modifier replaces one.
  private static func theEnvironmentHasThePartsOfAStore() {
    FactoryContext.withContext(.preview) {
      let shared = [
        "SQLiteRepository, SQLiteRepository", "InProcessNetworkService, InMemorySettings", "now",
        "the container's engine",
      ]
      expect(Tree().draw(PartsView()), shared)
      let clock = StoreEnvironment(
        now: { Date(timeIntervalSince1970: 0) },
        random: StoreEnvironment.live.random
      )
      let replaced = PartsView()
        .environment(\.itemRepository, .empty)
        .environment(\.networkService, .failing)
        .environment(\.storeEnvironment, clock)
      expect(
        Tree().draw(replaced),
        [
          "DisconnectedRepository, SQLiteRepository", "UnreliableNetworkService, InMemorySettings",
          "1970", "the container's engine",
        ]
      )
      // The modifier of the container reaches what factories make of it, too.
      let overridden = PartsView().dependency(\.networkService, .failing)
      expect(
        Tree().draw(overridden),
        [
          "SQLiteRepository, SQLiteRepository", "UnreliableNetworkService, InMemorySettings", "now",
          "another engine",
        ]
      )
    }
  }

  /// Draws a view again and again, until its lines fit.
  private static func linesOf(
    _ view: some View,
    in tree: Tree,
    until fits: ([String]) -> Bool
  ) async -> [String] {
    while true {
      let lines = tree.draw(view)
      if fits(lines) { return lines }
      await Task.yield()
    }
  }

  /// Draws a view as SwiftUI does, again after each change of what it read, until it shows these lines.
  private static func draw(
    in tree: Tree,
    _ makeView: @MainActor () -> some View = { HouseholdView() },
    until expected: [String]
  ) async {
    while true {
      let (changes, changed) = AsyncStream.makeStream(of: Void.self)
      let lines = withObservationTracking {
        tree.draw(makeView())
      } onChange: {
        changed.finish()
      }
      if lines == expected { return }
      // The change comes after the call.
      for await _ in changes {}
    }
  }
}
