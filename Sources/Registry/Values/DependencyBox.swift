/// The box of any key's value; the key determines its type.
///
/// The overrides of an operation are a list of boxes, latest first: an operation overrides few values, and each costs
/// one object.
///
/// `@unchecked Sendable`, like its subclass: both hold constants of `Sendable` types only, which the compiler checks in
/// final classes alone.
@usableFromInline
class AnyDependencyBox: @unchecked Sendable {
  let key: Any.Type
  let next: AnyDependencyBox?
  /// How many boxes the list has.
  let count: Int

  @usableFromInline
  init(_ key: Any.Type, next: AnyDependencyBox?) {
    self.key = key
    self.next = next
    count = (next?.count ?? 0) + 1
  }

  /// The same value in front of another list.
  func copy(before next: AnyDependencyBox?) -> AnyDependencyBox { self }
}

/// A value on the heap, for overrides and defaults.
@usableFromInline
final class DependencyBox<Value: Sendable>: AnyDependencyBox, @unchecked Sendable {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value, key: Any.Type = Value.self, next: AnyDependencyBox? = nil) {
    self.value = value
    super.init(key, next: next)
  }

  override func copy(before next: AnyDependencyBox?) -> AnyDependencyBox {
    DependencyBox(value, key: key, next: next)
  }
}

extension AnyDependencyBox {
  /// The latest box of a key in the list.
  func find(_ key: ObjectIdentifier) -> AnyDependencyBox? {
    var next: AnyDependencyBox? = self
    while let box = next {
      if ObjectIdentifier(box.key) == key { return box }
      next = box.next
    }
    return nil
  }

  /// The latest box of each key, latest first.
  var latest: [AnyDependencyBox] {
    var known: Set<ObjectIdentifier> = []
    return sequence(first: self, next: \.next).filter {
      known.insert(ObjectIdentifier($0.key)).inserted
    }
  }
}

/// A box during a read, which does not retain it; the reader keeps its owner alive.
///
/// With `LookupTable` it is where context values manage memory by hand.
@safe
@usableFromInline
struct BorrowedDependency {
  @usableFromInline let box: Unmanaged<AnyDependencyBox>

  init(_ box: AnyDependencyBox) {
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
