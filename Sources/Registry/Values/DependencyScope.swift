/// The overrides of one `withDependencies`, and what is cached during it, since that may depend on them.
final class DependencyScope: Sendable {
  /// The overrides of this scope and of those around it.
  let overrides: DependencyOverrides
  /// The values that factories cache in this scope.
  let tables = Tables()
  let parent: DependencyScope?
  /// The two scopes that this one merges, if it does; the first one owns it.
  private let sources: (host: WeakScope, base: WeakScope)?
  /// The scopes that merge this one with a base; they live as long as this one.
  private let merged = Locked<[Merged]>([])

  private typealias Merged = (base: WeakScope, scope: DependencyScope)

  private struct WeakScope: Sendable {
    weak let scope: DependencyScope?
  }

  init(_ overrides: DependencyOverrides, within parent: DependencyScope?) {
    self.overrides = overrides
    self.parent = parent
    sources = nil
  }

  private init(_ host: DependencyScope, over base: DependencyScope) {
    var overrides = host.overrides
    overrides.add(base.overrides)
    self.overrides = overrides
    parent = nil
    sources = (WeakScope(scope: host), WeakScope(scope: base))
  }

  /// The running task's scope.
  static var current: DependencyScope? { Step.current?.origin.scope }

  /// Removes one factory's cached values from this scope, those around it and those merged from it.
  func clear(_ declaration: Declaration) {
    tables.clear(declaration)
    for (_, scope) in merged.withLock({ $0 }) { scope.tables.clear(declaration) }
    (parent ?? sources?.host.scope)?.clear(declaration)
  }

  /// Changes everything in the tables that stand in place of this one, in the same scopes.
  func changeAll(in table: Table, _ body: (Declaration, inout Slot) -> Void) {
    tables.changeAll(in: table, body)
    for (_, scope) in merged.withLock({ $0 }) { scope.tables.changeAll(in: table, body) }
    (parent ?? sources?.host.scope)?.changeAll(in: table, body)
  }

  /// True if this scope holds all overrides of the other.
  private func isWithin(_ other: DependencyScope) -> Bool {
    if self === other { return true }
    return [parent, sources?.host.scope, sources?.base.scope].contains {
      $0?.isWithin(other) ?? false
    }
  }

  /// This scope over an earlier one, unless one of the two is within the other.
  ///
  /// It returns the same scope each time, so that cached values are found again.
  func merged(over earlier: DependencyScope) -> DependencyScope {
    if isWithin(earlier) { return self }
    if earlier.isWithin(self) { return earlier }
    let (scope, dropped) = merged.withLock { merged -> (DependencyScope, [Merged]) in
      if let known = merged.first(where: { $0.base.scope === earlier }) { return (known.scope, []) }
      let dropped = merged.filter { $0.base.scope == nil }
      let scope = DependencyScope(self, over: earlier)
      merged = merged.filter { $0.base.scope != nil } + [(WeakScope(scope: earlier), scope)]
      return (scope, dropped)
    }
    // Cached values are released here, after the lock: their `deinit` may do anything.
    withExtendedLifetime(dropped) {}
    return scope
  }
}
