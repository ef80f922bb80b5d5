@testable import Storage

/// Packed marks that are read are packed into the same meaning; so are stamps as text.
struct MarksSubject: FuzzSubject {
  private static let mutation = ByteMutation([
    "\u{40}", "\u{41}\u{1}a", "\u{42}\u{0}", "\u{0}", "\u{8}", "\u{9}", "\u{7f}",
    "00000000000000000000000000", "7vvvvvvvvvvvvvvvvvvvvvvvvv", "8", "w", "V",
  ])

  func input(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8]
    if random.chance(30) {
      let bases = (0..<random.below(4)).map { _ in (field(&random), base(&random)) }
      bytes = (try? marks(of: bases).packedBases) ?? []
    } else if random.chance(20) {
      bytes = Array(Stamp(time: random.next(), node: random.next()).text.utf8)
    } else {
      var marks = Marks(base: Stamp(time: random.next(), node: random.next()))
      marks.sequence = 1
      let fields = (0..<random.below(6)).map { _ in field(&random) }
      marks.edit(fields, from: nil, stamp: Stamp(time: random.next(), node: random.next()))
      bytes = marks.packedExceptions ?? []
    }
    if random.chance(70) { Self.mutation.apply(to: &bytes, &random) }
    return bytes
  }

  /// Marks that hold nothing but these bases.
  private func marks(of bases: [(Field, Register.Base)]) -> Marks {
    Marks(
      sequence: 1,
      dirty: 0,
      base: Stamp(time: 1, node: 2),
      exceptions: [],
      deletion: nil,
      bases: bases
    )
  }

  private func base(_ random: inout SeededGenerator) -> Register.Base {
    let values: [JSONValue?] = [nil, .null, "", "soy milk\nbread", .integer(7), ["a": [true]]]
    let stamp = Stamp(time: random.next(), node: random.next())
    return Register.Base(stamp: stamp, value: random.pick(values))
  }

  private func field(_ random: inout SeededGenerator) -> Field {
    let name = random.pick(["", "a", "é", "e\u{301}", String(repeating: "x", count: 300), "title"])
    switch random.below(5) {
    case 0: return .tag(name)
    case 1: return .attribute(name)
    case 2: return .unknown(name)
    default: return .fixed(random.pick(Field.Fixed.allCases))
    }
  }

  func verdict(on input: [UInt8]) throws -> FuzzVerdict {
    let text = String(decoding: input, as: UTF8.self)
    if let stamp = Stamp(text: text) { try require(stamp.text == text, "written as \(stamp.text)") }
    if let bases = Marks.bases(packed: input) {
      let again = Marks.bases(packed: try marks(of: bases).packedBases ?? []) ?? []
      try require(
        again.elementsEqual(bases) { $0.field == $1.field && $0.base == $1.base },
        "packed again, the bases differ"
      )
    }
    guard let exceptions = Marks.exceptions(packed: input) else { return .refused }
    let stamp = Stamp(time: 1, node: 2)
    let found = Marks(sequence: 1, dirty: 0, base: stamp, exceptions: exceptions, deletion: stamp)
    let again = Marks.exceptions(packed: found.packedExceptions ?? [])
    // A fixed field has its mark in another place, so the bit means nothing there.
    let expected = exceptions.map { exception in
      guard case .fixed = exception.field else { return exception }
      return Marks.Exception(field: exception.field, stamp: exception.stamp, isDirty: false)
    }
    try require(again == expected, "packed again, the marks differ")
    for exception in exceptions {
      let field = Field(name: exception.field.name)
      try require(
        field.name.utf8.elementsEqual(exception.field.name.utf8),
        "a field's name differs"
      )
    }
    return .accepted
  }
}
