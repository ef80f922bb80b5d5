/// A container that registers factories before its first use.
public protocol AutoRegistering {
  /// Registers factories before the first use of one, and again after a reset of registrations.
  func autoRegister()

  /// The factories that the program needs and `validate()` resolves; empty by default.
  var essentials: [any ValidatableFactory] { get }
}

extension AutoRegistering {
  /// An empty list.
  public var essentials: [any ValidatableFactory] { [] }
}

extension ManagedContainer {
  /// The manager, after the container's `autoRegister()` has run.
  ///
  /// A definition reads it before it touches its closure, which would be retained during the call otherwise.
  @inlinable var prepared: ManagerReference {
    let reference = ManagerReference(manager)
    reference.borrow { if $0.isAutoRegistrationDue { $0.autoRegister(self) } }
    return reference
  }
}

/// A call of a container's `autoRegister()` in progress.
struct AutoRegistration: Sendable {
  let creation: Creation
  /// The thread that runs it.
  let owner: UInt
}

extension ContainerManager {
  /// Whether the calling thread runs the container's `autoRegister()`.
  var isAutoRegistering: Bool {
    guard isAutoRegistrationDue else { return false }
    return autoRegistration.withLock { $0?.owner } == ResolutionStack.current.id
  }

  /// Runs the container's `autoRegister()`; other threads wait for it.
  @usableFromInline
  func autoRegister(_ container: some ManagedContainer) {
    // The type is asked first: where the value itself does not conform, the runtime looks for a box of Foundation's that
    // would, which costs more than all else here.
    guard type(of: container) is any AutoRegistering.Type,
      let registering = container as? any AutoRegistering
    else {
      set(.autoRegister, false)
      return
    }
    let declaration = Declaration(
      name: "autoRegister()",
      fileID: #fileID,
      line: 0,
      column: 0,
      type: type(of: container)
    )
    let stack = ResolutionStack.current
    let creation = Creation()
    var running: AutoRegistration?
    creation.perform {
      running = begin(AutoRegistration(creation: creation, owner: stack.id))
      guard running == nil else { return }
      stack.withFrame(declaration, ManagerReference(self), (), creation: creation) {
        registering.autoRegister()
      }
      autoRegistration.withLock { current in
        current = nil
        set(.autoRegister, false)
      }
    }
    if let running, running.owner != stack.id, running.creation !== creation {
      WaitGraph.waitOrEnd(for: running.creation)
    }
  }

  /// Marks a registration as running.
  ///
  /// - Returns: Nil if it may run; else the one that runs already, or this one if none is due any more.
  private func begin(_ registration: AutoRegistration) -> AutoRegistration? {
    autoRegistration.withLock { current in
      if let current, !current.creation.isAbandoned { return current }
      guard isAutoRegistrationDue else { return registration }
      current = registration
      return nil
    }
  }
}
