// Performs what the core asks for.

public import Storage

/// Syncs a store with a hub; edits may go on meanwhile.
///
/// The decisions are those of the core, a pure state machine; this actor runs its transactions,
/// sends its requests, one at a time, and waits where it is told to. No transaction is open while a
/// request is under way.
public actor SyncEngine {
  let store: any ReplicaStore
  let remote: Remote
  let networkService: any NetworkService
  private let environment: SyncEnvironment
  private let settings: StoreSettings
  private var isRunning = false

  /// Makes an engine for one store and one hub.
  public init(
    store: any ReplicaStore,
    remote: Remote,
    networkService: any NetworkService,
    environment: SyncEnvironment = .live
  ) {
    self.init(
      store: store,
      remote: remote,
      networkService: networkService,
      environment: environment,
      limits: SyncLimits()
    )
  }

  package init(
    store: any ReplicaStore,
    remote: Remote,
    networkService: any NetworkService,
    environment: SyncEnvironment,
    limits: SyncLimits
  ) {
    self.store = store
    self.remote = remote
    self.networkService = networkService
    self.environment = environment
    settings = StoreSettings(remote: remote.description, limits: limits)
  }

  /// Pushes what was changed here and pulls what was changed elsewhere, until nothing is left.
  ///
  /// Where the task is cancelled, every page and acknowledgement that came is kept.
  ///
  /// - Parameters:
  ///   - verifies: Whether to compare the store with the hub by digest at the end.
  ///   - progress: Called before each request and each pause.
  /// - Returns: what the run did.
  /// - Throws: ``SyncError``; what is not acknowledged then is sent by a later run.
  public func sync(
    verifies: Bool = false,
    progress: @Sendable (SyncProgress) -> Void = { _ in }
  ) async throws(SyncError) -> SyncSummary {
    guard !isRunning else {
      throw SyncError(.busy, "A sync of this store is under way already.")
    }
    isRunning = true
    defer { isRunning = false }
    var run = Run(core: SyncCore(patience: environment.patience, verifies: verifies))
    try await checkNewRemote(in: &run)
    run.handle(.start)
    while true {
      guard let effect = run.next() else {
        preconditionFailure("The core neither asks for anything nor finishes.")
      }
      if case .finish(let result) = effect { return try run.summary(of: result) }
      if let event = try await perform(effect, in: &run, progress: progress) { run.handle(event) }
    }
  }
}

/// One run: the core, what it asked for, and the bytes that went to and fro.
private struct Run {
  var core: SyncCore
  var pending: [SyncCore.Effect] = []
  var bytesSent = 0
  var bytesReceived = 0

  mutating func handle(_ event: SyncCore.Event) { pending += core.on(event) }

  mutating func next() -> SyncCore.Effect? { pending.isEmpty ? nil : pending.removeFirst() }

  func counted(_ summary: SyncSummary) -> SyncSummary {
    var summary = summary
    summary.bytesSent = bytesSent
    summary.bytesReceived = bytesReceived
    return summary
  }

  func summary(
    of result: Result<SyncSummary, SyncError>
  ) throws(SyncError) -> SyncSummary {
    counted(try result.get())
  }
}

extension SyncEngine {
  /// Asks another hub than the store's for a row, before the store goes over to it.
  ///
  /// Going over marks every item as unsynced and forgets the old hub: a path mistyped once, or a
  /// hub that cannot answer, must not do that.
  private func checkNewRemote(in run: inout Run) async throws(SyncError) {
    let known = try await store.syncRemote()
    guard let known, !utf8Equal(known, remote.description) else { return }
    let question = ChangesRequest(after: 0, limit: 1, token: nil, isBootstrap: true)
    switch try await send(.changes(question), id: 0, in: &run) {
    case .failed(_, let failure): throw SyncError(failure)
    case .cancelled: throw SyncCore.cancellation
    default: return
    }
  }

  /// Does what the core asks for, and returns what came of it.
  private func perform(
    _ effect: SyncCore.Effect,
    in run: inout Run,
    progress: @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> SyncCore.Event? {
    switch effect {
    case .store(let work):
      return await perform(work)
    case .send(let id, let request):
      guard !Task.isCancelled else { return .cancelled }
      return try await send(request, id: id, in: &run)
    case .sleep(let pause):
      return await sleep(pause)
    case .report(var moment):
      moment.summary = run.counted(moment.summary)
      progress(moment)
      return nil
    case .finish:
      return nil
    }
  }

  private func perform(_ work: StoreWork) async -> SyncCore.Event {
    let settings = settings
    let fresh = FreshValues(from: environment.random)
    do throws(StorageError) {
      let outcome = try await store.writeReplica {
        transaction throws(StorageError) -> StoreOutcome in
        try work.run(in: transaction, settings: settings, fresh: fresh)
      }
      return .stored(outcome)
    } catch {
      return .storeFailed(error)
    }
  }

  private func send(
    _ request: SyncRequest,
    id: Int,
    in run: inout Run
  ) async throws(SyncError) -> SyncCore.Event {
    let message = request.networkRequest(space: remote.space)
    run.bytesSent += message.body.count
    do throws(NetworkError) {
      let response = try await networkService.send(message)
      run.bytesReceived += response.body.count
      switch request.reply(from: response) {
      case .success(let reply): return .replied(id: id, reply)
      case .failure(let failure): return .failed(id: id, failure)
      }
    } catch {
      switch error.code {
      case .cancelled: return .cancelled
      case .noRemote, .notBuiltIn: throw SyncError(error)
      default: return .failed(id: id, .transient(error.message))
      }
    }
  }

  private func sleep(_ pause: SyncCore.Pause) async -> SyncCore.Event {
    // 32 random bits of the spread: full jitter keeps many devices from coming back at once.
    let part = Double(environment.random() >> 32) / 0x1p32
    do {
      try await environment.sleep(pause.least + pause.spread * part)
      return .woke
    } catch {
      return .cancelled
    }
  }
}
