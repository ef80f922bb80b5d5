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
@safe
@usableFromInline
final class Entry<T>: AnyEntry, @unchecked Sendable {
  @usableFromInline let strong: T?
  @usableFromInline weak let object: AnyObject?
  /// For a weak entry the value's bytes, which hold the object and do not keep it.
  @usableFromInline let bytes: UnsafeMutablePointer<T>?

  /// Fails if there is nothing to cache: the value is nil, or for a weak entry it is not an object.
  @inlinable
  init?(
    _ value: T,
    scopeID: UInt32,
    isWeak: Bool,
    container: UInt64? = nil,
    release: Release? = nil
  ) {
    // The type is checked first: it is seldom an optional, and a check of the value costs more.
    if T.self is any OptionalValue.Type, let optional = value as? any OptionalValue,
      optional.payload == nil
    {
      return nil
    }
    if isWeak {
      guard let object = Self.object(in: value) else { return nil }
      strong = nil
      self.object = object
      unsafe bytes = unsafe Self.unretainedCopy(of: value, object: object)
    } else {
      strong = .some(value)
      object = nil
      unsafe bytes = nil
    }
    // The last owner of a weakly held value releases it; its own `deinit` takes the handler's place.
    super.init(scopeID: scopeID, container: container, release: isWeak ? nil : release)
  }

  /// The value, unless it was weak and is gone.
  @inlinable
  func load() -> T? {
    if let strong { return .some(strong) }
    guard let object else { return nil }
    guard let bytes = unsafe bytes else { return object as? T }
    // A cast of the object would look up its type in the runtime's tables, at twice the cost of everything else. The bytes
    // take over the reference that is retained here; the move leaves them as they were.
    unsafe _ = Unmanaged.passRetained(object)
    return unsafe bytes.move()
  }

  /// The bytes of a value that is an object, perhaps as an existential or an optional.
  ///
  /// The reference comes first, then pointers to types, so a copy of the bytes retains nothing and needs no release. Nil
  /// for a value that begins otherwise: `any Error` is a box with a reference count of its own.
  @usableFromInline
  static func unretainedCopy(of value: T, object: AnyObject) -> UnsafeMutablePointer<T>? {
    let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    let first = unsafe withUnsafeBytes(of: value) { bytes in
      bytes.count < MemoryLayout<UInt>.size ? 0 : unsafe bytes.loadUnaligned(as: UInt.self)
    }
    guard first == address else { return nil }
    let copy = UnsafeMutablePointer<T>.allocate(capacity: 1)
    unsafe withUnsafePointer(to: value) { value in
      unsafe UnsafeMutableRawPointer(copy)
        .copyMemory(from: value, byteCount: MemoryLayout<T>.size)
    }
    return unsafe copy
  }

  deinit {
    unsafe bytes?.deallocate()
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
}

extension Optional: OptionalValue {
  @inlinable var payload: Any? { self }
}
