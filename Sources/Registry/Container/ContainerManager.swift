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

  /// What every resolution reads from one atomic, so that the usual one takes no lock.
  struct Flags: OptionSet {
    let rawValue: UInt8
    /// The container's `autoRegister()` has not ended yet.
    static let autoRegister = Flags(rawValue: 1)
    /// Each resolution is traced, recorded or decorated.
    static let observed = Flags(rawValue: 2)
    /// A factory has been overridden.
    static let overrides = Flags(rawValue: 4)
    static let defaultScope = Flags(rawValue: 8)
    static let sealed = Flags(rawValue: 16)
  }

  @usableFromInline let slots = SlotTable()
  /// Whether it lives as long as the process, so that factories need not retain it.
  @usableFromInline let isPermanent: Bool
  let settings = Locked(Settings())
  let saved = Locked<[SavedState]>([])
  let singletons = Locked<[ObjectIdentifier: Scope.Singleton]>([:])
  let seal = Locked<Seal?>(nil)
  let graph = Locked(GraphRecord())
  let autoRegistration = Locked<AutoRegistration?>(nil)
  private let flagBits: Atomic<UInt8>
  let now: @Sendable () -> ContinuousClock.Instant

  /// Makes a manager without overrides or cached values.
  public convenience init() {
    self.init(isPermanent: false)
  }

  /// Makes a manager that may live as long as the process, or measures times to live by another clock.
  package init(
    isPermanent: Bool = false,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.isPermanent = isPermanent
    self.now = now
    flagBits = Atomic(Flags.autoRegister.rawValue)
  }

  deinit {
    releaseValues()
  }

  /// See `ManagerReference.placeholder`.
  static let placeholder = ContainerManager(isPermanent: true)
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
      let logger: @Sendable (String) -> Void = declaredSendable(newValue)
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
    let decorator: (@Sendable (Any) -> Void)? = decorator.map { declaredSendable($0) }
    change { $0.decorator = decorator }
  }

  func change(_ body: (inout Settings) -> Void) {
    settings.withLock { settings in
      body(&settings)
      set(
        .observed,
        settings.trace || settings.recordsGraph || settings.decorator != nil
      )
      set(.defaultScope, settings.defaultScope != nil)
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

  @usableFromInline var isAutoRegistrationDue: Bool { flags.contains(.autoRegister) }

  /// The value of a cached or singleton factory, if a read without a lock is enough.
  @usableFromInline
  func published(_ declaration: Declaration, _ scope: ScopeReference) -> PublishedEntry? {
    let flags = flags
    if flags.contains(.observed) || FactoryContext.hasOverlay || DependencyScope.current != nil {
      return nil
    }
    let thread = ResolutionStack.current
    switch scope.kind {
    case .cached(let id), .shared(let id):
      return slots.published(declaration, scopeID: id, on: thread)
    case .singleton where !flags.contains(.overrides):
      return Scope.Singleton.published(declaration, on: thread)
    default:
      return nil
    }
  }

  /// Whether the definition alone determines this factory's value.
  @usableFromInline
  func isUntouched(_ declaration: Declaration) -> Bool {
    let flags = flags
    if flags.contains(.observed) || flags.contains(.defaultScope) { return false }
    if FactoryContext.hasOverlay || DependencyScope.current != nil { return false }
    return overrides(of: declaration) == nil
  }

  @usableFromInline
  func overrides(of declaration: Declaration) -> AnyOverrides? {
    guard flags.contains(.overrides) else { return nil }
    return slots.overrides(of: declaration)
  }
}
