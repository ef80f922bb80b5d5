import Storage
import Sync
import SyncSimulator
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A service that does with each request as it was told.
final class ScriptedNetworkService: NetworkService {
  /// What becomes of one request.
  enum Step: Sendable {
    /// It is answered.
    case pass
    /// It is answered, but the answer never comes.
    case loseAnswer
    /// The answer comes without its last bytes.
    case cutAnswer(bytes: Int)
    /// The request is cancelled.
    case cancel
    /// It is answered, and something happens then.
    case passAndThen(@Sendable () -> Void)
    /// This is the answer.
    case answer(NetworkResponse)
  }

  private let base: any NetworkService
  private let steps: Locked<[Step]>

  /// Requests beyond the steps are passed on.
  init(_ base: any NetworkService, _ steps: [Step]) {
    self.base = base
    self.steps = Locked(steps)
  }

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    let step = steps.withLock { $0.isEmpty ? .pass : $0.removeFirst() }
    switch step {
    case .pass: return try await base.send(request)
    case .answer(let response): return response
    case .cancel: throw NetworkError(.cancelled, "cancelled")
    case .passAndThen(let happen):
      let response = try await base.send(request)
      happen()
      return response
    case .loseAnswer:
      _ = try await base.send(request)
      throw NetworkError(.unreachable, "lost")
    case .cutAnswer(let bytes):
      var response = try await base.send(request)
      response.body.removeLast(bytes)
      return response
    }
  }
}

/// Does something once, while a push is on its way to the hub.
final class InterruptedService: NetworkService {
  private let base: any NetworkService
  private let interruption: Locked<(@Sendable () async throws -> Void)?>

  init(_ base: any NetworkService, _ interruption: @escaping @Sendable () async throws -> Void) {
    self.base = base
    self.interruption = Locked(interruption)
  }

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    guard !request.body.isEmpty, let interrupt = interruption.withLock({ $0.take() }) else {
      return try await base.send(request)
    }
    do {
      try await interrupt()
    } catch {
      throw NetworkError(.unreachable, "\(error)")
    }
    return try await base.send(request)
  }
}

/// Two devices with real stores in memory, and a hub.
struct Pair {
  let surroundings = TestSurroundings()
  let service: any NetworkService
  let first: SQLiteRepository
  let second: SQLiteRepository

  init(_ service: (TestSurroundings) throws -> any NetworkService, skew: Int64 = 0) throws {
    self.service = try service(surroundings)
    first = try SQLiteRepository.inMemory(environment: surroundings.store(aheadBy: skew))
    second = try SQLiteRepository.inMemory(environment: surroundings.store())
  }

  static func overMemory(limits: SyncLimits = SyncLimits(), skew: Int64 = 0) throws -> Pair {
    try Pair(
      { surroundings in
        InProcessNetworkService(
          Hub(store: MemoryHubStore(), environment: surroundings.hub(limits: limits))
        )
      },
      skew: skew
    )
  }

  func engine(
    _ store: any ReplicaStore,
    over service: (any NetworkService)? = nil,
    limits: SyncLimits = SyncLimits()
  ) throws -> SyncEngine {
    SyncEngine(
      store: store,
      remote: try Remote("file:/test/hub"),
      networkService: service ?? self.service,
      environment: surroundings.engine,
      limits: limits
    )
  }

  /// Syncs the first, the second, and the first again.
  func syncAll() async throws {
    _ = try await engine(first).sync()
    _ = try await engine(second).sync()
    _ = try await engine(first).sync()
  }

  /// What both hold is the same.
  func expectEqual(_ location: SourceLocation = #_sourceLocation) async throws {
    let ours = try await first.items().sorted { $0.id < $1.id }
    let theirs = try await second.items().sorted { $0.id < $1.id }
    #expect(ours.count == theirs.count, sourceLocation: location)
    for (mine, other) in zip(ours, theirs) {
      #expect(mine.hasSameContent(as: other), sourceLocation: location)
    }
    for store in [first, second] {
      let status = try await store.syncStatus()
      #expect(status.unsynced == 0, sourceLocation: location)
    }
  }
}

extension ReplicaStore {
  /// Does a piece of sync's work.
  func perform(
    _ work: StoreWork,
    limits: SyncLimits = SyncLimits()
  ) async throws(StorageError) -> StoreOutcome {
    let fresh = RandomIdentifiers(device: 1, session: 2, node: 3)
    return try await writeReplica { transaction throws(StorageError) in
      try work.run(
        in: transaction,
        settings: StoreSettings(remote: "hub", limits: limits),
        fresh: fresh
      )
    }
  }
}

/// Phases in the order in which they came.
final class Recorder: Sendable {
  private let content = Locked<[SyncProgress.Phase]>([])

  var values: [SyncProgress.Phase] { content.withLock { $0 } }
  func append(_ phase: SyncProgress.Phase) { content.withLock { $0.append(phase) } }
}
