/// A JSON text that cannot be read, or a value that JSON cannot hold.
public struct JSONError: Error, Sendable, Hashable {
  /// What was expected and what was found; never a value's contents.
  public let message: String

  /// The place in the text; nil if a value could not be written.
  public let position: Position?

  /// A place in a JSON text.
  public struct Position: Sendable, Hashable {
    /// The line, from 1; lines end with LF, CR LF or CR.
    public let line: Int

    /// The column, from 1, counted in Unicode scalars.
    public let column: Int

    /// The distance from the start of the bytes, from 0, in bytes.
    public let offset: Int
  }

  package init(message: String, position: Position?) {
    self.message = message
    self.position = position
  }

  /// The line, from 1, or 0 without a position.
  public var line: Int { position?.line ?? 0 }

  /// The column, from 1 in Unicode scalars, or 0 without a position.
  public var column: Int { position?.column ?? 0 }

  /// The byte offset, or 0 without a position.
  public var offset: Int { position?.offset ?? 0 }
}

extension JSONError: CustomStringConvertible {
  /// The message, with line and column in front.
  public var description: String {
    guard let position else { return message }
    return "line \(position.line), column \(position.column): \(message)"
  }
}

extension JSONError.Position {
  /// Counts lines and columns from `start`, which lies in line `firstLine`, up to `offset`.
  init(offset: Int, in bytes: [UInt8], from start: Int, firstLine: Int) {
    var line = firstLine
    var column = 1
    var index = start
    // A byte order mark does not count as a column.
    if bytes[index...].starts(with: [0xEF, 0xBB, 0xBF]) { index += 3 }
    while index < min(offset, bytes.count) {
      let byte = bytes[index]
      let isCRBeforeLF = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if byte == 0x0A || byte == 0x0D && !isCRBeforeLF {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      index += 1
    }
    self.init(line: line, column: column, offset: offset)
  }
}
