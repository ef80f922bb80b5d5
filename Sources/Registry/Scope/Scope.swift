/// How long a factory keeps its value: `.unique`, `.cached`, `.shared`, `.graph`, `.singleton`, or a scope of your own.
///
/// ```swift
/// extension Scope { static let session = Cached() }
/// ```
///
/// `@unchecked Sendable`: its stored properties and those of its subclasses are constants, which the compiler checks in
/// final classes only.
public class Scope: @unchecked Sendable {
  enum Kind: Sendable {
    case unique, graph, cached, shared, singleton
  }

  let kind: Kind
  /// True for the library's scope of this kind, which a modifier such as `cached` names.
  let isStandard: Bool

  fileprivate init(_ kind: Kind, isStandard: Bool) {
    self.kind = kind
    self.isStandard = isStandard
  }

  /// Keeps a value until it is reset or its container is released.
  public final class Cached: Scope, @unchecked Sendable {
    /// Makes a new scope; keep it in a static constant.
    public convenience init() { self.init(isStandard: false) }

    fileprivate init(isStandard: Bool) { super.init(.cached, isStandard: isStandard) }
  }

  /// Keeps a value as long as another owner holds it.
  public final class Shared: Scope, @unchecked Sendable {
    /// Makes a new scope; keep it in a static constant.
    public convenience init() { self.init(isStandard: false) }

    fileprivate init(isStandard: Bool) { super.init(.shared, isStandard: isStandard) }
  }

  /// Makes a new value for each resolution.
  public final class Unique: Scope, @unchecked Sendable {
    /// The same as `Scope.unique`.
    public init() { super.init(.unique, isStandard: true) }
  }

  /// Keeps a value until the outermost factory that is running on this task ends.
  public final class Graph: Scope, @unchecked Sendable {
    /// The same as `Scope.graph`.
    public init() { super.init(.graph, isStandard: true) }

    /// How many factories are running on this task and thread, nested in each other.
    public var depth: Int { Step.path.count }
  }

  /// Keeps a value for all containers of the process, or of the test that cloned the scope.
  public final class Singleton: Scope, @unchecked Sendable {
    let table = Table()
    fileprivate static let ofProcess = Singleton(isStandard: true)

    /// Makes a new scope; keep it in a static constant.
    public convenience init() { self.init(isStandard: false) }

    private init(isStandard: Bool) {
      super.init(.singleton, isStandard: isStandard)
    }

    /// Removes every value.
    public func reset() {
      table.changeAll { _, slot in _ = slot.clear() }
      Step.current?.origin.scope?.changeAll(in: table) { _, slot in _ = slot.clear() }
    }

    /// A scope with the same values now; later changes do not affect the original.
    public func clone() -> Singleton {
      let clone = Singleton(isStandard: isStandard)
      clone.table.replaceAll(with: table.all.mapValues(\.withoutCreations))
      return clone
    }
  }
}

extension Scope {
  /// A new value each time.
  public static let unique = Unique()
  /// One value per container.
  public static let cached = Cached(isStandard: true)
  /// One value per container as long as another owner holds it.
  public static let shared = Shared(isStandard: true)
  /// One value per resolution in progress.
  public static let graph = Graph()
  /// One value per container until the scope is reset, for example at a logout.
  public static let session = Cached()
  /// One value per process; a test may clone it for its own task.
  @TaskLocal public static var singleton = Singleton.ofProcess
}
