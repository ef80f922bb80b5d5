internal import Synchronization

/// Keeps a container's overrides, cached values and settings; any thread may use it at any time.
public final class ContainerManager: Sendable {
  struct Settings: Sendable {
    var defaultScope: Scope?
    var decorator: (@Sendable (Any) -> Void)?
    var trace = false
    var recordsGraph = false
    var logger: @Sendable (String) -> Void = { print($0) }
    var promiseTriggersError = true
    var circularDependencyTesting = true
  }

  /// The settings that every resolution asks for.
  struct Flags: OptionSet {
    let rawValue: UInt8
    /// The container's `autoRegister()` has not ended yet.
    static let autoRegister = Flags(rawValue: 1)
    /// Each resolution is traced, recorded or decorated.
    static let observed = Flags(rawValue: 2)
    static let defaultScope = Flags(rawValue: 4)
    static let sealed = Flags(rawValue: 8)
  }

  let table = Table()
  let settings = Locked(Settings())
  let saved = Locked<[SavedState]>([])
  let singletons = Locked<[ObjectIdentifier: Scope.Singleton]>([:])
  let seal = Locked<Seal?>(nil)
  let graph = Locked(GraphRecord())
  let autoRegistration = Locked<AutoRegistration?>(nil)
  private let flagBits = Atomic<UInt8>(Flags.autoRegister.rawValue)
  let now: @Sendable () -> ContinuousClock.Instant

  /// Makes a manager without overrides or cached values.
  public convenience init() {
    self.init { ContinuousClock.now }
  }

  /// Makes a manager that measures times to live by another clock.
  package init(now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.now = now
  }

  /// The manager of values that no container's factory makes.
  static let none = ContainerManager()

  deinit {
    releaseValues()
  }
}

// MARK: - Settings

extension ContainerManager {
  /// The scope of factories without one; nil, the default, means unique.
  public var defaultScope: Scope? {
    get { settings.withLock { $0.defaultScope } }
    set { change { $0.defaultScope = newValue } }
  }

  /// Whether each resolution writes a line to the logger, above the lines of what it resolves: `1:     store = F:Store`.
  ///
  /// A line holds the depth, the name, the value's origin (`F` the definition's factory, `R` a registration, `O` a
  /// context, `C` the cache) and its type. The lines are written when the outermost resolution ends; a resolution that fails has none.
  public var trace: Bool {
    get { settings.withLock { $0.trace } }
    set { change { $0.trace = newValue } }
  }

  /// Whether each resolution is recorded for `graph()`.
  public var recordsGraph: Bool {
    get { settings.withLock { $0.recordsGraph } }
    set { change { $0.recordsGraph = newValue } }
  }

  /// Receives the trace lines; prints them by default.
  public var logger: (String) -> Void {
    get { settings.withLock { $0.logger } }
    set {
      let logger: @Sendable (String) -> Void = retyped(newValue)
      change { $0.logger = logger }
    }
  }

  /// Whether a promised factory that nobody registered ends the process with a report, instead of giving nil.
  public var promiseTriggersError: Bool {
    get { settings.withLock { $0.promiseTriggersError } }
    set { change { $0.promiseTriggersError = newValue } }
  }

  /// Whether a factory that needs itself ends the process with a report of the chain, instead of recursing forever.
  ///
  /// A cycle among cached values is always reported, because it would wait forever.
  public var circularDependencyTesting: Bool {
    get { settings.withLock { $0.circularDependencyTesting } }
    set { change { $0.circularDependencyTesting = newValue } }
  }

  /// Sets a closure that receives each value of the container's factories; a factory's own decorator replaces it.
  public func decorator(_ decorator: ((Any) -> Void)?) {
    let decorator: (@Sendable (Any) -> Void)? = decorator.map { retyped($0) }
    change { $0.decorator = decorator }
  }

  func change(_ body: (inout Settings) -> Void) {
    // The earlier closures go after the lock: the `deinit` of what they hold may do anything.
    _ = settings.withLock { settings in
      let old = settings
      body(&settings)
      set(
        .observed,
        settings.trace || settings.recordsGraph || settings.decorator != nil
      )
      set(.defaultScope, settings.defaultScope != nil)
      return old
    }
  }
}

// MARK: - Flags

extension ContainerManager {
  var flags: Flags { Flags(rawValue: flagBits.load(ordering: .acquiring)) }

  func set(_ flag: Flags, _ isSet: Bool) {
    if isSet {
      flagBits.bitwiseOr(flag.rawValue, ordering: .acquiringAndReleasing)
    } else {
      flagBits.bitwiseAnd(~flag.rawValue, ordering: .acquiringAndReleasing)
    }
  }

  var isTraced: Bool { flags.contains(.observed) && trace }

  @usableFromInline var isAutoRegistrationDue: Bool { flags.contains(.autoRegister) }
}
