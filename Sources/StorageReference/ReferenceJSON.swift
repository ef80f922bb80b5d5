package import Storage

/// Compact JSON with keys ordered by their bytes; an integer never looks like a double.
package enum ReferenceJSON {
  package static func text(of value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .double(let number): number.description
    case .string(let string): quoted(string)
    case .array(let elements): "[" + elements.map { text(of: $0) }.joined(separator: ",") + "]"
    case .object(let members): text(of: members)
    }
  }

  private static func text(of members: JSONObject) -> String {
    "{" + members.map { quoted($0.key) + ":" + text(of: $0.value) }.joined(separator: ",") + "}"
  }

  /// The string with the escapes that JSON requires and no others.
  static func quoted(_ string: String) -> String {
    var quoted = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{0}"..."\u{1F}": quoted += escape(scalar)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
