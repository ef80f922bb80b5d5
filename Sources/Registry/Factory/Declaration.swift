/// Identifies a factory by its source location and type, so that equal names never mix.
///
/// It has four words, which are passed in registers.
@usableFromInline
struct Declaration: Sendable {
  @usableFromInline let name: LiteralText
  @usableFromInline let fileID: LiteralText
  @usableFromInline let position: Position
  @usableFromInline let type: ObjectIdentifier

  /// A line and a column, in one word.
  @usableFromInline
  struct Position: Equatable, Sendable {
    @usableFromInline let bits: UInt64

    @inlinable
    init(line: UInt, column: UInt) {
      bits = UInt64(truncatingIfNeeded: line) << 32 | UInt64(UInt32(truncatingIfNeeded: column))
    }

    var line: UInt64 { bits >> 32 }
  }

  @inlinable
  init(
    name: StaticString,
    fileID: StaticString,
    line: UInt,
    column: UInt,
    type: Any.Type
  ) {
    self.name = LiteralText(name)
    self.fileID = LiteralText(fileID)
    position = Position(line: line, column: column)
    self.type = ObjectIdentifier(type)
  }

  /// A context value, as a step of a resolution.
  init(_ name: LiteralText, at place: SourceLocation, type: Any.Type) {
    self.name = name
    fileID = place.fileID
    position = Position(line: UInt(place.line), column: UInt(place.column))
    self.type = ObjectIdentifier(type)
  }

  /// A property that makes a value, as a step of a resolution.
  init(_ property: Reader, type: Any.Type) {
    name = property.name
    fileID = property.fileID
    position = Position(line: property.line, column: 0)
    self.type = ObjectIdentifier(type)
  }

  /// Whether this function of this file is the declaration itself.
  @usableFromInline
  func isWritten(in function: StaticString, of file: StaticString) -> Bool {
    name == LiteralText(function) && fileID == LiteralText(file)
  }

  /// A hash that needs no text: two declarations seldom share position and type.
  var bucketHash: UInt64 {
    var hash = UInt64(UInt(bitPattern: type)) &>> 4
    hash ^= position.bits &* 0x9E37_79B9_7F4A_7C15
    hash &*= 0xFF51_AFD7_ED55_8CCD
    return hash ^ (hash &>> 32)
  }

  /// `Module/File.swift:line`.
  var source: String { "\(fileID):\(position.line)" }

  /// `name (Module/File.swift:line)`, as error reports print it.
  var place: String { "\(name) (\(source))" }
}

extension Declaration: LookupKey {}

extension Declaration: Hashable {
  @inline(__always)
  @usableFromInline
  static func == (left: Declaration, right: Declaration) -> Bool {
    left.position == right.position && left.type == right.type && left.name == right.name
      && left.fileID == right.fileID
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(bucketHash)
  }
}
