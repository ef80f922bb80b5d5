// Colours, where they are wanted.

/// A way to set text off.
enum Paint: String {
  case bold = "1"
  case faint = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case cyan = "36"
}

extension String {
  /// The text in a colour; unchanged without one, or where colours are off.
  func painted(_ paint: Paint?, if isOn: Bool) -> String {
    guard let paint, isOn, !isEmpty else { return self }
    return "\u{1B}[\(paint.rawValue)m\(self)\u{1B}[0m"
  }
}
