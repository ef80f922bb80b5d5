import Storage
import Sync

/// How kept texts are named at the prompt: `k12` is the only one of item 12, `k12.7f` one of several.
///
/// What stands behind the point is the beginning of a hash of the text's field and stamp. A text keeps it while
/// others of its item come and go, and has the same on every device.
struct KeptTextNames {
  private let siblings: [ItemID: [KeptText]]

  /// Names for texts; all texts of their items are among them.
  init(_ texts: [KeptTextOfItem]) {
    siblings = Dictionary(grouping: texts, by: \.item).mapValues { $0.map(\.kept) }
  }

  subscript(kept: KeptTextOfItem) -> String {
    KeptTextNames.name(of: kept.kept, among: siblings[kept.item] ?? [], number: kept.number)
  }

  /// The name of one of the texts of the item with this number.
  static func name(of kept: KeptText, among siblings: [KeptText], number: Int) -> String {
    let code = code(of: kept)
    let others = siblings.filter { $0 != kept }.map { KeptTextNames.code(of: $0) }
    guard !others.isEmpty else { return "k\(number)" }
    let length = (leastLength..<code.count).first { length in
      !others.contains { $0.prefix(length) == code.prefix(length) }
    }
    return "k\(number).\(code.prefix(length ?? code.count))"
  }

  /// Twelve digits and letters.
  static func code(of kept: KeptText) -> String {
    var hash = FNV1a()
    hash.combine("\(kept.field.name):\(kept.stamp.text)".utf8)
    let digits = String(hash.value, radix: 36)
    return String(repeating: "0", count: max(0, 12 - digits.count)) + digits.suffix(12)
  }

  private static let leastLength = 2
}

/// The hash of Fowler, Noll and Vo, of 64 bits, which is the same on every system.
private struct FNV1a {
  var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}
