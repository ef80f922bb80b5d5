internal import Synchronization

/// The default values that were evaluated, of the process or of one test; finding one takes no lock.
///
/// A fixed array of lists: an entry is put before its list's first, complete, and stays until the table goes.
///
/// `@unchecked Sendable`: the memory is allocated and freed by this object alone and its size never changes; each head is
/// an atomic. The compiler cannot see this through the pointer.
@safe
@usableFromInline
final class DependencyTable: @unchecked Sendable {
  /// One evaluated value.
  final class Entry: Sendable {
    let id: ObjectIdentifier
    let context: DependencyContext
    let box: any AnyDependencyBox
    /// It is a live value that a test came to: each read of it is a failure.
    let isUnprovided: Bool
    let next: Entry?

    init(
      _ id: ObjectIdentifier,
      _ context: DependencyContext,
      _ box: any AnyDependencyBox,
      isUnprovided: Bool,
      next: Entry?
    ) {
      self.id = id
      self.context = context
      self.box = box
      self.isUnprovided = isUnprovided
      self.next = next
    }
  }

  /// What a table knows beyond its entries.
  struct Progress: Sendable {
    var running: [Place: Creation] = [:]
    var isPrepared = false
    var hasEvaluated = false
  }

  /// Where an entry belongs.
  struct Place: Hashable, Sendable {
    let id: ObjectIdentifier
    let context: DependencyContext
  }

  static let process = DependencyTable()
  private static let capacity = 128

  /// The overrides that the table's values may see; they live as long as the table does.
  let scope: DependencyScope?
  let reporter: IssueReporter?
  let progress = Locked(Progress())
  private let heads: UnsafeMutablePointer<Atomic<Unmanaged<Entry>?>>

  init(scope: DependencyScope? = nil, reporter: IssueReporter? = nil) {
    self.scope = scope
    self.reporter = reporter
    unsafe heads = .allocate(capacity: Self.capacity)
    for index in 0..<Self.capacity {
      unsafe (heads + index).initialize(to: Atomic(nil))
    }
  }

  deinit {
    for index in 0..<Self.capacity {
      unsafe heads[index].load(ordering: .acquiring)?.release()
    }
    unsafe heads.deinitialize(count: Self.capacity)
    unsafe heads.deallocate()
  }
}

extension DependencyTable {
  /// The value's entry, if it was evaluated.
  func entry(_ place: Place) -> Entry? {
    unsafe pointer(place)?.takeUnretainedValue()
  }

  /// The value, if it was evaluated and may be used; it is not retained, and lives as long as the table.
  func find(_ place: Place) -> FoundDependency? {
    guard let entry = unsafe pointer(place) else { return nil }
    return unsafe entry._withUnsafeGuaranteedRef { entry in
      entry.isUnprovided ? nil : FoundDependency(entry.box)
    }
  }

  private func pointer(_ place: Place) -> Unmanaged<Entry>? {
    var next = unsafe heads[Self.index(place)].load(ordering: .acquiring)
    while let entry = unsafe next {
      let isFound = unsafe entry._withUnsafeGuaranteedRef { entry in
        if entry.id == place.id, entry.context == place.context { return true }
        unsafe next = unsafe entry.next.map { unsafe .passUnretained($0) }
        return false
      }
      if isFound { return unsafe entry }
    }
    return nil
  }

  /// Adds an entry, which comes before an earlier one for the same place; only the holder of `progress` may.
  func insert(_ place: Place, _ box: any AnyDependencyBox, isUnprovided: Bool = false) {
    let index = Self.index(place)
    let head = unsafe heads[index].load(ordering: .relaxed)
    // The list's reference to its old head goes over to the new one.
    let next = unsafe head?.takeRetainedValue()
    let entry = Entry(place.id, place.context, box, isUnprovided: isUnprovided, next: next)
    unsafe heads[index].store(.passRetained(entry), ordering: .releasing)
  }

  /// Types lie at least 16 bytes apart, so the lowest bits of their addresses say nothing.
  private static func index(_ place: Place) -> Int {
    var hash = (UInt(bitPattern: place.id) &>> 4) &+ place.context.rawValue
    hash &*= 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash &>> 32) & (capacity - 1)
  }
}
