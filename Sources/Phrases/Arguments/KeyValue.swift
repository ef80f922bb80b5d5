import ArgumentParsing
package import Storage

/// A key and a value: `url=https://example.org`.
package struct KeyValue: ArgumentValue, Hashable {
  package let key: String
  package let value: String

  package init(key: String, value: String) {
    self.key = key
    self.value = value
  }

  /// The value as an attribute has it; none where it is empty.
  ///
  /// A number, `true` and `false` are kept as that, so that `attr.litres<3` finds them, if they are spelt as JSON spells
  /// them: `007` and `1.10` are texts. A value within double quotes is always a text.
  package var json: JSONValue? {
    if value.isEmpty { return nil }
    if value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") {
      return .string(String(value.dropFirst().dropLast()))
    }
    if let json = try? JSONParser.parse(value), json.kind == .number || json.kind == .bool,
      let text = try? JSONWriter.text(of: json), text == value
    {
      return json
    }
    return .string(value)
  }

  init(argument: String) throws(ValueError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw ValueError("it must look like KEY=VALUE")
    }
    key = String(parts[0])
    value = String(parts[1])
  }

  package var argumentText: String { "\(key)=\(value)" }
}
