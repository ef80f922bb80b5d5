extension Register.Base {
  /// The base that an edit of a field keeps, whose value was this until then; nil if it keeps none.
  ///
  /// The value is kept of text alone, which a sync merges by lines: of notes, and of attributes.
  package init?(_ field: Field, _ value: @autoclosure () -> JSONValue?, stamp: Stamp) {
    switch field {
    // Each edit and each addition write them; nobody misses the value that lost.
    case .fixed(.created), .fixed(.updated): return nil
    case .fixed(.notes): self.init(stamp: stamp, value: value())
    case .attribute:
      let value = value()
      self.init(stamp: stamp, value: value?.string == nil ? nil : value)
    case .fixed, .tag, .blocker, .unknown: self.init(stamp: stamp, value: nil)
    }
  }
}

// MARK: - As JSON

// `[STAMP]` or `[STAMP, VALUE]`, under the field's name. Does not change once shipped.

extension JSONObject {
  /// Bases by the names of their fields, as stores keep them.
  init(bases: [(field: Field, base: Register.Base)]) {
    self.init(
      bases.map { field, base in
        (field.name, .array([.string(base.stamp.text)] + (base.value.map { [$0] } ?? [])))
      }
    )
  }

  /// The bases that ``init(bases:)`` wrote, or nil if this is something else.
  var bases: [(field: Field, base: Register.Base)]? {
    var bases: [(field: Field, base: Register.Base)] = []
    for (name, value) in self {
      guard let parts = value.array, 1...2 ~= parts.count,
        let stamp = parts[0].string.flatMap({ Stamp(text: $0) })
      else { return nil }
      let base = Register.Base(stamp: stamp, value: parts.count > 1 ? parts[1] : nil)
      bases.append((Field(name: name), base))
    }
    return bases
  }
}
