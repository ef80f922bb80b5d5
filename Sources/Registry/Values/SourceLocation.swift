/// A place in the source, for reports.
struct SourceLocation: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt
}

extension SourceLocation {
  /// A place in the library, for an issue whose message names its places.
  static var here: SourceLocation {
    SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
  }
}

extension SourceLocation: CustomStringConvertible {
  var description: String { "\(fileID):\(line)" }
}

/// The code that reads context values, for reports.
enum DependencyReader: Sendable {
  /// True while a closure that sets values reads a default, which is then made.
  @TaskLocal static var isUpdating = false

  /// Code that is not known.
  case unknown
  /// A closure that sets values: it reads a value only to change it, which is not a use of a live value.
  case update
  /// A `@Dependency` that is written at this place.
  case property(SourceLocation)

  var isUpdate: Bool {
    if case .update = self { true } else { false }
  }

  /// The place of the property.
  var place: SourceLocation? {
    if case .property(let place) = self { place } else { nil }
  }

  /// The property as reports name it.
  var reader: Reader? { place.map(Reader.init) }
}
