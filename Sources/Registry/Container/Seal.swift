/// Where a container was sealed.
struct Seal: Sendable {
  let fileID: StaticString
  let line: UInt
}

extension ManagedContainer {
  /// Ends the container's set-up: a later override, outside tests and previews, ends the process with a report.
  ///
  /// The report names both places. A second call changes nothing. Cached values may still be reset.
  public func seal(fileID: StaticString = #fileID, line: UInt = #line) {
    manager.seal.withLock { seal in
      seal = seal ?? Seal(fileID: fileID, line: line)
      manager.set(.sealed, true)
    }
  }

  /// Whether `seal()` was called.
  public var isSealed: Bool { manager.flags.contains(.sealed) }
}

extension ContainerManager {
  /// Traps if an override comes after the seal, outside tests and previews.
  @usableFromInline
  func checkSeal(_ declaration: Declaration, from function: StaticString, _ fileID: StaticString) {
    guard flags.contains(.sealed), let seal = seal.withLock({ $0 }) else { return }
    if !FactoryContext.flags.isDisjoint(with: [.test, .preview]) || isAutoRegistering { return }
    Wiring.trap(
      """
      \(declaration.place) was overridden after its container was sealed
        overridden in \(function) of \(fileID)
        sealed at \(seal.fileID):\(seal.line)
        Override before seal(), or for one operation by withDependencies.
      """
    )
  }
}
