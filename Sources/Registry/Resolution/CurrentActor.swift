internal import Synchronization

/// Finds out whether the calling code runs on an actor.
enum CurrentActor {
  /// Whether the calling code runs on any actor; false in a program whose linker left out the names of Swift's functions.
  static var exists: Bool { executorIdentity.map { $0() != 0 } ?? false }

  /// Swift's own function for this, which has no public form.
  ///
  /// It returns two words, the actor and its kind. As a function of C it gives the first one, since both conventions
  /// return that in the same register.
  private static let executorIdentity: (@convention(c) () -> UInt)? = {
    guard let function = unsafe CLibrary.function("swift_task_getCurrentExecutor") else {
      return nil
    }
    return unsafe unsafeBitCast(function, to: (@convention(c) () -> UInt).self)
  }()

  /// Whether the calling thread is on this actor now.
  ///
  /// Swift's own checks end the process if it is not, with a message that names no factory. But an immediate task runs
  /// within the call if, and only if, the caller is on the task's actor already (SE-0472), so a task that only compares
  /// its thread gives the answer. On systems without immediate tasks the closure's own check traps.
  static func `is`(_ actor: any Actor) -> Bool {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return true }
    let probe = Probe()
    // The isolated parameter only lends its isolation to the task; nothing of the actor is touched.
    let start: (isolated any Actor, Probe) -> Void = Self.start
    unsafe unsafeBitCast(start, to: ((any Actor, Probe) -> Void).self)(actor, probe)
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
    private let caller = ResolutionStack.current.id
    private let ranInline = Atomic<Bool>(false)

    var hasRunInline: Bool { ranInline.load(ordering: .acquiring) }

    func run() {
      if ResolutionStack.current.id == caller { ranInline.store(true, ordering: .releasing) }
    }
  }
}
