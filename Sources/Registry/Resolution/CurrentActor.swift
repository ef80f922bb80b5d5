/// Finds out whether the calling code runs on an actor.
@usableFromInline
enum CurrentActor {
  /// Whether the calling thread is on this actor now.
  ///
  /// Swift's own checks end the process if it is not, with a message that names no factory. But an immediate task runs
  /// within the call if, and only if, the caller is on the task's actor already (SE-0472), so a task that only compares
  /// its thread gives the answer. On systems without immediate tasks the closure's own check traps.
  @usableFromInline
  static func `is`(_ actor: any Actor) -> Bool {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return true }
    let probe = Probe()
    // The isolated parameter only lends its isolation to the task; nothing of the actor is touched.
    let start: (isolated any Actor, Probe) -> Void = Self.start
    retyped(start, as: ((any Actor, Probe) -> Void).self)(actor, probe)
    return probe.hasRunInline
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private static func start(_ actor: isolated any Actor, _ probe: Probe) {
    Task.immediate {
      _ = actor
      probe.run()
    }
  }

  /// Records whether the task ran within the call; a postponed one runs later, perhaps already on another thread.
  private final class Probe: Sendable {
    private let caller = CLibrary.thread
    private let ranInline = Locked(false)

    var hasRunInline: Bool { ranInline.withLock { $0 } }

    func run() {
      if CLibrary.thread == caller { ranInline.withLock { $0 = true } }
    }
  }
}
