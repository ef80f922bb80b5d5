internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A strong reference that any thread reads without a lock and one writer at a time replaces.
///
/// A reader announces itself, reads the pointer, retains the object and leaves. A writer takes the old pointer away and
/// waits until it has seen no reader before it releases the object; readers that come meanwhile find nil or the new
/// object, so the wait is as short as those few instructions. The four operations are sequentially consistent: either
/// the writer sees the reader, or the reader sees the writer's pointer.
///
/// With `SlotTable` and `PublishedEntry` it is where the module manages memory by hand; the compiler checks what is above.
@safe
struct AtomicReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  private let pointer = unsafe Atomic<Unmanaged<Object>?>(nil)
  private let readers = Atomic<Int>(0)

  /// Wait-free.
  func load() -> Object? {
    guard let object = unsafe beginReading() else { return nil }
    defer { endReading() }
    return unsafe object.takeUnretainedValue()
  }

  /// Begins a read that retains nothing: the object lives until `endReading()`, which must follow soon.
  func beginReading() -> Unmanaged<Object>? {
    // The common nil costs no announcement.
    guard unsafe pointer.load(ordering: .acquiring) != nil else { return nil }
    readers.add(1, ordering: .sequentiallyConsistent)
    if let object = unsafe pointer.load(ordering: .sequentiallyConsistent) {
      return unsafe object
    }
    endReading()
    return nil
  }

  func endReading() {
    readers.subtract(1, ordering: .sequentiallyConsistent)
  }

  /// Replaces the object, for a caller that sees to it that there is one writer at a time.
  func store(_ object: Object?) {
    // Only writers change the pointer, so this one may look at it.
    let unchanged = unsafe pointer.load(ordering: .acquiring).map { old in
      unsafe old._withUnsafeGuaranteedRef { $0 === object }
    }
    if unchanged ?? (object == nil) { return }
    let new = unsafe object.map { unsafe Unmanaged.passRetained($0) }
    // Nil comes first, so that new readers leave at once and the wait ends.
    guard let old = unsafe pointer.exchange(nil, ordering: .sequentiallyConsistent) else {
      unsafe pointer.store(new, ordering: .sequentiallyConsistent)
      return
    }
    while readers.load(ordering: .sequentiallyConsistent) != 0 {
      sched_yield()
    }
    unsafe pointer.store(new, ordering: .sequentiallyConsistent)
    unsafe old.release()
  }

  deinit {
    unsafe pointer.load(ordering: .sequentiallyConsistent)?.release()
  }
}
