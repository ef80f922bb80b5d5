internal import Synchronization

/// The extent of one `withDependencies`: what it overrides and, since that may depend on it, what is cached meanwhile.
@usableFromInline
final class DependencyScope: Sendable {
  /// All that is overridden, by this extent and those around it.
  let values: DependencyValues
  /// What factories cache meanwhile.
  let tables = SlotTables()
  private let parent: DependencyScope?

  @TaskLocal static var local: DependencyScope?
  /// The defaults of the test that is running; nil for the process's.
  @TaskLocal static var localDefaults: DependencyTable?
  private static let used = Atomic<Bool>(false)

  init(_ values: DependencyValues, within parent: DependencyScope?) {
    Self.used.store(true, ordering: .releasing)
    self.values = values.overridesOnly
    self.parent = parent
  }

  /// Set for good by the first scope or the first test: programs without one pay nothing for them when they read.
  static var isUsed: Bool { used.load(ordering: .acquiring) }

  static func use() {
    used.store(true, ordering: .releasing)
  }

  /// The extent that the task is in.
  @usableFromInline static var current: DependencyScope? { isUsed ? local : nil }

  /// Forgets what one factory has cached, here and in the extents around.
  func clear(_ declaration: Declaration) {
    tables.clear(declaration)
    parent?.clear(declaration)
  }

  /// Whether it holds all that the other overrides.
  func isWithin(_ other: DependencyScope) -> Bool {
    var scope: DependencyScope? = self
    while let next = scope {
      if next === other { return true }
      scope = next.parent
    }
    return false
  }
}
