/// A place in the source, for reports.
@usableFromInline
struct SourceLocation: Sendable {
  // Three words, since each read of a context value copies them.

  @usableFromInline let fileID: LiteralText
  @usableFromInline let filePath: LiteralText
  @usableFromInline let line: UInt32
  @usableFromInline let column: UInt16

  @inlinable
  init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = LiteralText(fileID)
    self.filePath = LiteralText(filePath)
    self.line = UInt32(clamping: line)
    self.column = UInt16(clamping: column)
  }
}

extension SourceLocation {
  /// A place in the library, for an issue whose message names its places.
  static var here: SourceLocation {
    SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
  }
}

/// Who reads context values, for reports.
@usableFromInline
struct DependencyReader: Sendable {
  private enum Kind: UInt8 {
    case unknown
    case update
    case property
  }

  /// True while a closure that sets values reads a default, which is then made.
  @TaskLocal static var isUpdating = false

  // Not the payload of an enum, which the compiler would not pass in registers.
  private let location: SourceLocation
  private let kind: Kind

  /// Code that is not known.
  static var unknown: DependencyReader { DependencyReader(location: .here, kind: .unknown) }

  /// A closure that sets values: it reads a value only to change it, which is not a use of a live value.
  static var update: DependencyReader { DependencyReader(location: .here, kind: .update) }

  /// A `@Dependency` that is written at this place.
  static func property(_ place: SourceLocation) -> DependencyReader {
    DependencyReader(location: place, kind: .property)
  }

  var isUpdate: Bool { kind == .update }

  /// The place of the property.
  var place: SourceLocation? { kind == .property ? location : nil }

  /// The property as reports name it.
  var reader: Reader? { place.map(Reader.init) }
}

extension SourceLocation: CustomStringConvertible {
  @usableFromInline var description: String { "\(fileID):\(line)" }
}
