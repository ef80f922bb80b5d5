import Storage
import Sync
import SyncSimulator
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A folder of its own for one test, which goes with it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/sync-\(UInt64.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }
}

/// A clock that moves on by a millisecond with each look, and randomness from a seed.
final class TestSurroundings: Sendable {
  private let content: Locked<(now: Int64, random: SeededRandom)>
  private let pauses = Locked<[Duration]>([])

  init(seed: UInt64 = 1, now: Int64 = 1_800_000_000_000) {
    content = Locked((now, SeededRandom(seed: seed)))
  }

  var now: Int64 {
    content.withLock {
      $0.now += 1
      return $0.now
    }
  }

  func advance(_ milliseconds: Int64) { content.withLock { $0.now += milliseconds } }
  func random() -> UInt64 { content.withLock { $0.random.next() } }

  /// The pauses that an engine made, none of which took any time.
  var slept: [Duration] { pauses.withLock { $0 } }

  var engine: SyncEnvironment {
    SyncEnvironment(
      sleep: { pause in self.pauses.withLock { $0.append(pause) } },
      random: { self.random() }
    )
  }

  func store(aheadBy skew: Int64 = 0) -> StoreEnvironment {
    StoreEnvironment(
      now: { Date(timeIntervalSince1970: Double(self.now + skew) / 1_000) },
      random: { self.random() }
    )
  }

  func hub(limits: SyncLimits = SyncLimits(), retention: Int64 = 1_000_000) -> HubEnvironment {
    HubEnvironment(
      now: { self.now },
      random: { Int64(self.random() >> 1) },
      limits: limits,
      retention: retention
    )
  }
}

extension Hub {
  /// Lets time pass that the hub sees pass: somebody syncs now and then, and changes nothing.
  ///
  /// By steps of a tenth of the retention of ``TestSurroundings/hub(limits:retention:)``.
  func letPass(_ milliseconds: Int64, _ surroundings: TestSurroundings) throws {
    let step: Int64 = 100_000
    for number in 0...milliseconds / step {
      if number > 0 { surroundings.advance(step) }
      let request = ChangesRequest(after: 0, limit: 1, token: nil, isBootstrap: true)
      guard case .changes(let page) = try answer(.changes(request), space: "main") else { return }
      let push = PushRequest(
        device: 99,
        session: 99,
        counter: surroundings.now,
        token: page.token,
        cursor: page.token.head,
        changes: []
      )
      _ = try answer(.push(push), space: "main")
    }
  }
}

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

/// Phases in the order in which they came.
final class Recorder: Sendable {
  private let content = Locked<[SyncProgress.Phase]>([])

  var values: [SyncProgress.Phase] { content.withLock { $0 } }
  func append(_ phase: SyncProgress.Phase) { content.withLock { $0.append(phase) } }
}
