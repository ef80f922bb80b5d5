internal import Synchronization

/// Tells whether the calling code runs on an actor.
enum CurrentActor {
  /// Whether the calling thread is on this actor now.
  ///
  /// Swift's own checks end the process where the answer is no, with a message that names no factory. But a task that begins
  /// immediately runs within the call if, and only if, the caller is on the task's actor already (SE-0472): such a task
  /// that does nothing but note its thread is the question. Where that is not to be had, the closure's own check traps.
  static func `is`(_ actor: any Actor) -> Bool {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return true }
    let answer = Answer()
    // The isolated parameter only lends its isolation to the task; nothing of the actor is touched.
    let ask: (isolated any Actor, Answer) -> Void = Self.ask
    unsafe unsafeBitCast(ask, to: ((any Actor, Answer) -> Void).self)(actor, answer)
    return answer.isYes
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private static func ask(_ actor: isolated any Actor, _ answer: Answer) {
    Task.immediate {
      _ = actor
      answer.note()
    }
  }

  /// Whether the task ran within the call; one that was put off runs later, perhaps already on another thread.
  private final class Answer: Sendable {
    private let asker = ResolutionStack.current.id
    private let ranAtOnce = Atomic<Bool>(false)

    var isYes: Bool { ranAtOnce.load(ordering: .acquiring) }

    func note() {
      if ResolutionStack.current.id == asker { ranAtOnce.store(true, ordering: .releasing) }
    }
  }
}
