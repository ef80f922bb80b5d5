extension ContainerManager {
  /// Releases every value that the container's factories have cached, newest first, and waits for each `onRelease`.
  ///
  /// This includes their singletons and what a `push()` has saved. A factory that is resolved afterwards makes a new
  /// value, so stop the container's users first. A value of the shared scope is released by its last user.
  public func shutdown() async {
    var entries = removeValues()
    for singletons in singletons.withLock({ Array($0.values) }) + [Scope.singleton] {
      entries += singletons.table.removeEntries(of: self)
    }
    entries = entries.inOrderOfCreation
    while let entry = entries.popLast() {
      await entry.release?.finish()
    }
  }

  /// Remembers a singleton scope in which the container's factories keep values.
  func remember(_ singletons: Scope.Singleton) {
    self.singletons.withLock { $0[ObjectIdentifier(singletons)] = singletons }
  }
}

extension ManagedContainer {
  /// Shuts the manager down; see ``ContainerManager/shutdown()``.
  public func shutdown() async {
    await manager.shutdown()
  }
}

extension Table {
  /// Removes and returns the values that one container's factories have made.
  fileprivate func removeEntries(of manager: ContainerManager) -> [AnyEntry] {
    let container = manager.table.number
    let entries = removeEntries { _, slot in
      slot.clear { $0.entry?.container == container }
    }
    return entries.filter { $0.container == container }
  }
}
