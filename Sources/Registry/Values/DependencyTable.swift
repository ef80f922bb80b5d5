internal import Synchronization

/// The evaluated defaults of the process or of one test; a search takes no lock.
///
/// It is a fixed array of linked lists: a complete entry becomes its list's head and lives as long as the table.
///
/// `@unchecked Sendable`: only this object allocates and frees the memory, its size never changes, and each head is an
/// atomic. The compiler cannot see this through the pointer.
@safe
@usableFromInline
final class DependencyTable: @unchecked Sendable {
  /// One evaluated value.
  final class Entry: Sendable {
    let id: ObjectIdentifier
    let context: DependencyContext
    let box: AnyDependencyBox
    /// Whether it is a live value that a test reached: each read of it is an issue.
    let isLiveInTest: Bool
    /// How many entries were made before.
    let ordinal: Int
    let next: Entry?

    init(
      _ id: ObjectIdentifier,
      _ context: DependencyContext,
      _ box: AnyDependencyBox,
      isLiveInTest: Bool,
      ordinal: Int,
      next: Entry?
    ) {
      self.id = id
      self.context = context
      self.box = box
      self.isLiveInTest = isLiveInTest
      self.ordinal = ordinal
      self.next = next
    }
  }

  /// The table's state apart from its entries.
  struct Progress: Sendable {
    var running: [Place: Creation] = [:]
    /// How many entries were made.
    var count = 0
  }

  /// The key of an entry.
  struct Place: Hashable, Sendable {
    let id: ObjectIdentifier
    let context: DependencyContext
  }

  static let process = DependencyTable()
  private static let capacity = 128

  /// The overrides that the defaults may see; they live as long as the table.
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
  /// The entry of a place, if it was evaluated.
  func entry(_ place: Place) -> Entry? {
    unsafe pointer(place)?.takeUnretainedValue()
  }

  /// The value, if it was evaluated and may be used; it is not retained and lives as long as the table.
  func find(_ place: Place) -> BorrowedDependency? {
    guard let entry = unsafe pointer(place) else { return nil }
    return unsafe entry._withUnsafeGuaranteedRef { entry in
      entry.isLiveInTest ? nil : BorrowedDependency(entry.box)
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

  /// Adds an entry, which hides an earlier one for the same place; only the holder of the lock of `progress` may.
  func insert(
    _ place: Place,
    _ box: AnyDependencyBox,
    isLiveInTest: Bool = false,
    _ progress: inout Progress
  ) {
    let index = Self.index(place)
    let head = unsafe heads[index].load(ordering: .relaxed)
    // The new head takes over the list's reference to the old one.
    let next = unsafe head?.takeRetainedValue()
    let entry = Entry(
      place.id,
      place.context,
      box,
      isLiveInTest: isLiveInTest,
      ordinal: progress.count,
      next: next
    )
    progress.count += 1
    unsafe heads[index].store(.passRetained(entry), ordering: .releasing)
  }

  /// The list of a place; types lie at least 16 bytes apart, so the lowest bits of their addresses are dropped.
  private static func index(_ place: Place) -> Int {
    var hash = (UInt(bitPattern: place.id) &>> 4) &+ place.context.rawValue
    hash &*= 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash &>> 32) & (capacity - 1)
  }
}
