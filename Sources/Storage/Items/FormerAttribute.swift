// The attribute `ical` of earlier versions: the lines of all properties of a calendar that no field
// holds, in one register. Two programs that changed two of them overwrote each other, so each property
// is an attribute of its own now, `ical/NAME`: an array of its lines.
//
// Rows with the old register stay as they are, on hubs and in stores, with their stamps: an older program
// may still read and write it. An item shows it as if each property had come in a register of its own,
// with the stamp of the old one; the next edit of a property writes that register.

/// An attribute that was taken apart into others.
package enum FormerAttribute {
  /// The key of the whole.
  package static let key = "ical"

  /// The beginning of each part's key; the property's name follows.
  ///
  /// A slash: a colon is a comparison in filters, and a dot leads into an object.
  package static let prefix = key + "/"

  /// The register of the whole.
  static let field = Field.attribute(key)

  /// The attributes that the lines are, ordered by their keys; nil for a value of another meaning.
  ///
  /// Each text is a line of a property, or the lines of a component from `BEGIN:NAME` on.
  package static func parts(of value: JSONValue) -> [(key: String, value: JSONValue)]? {
    guard let lines = value.array, !lines.isEmpty else { return nil }
    var parts: [String: [JSONValue]] = [:]
    for line in lines {
      guard let name = line.string.flatMap(name) else { return nil }
      parts[prefix + name, default: []].append(line)
    }
    return parts.sorted { utf8Less($0.key, $1.key) }.map { ($0.key, .array($0.value)) }
  }

  /// The name of a line's property, or of the component that it begins.
  private static func name(_ line: String) -> String? {
    let name = line.utf8.prefix(while: isOfName)
    guard !name.isEmpty, prefix.utf8.count + name.count <= ItemLimits.nameBytes else { return nil }
    let rest = line.utf8[name.endIndex...]
    guard let sign = rest.first, sign == UInt8(ascii: ":") || sign == UInt8(ascii: ";") else {
      return nil
    }
    let text = String(line[..<name.endIndex]).uppercased()
    guard text == "BEGIN" else { return text }
    let component = rest.dropFirst().prefix(while: isOfName)
    return component.isEmpty ? nil : String(Substring(component)).uppercased()
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

extension Item {
  /// Values of registers that this version knows, and shows in another form.
  func isShown(_ name: String, _ value: JSONValue) -> Bool {
    switch Field(name: name) {
    case .fixed(.list): value.string != nil
    case .attribute(let key):
      key == FormerAttribute.key
        || utf8Prefix(key, FormerAttribute.prefix)
          && unknown[FormerAttribute.field.name] != nil
    case .fixed, .tag, .blocker, .unknown: false
    }
  }

  /// The values in ``unknown`` that this version cannot show in any form.
  package var unreadable: JSONObject {
    guard !unknown.isEmpty else { return unknown }
    return JSONObject(unknown.lazy.filter { !isShown($0.key, $0.value) }.map { ($0.key, $0.value) })
  }
}

private func utf8Prefix(_ text: String, _ prefix: String) -> Bool {
  text.utf8.starts(with: prefix.utf8)
}
