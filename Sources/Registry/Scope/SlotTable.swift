internal import Synchronization

/// The slots of a container or of a singleton scope by declaration; a search takes no lock.
///
/// Slots are only added, and live as long as the table. An array of buckets that is half full is replaced by one of twice
/// the size. The table keeps the old one for readers that still use it; all old ones together are no larger than the new
/// one.
@usableFromInline
@safe
final class SlotTable: Sendable {
  private struct Owned {
    var slots: [Slot] = []
    var buckets: [Buckets] = []
  }

  private static let last = Atomic<UInt64>(0)

  /// Identifies the table, also after its end, when another one may have its address.
  let number = last.add(1, ordering: .relaxed).newValue
  private let owned: Locked<Owned>
  private let current: Atomic<Unmanaged<Buckets>>

  init() {
    let first = Buckets(capacity: 16)
    owned = Locked(Owned(buckets: [first]))
    unsafe current = Atomic(Unmanaged.passUnretained(first))
  }

  var all: [Slot] {
    owned.withLock { $0.slots }
  }

  deinit {
    updateAll { _, state in state.clear() }
  }

  /// Removes one declaration's values.
  func clear(_ declaration: Declaration) {
    withSlot(for: declaration) { slot in
      slot?.update { $0.clear() }
    }
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

  /// Runs the body with the declaration's slot, if there is one; the slot is borrowed, not retained.
  func withSlot<Result>(for declaration: Declaration, _ body: (Slot?) -> Result) -> Result {
    unsafe current.load(ordering: .acquiring)._withUnsafeGuaranteedRef { buckets in
      guard let slot = unsafe buckets.find(declaration) else { return body(nil) }
      return unsafe slot._withUnsafeGuaranteedRef { body($0) }
    }
  }

  /// The declaration's slot, which is made if there is none.
  @usableFromInline
  func slot(for declaration: Declaration) -> Slot {
    if let slot = withSlot(for: declaration, { $0 }) { return slot }
    return owned.withLock { owned in
      if let slot = withSlot(for: declaration, { $0 }) { return slot }
      let slot = Slot(declaration)
      owned.slots.append(slot)
      var buckets = unsafe current.load(ordering: .relaxed).takeUnretainedValue()
      if owned.slots.count * 2 > buckets.capacity {
        buckets = Buckets(capacity: buckets.capacity * 2)
        for old in owned.slots.dropLast() { buckets.insert(old) }
        owned.buckets.append(buckets)
        buckets.insert(slot)
        unsafe current.store(Unmanaged.passUnretained(buckets), ordering: .releasing)
      } else {
        buckets.insert(slot)
      }
      return slot
    }
  }

  /// Begins to read the published value, if it belongs to this scope.
  ///
  /// It does not use `withSlot`, and takes the thread as an argument; otherwise the slot would be retained.
  @usableFromInline
  func published(
    _ declaration: Declaration,
    scopeID: UInt32,
    on thread: ResolutionStack
  ) -> PublishedEntry? {
    let found = unsafe current.load(ordering: .acquiring)._withUnsafeGuaranteedRef { buckets in
      unsafe buckets.find(declaration)
    }
    guard let slot = unsafe found,
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

/// An open-addressing array of slots, at most half full.
///
/// `@unchecked Sendable`: only this object allocates and frees the memory, its size never changes, and each bucket is an
/// atomic that changes once, from nil to a slot. The compiler cannot see this through the pointer.
@safe
private final class Buckets: @unchecked Sendable {
  let capacity: Int
  private let base: UnsafeMutablePointer<Atomic<Unmanaged<Slot>?>>

  init(capacity: Int) {
    self.capacity = capacity
    unsafe base = .allocate(capacity: capacity)
    for index in 0..<capacity {
      unsafe (base + index).initialize(to: Atomic(nil))
    }
  }

  deinit {
    unsafe base.deinitialize(count: capacity)
    unsafe base.deallocate()
  }

  func find(_ declaration: Declaration) -> Unmanaged<Slot>? {
    let mask = capacity - 1
    var index = Int(truncatingIfNeeded: declaration.bucketHash) & mask
    while let slot = unsafe base[index].load(ordering: .acquiring) {
      if unsafe slot._withUnsafeGuaranteedRef({ $0.declaration == declaration }) {
        return unsafe slot
      }
      index = (index + 1) & mask
    }
    return nil
  }

  /// Adds a slot; only the holder of the table's lock may.
  func insert(_ slot: Slot) {
    let mask = capacity - 1
    var index = Int(truncatingIfNeeded: slot.declaration.bucketHash) & mask
    while unsafe base[index].load(ordering: .relaxed) != nil {
      index = (index + 1) & mask
    }
    unsafe base[index].store(Unmanaged.passUnretained(slot), ordering: .releasing)
  }
}
