/// What a person does at a terminal: a key, a click, or a text that is put in at once.
package enum Key: Hashable, Sendable {
  case character(Character)
  /// A letter that is typed with Ctrl.
  case control(Character)
  case escape
  case enter, tab, backTab, backspace, delete
  case up, down, left, right, pageUp, pageDown, home, end
  /// The left button, where it was pressed.
  case click(row: Int, column: Int)
  case wheelUp, wheelDown
  /// A text from the clipboard, of one or more lines.
  case paste(String)

  fileprivate static let sequences: [String: Key] = [
    "[A": .up, "OA": .up, "[B": .down, "OB": .down, "[C": .right, "OC": .right, "[D": .left,
    "OD": .left, "[5~": .pageUp, "[6~": .pageDown, "[3~": .delete, "[Z": .backTab,
    "[H": .home, "OH": .home, "[1~": .home, "[7~": .home,
    "[F": .end, "OF": .end, "[4~": .end, "[8~": .end,
  ]
}

/// Assembles keys from bytes.
struct KeyReader {
  private var pending: [UInt8] = []
  /// The text that is being put in, until its end comes; nil for none.
  private var pasted: [UInt8]?

  /// The most bytes of a text that is put in at once; a longer one comes as nothing that has room anywhere.
  static let longestPaste = 262_160

  private static let pasteStart = Array("\u{1B}[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Whether the bytes so far may be Esc or the beginning of another key.
  var isUndecided: Bool { !pending.isEmpty && pasted == nil }

  /// The keys that these bytes complete; unknown ones are skipped.
  mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while true {
      if pasted != nil {
        guard let text = takePaste() else { break }
        keys.append(.paste(text))
        continue
      }
      guard let length = nextLength() else { break }
      let key = Array(pending.prefix(length))
      pending.removeFirst(length)
      if key == KeyReader.pasteStart {
        pasted = []
      } else if let key = Key(key) {
        keys.append(key)
      }
    }
    return keys
  }

  /// The key when nothing more comes: Esc.
  mutating func flush() -> [Key] {
    guard isUndecided else { return [] }
    defer { pending = [] }
    return pending.first == 0x1B ? [.escape] : []
  }

  /// The whole text that was put in, once its end is there.
  private mutating func takePaste() -> String? {
    let end = pending.firstRange(of: KeyReader.pasteEnd)
    // Of what is there, the last bytes may be the beginning of the end.
    let safe = end?.lowerBound ?? max(0, pending.count - KeyReader.pasteEnd.count)
    let room = max(0, KeyReader.longestPaste - (pasted?.count ?? 0))
    pasted?.append(contentsOf: pending.prefix(min(safe, room)))
    pending.removeFirst(end?.upperBound ?? safe)
    guard end != nil, let text = pasted else { return nil }
    pasted = nil
    return String(decoding: text, as: UTF8.self)
  }

  /// The number of bytes of the next key; nil if it is incomplete.
  private func nextLength() -> Int? {
    guard let first = pending.first else { return nil }
    guard first == 0x1B else {
      let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
      return pending.count >= length ? length : nil
    }
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "["):
      // Parameters, then a last byte from @ to ~.
      return pending.dropFirst(2).firstIndex { 0x40...0x7E ~= $0 }.map { $0 + 1 }
    case UInt8(ascii: "O"): return pending.count > 2 ? 3 : nil
    case 0x1B: return 1
    // Alt and a key: some terminals put Esc before it.
    default: return 2
    }
  }
}

extension Key {
  fileprivate init?(_ bytes: [UInt8]) {
    switch bytes {
    case [0x1B]: self = .escape
    case [0x0D], [0x0A]: self = .enter
    case [0x09]: self = .tab
    case [0x7F], [0x08]: self = .backspace
    default:
      if bytes.first == 0x1B {
        self.init(sequence: String(decoding: bytes.dropFirst(), as: UTF8.self))
      } else if bytes.count == 1, bytes[0] < 0x20 {
        guard (1...26).contains(bytes[0]) else { return nil }
        self = .control(Character(Unicode.Scalar(bytes[0] + 0x60)))
      } else {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let character = text.first, text.count == 1, character != "\u{FFFD}" else {
          return nil
        }
        self = .character(character)
      }
    }
  }

  private init?(sequence: String) {
    if let key = Key.sequences[sequence] {
      self = key
    } else if sequence.hasPrefix("[<") {
      self.init(mouse: sequence.dropFirst(2))
    } else if let end = sequence.last, let semicolon = sequence.firstIndex(of: ";"),
      sequence.hasPrefix("["),
      // With Shift, Alt or Ctrl the key is followed by which of them: `[1;5C`, `[3;2~`.
      let key = Key.sequences[
        "[\(end == "~" ? String(sequence[..<semicolon].dropFirst()) : "")\(end)"
      ]
    {
      self = key
    } else {
      return nil
    }
  }

  /// A report of the mouse in xterm's SGR form: `button;column;row`, then `M` where it was pressed.
  ///
  /// <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html#h2-Mouse-Tracking>
  private init?(mouse report: Substring) {
    let numbers = report.dropLast().split(separator: ";").compactMap { Int($0) }
    guard report.last == "M", numbers.count == 3 else { return nil }
    switch numbers[0] {
    case 0:
      guard numbers[1] > 0, numbers[2] > 0 else { return nil }
      self = .click(row: numbers[2] - 1, column: numbers[1] - 1)
    case 64: self = .wheelUp
    case 65: self = .wheelDown
    default: return nil
    }
  }
}
