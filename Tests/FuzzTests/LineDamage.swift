@testable import Storage

/// A line as it became, and the place of its first other byte.
struct LineDamage {
  let bytes: [UInt8]
  let place: Int
  var isCut = false
  var isDoubled = false

  /// The line cut, twice, with a byte that is no text, and with another sign.
  static func all(of line: [UInt8], _ random: inout SeededGenerator) -> [LineDamage] {
    guard !line.isEmpty else { return [] }
    let place = line.count == 1 ? 0 : 1 + random.below(line.count - 1)
    var changed = line
    changed[place] = 0xFF
    var signed = line
    signed[place] = random.pick(Array("_:;,\"{}[]()#x \\".utf8))
    let damages = [
      LineDamage(bytes: Array(line[..<place]), place: place, isCut: true),
      LineDamage(bytes: line + [0x0A] + line, place: line.count, isDoubled: true),
      LineDamage(bytes: changed, place: place),
      LineDamage(bytes: signed, place: place),
    ]
    return damages.filter { $0.bytes != line }
  }
}
