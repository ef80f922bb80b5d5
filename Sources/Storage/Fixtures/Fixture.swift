/// A named set of items with which a store can be opened.
///
/// Every fixture of this library is deterministic: the same name always gives the same ids, dates and texts. The dates
/// of ``demo`` are counted from the day on which it is used.
public struct Fixture: Sendable {
  /// The fixture's name; ``init(name:)`` finds this library's fixtures by it.
  public let name: String

  private let source: Source

  private enum Source: Sendable {
    case fixed(Drafts)
    /// Items whose dates are counted from now.
    case around(@Sendable (Timestamp, LocalZone) -> [ItemDraft])
  }

  private init(name: String, source: Source) {
    self.name = name
    self.source = source
  }

  private init(name: String, source: Drafts.Source) {
    self.init(name: name, source: .fixed(Drafts(source: source)))
  }

  /// The items, in the order in which to add them; those of ``demo`` as they are now.
  public var drafts: Drafts { drafts(in: .live) }

  /// The items at an environment's time, as seen in a zone; only those of ``demo`` depend on these.
  ///
  /// A store in memory opens with the items as they are by its own clock.
  public func drafts(in environment: StoreEnvironment, zone: LocalZone = .current) -> Drafts {
    switch source {
    case .fixed(let drafts): drafts
    case .around(let make): Drafts(source: .list(make(environment.now(), zone)))
    }
  }

  /// A fixture of your own.
  ///
  /// Give the drafts ids and dates if these must be the same at each use.
  public init(_ name: String, drafts: [ItemDraft]) {
    self.init(name: name, source: .list(drafts))
  }

  /// No items at all; the default in tests.
  public static let empty = Fixture(name: "empty", source: .list([]))

  /// Some fifty plausible items around the day on which a store opens with it; for pictures, and for trying things out.
  ///
  /// There is always something overdue, something for today, tomorrow and later, and something that was done in each
  /// of the last three weeks.
  public static let demo = Fixture(
    name: "demo",
    source: .around { demoDrafts(at: $0, in: $1) }
  )

  /// Three dozen varied items with fixed ids and dates; the default in previews.
  public static let full = Fixture(name: "full", source: .list(fullDrafts))

  /// `count` plausible items, the same for the same seed; for measurements.
  ///
  /// Iterating over ``drafts`` makes the items one by one, so that no count needs much memory. A
  /// smaller fixture is the beginning of a larger one.
  public static func large(count: Int, seed: UInt64 = defaultSeed) -> Fixture {
    precondition(count >= 0, "a fixture has no negative number of items")
    return Fixture(name: "large:\(count):\(seed)", source: .generated(count: count, seed: seed))
  }

  /// The seed of a large fixture without a given seed.
  public static let defaultSeed: UInt64 = 1
}

extension Fixture: Equatable {
  /// True for the same name and the same items; those of ``demo`` are the same at each moment.
  public static func == (left: Fixture, right: Fixture) -> Bool {
    guard left.name == right.name else { return false }
    switch (left.source, right.source) {
    case (.fixed(let left), .fixed(let right)): return left.source == right.source
    case (.around, .around): return true
    case (.fixed, .around), (.around, .fixed): return false
    }
  }
}

extension Fixture {
  /// The fixture with this name: "empty", "demo", "full" or "large:COUNT[:SEED]"; nil for any other.
  public init?(name: String) {
    switch name {
    case Fixture.empty.name: self = .empty
    case Fixture.demo.name: self = .demo
    case Fixture.full.name: self = .full
    default:
      let parts = name.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.first == "large", (2...3).contains(parts.count) else { return nil }
      guard let count = Int(parts[1]), count >= 0 else { return nil }
      guard let seed = parts.count == 3 ? UInt64(parts[2]) : Fixture.defaultSeed else { return nil }
      self = .large(count: count, seed: seed)
    }
  }

  /// A fixture's items, each made on demand.
  public struct Drafts: Sequence, Sendable {
    enum Source: Equatable {
      case list([ItemDraft])
      case generated(count: Int, seed: UInt64)
    }

    let source: Source

    /// The exact number of items.
    public var underestimatedCount: Int {
      switch source {
      case .list(let drafts): drafts.count
      case .generated(let count, _): count
      }
    }

    /// Starts with the first item.
    public func makeIterator() -> Iterator {
      switch source {
      case .list(let drafts): Iterator(source: source, count: drafts.count, seed: 0)
      case .generated(let count, let seed): Iterator(source: source, count: count, seed: seed)
      }
    }

    /// Makes one item after another.
    public struct Iterator: IteratorProtocol {
      private let source: Source
      private let count: Int
      private var position = 0
      private var generator: DraftGenerator

      init(source: Source, count: Int, seed: UInt64) {
        self.source = source
        self.count = count
        generator = DraftGenerator(seed: seed)
      }

      /// The next item, or nil after the last.
      public mutating func next() -> ItemDraft? {
        guard position < count else { return nil }
        defer { position += 1 }
        switch source {
        case .list(let drafts): return drafts[position]
        case .generated: return generator.next()
        }
      }
    }
  }
}
