import Dispatch
import Files

/// Looks at a store after its files were touched, and not at all while nothing happens.
///
/// A touched file means that a commit is under way, not that it is done: SQLite writes the log,
/// waits for the disk, and then publishes the commit in shared memory, which the system does not
/// report. So the watch looks at the store several times after each touch, less and less often.
final class StoreWatch: ChangeWatch {
  /// The result of a look.
  enum Look: Sendable {
    case done
    /// The store's connection is in use.
    case busy
    /// A writer of this process has the connection, and waits for another process's lock.
    case waiting
  }

  private let look: @Sendable () -> Look
  private let assumeChange: @Sendable () -> Void
  private let schedule = Locked(WatchSchedule())
  private let queue: DispatchQueue
  private let folder: Locked<FolderWatch?>

  /// Watches the files of these names in a folder.
  ///
  /// It calls `assumeChange` if a writer of this process has waited for a while after a touch:
  /// others may have committed meanwhile.
  init(
    folder path: FilePath,
    names: [String],
    touches: FolderWatch.Touches,
    look: @escaping @Sendable () -> Look,
    assumeChange: @escaping @Sendable () -> Void
  ) {
    self.look = look
    self.assumeChange = assumeChange
    queue = DispatchQueue(label: "item-store.watch")
    folder = Locked(nil)
    let folder = FolderWatch(path, names: names, touches: touches, queue: queue) { [weak self] in
      self?.filesWereTouched()
    }
    self.folder.withLock { $0 = folder }
  }

  func prepare() { _ = look() }

  private func filesWereTouched() {
    let generation = schedule.withLock { $0.begin(at: .now) }
    lookNow(generation)
  }

  private func lookNow(_ generation: Int) {
    let found = look()
    let step = schedule.withLock { $0.step(generation, after: found, at: .now) }
    if step.assumesChange { assumeChange() }
    guard let delay = step.delay else { return }
    queue.asyncAfter(deadline: .now() + .microseconds(Int(delay / .microseconds(1)))) {
      [weak self] in self?.lookNow(generation)
    }
  }
}

/// Decides when to look next after a touch; has no effects of its own.
struct WatchSchedule: Sendable {
  private var generation = 0
  private var touched = ContinuousClock.now
  private var waitingSince: ContinuousClock.Instant?

  /// What to do after a look.
  struct Step: Sendable, Equatable {
    /// The time until the next look; nil if there is none.
    var delay: Duration?
    /// A writer waited for too long: the store may have changed.
    var assumesChange = false
  }

  /// Starts again after a file was touched; looks planned before are void.
  mutating func begin(at now: ContinuousClock.Instant) -> Int {
    generation += 1
    touched = now
    return generation
  }

  /// The step that follows a look.
  mutating func step(
    _ generation: Int,
    after look: StoreWatch.Look,
    at now: ContinuousClock.Instant
  ) -> Step {
    guard generation == self.generation else { return Step(delay: nil) }
    let since = look == .waiting ? waitingSince ?? now : nil
    waitingSince = since
    if let since, now - since >= .milliseconds(25) {
      waitingSince = nil
      return Step(delay: delay(after: now - touched), assumesChange: true)
    }
    return Step(delay: look == .done ? delay(after: now - touched) : .milliseconds(5))
  }

  /// A commit is usually done some milliseconds after it wrote; on a disk that stalls, after seconds.
  private func delay(after elapsed: Duration) -> Duration? {
    switch elapsed {
    case ..<(.milliseconds(4)): .milliseconds(2)
    case ..<(.milliseconds(40)): elapsed / 2
    case ..<(.seconds(1)): .milliseconds(20)
    case ..<(.seconds(10)): .milliseconds(250)
    default: nil
    }
  }
}
