/// A cached value of any type.
///
/// `@unchecked Sendable`: all stored properties are constants. The value itself may not be `Sendable`; the author of a
/// factory with a scope chooses to share it between threads, as with FactoryKit.
@usableFromInline
class AnyEntry: @unchecked Sendable {
  /// The scope and the container that keep the entry, and how long.
  @usableFromInline
  struct Keeper: Sendable {
    /// Unspecified for a property's own value.
    var scope = ScopeReference.unspecified
    /// The number of the table of the container whose factory made the value; nil for a property's.
    var container: UInt64?
    /// Runs when no container, no saved state and no clone of the singletons keeps the entry any more.
    var release: Release?
    var deadline: Deadline?

    @usableFromInline var isWeak: Bool { scope.kind == .shared }
    static let none = Keeper()
  }

  private let keeper: Keeper

  @usableFromInline
  init(_ keeper: Keeper) {
    self.keeper = keeper
  }

  final var container: UInt64? { keeper.container }
  final var release: Release? { keeper.release }

  /// True if this scope keeps the value.
  @inline(__always)
  final func isKept(by scope: ScopeReference) -> Bool { keeper.scope == scope }

  /// True if this scope still keeps the value, whose time to live then restarts; a factory's scope may have changed.
  @inline(__always)
  final func isValid(in scope: ScopeReference, _ manager: ContainerManager) -> Bool {
    guard isKept(by: scope) else { return false }
    guard let deadline = keeper.deadline else { return true }
    return deadline.restart(at: manager.now())
  }

  deinit {
    release?.begin()
  }

  /// The object of an entry that holds it weakly.
  @usableFromInline var object: AnyObject? { nil }

  /// False for an object that was held weakly and is gone.
  @inline(__always)
  final var isAlive: Bool { !(self is WeakEntry) || object != nil }

  /// The value, whose type the declaration determines; nil for one that was held weakly and is gone.
  @inlinable @inline(__always)
  final func load<T>(as type: T.Type) -> T? {
    if let entry = self as? Entry<T> { return entry.value }
    return object.flatMap { $0 as? T }
  }

  /// The value of an entry, or nil as a value for no entry; no value for one that was held weakly and is gone.
  @inlinable
  static func value<T>(of entry: AnyEntry?) -> T? {
    if let entry { return entry.load(as: T.self) }
    return (T.self as? any OptionalValue.Type)?.none as? T
  }

  /// An entry for a value; nil if there is nothing to cache: the value is nil, or the scope holds objects and it is none.
  @inlinable
  static func make<T>(_ value: T, _ keeper: Keeper) -> AnyEntry? {
    if isNil(value) { return nil }
    guard keeper.isWeak else { return Entry(value, keeper) }
    // The last owner of the value releases it; its own `deinit` takes the handler's place.
    return object(in: value).map { WeakEntry($0, keeper) }
  }

  /// True for an optional without a value.
  @inlinable
  static func isNil<T>(_ value: T) -> Bool {
    // The type is checked first: it is seldom an optional, and a check of the value costs more.
    guard T.self is any OptionalValue.Type, let optional = value as? any OptionalValue else {
      return false
    }
    return optional.payload == nil
  }

  /// The value as a class instance, if it is one; on Apple's platforms `as AnyObject` alone would box a struct.
  @usableFromInline
  static func object<T>(in value: T) -> AnyObject? {
    let payload: Any
    if let optional = value as? any OptionalValue {
      guard let wrapped = optional.payload else { return nil }
      payload = wrapped
    } else {
      payload = value
    }
    guard type(of: payload) is AnyClass else { return nil }
    return payload as AnyObject
  }
}

/// A value that is held strongly.
@usableFromInline
final class Entry<Value>: AnyEntry, @unchecked Sendable {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value, _ keeper: Keeper) {
    self.value = value
    super.init(keeper)
  }
}

/// An object that is held weakly.
@usableFromInline
final class WeakEntry: AnyEntry, @unchecked Sendable {
  private weak let held: AnyObject?

  @usableFromInline
  init(_ object: AnyObject, _ keeper: Keeper) {
    held = object
    super.init(Keeper(scope: keeper.scope, container: keeper.container, deadline: keeper.deadline))
  }

  @usableFromInline override var object: AnyObject? { held }
}

/// An `Optional` of any type.
@usableFromInline
protocol OptionalValue {
  var payload: Any? { get }
  static var none: Any { get }
}

extension Optional: OptionalValue {
  @usableFromInline var payload: Any? { self }
  @usableFromInline static var none: Any { Self(nilLiteral: ()) as Any }
}
