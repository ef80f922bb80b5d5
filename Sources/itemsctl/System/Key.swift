/// A key that a list on the screen understands.
enum Key: Hashable, Sendable {
  case character(Character)
  case escape
  case enter
  case up, down, pageUp, pageDown, home, end

  private static let sequences: [String: Key] = [
    "[A": .up, "OA": .up, "[B": .down, "OB": .down, "[5~": .pageUp, "[6~": .pageDown,
    "[H": .home, "OH": .home, "[1~": .home, "[7~": .home,
    "[F": .end, "OF": .end, "[4~": .end, "[8~": .end,
  ]
}

/// Assembles keys from bytes.
struct KeyReader {
  private var pending: [UInt8] = []

  /// Whether the bytes so far may be Esc or the beginning of another key.
  var isUndecided: Bool { !pending.isEmpty }

  /// The keys that these bytes complete; unknown ones are skipped.
  mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let length = nextLength() {
      if let key = Key(Array(pending.prefix(length))) { keys.append(key) }
      pending.removeFirst(length)
    }
    return keys
  }

  /// The key when nothing more comes: Esc.
  mutating func flush() -> [Key] {
    defer { pending = [] }
    return pending.first == 0x1B ? [.escape] : []
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
    default:
      if bytes.first == 0x1B {
        guard let key = Key.sequences[String(decoding: bytes.dropFirst(), as: UTF8.self)] else {
          return nil
        }
        self = key
      } else {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let character = text.first, text.count == 1 else { return nil }
        self = .character(character)
      }
    }
  }
}
