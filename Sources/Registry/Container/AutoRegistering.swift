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
  @inlinable var prepared: ContainerManager {
    let manager = manager
    if manager.isAutoRegistrationDue { manager.autoRegister(self) }
    return manager
  }
}

/// A call of a container's `autoRegister()` in progress.
struct AutoRegistration: Sendable {
  let creation: Creation
  /// The thread that runs it.
  let thread: UInt
  /// True if a reset has removed what it registered.
  var isDueAgain = false
}

extension ContainerManager {
  /// Whether the calling thread runs the container's `autoRegister()`.
  var isAutoRegistering: Bool {
    guard flags.contains(.autoRegister) else { return false }
    return autoRegistration.withLock { $0?.thread } == CLibrary.thread
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
    let own = AutoRegistration(creation: Creation(), thread: CLibrary.thread)
    let declaration = Declaration(
      name: "autoRegister()",
      fileID: #fileID,
      line: 0,
      type: type(of: container)
    )
    var running: AutoRegistration?
    own.creation.perform {
      running = begin(own)
      guard running == nil else { return }
      Step.run(declaration, in: self, from: .current, (), own.creation) {
        registering.autoRegister()
      }
      autoRegistration.withLock { current in
        set(.autoRegister, current?.isDueAgain == true)
        current = nil
      }
    }
    if let running, running.thread != own.thread {
      WaitGraph.waitOrEnd(for: running.creation, of: declaration)
    }
  }

  /// Marks a registration as running.
  ///
  /// - Returns: Nil if it may run; else the one that runs already, or this one if none is due any more.
  private func begin(_ registration: AutoRegistration) -> AutoRegistration? {
    autoRegistration.withLock { current in
      if let current { return current }
      guard flags.contains(.autoRegister) else { return registration }
      current = registration
      return nil
    }
  }
}
