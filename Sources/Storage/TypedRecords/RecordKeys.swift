/// What of an item a property of a record is.
enum RecordKey: Sendable, Equatable {
  case part(ItemPart)
  case attribute(AttributePath)
}

/// The keys under which a type's properties are stored, found by their key paths.
///
/// A key path tells the names of the stored properties that it goes through. A name is the key if a
/// record of made-up values has, under that key, the value that it has at the key path; a property whose
/// key has another name is found by its value. What is not found so is an error, never a guess.
/// <https://github.com/swiftlang/swift-evolution/blob/main/proposals/0369-add-customdebugdescription-conformance-to-anykeypath.md>
final class RecordKeys<Record: ItemRecord>: Sendable {
  private let objects: [KeyProbe.Path: @Sendable (String) -> Bool]
  /// A record of made-up values, and what it stores; nil if the type refuses them.
  private let example: (record: Record, json: JSONValue)?
  private let found = Locked<[Property: KeyProbe.Path]>([:])

  /// A property; two at one place in memory, of which one has no size, have the same description.
  private struct Property: Hashable {
    let description: String
    let type: ObjectIdentifier
  }

  private init() {
    let probe = KeyProbe()
    let record = try? probe.make(Record.self, at: [])
    example = record.flatMap { record in (try? JSONValue(encoding: record)).map { (record, $0) } }
    objects = probe.objects
  }

  /// The part or the attribute that the property at a key path is.
  ///
  /// Throws ``StorageError/Code/misuse`` if that cannot be found, and for a reserved name.
  func key<Value: Encodable>(of keyPath: KeyPath<Record, Value>) throws(StorageError) -> RecordKey {
    if let path = Record.keys[keyPath] { return try key(at: path) }
    let description = "\(keyPath)"
    let property = Property(description: description, type: ObjectIdentifier(Value.self))
    if let path = found.withLock({ $0[property] }) { return try key(at: AttributePath(path)) }
    guard let path = path(of: keyPath, description) else {
      throw .unknownKey(description, Record.self)
    }
    found.withLock { $0[property] = path }
    return try key(at: AttributePath(path))
  }

  private func key(at path: AttributePath) throws(StorageError) -> RecordKey {
    guard let name = path.keys.first else { return .attribute(path) }
    try Record.checkName(name)
    guard path.keys.count == 1, let part = Record.parts[name] else { return .attribute(path) }
    return .part(part)
  }

  private func path<Value: Encodable>(
    of keyPath: KeyPath<Record, Value>,
    _ description: String
  ) -> KeyProbe.Path? {
    // A property that is computed has no key of its own, whatever its value is.
    guard !description.contains("<computed") else { return nil }
    let names = Self.names(in: description)
    guard let example else { return names.flatMap { isKnown($0) ? $0 : nil } }
    guard let value = try? JSONValue(encoding: example.record[keyPath: keyPath]) else { return nil }
    if let names, example.json.value(at: names[...]) == value { return names }
    let paths = example.json.paths(to: value)
    return paths.count == 1 ? paths[0] : nil
  }

  /// Whether the type asked for each of the keys on the way.
  private func isKnown(_ path: KeyProbe.Path) -> Bool {
    path.indices.allSatisfy { objects[Array(path[..<$0])]?(path[$0]) ?? false }
  }

  /// The names of the properties in a key path's description, `\Recipe.nested?.a`; nil if it does not give them.
  private static func names(in description: String) -> [String]? {
    let root = "\\\(Record.self)."
    guard description.hasPrefix(root) else { return nil }
    let names = description.dropFirst(root.count).split(separator: ".").map { name in
      String(name.filter { $0 != "?" && $0 != "!" })
    }
    // Without names there are offsets in angle brackets, and elements of lists stand in square ones.
    return names.contains { $0.contains("<") || $0.contains("[") } ? nil : names
  }
}

extension RecordKeys {
  /// The type's keys; made at the first use.
  static var shared: RecordKeys {
    let type = ObjectIdentifier(Record.self)
    if let known = RecordKeysCache.all.withLock({ $0[type] as? RecordKeys }) { return known }
    // The type's own code runs outside the lock; if two come at once, both find the same.
    let made = RecordKeys()
    RecordKeysCache.all.withLock { $0[type] = made }
    return made
  }
}

/// Generic types have no stored type properties.
private enum RecordKeysCache {
  static let all = Locked<[ObjectIdentifier: any Sendable]>([:])
}

extension JSONValue {
  /// The value behind keys.
  fileprivate func value(at path: ArraySlice<String>) -> JSONValue? {
    guard let key = path.first else { return self }
    return self[key]?.value(at: path.dropFirst())
  }

  /// Where in objects within this value that value is.
  fileprivate func paths(to value: JSONValue) -> [[String]] {
    guard let object else { return [] }
    return object.flatMap { key, member in
      (member == value ? [[key]] : []) + member.paths(to: value).map { [key] + $0 }
    }
  }
}

extension StorageError {
  fileprivate static func unknownKey(_ keyPath: String, _ type: Any.Type) -> StorageError {
    StorageError(
      .misuse,
      "The key behind \(keyPath) cannot be found: it is not a stored property that \(type) keeps as it is. "
        + "Name it in the type's 'keys', as in [\(keyPath): \"key\"]."
    )
  }
}
