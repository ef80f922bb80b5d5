// A check for tests of types that are stored as records.

extension ItemRecords {
  /// Checks that a store keeps a record as it is: for a test of your own type.
  ///
  /// ```swift
  /// try await ItemRecords.checkRoundTrip(of: Recipe(title: "Curry", minutes: 25, tags: ["fast"]))
  /// ```
  ///
  /// The record is added to a store in memory and read back. Give it a value for every property. What is without
  /// a value, and a part of the item, may come back with the one that the store assigned. That a list comes back
  /// in another order shows only in a type that is `Equatable`.
  ///
  /// Throws ``StorageError/Code/misuse`` for a name that every item has by itself, ``StorageError/Code/invalidItem``
  /// for a record without a title or with a value that no store keeps, and
  /// ``StorageError/Code/attributeMismatch``, which names the keys, for values that come back as others.
  public static func checkRoundTrip(of sample: Record) async throws(StorageError) {
    let store = try SQLiteRepository.inMemory()
    let records = store.records(of: Record.self)
    let id = try await records.add(sample).id
    guard let read = try await records.record(id)?.record else { throw .notFound(id) }
    await store.close()
    let keys = try sample.differingKeys(from: read)
    guard keys.isEmpty else {
      let names = keys.map { "'\($0)'" }.joined(separator: ", ")
      throw StorageError(
        .attributeMismatch,
        "A \(Record.self) is not read back as it was added: other values under \(names)."
      )
    }
  }
}

extension ItemRecord {
  /// The keys whose values in a record that was read differ from those here, sorted.
  fileprivate func differingKeys(from read: Self) throws(StorageError) -> [String] {
    let (given, found) = (try members(), try read.members())
    return Set(given.map(\.key)).union(found.map(\.key)).sorted().filter { key in
      let (value, other) = (given[key] ?? .null, found[key] ?? .null)
      if value == other || value == .null && Self.parts[key] != nil { return false }
      if value.unordered != other.unordered { return true }
      // A set may be written in any order, a list in its own alone; only a type that is Equatable says which it is.
      var members = found
      members[key] = value
      return (try? JSONValue.object(members).decoded(as: Self.self))?.isKnownToDiffer(from: read)
        ?? false
    }
  }

  /// True if the type can tell two records apart and these two differ.
  private func isKnownToDiffer(from other: Self) -> Bool {
    func differs<Value: Equatable>(_ value: Value) -> Bool { value != other as? Value }
    guard let value = self as? any Equatable else { return false }
    return differs(value)
  }
}

extension JSONValue {
  /// The value with the elements of all lists in one order.
  fileprivate var unordered: JSONValue {
    switch self {
    case .array(let elements):
      .array(elements.map(\.unordered).sorted { utf8Less($0.description, $1.description) })
    case .object(let members): .object(JSONObject(members.map { ($0.key, $0.value.unordered) }))
    default: self
    }
  }
}
