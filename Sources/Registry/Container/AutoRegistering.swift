/// A container that registers its own before its first use.
public protocol AutoRegistering {
  /// Called once before the first factory is used, and again after registrations were reset.
  func autoRegister()

  /// The factories that the program cannot do without, which `validate()` tries; none unless the container says.
  var essentials: [any ValidatableFactory] { get }
}

extension AutoRegistering {
  /// None.
  public var essentials: [any ValidatableFactory] { [] }
}

extension ManagedContainer {
  /// The manager of a container that has registered its own.
  ///
  /// A definition asks for it before it touches its closure, which would be retained for the call.
  @inlinable var prepared: ManagerReference {
    let reference = ManagerReference(manager)
    reference.borrow { if $0.isAutoRegistrationDue { $0.autoRegister(self) } }
    return reference
  }
}

/// The one call of a container's `autoRegister()` that is under way.
struct AutoRegistration: Sendable {
  let creation: Creation
  /// The thread that runs it.
  let owner: UInt
}

extension ContainerManager {
  /// Whether the calling thread is within the container's `autoRegister()`.
  var isAutoRegistering: Bool {
    guard isAutoRegistrationDue else { return false }
    return autoRegistration.withLock { $0?.owner } == ResolutionStack.current.id
  }

  /// Runs the container's `autoRegister()`; other threads wait for it, factories within it go on.
  @usableFromInline
  func autoRegister(_ container: some ManagedContainer) {
    guard let registering = container as? any AutoRegistering else {
      set(.autoRegister, false)
      return
    }
    let declaration = Declaration(
      name: "autoRegister()",
      fileID: #fileID,
      line: 0,
      column: 0,
      type: ObjectIdentifier(type(of: container))
    )
    let stack = ResolutionStack.current
    let creation = Creation(of: declaration)
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
      WaitGraph.wait(for: running.creation, throwing: Never.self)
    }
  }

  /// Notes that a registration is under way, unless one is, which it gives, or none is due any more.
  private func begin(_ registration: AutoRegistration) -> AutoRegistration? {
    autoRegistration.withLock { current in
      if let current { return current }
      guard isAutoRegistrationDue else { return registration }
      current = registration
      return nil
    }
  }
}
