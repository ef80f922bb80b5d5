/// A value on the heap, as overrides and defaults keep it.
@usableFromInline
final class DependencyBox<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}

/// The box of some key's value; the key under which it was found tells the type.
@usableFromInline typealias AnyDependencyBox = AnyObject & Sendable

/// A box in the short time of reading it, without a reference count; what it was found in is held by the reader.
///
/// With `DependencyTable` it is where context values manage memory by hand.
@safe
@usableFromInline
struct FoundDependency {
  @usableFromInline let box: Unmanaged<AnyObject>

  init(_ box: any AnyDependencyBox) {
    unsafe self.box = unsafe .passUnretained(box)
  }

  /// The value; only a key's own type of value is ever stored under it, so the cast cannot fail.
  @inlinable
  func take<Value: Sendable>(as type: Value.Type) -> Value {
    unsafe box._withUnsafeGuaranteedRef { box in
      unsafe unsafeDowncast(box, to: DependencyBox<Value>.self).value
    }
  }
}
