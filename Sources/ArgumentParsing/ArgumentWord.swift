/// The form of one word of a command line, before the options are known.
enum ArgumentWord: Equatable {
  /// `--`: only positionals follow.
  case terminator
  /// `--name` or `--name=value`, the name without dashes.
  case long(name: String, value: String?)
  /// `-abc`, the letters without the dash.
  case short(letters: String)
  /// Everything else, `-`, `-5`, `-> x` and `- a list entry` included.
  case plain

  init(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "-") else {
      self = .plain
      return
    }
    let rest = text.dropFirst()
    guard let second = rest.first else {
      self = .plain
      return
    }
    if second == "-" {
      self = Self.long(rest.dropFirst())
    } else if second.isLetter || second == "?" {
      self = .short(letters: String(rest))
    } else {
      self = .plain
    }
  }

  private static func long(_ body: Substring) -> ArgumentWord {
    guard let first = body.first else { return .terminator }
    if first.isWhitespace { return .plain }
    guard let equals = body.firstIndex(of: "=") else {
      return .long(name: String(body), value: nil)
    }
    return .long(name: String(body[..<equals]), value: String(body[body.index(after: equals)...]))
  }
}
