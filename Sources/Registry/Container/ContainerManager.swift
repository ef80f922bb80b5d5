internal import Synchronization

/// Keeps a container's overrides, cached values and settings; every container has one.
///
/// Any thread may use it at any time.
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

  /// What a look at one atomic tells every resolution, so that the usual one takes no lock.
  struct Flags: OptionSet {
    let rawValue: UInt8
    /// The container has not registered its own yet, or is at it.
    static let autoRegister = Flags(rawValue: 1)
    /// Each resolution is traced or decorated.
    static let observed = Flags(rawValue: 2)
    /// Somebody registered something.
    static let overrides = Flags(rawValue: 4)
    static let defaultScope = Flags(rawValue: 8)
    static let sealed = Flags(rawValue: 16)
  }

  @usableFromInline let slots = SlotTable()
  /// Whether it lives as long as the process, so that nobody needs to keep it.
  @usableFromInline let isPermanent: Bool
  let settings = Locked(Settings())
  let saved = Locked<[SavedState]>([])
  let singletons = Locked<[ObjectIdentifier: Scope.Singleton]>([:])
  let seal = Locked<Seal?>(nil)
  let graph = Locked(GraphRecord())
  let autoRegistration = Locked<AutoRegistration?>(nil)
  private let flagBits: Atomic<UInt8>
  private let now: @Sendable () -> ContinuousClock.Instant

  /// A manager without overrides or cached values.
  public convenience init() {
    self.init(now: { ContinuousClock.now })
  }

  /// A manager that somebody keeps for good.
  convenience init(isPermanent: Bool) {
    self.init(isPermanent: isPermanent, now: { ContinuousClock.now })
  }

  /// A manager whose times to live run by another clock.
  package convenience init(now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.init(isPermanent: false, now: now)
  }

  private init(isPermanent: Bool, now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.isPermanent = isPermanent
    self.now = now
    flagBits = Atomic(Flags.autoRegister.rawValue)
  }

  deinit {
    releaseValues()
  }

  func instant() -> ContinuousClock.Instant { now() }

  /// See ``ManagerReference/standIn``.
  static let standIn = ContainerManager(isPermanent: true)
}

// MARK: - Settings

extension ContainerManager {
  /// The scope of factories that name none; nil, at first, means unique.
  public var defaultScope: Scope? {
    get { settings.withLock { $0.defaultScope } }
    set { change { $0.defaultScope = newValue } }
  }

  /// Whether each resolution writes a line to the logger, before those of what it resolves: `1:     store = O:Store`.
  ///
  /// The depth, the name, where the value comes from (`O` the definition, `F` an override, `C` the cache) and its type. The
  /// lines come when the outermost resolution ends; one that fails has none.
  public var trace: Bool {
    get { settings.withLock { $0.trace } }
    set { change { $0.trace = newValue } }
  }

  /// Whether each resolution is noted for `graph()`.
  public var recordsGraph: Bool {
    get { settings.withLock { $0.recordsGraph } }
    set { change { $0.recordsGraph = newValue } }
  }

  /// Where trace lines go; the standard output at first.
  public var logger: @Sendable (String) -> Void {
    get { settings.withLock { $0.logger } }
    set { change { $0.logger = newValue } }
  }

  /// Whether a promised factory that nobody registered ends the process with a report, instead of giving nil.
  public var promiseTriggersError: Bool {
    get { settings.withLock { $0.promiseTriggersError } }
    set { change { $0.promiseTriggersError = newValue } }
  }

  /// Whether a factory that needs itself ends the process with a report of the chain, instead of recursing forever.
  ///
  /// A cycle among cached values is reported in any case, since it would wait forever.
  public var circularDependencyTesting: Bool {
    get { settings.withLock { $0.circularDependencyTesting } }
    set { change { $0.circularDependencyTesting = newValue } }
  }

  /// Sees every value that the container's factories give, but for those with a decorator of their own.
  public func decorator(_ decorator: (@Sendable (Any) -> Void)?) {
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

  /// The value of a cached or singleton factory, where it can be had without a lock or anything else to do.
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

  /// Whether nothing but the definition says how to make this factory's value.
  @usableFromInline
  func isUntouched(_ declaration: Declaration) -> Bool {
    let flags = flags
    if flags.contains(.observed) || flags.contains(.defaultScope) { return false }
    if FactoryContext.hasOverlay || DependencyScope.current != nil { return false }
    return overrides(of: declaration) == nil
  }

  /// The overrides of a declaration.
  @usableFromInline
  func overrides(of declaration: Declaration) -> AnyOverrides? {
    guard flags.contains(.overrides) else { return nil }
    return slots.withSlot(for: declaration) { $0?.overrides }
  }
}
