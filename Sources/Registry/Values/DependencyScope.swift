internal import Synchronization

/// The overrides of one `withDependencies`, and what is cached during it, since that may depend on them.
@usableFromInline
final class DependencyScope: Sendable {
  /// The overrides of this scope and of those around it.
  let overrides: DependencyOverrides
  private let keptTables = AtomicLazyReference<SlotTables>()
  let parent: DependencyScope?
  /// The two scopes that this one merges, if it does.
  private let sources: Sources?
  private let keptMerged = AtomicLazyReference<MergedScopes>()

  private static let used = Atomic<Bool>(false)

  convenience init(_ overrides: DependencyOverrides, within parent: DependencyScope?) {
    Self.markUsed()
    self.init(unused: overrides, within: parent)
  }

  /// A scope that no operation may use yet.
  init(unused overrides: DependencyOverrides, within parent: DependencyScope?) {
    self.overrides = overrides
    self.parent = parent
    sources = nil
  }

  private init(_ host: DependencyScope, over base: DependencyScope) {
    var overrides = host.overrides
    overrides.add(base.overrides)
    self.overrides = overrides
    parent = nil
    sources = Sources(host: host, base: base)
  }

  /// Set by the first scope or the first test and never cleared: without them a read pays nothing for them.
  static var isUsed: Bool { used.load(ordering: .acquiring) }

  static func markUsed() {
    // A store at each override would move the flag from core to core.
    if !isUsed { used.store(true, ordering: .releasing) }
  }

  /// The values that factories cache in this scope.
  var tables: SlotTables { keptTables.load() ?? keptTables.storeIfNil(SlotTables()) }

  /// The running task's scope.
  @usableFromInline static var current: DependencyScope? {
    isUsed ? DependencyOrigin.local.scope : nil
  }

  /// Removes one factory's cached values from this scope, those around it and those merged from it.
  func clear(_ declaration: Declaration) {
    keptTables.load()?.clear(declaration)
    let merged = keptMerged.load()?.list.withLock { $0 } ?? []
    for merged in merged { merged.scope.keptTables.load()?.clear(declaration) }
    (parent ?? sources?.host)?.clear(declaration)
  }

  /// Whether this scope holds all overrides of the other.
  func isWithin(_ other: DependencyScope) -> Bool {
    if self === other { return true }
    if let parent { return parent.isWithin(other) }
    return sources?.host?.isWithin(other) ?? false || sources?.base?.isWithin(other) ?? false
  }
}

// MARK: - Merged scopes

extension DependencyScope {
  /// The scopes that another merges; the host owns that one.
  private final class Sources: Sendable {
    weak let host: DependencyScope?
    weak let base: DependencyScope?

    init(host: DependencyScope, base: DependencyScope) {
      self.host = host
      self.base = base
    }
  }

  /// A scope that merges this one with a base; it lives as long as this one.
  private struct Merged: Sendable {
    weak let base: DependencyScope?
    let scope: DependencyScope
  }

  private final class MergedScopes: Sendable {
    let list = Locked<[Merged]>([])
  }

  /// This scope over an earlier one, unless one of the two is within the other.
  ///
  /// It returns the same scope each time, so that cached values are found again.
  func merged(over earlier: DependencyScope) -> DependencyScope {
    if isWithin(earlier) { return self }
    if earlier.isWithin(self) { return earlier }
    let kept = keptMerged.load() ?? keptMerged.storeIfNil(MergedScopes())
    let (scope, dropped) = kept.list.withLock { merged -> (DependencyScope, [Merged]) in
      if let known = merged.first(where: { $0.base === earlier }) { return (known.scope, []) }
      let dropped = merged.filter { $0.base == nil }
      let new = Merged(base: earlier, scope: DependencyScope(self, over: earlier))
      merged = merged.filter { $0.base != nil } + [new]
      return (new.scope, dropped)
    }
    // Cached values are released here, after the lock: their `deinit` may do anything.
    withExtendedLifetime(dropped) {}
    return scope
  }
}
