import Storage

extension JSONValue {
  /// A value of any kind, nested at most `depth` deep.
  static func random(depth: Int, using random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &random) {
    case 0: .null
    case 1: .bool(.random(using: &random))
    case 2:
      .integer(Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0..<64, using: &random))
    case 3: .double(.randomFinite(using: &random))
    case 4: .double(Double(Int.random(in: -1000...1000, using: &random)) / 8)
    case 5, 6: .string(.random(using: &random))
    case 7:
      .array(
        (0..<Int.random(in: 0..<6, using: &random)).map { _ in
          .random(depth: depth - 1, using: &random)
        }
      )
    default:
      .object(
        JSONObject(
          (0..<Int.random(in: 0..<40, using: &random) / 4).map { _ in
            (.random(using: &random), .random(depth: depth - 1, using: &random))
          }
        )
      )
    }
  }
}

extension Double {
  fileprivate static func randomFinite(using random: inout SeededGenerator) -> Double {
    let value = Double(bitPattern: random.next())
    return value.isFinite ? value : 0.5
  }
}

extension String {
  fileprivate static func random(using random: inout SeededGenerator) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x1F, 0x20...0x7E, 0x61...0x7A, 0x22...0x22, 0x5C...0x5C, 0x80...0x2FF, 0x300...0x36F,
      0x2028...0x2029, 0xE000...0xFFFF, 0x1F600...0x1F64F,
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0..<20, using: &random) {
      let range = ranges[Int.random(in: 0..<ranges.count, using: &random)]
      if let scalar = UnicodeScalar(UInt32.random(in: range, using: &random)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
