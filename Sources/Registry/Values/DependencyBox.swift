/// A value on the heap, for overrides and defaults.
@usableFromInline
final class DependencyBox<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}

/// The box of any key's value; the key determines its type.
@usableFromInline typealias AnyDependencyBox = AnyObject & Sendable

/// A box during a read, which does not retain it; the reader keeps its owner alive.
///
/// With `DependencyTable` it is where context values manage memory by hand.
@safe
@usableFromInline
struct BorrowedDependency {
  @usableFromInline let box: Unmanaged<AnyObject>

  init(_ box: any AnyDependencyBox) {
    unsafe self.box = unsafe .passUnretained(box)
  }

  /// The value; the cast cannot fail, since a key stores values of its own type only.
  @inlinable
  func take<Value: Sendable>(as type: Value.Type) -> Value {
    unsafe box._withUnsafeGuaranteedRef { box in
      unsafe unsafeDowncast(box, to: DependencyBox<Value>.self).value
    }
  }
}
