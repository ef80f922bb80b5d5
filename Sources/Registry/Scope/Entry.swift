/// A cached value of any type.
///
/// `@unchecked Sendable`: all stored properties are constants. The value itself may not be `Sendable`; the author of a
/// factory with a scope chooses to share it between threads, as with FactoryKit.
@usableFromInline
class AnyEntry: @unchecked Sendable {
  @usableFromInline let scopeID: UInt32
  /// The number of the slot table of the container whose factory made the value; nil for a property wrapper's.
  @usableFromInline let container: UInt64?
  /// Runs when no container, no saved state and no clone of the singletons keeps the entry any more.
  @usableFromInline let release: Release?

  @inlinable
  init(scopeID: UInt32, container: UInt64?, release: Release?) {
    self.scopeID = scopeID
    self.container = container
    self.release = release
  }

  deinit {
    if let release { release.begin() }
  }
}

extension AnyEntry {
  /// The value, unless it was weak and is gone.
  ///
  /// The cast cannot fail: the declaration or the property of an entry determines its type.
  @inlinable @inline(__always)
  func load<T>(as type: T.Type) -> T? {
    unsafe unsafeDowncast(self, to: Entry<T>.self).load()
  }
}

/// A cached value, held strongly, or weakly for the shared scope.
@usableFromInline
final class Entry<T>: AnyEntry, @unchecked Sendable {
  @usableFromInline let strong: T?
  @usableFromInline weak let object: AnyObject?

  /// Fails if there is nothing to cache: the value is nil, or for a weak entry it is not an object.
  @inlinable
  init?(
    _ value: T,
    scopeID: UInt32,
    isWeak: Bool,
    container: UInt64? = nil,
    release: Release? = nil
  ) {
    if Self.isNil(value) { return nil }
    if isWeak {
      guard let object = Self.object(in: value) else { return nil }
      strong = nil
      self.object = object
    } else {
      strong = .some(value)
      object = nil
    }
    // The last owner of a weakly held value releases it; its own `deinit` takes the handler's place.
    super.init(scopeID: scopeID, container: container, release: isWeak ? nil : release)
  }

  /// Whether the value is an optional without a value.
  @inlinable
  static func isNil(_ value: T) -> Bool {
    // The type is checked first: it is seldom an optional, and a check of the value costs more.
    guard _isOptional(T.self), let optional = value as? any OptionalValue else {
      return false
    }
    return optional.payload == nil
  }

  /// The value, unless it was weak and is gone.
  @inlinable
  func load() -> T? {
    if let strong { return .some(strong) }
    return object.flatMap { $0 as? T }
  }

  /// The value as a class instance, if it is one; on Apple's platforms `as AnyObject` alone would box a struct.
  @usableFromInline
  static func object(in value: T) -> AnyObject? {
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

/// An `Optional` of any type.
@usableFromInline
protocol OptionalValue {
  var payload: Any? { get }
  static var none: Any { get }
}

extension Optional: OptionalValue {
  @inlinable var payload: Any? { self }
  @usableFromInline static var none: Any { Self(nilLiteral: ()) as Any }
}
