extension DependencyTable {
  /// The key's entry; the first read evaluates it, and other readers of the same key wait.
  ///
  /// - Parameters:
  ///   - key: Gives the value.
  ///   - context: The context of the read.
  ///   - declaration: Names the dependency in reports of cycles.
  ///   - report: Called before a test makes a live value.
  /// - Returns: The entry, and whether this call has reported it.
  func entry<Key: TestDependencyKey>(
    _ key: Key.Type,
    _ context: DependencyContext,
    _ declaration: Declaration,
    report: @escaping @Sendable () -> Void
  ) -> (entry: Entry, isReported: Bool) {
    let place = Place(id: ObjectIdentifier(key), context: context)
    var isReported = false
    while true {
      if let entry = entry(place) { return (entry, isReported) }
      let stack = ResolutionStack.current
      let creation = Creation()
      var other: Creation?
      creation.perform {
        guard let running = claim(place, creation) else { return }
        if running !== creation {
          other = running
          return
        }
        isReported = stack.withFrame(declaration, .placeholder, (), creation: creation) {
          evaluate(key, place, report)
        }
      }
      if let other { WaitGraph.waitOrEnd(for: other) }
    }
  }

  /// The creation that evaluates the place: this one or another; nil if the place has been evaluated.
  private func claim(_ place: Place, _ creation: Creation) -> Creation? {
    progress.withLock { progress in
      if let running = progress.running[place], !running.isAbandoned { return running }
      if entry(place) != nil { return nil }
      progress.running[place] = creation
      return creation
    }
  }

  /// Evaluates a key outside of every lock but the creation's gate, and without the current overrides.
  private func evaluate<Key: TestDependencyKey>(
    _ key: Key.Type,
    _ place: Place,
    _ report: @escaping @Sendable () -> Void
  ) -> Bool {
    let probe = LiveValueProbe(report: report)
    let value = LiveValueProbe.$current.withValue(place.context == .test ? probe : nil) {
      let origin = DependencyOrigin(scope: scope, defaults: self === Self.process ? nil : self)
      return DependencyOrigin.$local.withValue(origin) { place.context.value(of: key) }
    }
    let box = DependencyBox(value, key: key)
    progress.withLock { progress in
      insert(place, box, isLiveInTest: probe.isReached, &progress)
      progress.running[place] = nil
    }
    return probe.isReached
  }
}
