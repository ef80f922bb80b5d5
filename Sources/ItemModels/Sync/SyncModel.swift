public import Observation
public import Storage
public import Sync

/// The sync of a store with its hub: what it does, how far it is, what waits, and what is to be decided.
@MainActor @Observable
public final class SyncModel {
  /// What the sync is doing.
  public enum Activity: Sendable, Equatable {
    /// Nothing, or waiting for something new.
    case idle
    /// A sync is under way.
    case syncing(SyncProgress?)
    /// The hub cannot be reached, is full or busy; while the store is followed, the model tries again by itself.
    case offline(ModelFailure)
    /// The last sync failed, and another one would fail as well.
    case failed(ModelFailure)
  }

  /// What the sync is doing.
  public private(set) var activity = Activity.idle
  /// The state of the store's sync: the hub, the last sync, unsent changes, conflicts; nil before it was read.
  public private(set) var status: SyncStatus?
  /// The result of the last successful sync during the life of this model.
  public private(set) var lastSummary: SyncSummary?
  /// Why the last decision on a conflict, or reading the state, failed.
  public private(set) var failure: ModelFailure?
  /// Whether the hub does not know this store, so a person must confirm that it is the right hub.
  public private(set) var asksAboutHub = false
  /// Whether the store is followed: synced again whenever something changes.
  public private(set) var isFollowing = false

  @ObservationIgnored private let engine: SyncEngine
  @ObservationIgnored private let store: any ReplicaStore
  @ObservationIgnored private let repository: any ItemRepository
  @ObservationIgnored private var reading: LiveReading<Int, Result<SyncStatus, SyncError>>?
  @ObservationIgnored private var running: Task<Void, Never>?
  @ObservationIgnored private var answer: CheckedContinuation<Bool, Never>?

  /// Makes a model of a store's sync; nothing is synced yet.
  ///
  /// - Parameters:
  ///   - engine: Syncs the store.
  ///   - store: The store as the engine sees it.
  ///   - repository: The same store; its changes show when the state of sync may differ.
  public init(engine: SyncEngine, store: any ReplicaStore, repository: any ItemRepository) {
    self.engine = engine
    self.store = store
    self.repository = repository
    reading = LiveReading(
      repository,
      0,
      read: { _ in
        await Result.catching { () async throws(SyncError) in try await store.syncStatus() }
      },
      show: { [weak self] answer in self?.show(answer) }
    )
  }

  private func show(_ answer: Result<SyncStatus, SyncError>) {
    switch answer {
    case .success(let status): if self.status != status { self.status = status }
    case .failure(let error): failure = ModelFailure(error)
    }
  }

  // MARK: - Syncing

  /// Syncs once and returns at its end.
  ///
  /// Does nothing while a sync runs.
  public func sync() async {
    guard running == nil else { return }
    let engine = engine
    await run { tell, unknown throws(SyncError) in
      tell(.synced(try await engine.sync(progress: { tell(.progress($0)) }, unknown: unknown)))
    }
  }

  /// Syncs now, and whenever the store or the hub has something new; returns after ``stop()``.
  ///
  /// The model lives until then.
  public func follow() async {
    guard running == nil else { return }
    let (engine, repository) = (engine, repository)
    isFollowing = true
    await run { tell, unknown throws(SyncError) in
      try await engine.follow(repository.changes(), tell: tell, unknown: unknown)
    }
    isFollowing = false
  }

  /// Ends the running sync; received pages and acknowledged changes are kept.
  public func stop() {
    running?.cancel()
    answerAboutHub(false)
  }

  private typealias Tell = @Sendable (SyncActivity) -> Void
  private typealias Unknown = @Sendable () async throws(SyncError) -> Void

  private func run(
    _ body: @escaping @Sendable (Tell, @escaping Unknown) async throws(SyncError) -> Void
  ) async {
    activity = .syncing(nil)
    // All of them: what a sync did must not be lost behind the next one's progress. There is one for each request.
    let (activities, told) = AsyncStream.makeStream(of: SyncActivity.self)
    let unknown: Unknown = { [weak self] () async throws(SyncError) in
      guard await self?.ask() == true else {
        throw SyncError(
          .cancelled,
          "The sync with a hub that does not know this store was refused."
        )
      }
    }
    let work = Task.detached { () -> SyncError? in
      defer { told.finish() }
      do throws(SyncError) {
        try await body({ told.yield($0) }, unknown)
        return nil
      } catch {
        return error
      }
    }
    running = Task {
      await withTaskCancellationHandler {
        for await activity in activities { show(activity) }
        finish(await work.value)
      } onCancel: {
        work.cancel()
      }
    }
    await running?.value
    running = nil
    reading?.refresh()
  }

  private func show(_ activity: SyncActivity) {
    switch activity {
    case .progress(let progress): self.activity = .syncing(progress)
    case .synced(let summary):
      lastSummary = summary
      self.activity = .idle
    case .failed(let error, _): self.activity = .offline(ModelFailure(error))
    }
  }

  private func finish(_ error: SyncError?) {
    guard let error, error.code != .cancelled else {
      activity = .idle
      return
    }
    let failure = ModelFailure(error)
    activity = error.code.isPassing ? .offline(failure) : .failed(failure)
  }

  // MARK: - Decisions

  /// Waits for a person's answer.
  private func ask() async -> Bool {
    await withCheckedContinuation { continuation in
      answer?.resume(returning: false)
      answer = continuation
      asksAboutHub = true
    }
  }

  /// Answers whether a hub that does not know this store is the right one and should be offered everything.
  public func answerAboutHub(_ isRight: Bool) {
    asksAboutHub = false
    answer?.resume(returning: isRight)
    answer = nil
  }

  /// Decides on changes that sync could not apply, by their numbers in ``/Sync/SyncStatus/conflicts``.
  public func resolve(_ conflicts: Set<Int>, by resolution: ConflictResolution) async {
    await decide { store throws(SyncError) in
      try await store.resolveConflicts(conflicts, by: resolution)
    }
  }

  /// Decides on all kept texts of these items.
  public func resolveKeptTexts(of items: [ItemID], by choice: KeptTextChoice) async {
    await decide { store throws(SyncError) in
      try await store.resolveKeptTexts(of: items, by: choice)
    }
  }

  /// Decides on one kept text as a person saw it; returns false, with a ``failure``, if either text is another one by now.
  ///
  /// The decision is a step of the store's history, which undo takes back.
  @discardableResult
  public func resolve(_ text: KeptTextOfItem, by choice: KeptTextChoice) async -> Bool {
    let isDone = await decide { store throws(SyncError) in
      try await !store.resolveKeptTexts([text], by: choice).isEmpty
    }
    if isDone == false {
      failure = ModelFailure(
        "The texts of \(text.number) were changed meanwhile. Look at them again.",
        action: .correct
      )
    }
    return isDone == true
  }

  /// What the body returns; nil where it failed.
  @discardableResult
  private func decide<Answer: Sendable>(
    _ body: @Sendable (any ReplicaStore) async throws(SyncError) -> Answer
  ) async -> Answer? {
    defer { reading?.refresh() }
    do throws(SyncError) {
      let answer = try await body(store)
      failure = nil
      return answer
    } catch {
      failure = ModelFailure(error)
      return nil
    }
  }

  /// Clears the failure of the last decision.
  public func dismissFailure() { failure = nil }
}
