internal import Synchronization

/// The slots of a container or of a singleton scope by declaration.
@usableFromInline
final class SlotTable: Sendable {
  private static let last = Atomic<UInt64>(0)

  /// Identifies the table, also after its end, when another one may have its address.
  let number = last.add(1, ordering: .relaxed).newValue
  private let slots = LookupTable<Slot>()

  init() {}

  var all: [Slot] { slots.all }

  deinit {
    updateAll { _, state in state.clear() }
  }

  /// Removes one declaration's values.
  func clear(_ declaration: Declaration) {
    slots.element(declaration)?.update { $0.clear() }
  }

  /// Changes every slot and releases the removed values in reverse order of creation.
  func updateAll(_ body: (Slot, inout Slot.State) -> Void) {
    var entries = removeEntries(body)
    while entries.popLast() != nil {}
  }

  /// Changes every slot and returns the earlier values in order of creation.
  func removeEntries(_ body: (Slot, inout Slot.State) -> Void) -> [AnyEntry] {
    var entries: [AnyEntry] = []
    for slot in all {
      entries += slot.update { state in
        let entries = state.entries
        body(slot, &state)
        return entries
      }
    }
    return entries.inOrderOfCreation
  }

  /// The declaration's slot, which is made if there is none.
  @usableFromInline
  func slot(for declaration: Declaration) -> Slot {
    slots.element(declaration) { Slot(declaration) }
  }

  /// The declaration's overrides, if there are any.
  func overrides(of declaration: Declaration) -> AnyOverrides? {
    unsafe slots.find(declaration)?._withUnsafeGuaranteedRef { $0.overrides }
  }

  /// Begins to read the published value, if it belongs to this scope.
  ///
  /// The slot is not retained, nor is the value; that would cost as much again.
  @usableFromInline
  func published(
    _ declaration: Declaration,
    scopeID: UInt32,
    on thread: ResolutionStack
  ) -> PublishedEntry? {
    guard let slot = unsafe slots.find(declaration),
      let entry = unsafe slot._withUnsafeGuaranteedRef({
        unsafe $0.published.beginReading(on: thread)
      })
    else { return nil }
    if unsafe entry._withUnsafeGuaranteedRef({ $0.scopeID == scopeID }) {
      return unsafe PublishedEntry(entry, on: thread)
    }
    thread.clearHazard()
    return nil
  }
}
