/// The origins of objects that `withDependencies` returned, for those that have no `@Dependency` of their own.
enum OwnerOrigins {
  private final class Known: Sendable {
    let owner: WeakBox<AnyObject>
    // Held weakly, since what the scope caches may be the owner itself.
    private let scope: WeakBox<DependencyScope>
    private let overrides: DependencyOverrides
    private let defaults: DependencyTable?

    init(_ owner: AnyObject, _ scope: DependencyScope, _ defaults: DependencyTable?) {
      self.owner = WeakBox(owner)
      self.scope = WeakBox(scope)
      overrides = scope.overrides
      self.defaults = defaults
    }

    /// The scope while something else holds it, or one with its values that has cached nothing.
    var origin: DependencyOrigin {
      let scope = scope.value ?? DependencyScope(overrides, within: nil)
      return DependencyOrigin(scope: scope, defaults: defaults)
    }
  }

  private struct State: Sendable {
    var known: [ObjectIdentifier: Known] = [:]
    /// How many may be known before those of released objects are dropped.
    var limit = 64
  }

  private static let state = Locked(State())

  /// Remembers the origin of a result that is an object and has none itself.
  static func record(_ owner: AnyObject, _ origin: DependencyOrigin) {
    guard let scope = origin.scope, DependencyOrigin.held(by: owner) == nil else { return }
    let new = Known(owner, scope, origin.defaults)
    let id = ObjectIdentifier(owner)
    let (earlier, all) = state.withLock { state in
      let earlier = state.known.updateValue(new, forKey: id)
      return (earlier, state.known.count > state.limit ? state.known : nil)
    }
    // What is dropped is released after the lock: the `deinit` of a cached value may do anything.
    withExtendedLifetime(earlier) {}
    if let all { drop(all.filter { $0.value.owner.value == nil }) }
  }

  private static func drop(_ released: [ObjectIdentifier: Known]) {
    state.withLock { state in
      for (id, known) in released where state.known[id] === known { state.known[id] = nil }
      state.limit = max(64, state.known.count * 2)
    }
  }

  /// The origin of an object, if one was recorded.
  static func origin(of owner: Any) -> DependencyOrigin {
    guard type(of: owner) is AnyClass else { return DependencyOrigin() }
    let id = ObjectIdentifier(owner as AnyObject)
    guard let known = state.withLock({ $0.known[id] }), known.owner.value != nil else {
      return DependencyOrigin()
    }
    return known.origin
  }
}
