/// How a cell of the screen looks.
package struct CellStyle: Hashable, Sendable {
  /// The colours that every terminal has; what each looks like is the terminal's, light or dark.
  package enum Color: UInt8, Sendable {
    case standard = 39
    case red = 31
    case green, yellow, blue, magenta, cyan
  }

  var color = Color.standard
  var isBold = false
  var isFaint = false
  var isUnderlined = false
  var isReversed = false

  package static let plain = CellStyle()
  package static let bold = CellStyle(isBold: true)
  package static let faint = CellStyle(isFaint: true)
  package static let reversed = CellStyle(isReversed: true)

  /// The style in a colour.
  package static func colored(_ color: Color) -> CellStyle { CellStyle(color: color) }

  /// The control sequence that turns any style into this one: SGR of ECMA-48.
  var sequence: String {
    var codes = "0"
    if isBold { codes += ";1" }
    if isFaint { codes += ";2" }
    if isUnderlined { codes += ";4" }
    if isReversed { codes += ";7" }
    if color != .standard { codes += ";\(color.rawValue)" }
    return "\u{1B}[\(codes)m"
  }

  /// Takes the parameters of such a sequence, as of `1;4`; others than ours change nothing.
  mutating func take(parameters: Substring) {
    for parameter in parameters.split(separator: ";", omittingEmptySubsequences: false) {
      switch parameter {
      case "", "0": self = .plain
      case "1": isBold = true
      case "2": isFaint = true
      case "4": isUnderlined = true
      case "7": isReversed = true
      default: if let color = UInt8(parameter).flatMap(Color.init) { self.color = color }
      }
    }
  }
}
