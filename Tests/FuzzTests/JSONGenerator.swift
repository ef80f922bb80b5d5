@testable import Storage

/// Makes JSON texts with every liberty that the grammar leaves, and some that it does not.
struct JSONGenerator {
  private(set) var bytes: [UInt8] = []

  static let mutation = ByteMutation([
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "\\udc00", "\\ud83d\\ude00",
    "\\u0000",
    "null", "true", "false", "nul", "NaN", "Infinity", "-", "+1", "01", "-0", "-0.0", "1.", ".5",
    "1e",
    "1e+", "1e400", "-1e-400", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "-9223372036854775809", "0.1e-99999999999999999999", "1E1000000000000000000000", "\u{7f}", "\t",
    "\r\n", "\r", "\u{85}", "\u{2028}", "//", "/**/", "'", "{\"a\":1,\"a\":2}", "\"e\u{301}\":",
    "\"\u{e9}\":", "e\u{301}",
  ])

  /// A text of the grammar, changed at random in most cases.
  static func text(_ random: inout SeededGenerator) -> [UInt8] {
    var generator = JSONGenerator()
    switch random.below(40) {
    case 0: generator.appendDeep(&random)
    case 1: generator.appendLongNumber(&random)
    case 2:
      for _ in 0..<random.below(40) { generator.bytes.append(UInt8(random.below(256))) }
    case 3:
      for _ in 0..<random.below(12) { generator.bytes += random.pick(mutation.pieces) }
    case 4 where random.below(100) == 0: generator.appendLarge(&random)
    default: generator.appendValue(depth: 4, &random)
    }
    if random.chance(60) { mutation.apply(to: &generator.bytes, &random) }
    return generator.bytes
  }

  mutating func appendValue(depth: Int, _ random: inout SeededGenerator) {
    appendSpace(&random)
    switch random.below(depth > 0 ? 10 : 6) {
    case 0: append(random.pick(["null", "true", "false"]))
    case 1, 2: appendNumber(&random)
    case 3, 4, 5: appendString(&random)
    case 6, 7: appendList("[", "]", &random) { $0.appendValue(depth: depth - 1, &$1) }
    default:
      appendList("{", "}", &random) {
        $0.appendString(&$1)
        $0.appendSpace(&$1)
        $0.append(":")
        $0.appendValue(depth: depth - 1, &$1)
      }
    }
    appendSpace(&random)
  }

  mutating func appendString(_ random: inout SeededGenerator) {
    append("\"")
    for _ in 0..<random.below(1 << random.below(5)) {
      switch random.below(12) {
      case 0:
        append(random.pick(["\\n", "\\\"", "\\\\", "\\/", "\\b", "\\u00e9", "\\uD83D\\uDE00"]))
      case 1:
        append(random.pick(["é", "e\u{301}", "ß", "日", "😀", "\u{2028}", "\u{FFFD}", "\u{7f}"]))
      default: bytes.append(UInt8(ascii: "a") + UInt8(random.below(26)))
      }
    }
    append("\"")
  }

  private mutating func appendList(
    _ open: String,
    _ close: String,
    _ random: inout SeededGenerator,
    _ element: (inout JSONGenerator, inout SeededGenerator) -> Void
  ) {
    append(open)
    let count = random.below(1 << random.below(5))
    for index in 0..<count {
      if index > 0 { append(",") }
      appendSpace(&random)
      element(&self, &random)
    }
    appendSpace(&random)
    append(close)
  }

  private mutating func appendNumber(_ random: inout SeededGenerator) {
    if random.chance(30) { append("-") }
    append(String(random.next() >> UInt64(random.below(64))))
    if random.chance(30) { append("." + String(random.next() >> UInt64(random.below(64)))) }
    if random.chance(20) {
      append(
        random.pick(["e", "E", "e+", "e-", "E-"]) + String(random.below(random.pick([9, 40, 400])))
      )
    }
  }

  private mutating func appendSpace(_ random: inout SeededGenerator) {
    if random.chance(12) { append(random.pick([" ", "\n", "\t", "\r\n", "  \n  "])) }
  }

  private mutating func append(_ text: String) { bytes += text.utf8 }
}

extension JSONGenerator {
  /// Arrays and objects nested about as deep as is allowed.
  private mutating func appendDeep(_ random: inout SeededGenerator) {
    let depth = random.pick([3, 500, 511, 512, 513, 600, 5_000])
    let isMixed = random.chance(30)
    var closing: [UInt8] = []
    for level in 0..<depth {
      let isObject = isMixed && level % 2 == 0
      append(isObject ? "{\"k\":" : "[")
      closing.append(UInt8(ascii: isObject ? "}" : "]"))
    }
    append("1")
    if random.chance(90) { bytes += closing.reversed() }
  }

  private mutating func appendLongNumber(_ random: inout SeededGenerator) {
    append(random.pick(["", "-", "0.", "1.", "-0."]))
    for _ in 0..<random.below(2_000) { bytes.append(UInt8(ascii: "0") + UInt8(random.below(10))) }
    append(random.pick(["", "e5", "e-5", ".5", "e-1990", "e1990"]))
  }

  /// Up to a megabyte of one thing, for what grows faster than the text.
  private mutating func appendLarge(_ random: inout SeededGenerator) {
    let count = 1 << (10 + random.below(8))
    let kind = random.below(5)
    append(kind == 0 ? "{" : kind == 4 ? "\"" : "[")
    for index in 0..<count {
      if index > 0, kind != 4 { append(",") }
      switch kind {
      case 0: append("\"\(count - index)\":0")
      case 1: append("[]")
      case 2: append("{}")
      case 3: append("0")
      default: append("\\n")
      }
    }
    append(kind == 0 ? "}" : kind == 4 ? "\"" : "]")
  }
}
