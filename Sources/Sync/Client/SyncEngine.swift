public import Storage

/// Syncs a store with a hub; edits may go on meanwhile.
///
/// The core, a pure state machine, decides. This actor runs its transactions, sends its requests,
/// one at a time, and pauses when it says so. No transaction is open while a request is under way.
public actor SyncEngine {
  let store: any ReplicaStore
  let remote: Remote
  let networkService: any NetworkService
  let environment: SyncEnvironment
  private let lease: SyncLease
  private let settings: StoreSettings
  private var isBusy = false
  /// The request that the hub keeps open until something changes, if there is one.
  var waiting: Task<Result<Bool, SyncError>, Never>?
  /// Whether a followed store was edited since it was last checked.
  var hasLocalChange = false
  /// Whether a followed store was closed.
  var isAtEnd = false

  /// Makes an engine for one store and one hub.
  ///
  /// - Parameters:
  ///   - store: The store to sync.
  ///   - remote: The hub and the space, which the store remembers.
  ///   - networkService: The way to that hub.
  ///   - environment: How the engine waits and draws random numbers.
  ///   - lease: Keeps other processes from syncing the store at the same time.
  public init(
    store: any ReplicaStore,
    remote: Remote,
    networkService: any NetworkService,
    environment: SyncEnvironment = .live,
    lease: SyncLease = .none
  ) {
    self.init(
      store: store,
      remote: remote,
      networkService: networkService,
      environment: environment,
      lease: lease,
      limits: SyncLimits()
    )
  }

  package init(
    store: any ReplicaStore,
    remote: Remote,
    networkService: any NetworkService,
    environment: SyncEnvironment,
    lease: SyncLease = .none,
    limits: SyncLimits
  ) {
    self.store = store
    self.remote = remote
    self.networkService = networkService
    self.environment = environment
    self.lease = lease
    settings = StoreSettings(remote: remote.description, limits: limits)
  }

  /// Pushes what was changed here and pulls what was changed elsewhere, until nothing is left.
  ///
  /// It first ends a request that waits for changes: there is never more than one under way. If the
  /// task is cancelled, the store keeps every page and acknowledgement that came.
  ///
  /// - Parameters:
  ///   - verifies: Whether to compare the store with the hub by digest at the end.
  ///   - progress: Called before each request and each pause.
  ///   - unknown: Called if the store was synced before and this hub does not know it: it is another
  ///     hub, a copy that went its own way, or one restored from a backup. Every item is then offered
  ///     to it. If this throws, nothing has happened.
  /// - Returns: What the run did.
  /// - Throws: ``SyncError``; a later run sends what was not acknowledged.
  public func sync(
    verifies: Bool = false,
    progress: @Sendable (SyncProgress) -> Void = { _ in },
    unknown: @Sendable () async throws(SyncError) -> Void = {}
  ) async throws(SyncError) -> SyncSummary {
    try begin()
    defer { isBusy = false }
    await endWaiting()
    let held = try lease.take()
    defer { withExtendedLifetime(held) {} }
    var run = Run(core: SyncCore(patience: environment.patience, verifies: verifies))
    run.handle(.start, at: environment.uptime())
    while true {
      guard let effect = run.next() else {
        preconditionFailure("The core neither asks for anything nor finishes.")
      }
      if case .finish(let result) = effect { return run.counted(try result.get()) }
      guard let event = try await perform(effect, in: &run, progress: progress) else { continue }
      if case .replied(_, .reset(.union)) = event { try await unknown() }
      run.handle(event, at: environment.uptime())
    }
  }
}

/// One run: the core, what it asked for, and the bytes sent and received.
private struct Run {
  var core: SyncCore
  var pending: [SyncCore.Effect] = []
  var bytesSent = 0
  var bytesReceived = 0
  var behind: Int?

  mutating func handle(_ event: SyncCore.Event, at uptime: Int64) {
    pending += core.on(event, at: uptime)
  }

  mutating func next() -> SyncCore.Effect? { pending.isEmpty ? nil : pending.removeFirst() }

  func counted(_ summary: SyncSummary) -> SyncSummary {
    var summary = summary
    summary.bytesSent = bytesSent
    summary.bytesReceived = bytesReceived
    return summary
  }

  mutating func note(_ exchange: HubExchange) {
    bytesSent += exchange.bytesSent
    bytesReceived += exchange.bytesReceived
    guard case .success(.changes(let page)) = exchange.outcome else { return }
    behind = page.hasMore ? Int(clamping: max(0, page.token.head - page.end)) : 0
  }
}

// MARK: - One thing at a time

extension SyncEngine {
  /// Marks the engine as busy; throws if it is already.
  private func begin() throws(SyncError) {
    guard !isBusy else { throw SyncError(.busy, "A sync of this store is under way already.") }
    isBusy = true
  }

  /// Sends requests that change nothing here, while no sync runs.
  func alone<Value>(_ body: () async throws(SyncError) -> Value) async throws(SyncError) -> Value {
    try begin()
    defer { isBusy = false }
    await endWaiting()
    return try await body()
  }

  /// Throws if a sync is under way.
  func checkIsIdle() throws(SyncError) {
    guard isBusy || waiting != nil else { return }
    throw SyncError(.busy, "Another request of this engine is under way.")
  }

  /// Ends the request that waits for changes.
  func endWaiting() async {
    guard let waiting else { return }
    waiting.cancel()
    _ = await waiting.value
  }
}

// MARK: - Performing effects

extension SyncEngine {
  /// Performs an effect of the core, and returns the event that follows.
  private func perform(
    _ effect: SyncCore.Effect,
    in run: inout Run,
    progress: @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> SyncCore.Event? {
    switch effect {
    case .store(let work): return await perform(work)
    case .send(let id, let request):
      let exchange = try await networkService.exchange(request, space: remote.space)
      run.note(exchange)
      switch exchange.outcome {
      case .success(let reply): return .replied(id: id, reply)
      case .failure(let failure): return .failed(id: id, failure)
      }
    case .sleep(let pause):
      try await environment.wait(environment.length(of: pause))
      return .woke
    case .report(var moment):
      moment.summary = run.counted(moment.summary)
      moment.behind = run.behind
      progress(moment)
      return nil
    case .finish: return nil
    }
  }

  private func perform(_ work: StoreWork) async -> SyncCore.Event {
    let settings = settings
    let fresh = RandomIdentifiers(from: environment.random)
    let now = environment.now()
    do throws(StorageError) {
      let outcome = try await store.writeReplica {
        transaction throws(StorageError) -> StoreOutcome in
        let outcome = try work.run(in: transaction, settings: settings, fresh: fresh)
        if case (.prepare(let preparation), .idle) = (work, outcome), preparation.pushes {
          try transaction.noteSync(at: now)
        }
        return outcome
      }
      return .stored(outcome)
    } catch {
      return .storeFailed(error)
    }
  }
}

extension ReplicaTransaction {
  /// Notes the end of a sync, unless another one ended within the minute.
  fileprivate func noteSync(at now: Int64) throws(StorageError) {
    guard let bytes = try syncState() else { return }
    var state = try SyncState(bytes: bytes)
    if let last = state.lastSync, (0..<60_000).contains(now - last) { return }
    state.lastSync = now
    try setSyncState(state.bytes)
  }
}
