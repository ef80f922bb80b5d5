import CommandKit

/// A picture's elements, written one after the other.
package struct SVGDocument {
  package private(set) var text = ""

  package init(text: String = "") {
    self.text = text
  }

  /// Writes what is fixed, as it is.
  package mutating func add(_ markup: String) { text += markup + "\n" }

  /// Writes words that stand at a point.
  package mutating func text(
    _ words: String,
    x: Double,
    y: Double,
    class name: String,
    anchor: Anchor = .start
  ) {
    let anchor = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    add(
      "<text x=\"\(x.svg)\" y=\"\(y.svg)\" class=\"\(name)\"\(anchor)>\(words.escapedForXML)</text>"
    )
  }

  /// Writes a box; one without a size is left out.
  package mutating func box(
    x: Double,
    y: Double,
    width: Double,
    height: Double,
    class name: String,
    radius: Double = 0
  ) {
    guard width > 0, height > 0 else { return }
    let corners = radius > 0 ? " rx=\"\(min(radius, width / 2, height / 2).svg)\"" : ""
    add(
      "<rect x=\"\(x.svg)\" y=\"\(y.svg)\" width=\"\(width.svg)\" height=\"\(height.svg)\""
        + "\(corners) class=\"\(name)\"/>"
    )
  }

  /// Writes a straight line.
  package mutating func line(
    from start: (Double, Double),
    to end: (Double, Double),
    class name: String
  ) {
    add(
      "<line x1=\"\(start.0.svg)\" y1=\"\(start.1.svg)\" x2=\"\(end.0.svg)\" y2=\"\(end.1.svg)\""
        + " class=\"\(name)\"/>"
    )
  }

  /// On which side of their point words stand.
  package enum Anchor: String {
    case start, middle, end
  }
}

extension Double {
  /// A coordinate: tenths are as fine as a screen shows.
  package var svg: String {
    let tenths = Int((self * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let (whole, tenth) = abs(tenths).quotientAndRemainder(dividingBy: 10)
    return tenth == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(tenth)"
  }
}

extension String {
  /// The text as XML takes it: markup escaped, and what it refuses replaced by U+FFFD.
  ///
  /// Control characters show as they do on a terminal. <https://www.w3.org/TR/xml/#charsets>
  package var escapedForXML: String {
    var result = ""
    for scalar in visible.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": result.unicodeScalars.append("\u{FFFD}")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
