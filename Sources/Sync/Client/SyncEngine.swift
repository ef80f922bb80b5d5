public import Storage

/// Syncs a store with a hub; edits may continue meanwhile.
///
/// The core, a pure state machine, decides what to do. This actor runs its transactions, sends its
/// requests one at a time, and pauses when told. No transaction waits for a request: while the hub
/// works on a request, the store merges the previous page, or reads the contents of the next push.
public actor SyncEngine {
  let store: any ReplicaStore
  let remote: Remote
  /// Why nothing can be synced, where no hub was chosen.
  private let refusal: SyncError?
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
  /// Whether the hub has answered in the current run of a store that is followed.
  var hasAnswered = false

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
    refusal = nil
    self.networkService = networkService
    self.environment = environment
    self.lease = lease
    settings = StoreSettings(remote: remote.description, limits: limits)
  }

  /// Makes an engine that throws this error instead of syncing, and leaves the store alone.
  init(
    store: any ReplicaStore,
    refusing error: SyncError,
    networkService: any NetworkService
  ) {
    self.store = store
    // Never used: the store would remember it.
    remote = Remote(.file(path: "/"))
    refusal = error
    self.networkService = networkService
    environment = .live
    lease = .none
    settings = StoreSettings(remote: remote.description)
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
  @discardableResult
  public func sync(
    verifies: Bool = false,
    progress: @Sendable (SyncProgress) -> Void = { _ in },
    unknown: @Sendable () async throws(SyncError) -> Void = {}
  ) async throws(SyncError) -> SyncSummary {
    try await sync(
      verifies: verifies,
      patience: environment.patience,
      progress: progress,
      unknown: unknown
    )
  }

  /// The same with another patience than the engine's.
  func sync(
    verifies: Bool = false,
    patience: SyncCore.Patience,
    progress: @Sendable (SyncProgress) -> Void,
    unknown: @Sendable () async throws(SyncError) -> Void
  ) async throws(SyncError) -> SyncSummary {
    try begin()
    defer { isBusy = false }
    await endWaiting()
    let held = try lease.take()
    defer { withExtendedLifetime(held) {} }
    var run = Run(core: SyncCore(patience: patience, verifies: verifies))
    do throws(SyncError) {
      let summary = try await self.run(&run, progress: progress, unknown: unknown)
      await run.exchange?.abandon()
      return summary
    } catch {
      await run.exchange?.abandon()
      await note(error)
      throw error
    }
  }

  /// Has the store remember that the hub refuses it, so that its status tells also where nobody saw the error.
  func note(_ error: SyncError) async {
    guard let refusal = SyncRefusal(error, at: environment.now()) else { return }
    // An error of the store would hide the hub's.
    _ = try? await store.writeReplica { transaction throws(StorageError) in
      guard var state = try transaction.existingSyncState(),
        state.refusal?.code != refusal.code
      else { return }
      state.refusal = refusal
      try transaction.setSyncState(state.bytes)
    }
  }

  private func run(
    _ run: inout Run,
    progress: @Sendable (SyncProgress) -> Void,
    unknown: @Sendable () async throws(SyncError) -> Void
  ) async throws(SyncError) -> SyncSummary {
    run.handle(.start, at: environment.uptime())
    while true {
      let event: SyncCore.Event?
      if let effect = run.next() {
        if case .finish(let result) = effect { return run.counted(try result.get()) }
        event = try await perform(effect, in: &run, progress: progress)
      } else {
        event = try await run.reply()
      }
      guard let event else { continue }
      if case .replied = event { hasAnswered = true }
      if case .replied(_, .reset(.union)) = event { try await unknown() }
      run.handle(event, at: environment.uptime())
    }
  }
}

/// A request under way.
private struct ExchangeUnderWay {
  let id: Int
  let task: Task<Result<HubExchange, SyncError>, Never>

  init(_ id: Int, _ request: SyncRequest, over network: any NetworkService, space: String) {
    self.id = id
    task = Task {
      do throws(SyncError) {
        return .success(try await network.exchange(request, space: space))
      } catch {
        return .failure(error)
      }
    }
  }

  /// What came of it; cancelled with the task that waits.
  func outcome() async throws(SyncError) -> HubExchange {
    try await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }.get()
  }

  /// Cancels it, and waits for its end.
  func abandon() async {
    task.cancel()
    _ = await task.value
  }
}

/// One run: the core, what it asked for, and the bytes sent and received.
private struct Run {
  var core: SyncCore
  var pending: [SyncCore.Effect] = []
  /// The request under way, if there is one.
  var exchange: ExchangeUnderWay?
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

  /// Waits for the answer to the request under way.
  mutating func reply() async throws(SyncError) -> SyncCore.Event {
    guard let underWay = exchange else {
      preconditionFailure("The core neither asks for anything nor finishes.")
    }
    let exchange = try await underWay.outcome()
    self.exchange = nil
    note(exchange)
    switch exchange.outcome {
    case .success(let reply): return .replied(id: underWay.id, reply)
    case .failure(let failure): return .failed(id: underWay.id, failure)
    }
  }

  private mutating func note(_ exchange: HubExchange) {
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
    if let refusal { throw refusal }
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
    if let refusal { throw refusal }
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
      await run.exchange?.abandon()
      guard !Task.isCancelled else { throw SyncCore.cancellation }
      run.exchange = ExchangeUnderWay(id, request, over: networkService, space: remote.space)
      return nil
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
    if state.refusal == nil, let last = state.lastSync, (0..<60_000).contains(now - last) { return }
    state.lastSync = now
    state.refusal = nil
    try setSyncState(state.bytes)
  }
}
