/// A container that registers its own before its first use.
public protocol AutoRegistering {
  /// Called once before the first factory is used, and again after registrations were reset.
  func autoRegister()
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
    let me = ResolutionStack.current.id
    let declaration = Declaration(
      name: "autoRegister()",
      fileID: #fileID,
      line: 0,
      column: 0,
      type: ObjectIdentifier(type(of: container))
    )
    let creation = Creation(of: declaration, by: me)
    var running: Creation?
    creation.perform {
      running = autoRegistration.withLock { current -> Creation? in
        if let current { return current }
        guard isAutoRegistrationDue else { return creation }
        current = creation
        return nil
      }
      guard running == nil else { return }
      registering.autoRegister()
      autoRegistration.withLock { current in
        current = nil
        set(.autoRegister, false)
      }
    }
    guard let running, running !== creation, running.owner != me else { return }
    let path = ResolutionStack.current.path
    if let chain = WaitGraph.wait(for: running, by: me, path: path) { Failure.cycle(chain) }
  }
}
