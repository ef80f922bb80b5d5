internal import Synchronization

/// How long a factory keeps its value: `.unique`, `.cached`, `.shared`, `.graph`, `.singleton`, or a scope of your own.
///
/// ```swift
/// extension Scope { static let session = Cached() }
/// ```
///
/// `@unchecked Sendable`: its stored properties and those of its subclasses are constants, which the compiler checks in
/// final classes only.
public class Scope: @unchecked Sendable {
  /// The ids of the scopes that modifiers use without reading the scope itself.
  @inlinable static var cachedID: UInt32 { 1 }
  @inlinable static var sharedID: UInt32 { 2 }
  private static let lastID = Atomic<UInt32>(2)

  private let reference: ScopeReference?

  fileprivate init(_ reference: ScopeReference?) {
    self.reference = reference
  }

  /// A number that no other scope of the process has.
  fileprivate static func newID() -> UInt32 {
    let id = lastID.add(1, ordering: .relaxed).newValue
    precondition(id <= ScopeReference.idLimit, "too many scopes; keep each in a static constant")
    return id
  }

  var resolved: ScopeReference { reference ?? .unique }

  /// Keeps a value until it is reset or its container is released.
  public final class Cached: Scope, @unchecked Sendable {
    /// Makes a new scope; keep it in a static constant.
    public init() { super.init(.cached(Scope.newID())) }

    fileprivate init(id: UInt32) { super.init(.cached(id)) }
  }

  /// Keeps a value as long as another owner holds it.
  public final class Shared: Scope, @unchecked Sendable {
    /// Makes a new scope; keep it in a static constant.
    public init() { super.init(.shared(Scope.newID())) }

    fileprivate init(id: UInt32) { super.init(.shared(id)) }
  }

  /// Makes a new value for each resolution.
  public final class Unique: Scope, @unchecked Sendable {
    /// The same as `Scope.unique`.
    public init() { super.init(.unique) }
  }

  /// Keeps a value until the outermost factory that is running on this task ends.
  public final class Graph: Scope, @unchecked Sendable {
    /// The same as `Scope.graph`.
    public init() { super.init(.graph) }

    /// How many factories are running on this task and thread, nested in each other.
    public var depth: Int { ResolutionPath.current.count }
  }

  /// Keeps a value for all containers of the process, or of the test that cloned the scope.
  public final class Singleton: Scope, @unchecked Sendable {
    let slots = SlotTable()
    private let isDefault: Bool
    private static let instances = Atomic(0)
    fileprivate static let first = Singleton(isDefault: true)
    private static let firstSlots = unsafe Unmanaged.passUnretained(first.slots)

    /// Begins to read the value published in `Scope.singleton`.
    ///
    /// While there is one singleton scope, the task-local value is not read; and since that scope lives as long as the
    /// process, it is not retained.
    static func published(
      _ declaration: Declaration,
      on thread: ResolutionStack
    ) -> PublishedEntry? {
      if instances.load(ordering: .acquiring) > 1 {
        return Scope.singleton.slots.published(declaration, scopeID: 0, on: thread)
      }
      return unsafe firstSlots._withUnsafeGuaranteedRef {
        $0.published(declaration, scopeID: 0, on: thread)
      }
    }

    /// Makes a new scope; keep it in a static constant.
    public convenience init() { self.init(isDefault: false) }

    fileprivate init(isDefault: Bool) {
      self.isDefault = isDefault
      super.init(nil)
      Singleton.instances.add(1, ordering: .acquiringAndReleasing)
    }

    override var resolved: ScopeReference { isDefault ? .singleton : .custom }

    /// Removes every value.
    public func reset() {
      slots.updateAll { _, state in state.clear() }
    }

    /// A scope with the same values now; later changes do not affect the original.
    public func clone() -> Singleton {
      let clone = Singleton(isDefault: isDefault)
      for slot in slots.all {
        let cells = slot.state.withLock { $0.withoutCreations }
        clone.slots.slot(for: slot.declaration).update { $0 = cells }
      }
      return clone
    }
  }
}

extension Scope {
  /// A new value each time.
  public static let unique = Unique()
  /// One value per container.
  public static let cached = Cached(id: Scope.cachedID)
  /// One value per container as long as another owner holds it.
  public static let shared = Shared(id: Scope.sharedID)
  /// One value per resolution in progress.
  public static let graph = Graph()
  /// One value per container until the scope is reset, for example at a logout.
  public static let session = Cached()
  /// One value per process; a test may clone it for its own task.
  @TaskLocal public static var singleton = Singleton.first
}
