internal import Synchronization

/// The extent of one `withDependencies`: what it overrides and, since that may depend on it, what is cached meanwhile.
@usableFromInline
final class DependencyScope: Sendable {
  /// All that is overridden, by this extent and those around it.
  let values: DependencyValues
  /// What factories cache meanwhile.
  let tables = SlotTables()
  private let parent: DependencyScope?
  /// For an extent that stands for two: both of them, of which the first holds it.
  private weak let host: DependencyScope?
  private weak let base: DependencyScope?
  private let mergers = Locked<[Merger]>([])

  @TaskLocal static var local: DependencyScope?
  /// The defaults of the test that is running; nil for the process's.
  @TaskLocal static var localDefaults: DependencyTable?
  private static let used = Atomic<Bool>(false)

  init(_ values: DependencyValues, within parent: DependencyScope?) {
    Self.used.store(true, ordering: .releasing)
    self.values = values.overridesOnly
    self.parent = parent
    host = nil
    base = nil
  }

  private init(_ host: DependencyScope, over base: DependencyScope) {
    var values = host.values
    values.add(base.values)
    self.values = values.overridesOnly
    parent = nil
    self.host = host
    self.base = base
  }

  /// Set for good by the first scope or the first test: programs without one pay nothing for them when they read.
  static var isUsed: Bool { used.load(ordering: .acquiring) }

  static func use() {
    used.store(true, ordering: .releasing)
  }

  /// An extent with these values; where nothing was changed, the one that they are those of.
  static func of(_ values: DependencyValues, within parent: DependencyScope?) -> DependencyScope? {
    if values.scope === parent, parent != nil || values.isEmpty { return parent }
    return DependencyScope(values, within: parent)
  }

  /// The extent that the task is in.
  @usableFromInline static var current: DependencyScope? { isUsed ? local : nil }

  /// Forgets what one factory has cached, here, in the extents around and where this one is merged with another.
  func clear(_ declaration: Declaration) {
    tables.clear(declaration)
    for merger in mergers.withLock({ $0 }) { merger.scope.tables.clear(declaration) }
    (parent ?? host)?.clear(declaration)
  }

  /// Whether it holds all that the other overrides.
  func isWithin(_ other: DependencyScope) -> Bool {
    if self === other { return true }
    if let parent { return parent.isWithin(other) }
    return host?.isWithin(other) ?? false || base?.isWithin(other) ?? false
  }
}

// MARK: - Two at once

extension DependencyScope {
  /// The extent that stands for this one over another, which is held as long as this one.
  private struct Merger: Sendable {
    weak let base: DependencyScope?
    let scope: DependencyScope
  }

  /// This extent over an earlier one, unless one of the two holds the other anyway.
  ///
  /// It is the same each time, since what is cached in it must be found again.
  func merged(over earlier: DependencyScope) -> DependencyScope {
    if isWithin(earlier) { return self }
    if earlier.isWithin(self) { return earlier }
    let (scope, dropped) = mergers.withLock { mergers -> (DependencyScope, [Merger]) in
      if let known = mergers.first(where: { $0.base === earlier }) { return (known.scope, []) }
      let dropped = mergers.filter { $0.base == nil }
      let merger = Merger(base: earlier, scope: DependencyScope(self, over: earlier))
      mergers = mergers.filter { $0.base != nil } + [merger]
      return (merger.scope, dropped)
    }
    // What is released here may be anything that was cached, so it is not done under the lock.
    withExtendedLifetime(dropped) {}
    return scope
  }
}
