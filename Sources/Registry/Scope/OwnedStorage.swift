/// Holds one value that a property makes on first use, exactly once; a cell of the container's kind without a container.
///
/// Making it counts as a factory that is running: a value that needs itself is reported as a cycle, and what its
/// initialiser resolves is one resolution.
final class OwnedStorage<Value>: Sendable {
  private let slot: Slot

  /// Says which property owns the value, and where, for reports.
  init(name: StaticString, fileID: StaticString = #fileID, line: UInt = #line) {
    slot = Slot(
      Declaration(
        name: name,
        fileID: fileID,
        line: line,
        column: 0,
        type: ObjectIdentifier(Value.self)
      )
    )
  }

  /// The value, which `make` gives the first time; other threads wait for it.
  func value(_ make: () -> Value) -> Value {
    if let current { return current }
    let cache = Cache(
      slot: slot,
      container: nil,
      variant: nil,
      scopeID: 0,
      isWeak: false,
      deadline: { nil },
      isLate: { _ in false }
    )
    return cache.value(make: { running(make, $0) }, release: { _ in nil }).value
  }

  /// The owner tells one property's values apart, so that a value may own others of its type.
  private func running(_ make: () -> Value, _ creation: Creation) -> Value {
    ResolutionStack.current.withFrame(
      slot.declaration,
      .standIn,
      ObjectIdentifier(self),
      creation: creation,
      make
    )
  }

  func replace(_ value: Value) {
    let entry = Entry(value, scopeID: 0, isWeak: false)
    slot.update { $0.primary = entry.map { .ready($0, deadline: nil) } ?? .empty }
  }

  /// The value if it was made before.
  var current: Value? {
    slot.published.load()?.load(as: Value.self)
  }
}
