internal import Synchronization

/// The evaluated defaults of the process or of one test.
final class DependencyTable: Sendable {
  /// One evaluated value.
  struct Entry: Sendable {
    let box: AnyDependencyBox
    /// Whether it is a live value that a test reached: each read of it is an issue.
    let isLiveInTest: Bool
    /// How many entries were made before.
    let ordinal: Int
  }

  static let process = DependencyTable()

  /// The overrides that the defaults may see; they live as long as the table.
  let scope: DependencyScope?
  let reporter: IssueReporter?
  private let table = Table()
  private let entries = Atomic<Int>(0)

  init(scope: DependencyScope? = nil, reporter: IssueReporter? = nil) {
    self.scope = scope
    self.reporter = reporter
  }

  /// How many entries were made.
  var count: Int { entries.load(ordering: .acquiring) }

  private func newEntry(_ box: AnyDependencyBox, isLiveInTest: Bool = false) -> Entry {
    let ordinal = entries.add(1, ordering: .acquiringAndReleasing).oldValue
    return Entry(box: box, isLiveInTest: isLiveInTest, ordinal: ordinal)
  }

  /// The place of a key's value in the table; a key has one for each context, wherever a property declares it.
  private static func place(of key: Any.Type, in context: DependencyContext) -> Declaration {
    Declaration(name: "", fileID: "", line: context.rawValue, type: key)
  }

  /// The key's entry, if it was evaluated.
  func entry(of key: Any.Type, in context: DependencyContext) -> Entry? {
    table.held(Self.place(of: key, in: context)).entry?.load(as: Entry.self)
  }

  /// Makes these values the defaults in each context.
  ///
  /// Changing a part of a value, as in `$0.date.now = …`, reads it: entries made since then do not count.
  ///
  /// - Parameters:
  ///   - overrides: The values.
  ///   - known: How many entries there were before the values were set.
  /// - Returns: The keys that had a value by then, which stays.
  func prepare(_ overrides: DependencyOverrides, afterEntries known: Int) -> [Any.Type] {
    for factory in overrides.factories {
      factory.manager.override(factory.declaration, .registered(factory.recipe))
    }
    let contexts = [DependencyContext.live, .preview, .test]
    let late = overrides.boxes.filter { box in
      if contexts.contains(where: { entry(of: box.key, in: $0)?.ordinal ?? known < known }) {
        return true
      }
      for context in contexts {
        let entry = AnyEntry.make(newEntry(box), .none)
        table.change(Self.place(of: box.key, in: context)) { slot in
          slot.replace(nil, with: entry.map(Cell.ready) ?? .empty)
        }
      }
      return false
    }
    return late.map(\.key)
  }
}

// MARK: - Evaluation

extension DependencyTable {
  /// The key's entry; the first read evaluates it, and other readers of the same key wait.
  ///
  /// - Parameters:
  ///   - key: Gives the value.
  ///   - context: The context of the read.
  ///   - declaration: Names the dependency in reports of cycles.
  ///   - report: Called before a test makes a live value.
  ///   - evaluate: Reads the key's value, outside of every lock but the creation's gate.
  /// - Returns: The entry, and whether this call has reported it.
  func entry(
    of key: Any.Type,
    in context: DependencyContext,
    _ declaration: Declaration,
    report: @escaping @Sendable () -> Void,
    evaluate: () -> AnyDependencyBox
  ) -> (entry: Entry, isReported: Bool) {
    var isReported = false
    let cache = Cache(table, Self.place(of: key, in: context))
    do {
      let entry = try cache.entry { creation in
        Step.run(declaration, in: nil, from: .current, (), creation) {
          let probe = LiveValueProbe(report: report)
          // The current overrides do not hold.
          let origin = DependencyOrigin(scope: scope, defaults: self === Self.process ? nil : self)
          let box = LiveValueProbe.$current.withValue(context == .test ? probe : nil) {
            origin.run(evaluate)
          }
          isReported = probe.isReached
          return AnyEntry.make(newEntry(box, isLiveInTest: isReported), .none)
        }
      }
      if let entry = entry?.load(as: Entry.self) { return (entry, isReported) }
      preconditionFailure("the entry of a key holds its value")
    } catch {
      Wiring.end(error)
    }
  }
}
