internal import Synchronization

/// A strong reference that any thread reads without a lock and one writer at a time replaces.
///
/// A reader sets its thread's hazard pointer to the object that it has found, checks that the object is still there,
/// retains it and clears the hazard pointer. A writer replaces the object, waits until no hazard pointer holds the old
/// one, and releases it; the wait is as short as the reader's few instructions. Both steps are sequentially consistent:
/// either the writer sees the hazard pointer, or the reader sees that the object is gone. Reference counts are changed on
/// their side of both steps (`ResolutionStack.keepOrder()`).
/// Each thread has a hazard pointer of its own, so readers of one value do not contend.
/// (M. Michael, "Hazard Pointers: Safe Memory Reclamation for Lock-Free Objects", 2004.)
///
/// With `LookupTable`, `PublishedEntry`, `ManagerReference` and `ResolutionStack` it is where the module manages memory by
/// hand.
@safe
struct AtomicReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  private let pointer = unsafe Atomic<Unmanaged<Object>?>(nil)

  /// The object, retained.
  func load() -> Object? {
    // The common nil does not even read the thread.
    guard unsafe pointer.load(ordering: .acquiring) != nil else { return nil }
    let thread = ResolutionStack.current
    guard let object = unsafe beginReading(on: thread) else { return nil }
    defer { thread.clearHazard() }
    return unsafe object.takeUnretainedValue()
  }

  /// Begins a read that does not retain the object, which lives until the thread clears its hazard pointer.
  ///
  /// That must follow soon, and before the thread begins another read.
  func beginReading(on thread: ResolutionStack) -> Unmanaged<Object>? {
    // The common nil sets no hazard pointer.
    guard var found = unsafe pointer.load(ordering: .acquiring) else { return nil }
    while true {
      unsafe thread.setHazard(found.toOpaque())
      guard let current = unsafe pointer.load(ordering: .sequentiallyConsistent) else { break }
      if unsafe current.toOpaque() == found.toOpaque() { return unsafe found }
      unsafe found = unsafe current
    }
    thread.clearHazard()
    return nil
  }

  /// Replaces the object; the caller ensures that there is one writer at a time.
  func store(_ object: Object?) {
    // Only writers change the pointer, so this one may read it.
    let unchanged = unsafe pointer.load(ordering: .acquiring).map { old in
      unsafe old._withUnsafeGuaranteedRef { $0 === object }
    }
    if unchanged ?? (object == nil) { return }
    let new = unsafe object.map { unsafe Unmanaged.passRetained($0) }
    let thread = ResolutionStack.current
    thread.keepOrder()
    guard let old = unsafe pointer.exchange(new, ordering: .sequentiallyConsistent) else { return }
    unsafe ResolutionStack.waitForReaders(of: old.toOpaque())
    thread.keepOrder()
    unsafe old.release()
  }

  deinit {
    unsafe pointer.load(ordering: .sequentiallyConsistent)?.release()
  }
}
