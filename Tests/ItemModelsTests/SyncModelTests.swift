import Storage
import Sync
import Testing

@testable import ItemModels

@MainActor @Suite struct SyncModelTests {
  private let store: SQLiteRepository
  private let network = TestNetwork(InProcessNetworkService(.inMemory()))

  init() throws { store = try SQLiteRepository.inMemory() }

  private func engine(_ store: SQLiteRepository) throws -> SyncEngine {
    SyncEngine(
      store: store,
      remote: try Remote("file:/test"),
      networkService: network,
      environment: SyncEnvironment(
        sleep: { _ in try Task.checkCancellation() },
        random: StoreEnvironment.live.random
      )
    )
  }

  private func model() throws -> SyncModel {
    SyncModel(engine: try engine(store), store: store, repository: store)
  }

  @Test func `a sync tells what it did, and the state follows`() async throws {
    let model = try model()
    await until { model.status != nil }
    #expect(model.status?.hasMetHub == false && model.activity == .idle)
    try await store.add("Milk")
    await until { model.status?.unsent == 1 }
    await model.sync()
    #expect(model.activity == .idle && model.lastSummary?.pushed == 1)
    await until { model.status?.unsent == 0 && model.status?.hasMetHub == true }
  }

  @Test func `without a hub the sync is offline, and what was written waits`() async throws {
    try await store.add("Milk")
    network.isReachable = false
    let model = try model()
    await model.sync()
    guard case .offline(let failure) = model.activity else {
      Issue.record("\(model.activity)")
      return
    }
    #expect(failure.action == .retry)
    await until { model.status?.unsent == 1 }
    network.isReachable = true
    await model.sync()
    #expect(model.activity == .idle && model.lastSummary?.pushed == 1)
  }

  @Test func `a store that is followed sends each change, until it is stopped`() async throws {
    let model = try model()
    let following = Task { await model.follow() }
    await until { model.isFollowing && model.lastSummary != nil }
    try await store.add("Milk")
    await until { model.lastSummary?.pushed == 1 }
    model.stop()
    await following.value
    #expect(!model.isFollowing && model.activity == .idle)
    // A second one may begin.
    await model.sync()
    #expect(model.activity == .idle)
  }

  @Test func `a hub that does not know the store is asked about`() async throws {
    try await store.add("Milk")
    let first = try model()
    await first.sync()
    // Another hub in the same place.
    network.replace(by: InProcessNetworkService(.inMemory()))
    let model = try model()
    let refused = Task { await model.sync() }
    await until { model.asksAboutHub }
    model.answerAboutHub(false)
    await refused.value
    #expect(!model.asksAboutHub && model.activity == .idle && model.lastSummary == nil)
    let accepted = Task { await model.sync() }
    await until { model.asksAboutHub }
    model.answerAboutHub(true)
    await accepted.value
    #expect(model.lastSummary?.pushed == 1)
  }

  @Test func `texts that two devices wrote are decided on`() async throws {
    let other = try SQLiteRepository.inMemory()
    let item = try await store.add(ItemDraft(title: "Shopping", notes: "milk"))
    let model = try model()
    await model.sync()
    try await engine(other).sync()
    for (store, notes) in [(store, "oat milk"), (other, "soy milk")] {
      var copy = try #require(try await store.item(item.id))
      copy.notes = notes
      try await store.update(copy)
    }
    try await engine(other).sync()
    await model.sync()
    await until { model.status?.keptTexts.count == 1 }
    let kept = try #require(model.status?.keptTexts.first)
    var changed = try #require(try await store.item(item.id))
    changed.notes += " and tea"
    try await store.update(changed)
    #expect(await !model.resolve(kept, by: .both))
    #expect(model.failure?.message.contains("changed meanwhile") == true)
    await until { model.status?.keptTexts.first?.current.hasSuffix("and tea") == true }
    let shown = try #require(model.status?.keptTexts.first)
    #expect(await model.resolve(shown, by: .both))
    await until { model.status?.keptTexts.isEmpty == true }
    #expect(try await store.undo()?.applied == 1)
    await until { model.status?.keptTexts == [shown] }
    #expect(await model.resolve(shown, by: .both))
    let notes = try await store.item(item.id)?.notes
    #expect(notes?.contains("oat milk") == true && notes?.contains("soy milk") == true)
    #expect(model.failure == nil)
  }
}

/// A way to a hub that a test cuts.
private final class TestNetwork: NetworkService {
  private let state: Locked<(base: any NetworkService, isReachable: Bool)>

  init(_ base: any NetworkService) { state = .init((base, true)) }

  var isReachable: Bool {
    get { state.withLock { $0.isReachable } }
    set { state.withLock { $0.isReachable = newValue } }
  }

  func replace(by base: any NetworkService) { state.withLock { $0.base = base } }

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    let (base, isReachable) = state.withLock { $0 }
    guard isReachable else { throw NetworkError(.unreachable, "There is no network.") }
    return try await base.send(request)
  }
}
