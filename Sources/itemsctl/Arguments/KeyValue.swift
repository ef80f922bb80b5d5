import ArgumentParsing
import Storage

/// A key and a value: `url=https://example.org`.
struct KeyValue: ArgumentValue, Hashable {
  let key: String
  let value: String

  init(key: String, value: String) {
    self.key = key
    self.value = value
  }

  /// The value as an attribute has it; none where it is empty.
  var json: JSONValue? { value.isEmpty ? nil : .string(value) }

  init(argument: String) throws(ValueError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw ValueError("it must look like KEY=VALUE")
    }
    key = String(parts[0])
    value = String(parts[1])
  }

  var argumentText: String { "\(key)=\(value)" }
}
