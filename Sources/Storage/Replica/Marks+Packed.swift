// Packs and unpacks the exceptions and the bases; Marks.swift describes the format.

extension Marks {
  private enum Code {
    static let tag: UInt8 = 64
    static let attribute: UInt8 = 65
    static let unknown: UInt8 = 66
    static let dirty: UInt8 = 128
  }

  /// The exceptions as bytes, or nil if there are none.
  var packedExceptions: [UInt8]? {
    guard !exceptions.isEmpty else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(exceptions.count * 20)
    for exception in exceptions {
      Marks.pack(exception.field, mark: exception.isDirty ? Code.dirty : 0, into: &bytes)
      Marks.pack(exception.stamp, into: &bytes)
    }
    return bytes
  }

  /// The bases as bytes, or nil if there are none.
  var packedBases: [UInt8]? {
    get throws(JSONError) {
      guard !bases.isEmpty else { return nil }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(bases.count * 20)
      for (field, base) in bases {
        Marks.pack(field, mark: 0, into: &bytes)
        Marks.pack(base.stamp, into: &bytes)
        guard let value = base.value else {
          bytes.append(0)
          continue
        }
        let text = try JSONWriter.bytes(of: value)
        Marks.pack(count: text.count + 1, into: &bytes)
        bytes.append(contentsOf: text)
      }
      return bytes
    }
  }

  private static func pack(_ field: Field, mark: UInt8, into bytes: inout [UInt8]) {
    switch field {
    case .fixed(let fixed): bytes.append(UInt8(fixed.rawValue))
    case .tag(let name): pack(Code.tag | mark, name, into: &bytes)
    case .attribute(let name): pack(Code.attribute | mark, name, into: &bytes)
    // As an earlier version has it, which can then still read the row.
    case .blocker, .unknown: pack(Code.unknown | mark, field.name, into: &bytes)
    }
  }

  private static func pack(_ stamp: Stamp, into bytes: inout [UInt8]) {
    for number in [stamp.time, stamp.node] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
      }
    }
  }

  private static func pack(_ code: UInt8, _ name: String, into bytes: inout [UInt8]) {
    bytes.append(code)
    pack(count: name.utf8.count, into: &bytes)
    bytes.append(contentsOf: name.utf8)
  }

  private static func pack(count: Int, into bytes: inout [UInt8]) {
    var count = count
    while count >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: count) | 0x80)
      count >>= 7
    }
    bytes.append(UInt8(count))
  }

  /// The exceptions from bytes, or nil if the bytes are damaged.
  static func exceptions(packed bytes: [UInt8]) -> [Exception]? {
    var exceptions: [Exception] = []
    var rest = bytes[...]
    while let code = rest.popFirst() {
      guard let field = field(code & ~Code.dirty, from: &rest), let stamp = stamp(from: &rest)
      else { return nil }
      exceptions.append(Exception(field: field, stamp: stamp, isDirty: code & Code.dirty != 0))
    }
    return exceptions
  }

  /// The bases from bytes, or nil if the bytes are damaged.
  static func bases(packed bytes: [UInt8]) -> [(field: Field, base: Register.Base)]? {
    var bases: [(field: Field, base: Register.Base)] = []
    var rest = bytes[...]
    while let code = rest.popFirst() {
      guard let field = field(code, from: &rest), let stamp = stamp(from: &rest),
        let count = count(from: &rest), rest.count >= count - 1
      else { return nil }
      var value: JSONValue?
      if count > 0 {
        guard let read = try? JSONParser.parse(Array(rest.prefix(count - 1))) else { return nil }
        value = read
        rest = rest.dropFirst(count - 1)
      }
      bases.append((field, Register.Base(stamp: stamp, value: value)))
    }
    return bases
  }

  private static func field(_ code: UInt8, from rest: inout ArraySlice<UInt8>) -> Field? {
    if let fixed = Field.Fixed(rawValue: Int(code)) { return .fixed(fixed) }
    // A field of a later version: its name, which is not known here, is empty, and its stamp
    // counts. It occurs only in a store that is read and not written, so it is never packed again.
    if code < Code.tag { return .unknown("") }
    guard let name = name(from: &rest) else { return nil }
    switch code {
    case Code.tag: return .tag(name)
    case Code.attribute: return .attribute(name)
    // An earlier version may have stored a field as unknown that this one knows.
    case Code.unknown: return Field(name: name)
    default: return nil
    }
  }

  private static func name(from rest: inout ArraySlice<UInt8>) -> String? {
    guard let count = count(from: &rest), rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return String(validating: rest.prefix(count), as: UTF8.self)
  }

  private static func count(from rest: inout ArraySlice<UInt8>) -> Int? {
    var count = 0
    var shift = 0
    while true {
      guard let byte = rest.popFirst(), shift <= 28 else { return nil }
      count |= Int(byte & 0x7f) << shift
      shift += 7
      if byte < 0x80 { return count }
    }
  }

  private static func stamp(from rest: inout ArraySlice<UInt8>) -> Stamp? {
    guard let time = number(from: &rest), let node = number(from: &rest) else { return nil }
    return Stamp(time: time, node: node)
  }

  private static func number(from rest: inout ArraySlice<UInt8>) -> UInt64? {
    guard rest.count >= 8 else { return nil }
    defer { rest = rest.dropFirst(8) }
    return rest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
