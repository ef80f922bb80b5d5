// Packs and unpacks the exceptions; Marks.swift describes the format.

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
    for exception in exceptions { Marks.pack(exception, into: &bytes) }
    return bytes
  }

  private static func pack(_ exception: Exception, into bytes: inout [UInt8]) {
    let mark = exception.isDirty ? Code.dirty : 0
    switch exception.field {
    case .fixed(let fixed): bytes.append(UInt8(fixed.rawValue))
    case .tag(let name): pack(Code.tag | mark, name, into: &bytes)
    case .attribute(let name): pack(Code.attribute | mark, name, into: &bytes)
    case .unknown(let name): pack(Code.unknown | mark, name, into: &bytes)
    }
    for number in [exception.stamp.time, exception.stamp.node] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
      }
    }
  }

  private static func pack(_ code: UInt8, _ name: String, into bytes: inout [UInt8]) {
    bytes.append(code)
    var count = name.utf8.count
    while count >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: count) | 0x80)
      count >>= 7
    }
    bytes.append(UInt8(count))
    bytes.append(contentsOf: name.utf8)
  }

  /// The exceptions from bytes, or nil if the bytes are damaged.
  static func exceptions(packed bytes: [UInt8]) -> [Exception]? {
    var exceptions: [Exception] = []
    var rest = bytes[...]
    while let code = rest.popFirst() {
      guard let field = field(code & ~Code.dirty, from: &rest),
        let time = number(from: &rest), let node = number(from: &rest)
      else { return nil }
      let stamp = Stamp(time: time, node: node)
      exceptions.append(Exception(field: field, stamp: stamp, isDirty: code & Code.dirty != 0))
    }
    return exceptions
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
    var count = 0
    var shift = 0
    while true {
      guard let byte = rest.popFirst(), shift <= 28 else { return nil }
      count |= Int(byte & 0x7f) << shift
      shift += 7
      if byte < 0x80 { break }
    }
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return String(validating: rest.prefix(count), as: UTF8.self)
  }

  private static func number(from rest: inout ArraySlice<UInt8>) -> UInt64? {
    guard rest.count >= 8 else { return nil }
    defer { rest = rest.dropFirst(8) }
    return rest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
