/// The evaluated defaults of the process or of one test.
@usableFromInline
final class DependencyTable: Sendable {
  /// One evaluated value.
  final class Entry: LookupElement {
    let key: Place
    let box: AnyDependencyBox
    /// Whether it is a live value that a test reached: each read of it is an issue.
    let isLiveInTest: Bool
    /// How many entries were made before.
    let ordinal: Int

    init(_ key: Place, _ box: AnyDependencyBox, isLiveInTest: Bool, ordinal: Int) {
      self.key = key
      self.box = box
      self.isLiveInTest = isLiveInTest
      self.ordinal = ordinal
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

  /// The overrides that the defaults may see; they live as long as the table.
  let scope: DependencyScope?
  let reporter: IssueReporter?
  let progress = Locked(Progress())
  private let entries = LookupTable<Entry>()

  init(scope: DependencyScope? = nil, reporter: IssueReporter? = nil) {
    self.scope = scope
    self.reporter = reporter
  }
}

extension DependencyTable.Place: LookupKey {
  /// Types lie at least 16 bytes apart, so the lowest bits of their addresses are dropped.
  var bucketHash: UInt64 {
    let hash = UInt64(UInt(bitPattern: id) &>> 4) &+ UInt64(context.rawValue)
    return (hash &* 0x9E37_79B9_7F4A_7C15) &>> 32
  }
}

extension DependencyTable {
  /// The entry of a place, if it was evaluated.
  func entry(_ place: Place) -> Entry? { entries.element(place) }

  /// The value, if it was evaluated and may be used; it is not retained and lives as long as the table.
  func find(_ place: Place) -> BorrowedDependency? {
    unsafe entries.find(place)?._withUnsafeGuaranteedRef { entry in
      entry.isLiveInTest ? nil : BorrowedDependency(entry.box)
    }
  }

  /// Adds an entry, which hides an earlier one for the same place; only the holder of the lock of `progress` may.
  func insert(
    _ place: Place,
    _ box: AnyDependencyBox,
    isLiveInTest: Bool = false,
    _ progress: inout Progress
  ) {
    entries.insert(Entry(place, box, isLiveInTest: isLiveInTest, ordinal: progress.count))
    progress.count += 1
  }
}
