/// Holds one value that a property makes on first use, exactly once: a table with one declaration.
///
/// Making it counts as a running factory: a value that needs itself is reported as a cycle, and everything that its
/// initialiser resolves is one resolution.
final class OwnedStorage<Value>: Sendable {
  /// Keeps a value that is nil too, which a cell would not.
  private struct Kept {
    let value: Value
  }

  private let table = Table()
  private let declaration: Declaration

  /// Makes the storage of a property, which is named in reports.
  init(_ property: Reader) {
    declaration = Declaration(property, type: Kept.self)
  }

  /// The value; the first use calls `make`, and other threads wait for it.
  func value(_ make: () -> Value) -> Value {
    if let current { return current }
    let cache = Cache(table, declaration)
    do {
      let entry = try cache.entry { creation in
        // The step's parameter is this storage, so that a value may own others of its type.
        let id = ObjectIdentifier(self)
        let value = Step.run(declaration, in: nil, from: .current, id, creation, make)
        return AnyEntry.make(Kept(value: value), .none)
      }
      if let value = entry?.load(as: Kept.self)?.value { return value }
      preconditionFailure("an entry of a property holds its value")
    } catch {
      Wiring.end(error)
    }
  }

  func replace(_ value: Value) {
    let entry = AnyEntry.make(Kept(value: value), .none)
    table.change(declaration) { $0.replace(nil, with: entry.map(Cell.ready) ?? .empty) }
  }

  /// The value if it was made before.
  var current: Value? {
    table.slot(declaration)?[nil].entry?.load(as: Kept.self)?.value
  }
}
