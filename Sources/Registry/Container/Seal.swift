/// Where a container was sealed.
struct Seal: Sendable {
  let fileID: StaticString
  let line: UInt

  /// Whether the seal and an override in this file are written in one module, which is not the test's.
  func isBroken(by file: StaticString, inTestOf testModule: String?) -> Bool {
    func module(_ file: StaticString) -> Substring { "\(file)".prefix { $0 != "/" } }
    guard let testModule, module(fileID) != testModule else { return false }
    return module(fileID) == module(file)
  }
}

extension ManagedContainer {
  /// Ends the container's set-up: a later override is a programming error, which ends the process with a report.
  ///
  /// The report names both places. A second call changes nothing. Cached values may still be reset. Previews override
  /// freely.
  ///
  /// A test may override, to replace what it must not touch. An override in a test is an error in
  /// two cases: the module that sealed the container overrides it and is not the test's own module,
  /// or the test runs the program in the live context.
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
  /// Ends the process if an override comes after the seal.
  func checkSeal(on declaration: Declaration, from function: StaticString, _ fileID: StaticString) {
    guard flags.contains(.sealed), let seal = seal.withLock({ $0 }) else { return }
    let context = FactoryContext.flags
    if context.contains(.preview) || isAutoRegistering { return }
    if context.contains(.test),
      !seal.isBroken(by: fileID, inTestOf: IssueReporter.ofTest?.module)
    {
      return
    }
    Wiring.end(RegistryError.sealed(declaration, seal, function, fileID))
  }
}
