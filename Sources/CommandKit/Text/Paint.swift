package import Storage

/// A way to set text off.
package enum Paint: String {
  case bold = "1"
  case faint = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case cyan = "36"
  /// What was searched for.
  case match = "1;4"
}

extension String {
  /// The text in a colour; unchanged without one, or where colours are off.
  package func painted(_ paint: Paint?, if isOn: Bool) -> String {
    guard let paint, isOn, !isEmpty else { return self }
    return "\u{1B}[\(paint.rawValue)m\(self)\u{1B}[0m"
  }

  /// The text in a colour, with words set off in it; unchanged where colours are off.
  package func painted(_ paint: Paint?, if isOn: Bool, emphasis: SearchWords?) -> String {
    guard isOn, let matches = emphasis?.matches(in: self), !matches.isEmpty else {
      return painted(paint, if: isOn)
    }
    var result = ""
    var end = startIndex
    for match in matches {
      result += String(self[end..<match.lowerBound]).painted(paint, if: true)
      result += String(self[match]).painted(.match, if: true)
      end = match.upperBound
    }
    return result + String(self[end...]).painted(paint, if: true)
  }
}
