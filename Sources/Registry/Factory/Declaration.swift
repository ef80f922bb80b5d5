/// Identifies a factory by its source location and type, so that equal names never mix.
@usableFromInline
struct Declaration: Sendable {
  @usableFromInline let name: StaticString
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt
  @usableFromInline let column: UInt
  @usableFromInline let type: ObjectIdentifier

  @inlinable
  init(name: StaticString, fileID: StaticString, line: UInt, column: UInt = 0, type: Any.Type) {
    self.name = name
    self.fileID = fileID
    self.line = line
    self.column = column
    self.type = ObjectIdentifier(type)
  }

  /// A property that makes a value, as a step of a resolution.
  init(_ property: Reader, type: Any.Type) {
    self.init(name: property.name, fileID: property.fileID, line: property.line, type: type)
  }

  /// True if this function of this file is the declaration itself.
  func isWritten(in function: StaticString, of file: StaticString) -> Bool {
    name.isSame(as: function) && fileID.isSame(as: file)
  }

  /// `Module/File.swift:line`.
  var source: String { "\(fileID):\(line)" }

  /// `name (Module/File.swift:line)`, as error reports print it.
  var place: String { "\(name) (\(source))" }
}

extension Declaration: Hashable {
  // The texts come last: two declarations seldom share position and type.
  @usableFromInline
  static func == (left: Declaration, right: Declaration) -> Bool {
    left.line == right.line && left.column == right.column && left.type == right.type
      && left.name.isSame(as: right.name) && left.fileID.isSame(as: right.fileID)
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(UInt(bitPattern: type) ^ line << 16 ^ column)
  }
}

extension StaticString {
  /// True for the same text; uses of one literal usually share its address.
  fileprivate func isSame(as other: StaticString) -> Bool {
    unsafe utf8Start == other.utf8Start || "\(self)" == "\(other)"
  }
}
