// Numbers: integers kept exactly, doubles rounded to the nearest.

extension JSONReader {
  /// A number: an integer, or a double if it has a fraction or an exponent.
  enum Number {
    case integer(Int64)
    case double(Double)
  }

  /// Reads the number whose first byte is next.
  mutating func readNumberToken() throws(JSONError) -> Number {
    let scan = try scanNumber()
    defer { offset = scan.end }
    if !scan.isDouble {
      // Int64 has no negative zero, so `-0` is a double.
      if scan.isNegative && scan.digits == 0 && !scan.isLong { return .double(-0.0) }
      guard let value = scan.integer else {
        throw failure(
          "the integer is outside \(Int64.min)…\(Int64.max); with a fraction it is a double"
        )
      }
      return .integer(value)
    }
    let value = scan.exactDouble ?? double(in: offset..<scan.end)
    guard value.isFinite else { throw failure("the number is too large for a double") }
    return .double(value)
  }

  /// The nearest double to a number whose grammar has been checked.
  private func double(in range: Range<Int>) -> Double {
    Double(String(decoding: bytes[range], as: UTF8.self)) ?? .infinity
  }

  private func scanNumber() throws(JSONError) -> NumberScan {
    let span = bytes.span
    var scan = NumberScan()
    var index = offset
    if span[index] == UInt8(ascii: "-") {
      scan.isNegative = true
      index += 1
    }
    let first = index
    index = scan.readDigits(span, from: index, to: end)
    if index == first { throw expectedDigit(at: index, after: "'-'") }
    if index > first + 1, span[first] == UInt8(ascii: "0") {
      throw failure("a number must not start with 0 and another digit", at: offset)
    }
    if index < end, span[index] == UInt8(ascii: ".") {
      scan.isDouble = true
      let fraction = index + 1
      index = scan.readDigits(span, from: fraction, to: end)
      if index == fraction { throw expectedDigit(at: index, after: "'.'") }
      scan.exponent = fraction - index
    }
    if index < end, span[index] | 0x20 == UInt8(ascii: "e") {
      scan.isDouble = true
      index += 1
      index = try scanExponent(from: index, into: &scan)
    }
    scan.end = index
    return scan
  }

  private func scanExponent(from place: Int, into scan: inout NumberScan) throws(JSONError) -> Int {
    let span = bytes.span
    var index = place
    var isNegative = false
    if index < end, span[index] == UInt8(ascii: "-") || span[index] == UInt8(ascii: "+") {
      isNegative = span[index] == UInt8(ascii: "-")
      index += 1
    }
    let first = index
    var value = 0
    while index < end, let digit = decimalDigit(span[index]) {
      // Past this, every number is zero or too large; the fall-back sees all digits.
      value = min(value * 10 + Int(digit), 100_000)
      index += 1
    }
    if index == first { throw expectedDigit(at: index, after: "the exponent's sign or letter") }
    scan.exponent += isNegative ? -value : value
    return index
  }

  private func expectedDigit(at place: Int, after what: String) -> JSONError {
    failure("expected a digit after \(what)", at: place)
  }
}

/// The result of one pass over a number's bytes.
private struct NumberScan {
  var isNegative = false
  /// All digits as one integer, unless there are too many for it.
  var digits: UInt64 = 0
  var isLong = false
  /// The power of ten that the digits are multiplied by.
  var exponent = 0
  var isDouble = false
  var end = 0

  mutating func readDigits(_ span: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, let digit = decimalDigit(span[index]) {
      let (tenfold, overflow) = digits.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tenfold.addingReportingOverflow(digit)
      isLong = isLong || overflow || carry
      digits = sum
      index &+= 1
    }
    return index
  }

  var integer: Int64? {
    if isLong { return nil }
    if isNegative && digits == Int64.min.magnitude { return .min }
    return Int64(exactly: digits).map { isNegative ? -$0 : $0 }
  }

  /// The nearest double, if both factors are exact so that one rounding gives it (Clinger 1990).
  var exactDouble: Double? {
    guard !isLong, digits <= 1 << 53, (-22...22).contains(exponent) else { return nil }
    let power = powersOfTen[abs(exponent)]
    let value = exponent < 0 ? Double(digits) / power : Double(digits) * power
    return isNegative ? -value : value
  }
}

private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]

private func decimalDigit(_ byte: UInt8) -> UInt64? {
  let digit = byte &- UInt8(ascii: "0")
  return digit < 10 ? UInt64(digit) : nil
}
