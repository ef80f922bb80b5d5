internal import Synchronization

/// A strong reference that any thread reads without a lock and one writer at a time replaces.
///
/// A reader announces the object that it has found, looks whether it is still there, retains it and takes the announcement
/// back. A writer takes the old object away and waits until no thread announces it before it releases it; so the wait is as
/// short as those few instructions. Announcing and taking away are sequentially consistent: either the writer sees the
/// announcement, or the reader sees that the object is gone. Each thread has one place for announcements, its own, so that
/// readers of one value do not get in each other's way.
/// (M. Michael, "Hazard Pointers: Safe Memory Reclamation for Lock-Free Objects", 2004.)
///
/// With `SlotTable`, `PublishedEntry`, `ManagerReference` and `ResolutionStack` it is where the module manages memory by
/// hand; the compiler checks what is above.
@safe
struct AtomicReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  private let pointer = unsafe Atomic<Unmanaged<Object>?>(nil)

  /// The object, retained.
  func load() -> Object? {
    // The common nil costs not even the look at the thread.
    guard unsafe pointer.load(ordering: .acquiring) != nil else { return nil }
    let thread = ResolutionStack.current
    guard let object = unsafe beginReading(on: thread) else { return nil }
    defer { thread.announceNothing() }
    return unsafe object.takeUnretainedValue()
  }

  /// Begins a read that retains nothing: the object lives until the thread announces nothing, which must follow soon and
  /// before it begins another read.
  func beginReading(on thread: ResolutionStack) -> Unmanaged<Object>? {
    // The common nil costs no announcement.
    guard var found = unsafe pointer.load(ordering: .acquiring) else { return nil }
    while true {
      unsafe thread.announce(found.toOpaque())
      guard let current = unsafe pointer.load(ordering: .sequentiallyConsistent) else { break }
      if unsafe current.toOpaque() == found.toOpaque() { return unsafe found }
      unsafe found = unsafe current
    }
    thread.announceNothing()
    return nil
  }

  /// Replaces the object, for a caller that sees to it that there is one writer at a time.
  func store(_ object: Object?) {
    // Only writers change the pointer, so this one may look at it.
    let unchanged = unsafe pointer.load(ordering: .acquiring).map { old in
      unsafe old._withUnsafeGuaranteedRef { $0 === object }
    }
    if unchanged ?? (object == nil) { return }
    let new = unsafe object.map { unsafe Unmanaged.passRetained($0) }
    guard let old = unsafe pointer.exchange(new, ordering: .sequentiallyConsistent) else { return }
    unsafe ResolutionStack.waitForReaders(of: old.toOpaque())
    unsafe old.release()
  }

  deinit {
    unsafe pointer.load(ordering: .sequentiallyConsistent)?.release()
  }
}
