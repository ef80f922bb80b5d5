extension ContainerManager {
  /// Lets go of every value that the container's factories have cached, the newest first, and waits for each `onRelease`.
  ///
  /// That includes their singletons and what a `push()` has saved. A factory that is resolved afterwards makes its value
  /// anew, so stop what uses the container before. Values of the shared scope go with their last user.
  public func shutdown() async {
    var entries = removeValues()
    for singletons in singletons.withLock({ Array($0.values) }) + [Scope.singleton] {
      entries += singletons.slots.removeEntries(of: self)
    }
    entries = entries.inOrderOfCreation
    while let entry = entries.popLast() {
      await entry.release?.finish()
    }
  }

  /// Remembers a singleton scope of the program's own in which the container's factories keep values.
  func note(_ singletons: Scope.Singleton) {
    self.singletons.withLock { $0[ObjectIdentifier(singletons)] = singletons }
  }
}

extension ManagedContainer {
  /// Lets go of every value that the container's factories have cached, the newest first, and waits for each `onRelease`.
  public func shutdown() async {
    await manager.shutdown()
  }
}

extension SlotTable {
  /// Takes out the values that one container's factories have made.
  fileprivate func removeEntries(of manager: ContainerManager) -> [AnyEntry] {
    let container = manager.slots.number
    let entries = removeEntries { _, state in
      state.clear { $0.container == container }
    }
    return entries.filter { $0.container == container }
  }
}
