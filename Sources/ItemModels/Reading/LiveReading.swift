package import Storage

/// Reads for a model: at the start, when the model asks for something else, and when the store or the day changes.
///
/// Reads run off the main actor, one at a time. A request that another one replaces is cancelled, and its answer is not
/// shown. Changes that come during a read lead to one more read. The reading ends with its owner.
@MainActor
package final class LiveReading<Request: Sendable & Equatable, Answer: Sendable> {
  package private(set) var request: Request
  private let read: @Sendable (Request) async -> Answer
  private let complete: (@Sendable (Answer, Bool) async -> Answer?)?
  private let show: @MainActor (Answer) -> Void
  private let wake: AsyncStream<Void>.Continuation
  /// True if the store has changed since an answer was completed.
  private let hasChanged = Locked(true)
  private var current: Task<Answer, Never>?
  private var tasks: [Task<Void, Never>] = []

  /// Starts to read what a store has.
  ///
  /// - Parameters:
  ///   - repository: The store whose changes matter.
  ///   - time: A query whose answer depends on the time as the model's does.
  ///   - timer: Tells when the day is another one.
  ///   - request: What is asked for at first.
  ///   - read: Reads off the main actor; a task that is cancelled may return anything.
  ///   - complete: Adds to an answer what takes longer, after it was shown; then it is shown again. It is told whether the
  ///     store has changed since the last time, and returns nil where nothing is to be added.
  ///   - quiet: How long the store does not change before it is read again; nil reads at once.
  ///   - show: Shows an answer to the latest request.
  package convenience init(
    _ repository: any ItemRepository,
    dependingOn time: ItemQuery = ItemQuery(),
    timer: DayTimer = .live,
    _ request: Request,
    read: @escaping @Sendable (Request) async -> Answer,
    complete: (@Sendable (Answer, Bool) async -> Answer?)? = nil,
    after quiet: QuietTime? = nil,
    show: @escaping @MainActor (Answer) -> Void
  ) {
    // The first notice comes at once.
    let notices = repository.notices(dependingOn: time, timer: timer)
    self.init(notices, request, read: read, complete: complete, after: quiet, show: show)
  }

  /// Starts to read at the first of some notices.
  init<Notices: AsyncSequence & Sendable>(
    _ notices: Notices,
    _ request: Request,
    read: @escaping @Sendable (Request) async -> Answer,
    complete: (@Sendable (Answer, Bool) async -> Answer?)? = nil,
    after quiet: QuietTime? = nil,
    show: @escaping @MainActor (Answer) -> Void
  ) where Notices.Failure == Never {
    self.request = request
    self.read = read
    self.complete = complete
    self.show = show
    let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.wake = wake
    tasks = [
      // The last notice is the store's end, which is a change as well: reads fail from then on.
      Task.detached { [weak self] in
        let read = { @Sendable in
          self?.hasChanged.withLock { $0 = true }
          _ = wake.yield()
        }
        await notices.forEach(after: quiet, read)
        read()
      },
      Task { [weak self] in
        for await _ in wakes { await self?.answer() }
      },
    ]
  }

  deinit {
    current?.cancel()
    for task in tasks { task.cancel() }
    wake.finish()
  }

  /// Asks for something else; nothing if it is the same.
  package func ask(_ request: Request) {
    guard request != self.request else { return }
    self.request = request
    current?.cancel()
    wake.yield()
  }

  /// Reads again.
  package func refresh() { wake.yield() }

  private func answer() async {
    let (asked, read) = (request, read)
    let hasChanged = hasChanged.withLock { hasChanged in
      defer { hasChanged = false }
      return hasChanged
    }
    guard let answer = await shown(to: asked, { await read(asked) }), let complete,
      await shown(to: asked, { await complete(answer, hasChanged) ?? answer }) != nil
    else {
      // An answer that was not completed leaves that to the next one.
      if hasChanged { self.hasChanged.withLock { $0 = true } }
      return
    }
  }

  /// Shows what was read; nil if another request has woken the loop meanwhile.
  private func shown(
    to asked: Request,
    _ read: @escaping @Sendable () async -> Answer
  ) async -> Answer? {
    let task = Task.detached { await read() }
    current = task
    let answer = await task.value
    guard asked == request, !task.isCancelled else { return nil }
    show(answer)
    return answer
  }
}
