/// A cached value of some type.
///
/// `@unchecked Sendable`: all stored properties are constants. The value itself may not be `Sendable`; that a factory
/// with a scope shares it between threads is what its author asked for, as with FactoryKit.
@usableFromInline
class AnyEntry: @unchecked Sendable {
  @usableFromInline let scopeID: UInt32
  /// The number of the slots of the container whose factory made the value; nil for a property wrapper's.
  @usableFromInline let container: UInt64?
  /// What to do when nobody keeps the entry any more: no container, no saved state, no clone of the singletons.
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
  /// The declaration or the property under which an entry is found holds its types, so the cast cannot fail.
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

  /// Fails where there is nothing to cache: nil, or for a weak entry a value that is no object.
  @inlinable
  init?(
    _ value: T,
    scopeID: UInt32,
    isWeak: Bool,
    container: UInt64? = nil,
    release: Release? = nil
  ) {
    // The look at the type comes first, since most are no optionals and a look at the value costs more.
    if T.self is any OptionalValue.Type, let optional = value as? any OptionalValue,
      optional.payload == nil
    {
      return nil
    }
    if isWeak {
      guard let object = Self.object(in: value) else { return nil }
      strong = nil
      self.object = object
      unsafe bytes = unsafe Self.unretainedCopy(of: value, which: object)
    } else {
      strong = .some(value)
      object = nil
      unsafe bytes = nil
    }
    // A weakly held value goes when its last holder lets go of it, and its own `deinit` is its release.
    super.init(scopeID: scopeID, container: container, release: isWeak ? nil : release)
  }

  /// The value, unless it was weak and is gone.
  @inlinable
  func load() -> T? {
    if let strong { return .some(strong) }
    guard let object else { return nil }
    guard let bytes = unsafe bytes else { return object as? T }
    // A cast of the object would look its type up in the runtime's tables, at twice the cost of all else. The bytes take
    // over the reference that was counted here; they are as good as before after the move.
    unsafe _ = Unmanaged.passRetained(object)
    return unsafe bytes.move()
  }

  /// The bytes of a value that is an object, perhaps as an existential or an optional: the reference first, then pointers to
  /// types, so that to copy them counts no reference and to forget them forgets nothing.
  ///
  /// Nil for a value that begins otherwise: `any Error` is a box, which is counted by itself.
  @usableFromInline
  static func unretainedCopy(of value: T, which object: AnyObject) -> UnsafeMutablePointer<T>? {
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

  /// The class instance that the value is; on Apple's platforms `as AnyObject` alone would box a struct.
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

/// What an `Optional` of any type can say about itself.
@usableFromInline
protocol OptionalValue {
  var payload: Any? { get }
}

extension Optional: OptionalValue {
  @inlinable var payload: Any? { self }
}
