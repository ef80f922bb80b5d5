/// Holds one value that a property makes on first use, exactly once: a slot without a container.
///
/// Making it counts as a running factory: a value that needs itself is reported as a cycle, and everything that its
/// initialiser resolves is one resolution.
final class OwnedStorage<Value>: Sendable {
  /// Keeps a value that is nil too, which a cell would not.
  private struct Kept {
    let value: Value
  }

  private let slot: Slot

  /// Makes the storage of a property, which is named in reports.
  init(_ property: Reader) {
    slot = Slot(Declaration(property, type: Kept.self))
  }

  /// The value; the first use calls `make`, and other threads wait for it.
  func value(_ make: () -> Value) -> Value {
    if let current { return current }
    let cache = Cache(
      slot: slot,
      container: nil,
      variant: nil,
      scopeID: 0,
      isWeak: false,
      deadline: { nil },
      isExpired: { _ in false }
    )
    return cache.value(make: { makeInFrame(make, $0) }, release: { _ in nil }).value.value
  }

  /// The frame's parameter is this storage, so that a value may own others of its type.
  private func makeInFrame(_ make: () -> Value, _ creation: Creation) -> Kept {
    ResolutionStack.current.withFrame(
      slot.declaration,
      .placeholder,
      ObjectIdentifier(self),
      creation: creation
    ) { Kept(value: make()) }
  }

  func replace(_ value: Value) {
    let entry = Entry(Kept(value: value), scopeID: 0, isWeak: false)
    slot.update { $0.primary = entry.map { .ready($0, deadline: nil) } ?? .empty }
  }

  /// The value if it was made before.
  var current: Value? {
    slot.published.load()?.load(as: Kept.self)?.value
  }
}
